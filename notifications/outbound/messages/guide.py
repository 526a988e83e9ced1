"""What ``help`` tells about a topic. Moves and verbs stand in brackets: our own reader takes none of those for any."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from django.utils.translation import get_language, gettext

from games.presenting.documents import blocks_of
from games.rules import RULES
from notifications.mail_format.command_list import COMMAND_OF, Command

_MOVES_PART = "\n# How moves are written\n"
_CODE = re.compile(r"`([^`]*)`")
_STARS = re.compile(r"\*+([^*]+)\*+")
_KINDS = {"turn": "of a turn", "game": "of a game", "personal": "of your account"}


@dataclass(frozen=True)
class Guide:
    """A title and paragraphs; one that begins with a dash is an item of a list."""

    title: str
    paragraphs: tuple[str, ...]


_CLOCKS = Guide(
    "How time is counted",
    (
        "Your clock runs while you are to move, and stops when your move arrives, however long we take to work on it. "
        "What everybody has at first, what a turn adds, and what can never be exceeded stands on the page of the game.",
        "While you are away: sleep hours, days off and holidays are set on the site; days of leave by mail, too, with "
        "[leave 2026-12-24 2026-12-31] to the address of your account.",
        "Before a game is lost on time you are warned by mail; where no mail reaches you, a notice on the site and a "
        "grace come first. Any time in which the service was not reachable is given back to every clock.",
    ),
)
_MAIL = Guide(
    "Which mails you get",
    (
        "- [stop] in answer to the mail of a game ends the mails about this game; to the address of your account it "
        "ends them all. The answer tells what that means for your clocks.",
        "- [digest 8] collects them into one mail a day at 8 in the morning, in your time zone.",
        "- The settings on the site have a choice for each kind of mail, each game and each event, and quiet hours.",
        "What you ask for by mail is always answered, up to twenty times a day.",
    ),
)
_ADDRESSES = Guide(
    "Where to write",
    (
        "- The mail that tells you of your turn has an address for just this turn. Your move goes there. When the turn "
        "is over, the address is dead, and an answer to it only tells you so.",
        "- Other mails of a game have an address of the game. It takes all that is about the game, and a move with the "
        "number of moves before it, such as [MOVE #17].",
        "- Lists and answers about no game have the address of your account. There the number of a game stands in "
        "front, as in [12 resign], and a move needs both, as in [12#17 MOVE].",
        "Pass none of them on. They only work in mails from your own address, but need not be known to anybody.",
    ),
)
_DICE = Guide(
    "How dice are thrown",
    (
        "All dice of a game follow from a secret. Its seal stands in the first mail of the game; the secret is "
        "published when the game is over, and every throw is rechecked on the page of the game.",
        "Dice fall while your message is worked on. What came before them stands; what does not fit after them comes "
        "back to you with the reason. [preview MOVE] never throws any.",
    ),
)


def guide_to(topic: str, rules: str = "") -> Guide:
    """The guide to a topic, as ``commands`` names them; ``rules`` is the game that the mail is about, if any."""
    if topic in COMMAND_OF:
        return _about(COMMAND_OF[topic])
    if topic.startswith("game:"):
        return notation(topic.partition(":")[2], get_language())
    if topic == "notation":
        return notation(rules, get_language()) if rules else _games()
    return {"clocks": _CLOCKS, "mail": _MAIL, "addresses": _ADDRESSES, "dice": _DICE}[topic]


def _about(command: Command) -> Guide:
    also = [f"[{name}]" for name in command.names[1:] if name != "?"]
    described = [f"[{command.usage}]: {command.summary}."]
    described += [gettext("It can also be written {also}.").format(also=", ".join(also))] if also else []
    described += [command.more] if command.more else []
    if not command.addresses.issuperset(_KINDS):
        kinds = " and ".join(words for kind, words in _KINDS.items() if kind in command.addresses)
        described.append(
            gettext("It goes to an address {kinds}; the answer to [games] has that one.").format(kinds=kinds)
        )
    return Guide(gettext("About [{verb}]").format(verb=command.verb), tuple(described))


def _games() -> Guide:
    items = (gettext("- {rules}: [help {slug}]").format(rules=rules.title, slug=rules.slug) for rules in RULES.values())
    return Guide(gettext("How moves are written"), (gettext("Each game has its own words:"), *items))


@cache
def notation(slug: str, language: str) -> Guide:
    """How the moves of a game are written, in the language that is active: the part of its own page about it, as plain
    paragraphs."""
    text = (RULES[slug].folder / "PLAY.md").read_text(encoding="utf-8")
    part = text.partition(_MOVES_PART)[2]
    blocks = [_plain(gettext(block)) for block in blocks_of(part)]
    return Guide(
        gettext("How moves of {game} are written").format(game=RULES[slug].title),
        tuple(line for block in blocks for line in block),
    )


def _plain(block: str) -> list[str]:
    """A block of Markdown as paragraphs: rows of tables and items as items, code in brackets."""
    lines = block.splitlines()
    if lines[0].startswith("|"):
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
        return [f"- {_bracketed(row[0])}: {_bracketed(' '.join(row[1:]))}" for row in rows]
    if lines[0].startswith(("- ", "* ")):
        return [f"- {_bracketed(item)}" for item in re.split(r"(?m)^[-*] ", block)[1:]]
    return [_bracketed(block.lstrip("# "))]


def _bracketed(text: str) -> str:
    return _STARS.sub(r"\1", _CODE.sub(r"[\1]", " ".join(text.split())))
