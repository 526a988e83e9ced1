"""The natural words of other languages for commands, beside the English ones, which every language takes. Pure.

A word here is no move of any game, no other command's, and stands for one verb in all languages.
"""

from __future__ import annotations

# By language and verb, in small letters.
WORDS: dict[str, dict[str, tuple[str, ...]]] = {
    "de": {
        "preview": ("vorschau",),
        "show": ("zeigen", "brett zeigen"),
        "draw": ("remis", "remis anbieten"),
        "resign": ("aufgeben", "ich gebe auf"),
        "accept": ("ja", "annehmen", "remis annehmen"),
        "decline": ("nein", "ablehnen", "remis ablehnen"),
        "cancel": ("abbrechen",),
        "games": ("spiele", "meine spiele"),
        "events": ("turniere",),
        "cup": ("minicup",),
        "settings": ("einstellungen",),
        "stop": ("abmelden",),
        "help": ("hilfe",),
    },
}
