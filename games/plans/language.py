"""Plans: what a player wants to reply to moves that have not been made yet. The tree, its text, and back.

    if c4>c5 then M d2>d3 (if null a1 then root b2) else if * then resign

A plan is a choice of branches. Each has a condition about what happens until its owner is to move, a reply, and
perhaps a plan for after the reply. The first branch whose condition holds is taken. Pure, and knows no game.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from games.rules.base import split_steps
from ground.wording import gettext

RESIGN = "resign"
ANYTHING = "*"
WAITS = "wait if they write"
MOST_BRANCHES = 200
DEEPEST = 20

Throw: TypeAlias = tuple[int, int]  # the sides of a die and the face that it showed


class PlanError(ValueError):
    """A plan that cannot be kept. ``part`` is the piece of it at fault, the message says what would be right."""

    def __init__(self, message: str, part: str = "", *, code: str = "unreadable") -> None:
        super().__init__(message)
        self.part = part
        self.code = code


_RELATIONS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}


@dataclass(frozen=True, slots=True)
class FaceTest:
    """What the first die to fall shows, or the first with so many sides. It names that one die."""

    sides: int | None
    relation: str
    face: int

    def __str__(self) -> str:
        return f"{'roll' if self.sides is None else f'd{self.sides}'} {self.relation} {self.face}"

    def named(self, throws: Sequence[Throw]) -> set[int]:
        """The places of the throws that it says something about."""
        return set(islice((n for n, (sides, _) in enumerate(throws) if self.sides in (None, sides)), 1))

    def holds(self, throws: Sequence[Throw]) -> bool:
        return any(_RELATIONS[self.relation](throws[n][1], self.face) for n in self.named(throws))


@dataclass(frozen=True, slots=True)
class OmenTest:
    """Whether any die shows the face that a word stands for, as a 1 is rain. It names all dice."""

    word: str
    face: int
    comes: bool

    def __str__(self) -> str:
        return self.word if self.comes else f"no {self.word}"

    def named(self, throws: Sequence[Throw]) -> set[int]:
        """The places of the throws that it says something about."""
        return set(range(len(throws)))

    def holds(self, throws: Sequence[Throw]) -> bool:
        return any(face == self.face for _, face in throws) == self.comes


@dataclass(frozen=True, slots=True)
class Condition:
    """What the others do until the owner is to move, step by step, and what the dice show. Neither: anything."""

    steps: tuple[str, ...] = ()
    tests: tuple[FaceTest | OmenTest, ...] = ()

    def __str__(self) -> str:
        return " and ".join([*(["; ".join(self.steps)] if self.steps else []), *map(str, self.tests)]) or ANYTHING

    @property
    def is_anything(self) -> bool:
        return not self.steps and not self.tests

    def allows(self, throws: Sequence[Throw]) -> bool:
        """Whether the dice are as it says, and none has fallen that it does not name."""
        named: set[int] = set()
        for test in self.tests:
            named |= test.named(throws)
        return len(named) == len(throws) and all(test.holds(throws) for test in self.tests)


@dataclass(frozen=True, slots=True)
class Branch:
    """A condition, the reply to it (steps parted by semicolons, or RESIGN), and the plan for after the reply."""

    condition: Condition
    reply: str
    then: tuple[Branch, ...] = ()

    @property
    def reply_text(self) -> str:
        """The reply and what follows it, as it is written."""
        return f"{self.reply} ({_text_of(self.then)})" if self.then else self.reply


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole plan. ``waits``: it is dropped when an opponent writes a message in the game."""

    branches: tuple[Branch, ...]
    waits: bool = False

    def __str__(self) -> str:
        """The one text of the plan, read back by ``read_plan``."""
        return _text_of(self.branches) + (f"; {WAITS}" if self.waits else "")

    def lines(self) -> list[tuple[int, str]]:
        """The branches as lines for people, each with its depth from 0."""
        return [(depth, f"if {branch.condition} then {branch.reply}") for depth, branch in walk(self.branches)]


def walk(branches: Sequence[Branch], depth: int = 0) -> Iterator[tuple[int, Branch]]:
    """All branches from the first on, each before those that follow its reply, with its depth from 0."""
    for branch in branches:
        yield depth, branch
        yield from walk(branch.then, depth + 1)


def _text_of(branches: Sequence[Branch]) -> str:
    return " else ".join(f"if {branch.condition} then {branch.reply_text}" for branch in branches)


# Reading ----------------------------------------------------------------------------------------------------------

_WAITS = re.compile(  # a run of blanks is tried from its beginning only, for texts without end
    r"(?<![\s;,.])[\s;,.]*\bwait if (?:he|she|they|somebody|anybody|someone|anyone) writes?[\s;,.]*$", re.IGNORECASE
)
_MARK = re.compile(r"(?P<opens>\(\s*(?=if\b))|\b(?:if|then|else)\b|[()]", re.IGNORECASE)
_FACE_TEST = re.compile(r"(?:roll|d(?P<sides>\d{1,3}))\s*(?P<relation>>=|<=|=|>|<)\s*(?P<face>\d{1,3})", re.IGNORECASE)
_EXAMPLE = "if (their move) then (your move) else resign"


