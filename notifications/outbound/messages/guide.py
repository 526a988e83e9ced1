"""What ``help`` tells about a topic. Moves and verbs stand in brackets: our own reader takes none of those for any."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from django.utils.translation import get_language, gettext, gettext_noop

from games.rules import RULES
from ground.wording import and_list, blocks_of
from notifications.mail_format.command_list import COMMAND_OF, Command

_MOVES_PART = "\n# How moves are written\n"
_CODE = re.compile(r"`([^`]*)`")
_STARS = re.compile(r"\*+([^*]+)\*+")
_KINDS = {
    "turn": gettext_noop("of a turn"),
    "game": gettext_noop("of a game"),
    "personal": gettext_noop("of your account"),
}


@dataclass(frozen=True)
class Guide:
    """A title and paragraphs; one that begins with a dash is an item of a list."""

    title: str
    paragraphs: tuple[str, ...]


_CLOCKS = Guide(
    gettext_noop("How time is counted"),
    (
        gettext_noop(
            "Your clock runs while you are to move, and stops when your move arrives, however long we take to "
            "work on it. The page of the game shows what everybody has at first, what a turn adds, "
            "and what can never be exceeded."
        ),
        gettext_noop(
            "While you are away: sleep hours, days off and holidays are set on the site; days of leave by mail, "
            "too, with [leave 2026-12-24 2026-12-31] to the address of your account."
        ),
        gettext_noop(
            "Before a game is lost on time you are warned by mail; where no mail reaches you, a "
            "notice on the site and a grace period come first. Any time in which the service was not "
            "reachable is given back to every "
            "clock."
        ),
    ),
)
_MAIL = Guide(
    gettext_noop("Which mails you get"),
    (
        gettext_noop(
            "- [stop] in answer to the mail of a game ends the mails about this game; to the address of your "
            "account it ends them all. The answer says what that means for your clocks."
        ),
        gettext_noop("- [digest 8] collects them into one mail a day at 8 in the morning, in your time zone."),
        gettext_noop("- [digest off] has each mail come at once again, whatever was stopped before."),
        gettext_noop(
            "- The settings on the site have a choice for each kind of mail, each game and each event, and quiet hours."
        ),
        gettext_noop("What you ask for by mail is always answered, up to sixty times a day."),
    ),
)
_ADDRESSES = Guide(
    gettext_noop("Where to write"),
    (
        gettext_noop(
            "- The mail about your turn has an address for just this turn. Your move goes there. When the turn "
            "is over, the address no longer works, and an answer to it only says so."
        ),
        gettext_noop(
            "- Other mails of a game have an address of the game. It takes all that is about the game, and a "
            "move with the number of moves before it, such as [MOVE #17]."
        ),
        gettext_noop(
            "- Lists and answers about no game have the address of your account. There you put the "
            "number of a game in front, as in [12 resign], and a move needs both, as in [12#17 MOVE]."
        ),
        gettext_noop(
            "Do not pass them on. They only work in mails from your own address, but nobody else needs to know them."
        ),
    ),
)
_DICE = Guide(
    gettext_noop("How dice are thrown"),
    (
        gettext_noop(
            "All dice of a game follow from a secret. Its seal is in the first mail of the game; the secret is "
            "published when the game is over, and every throw is rechecked on the page of the game."
        ),
        gettext_noop(
            "Dice are rolled while your message is processed. What came before them stands; what does not fit "
            "after them comes back to you with the reason. [preview MOVE] never rolls any."
        ),
    ),
)


def guide_to(topic: str, rules: str = "") -> Guide:
    """The guide to a topic, as ``commands`` names them; ``rules`` is the game that the mail is about, if any."""
    if topic in COMMAND_OF:
        return _about(COMMAND_OF[topic])
    if topic.startswith("game:"):
        return notation(topic.partition(":")[2], get_language())
    if topic.startswith("rules:"):
        return rules_of(topic.partition(":")[2], get_language())
    if topic == "notation":
        return notation(rules, get_language()) if rules else _games()
    known = {"clocks": _CLOCKS, "mail": _MAIL, "addresses": _ADDRESSES, "dice": _DICE}[topic]
    return Guide(gettext(known.title), tuple(map(gettext, known.paragraphs)))


def _about(command: Command) -> Guide:
    also = [f"[{name}]" for name in command.names[1:] if name != "?"]
    described = [f"[{command.shown}]: {command.in_words}."]
    described += [gettext("It can also be written {also}.").format(also=", ".join(also))] if also else []
    described += [command.explained] if command.explained else []
    if not command.addresses.issuperset(_KINDS):
        kinds = and_list([gettext(words) for kind, words in _KINDS.items() if kind in command.addresses])
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
    title = gettext("How moves of {game} are written").format(game=RULES[slug].title)
    return Guide(title, _paragraphs(text.partition(_MOVES_PART)[2]))


@cache
def rules_of(slug: str, language: str) -> Guide:
    """How a game is played, in the language that is active, without its pictures."""
    rules = RULES[slug]
    part = (rules.folder / "PLAY.md").read_text(encoding="utf-8").partition(_MOVES_PART)[0]
    more = gettext("How moves are written: [help {slug}]. To learn by exercises: [learn {slug}].").format(slug=slug)
    title = gettext("The rules of {game}").format(game=rules.title)
    return Guide(title, (*_paragraphs(part.partition("\n")[2]), more))


def _paragraphs(text: str) -> tuple[str, ...]:
    blocks = (_plain(gettext(block)) for block in blocks_of(text) if not block.startswith("!["))
    return tuple(line for block in blocks for line in block)


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
