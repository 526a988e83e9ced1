"""The natural words of other languages for commands, beside the English ones, which every language takes. Pure.

A word here is no move of any game, no other command's, and stands for one verb in all languages. A word with which
sentences often end, such as ``urlaub``, is none: mails of ours that are quoted must not read as commands.
"""

from __future__ import annotations

# By language and verb, in small letters; mails in the language name a command by the first.
WORDS: dict[str, dict[str, tuple[str, ...]]] = {
    "de": {
        "move": ("zug", "ich spiele", "ich ziehe", "mein zug", "mein zug ist"),
        "preview": ("vorschau",),
        "show": ("zeigen", "brett zeigen"),
        "draw": ("remis", "remis anbieten"),
        "resign": ("aufgeben", "ich gebe auf"),
        "accept": ("annehmen", "ja", "remis annehmen", "angebot annehmen"),
        "decline": ("ablehnen", "nein", "remis ablehnen", "angebot ablehnen"),
        "cancel": ("abbrechen",),
        "abandon": ("abbruch anbieten",),
        "undo": ("rücknahme",),
        "drop plan": ("plan löschen",),
        "always": ("immer",),
        "say": ("sag",),
        "mute": ("stumm",),
        "unmute": ("nicht mehr stumm",),
        "note": ("notiere",),
        "watch": ("beobachte",),
        "unwatch": ("nicht mehr beobachten",),
        "games": ("meine partien", "meine spiele", "spiele"),
        "challenge": ("fordere heraus",),
        "events": ("turniere", "meine wettbewerbe"),
        "join": ("ich nehme teil an",),
        "withdraw": ("ich ziehe mich zurück aus",),
        "away": ("ich fehle in runde",),
        "cancel away": ("ich spiele doch in runde",),
        "ask": ("ich bitte um",),
        "learn": ("lerne",),
        "close account": ("konto schließen",),
        "standings": ("zeige tabelle",),
        "leave": ("ich nehme urlaub",),
        "cancel leave": ("urlaub absagen",),
        "cup": ("minicup",),
        "drop cup": ("minicup verlassen",),
        "block": ("blockiere",),
        "unblock": ("blockierung aufheben",),
        "digest": ("sammelmail",),
        "settings": ("einstellungen",),
        "time zone": ("zeitzone",),
        "hold": ("zurückhalten",),
        "words": ("worte",),
        "receipts": ("quittungen",),
        "language": ("sprache",),
        "stop": ("abmelden",),
        "rules": ("regeln", "spielregeln"),
        "help": ("hilfe",),
    }
}

# What a usage writes in capitals, for the writer to put something else in its place.
PLACES: dict[str, dict[str, str]] = {
    "de": {
        "MOVE": "ZUG", "WORDS": "WORTE", "GAME": "SPIEL", "EVENT": "TURNIER", "FROM": "VON", "TO": "BIS",
        "HOUR": "STUNDE", "ANSWER": "ANTWORT", "WHAT": "WAS", "because": "weil", "ROUND": "NUMMER",
    },
}  # fmt: skip

# What people call each language of the service, by its code, in small letters: the words that ``language`` takes.
LANGUAGE_WORDS: dict[str, tuple[str, ...]] = {
    "en-gb": ("en-gb", "en", "english", "englisch"),
    "de": ("de", "german", "deutsch"),
}