def read_plan(text: str, omens: Mapping[str, int]) -> Plan:
    """The plan that the text spells out. ``omens`` are the game's words for faces. Raises PlanError.

    Moves are not looked at here: they stay as they were typed, but for spaces.
    """
    typed = text.replace("\N{GREATER-THAN OR EQUAL TO}", ">=").replace("\N{LESS-THAN OR EQUAL TO}", "<=")
    waits = _WAITS.search(typed)
    reader = _Reader(list(_pieces(typed[: waits.start()] if waits else typed)), omens)
    branches = reader.branches(1)
    if reader.pieces:
        raise PlanError(
            gettext('The plan was over before "{short}". Parts are joined by else.').format(
                short=_short(reader.pieces[0])
            )
        )
    return Plan(branches, waits=waits is not None)


def _pieces(text: str) -> Iterator[str]:
    """Keywords, brackets around plans, and the texts between them. Brackets of a game's own stay in its texts."""
    inner, begin = 0, 0  # how many brackets of its own the text is in, and where it began
    for mark in _MARK.finditer(text):
        found = "(" if mark["opens"] else mark[0].lower()
        if found == "(" and not mark["opens"]:
            inner += 1
            continue
        if found == ")" and inner:
            inner -= 1
            continue
        if between := _tidy(text[begin : mark.start()]):
            yield between
        inner, begin = 0, mark.end()
        yield found
    if rest := _tidy(text[begin:]):
        yield rest


def _tidy(text: str) -> str:
    return "; ".join(" ".join(step.split()) for step in split_steps(text.strip(" \t\n\r,;.")))


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}..."


class _Reader:
    """Reads the pieces of a plan from the front."""

    def __init__(self, pieces: list[str], omens: Mapping[str, int]) -> None:
        self.pieces = pieces
        self.omens = omens
        self.count = 0

    def branches(self, depth: int) -> tuple[Branch, ...]:
        """One plan, up to its end or to the bracket that closes it."""
        if depth > DEEPEST:
            raise PlanError(gettext("A plan may look {deepest} of your moves ahead.").format(deepest=DEEPEST))
        found: list[Branch] = []
        self._expect("if", gettext("A plan begins with if: {example}.").format(example=_EXAMPLE))
        while True:
            found.append(self._branch(depth))
            if not self._take("else"):
                return tuple(found)
            if found[-1].condition.is_anything:
                raise PlanError(gettext("After * nothing else can come up. Put * last."), str(found[-1].condition))
            if not self._take("if"):
                return (*found, self._reply(Condition(), depth))

    def _branch(self, depth: int) -> Branch:
        written = self._text("if", gettext("what your opponent does, or * for anything"))
        condition = self._condition(written)
        self._expect("then", gettext('After "if {short}" comes then, and your reply.').format(short=_short(written)))
        return self._reply(condition, depth)

    def _reply(self, condition: Condition, depth: int) -> Branch:
        self.count += 1
        if self.count > MOST_BRANCHES:
            raise PlanError(gettext("A plan may have {most_branches} branches.").format(most_branches=MOST_BRANCHES))
        reply = self._text("then", gettext("your reply: a move, or resign"))
        if reply.lower() == RESIGN:
            reply = RESIGN
        if not self._take("("):
            return Branch(condition, reply)
        if reply == RESIGN:
            raise PlanError(gettext("After resign the game is over for you, and nothing can follow."), RESIGN)
        then = self.branches(depth + 1)
        self._expect(
            ")",
            gettext('The bracket after "{short}" is not closed. Put ) where that part of the plan ends.').format(
                short=_short(reply)
            ),
        )
        return Branch(condition, reply, then)

    def _condition(self, written: str) -> Condition:
        steps: list[str] = []
        tests: list[FaceTest | OmenTest] = []
        for part in map(_tidy, re.split(r"\band\b", written, flags=re.IGNORECASE)):
            if test := self._test(part):
                tests.append(test)
            elif part != ANYTHING:
                steps += split_steps(part)
        return Condition(tuple(steps), tuple(tests))

    def _test(self, part: str) -> FaceTest | OmenTest | None:
        if match := _FACE_TEST.fullmatch(part):
            return FaceTest(int(match["sides"]) if match["sides"] else None, match["relation"], int(match["face"]))
        word = part.lower().removeprefix("no ")
        return OmenTest(word, self.omens[word], comes=word == part.lower()) if word in self.omens else None

    def _text(self, after: str, wanted: str) -> str:
        if not self.pieces or self.pieces[0] in ("if", "then", "else", "(", ")"):
            raise PlanError(gettext("After {after} comes {wanted}.").format(after=after, wanted=wanted), after)
        return self.pieces.pop(0)

    def _take(self, piece: str) -> bool:
        if self.pieces[:1] != [piece]:
            return False
        self.pieces.pop(0)
        return True

    def _expect(self, piece: str, message: str) -> None:
        if not self._take(piece):
            raise PlanError(message, _short(self.pieces[0]) if self.pieces else "")
