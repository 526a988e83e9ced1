"""The part that all actions have in common: of players here, of directors in ``tournaments.directing.action``."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, get_type_hints

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction

from games.models import Player
from ground.rest.stored_answers import StoredAnswer, done_once

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

T = TypeVar("T")  # what it is done to
I = TypeVar("I")  # noqa: E741 - its inputs
C = TypeVar("C")  # who does it, when, and under which key
O = TypeVar("O")  # noqa: E741 - what comes of it
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class NoInputs:
    """An action that asks for nothing."""


@dataclass(frozen=True, slots=True)
class Input:
    """One value that an action asks for: its words, and its bounds. What kind of value it is says the type of its
    field. ``least``, ``most``: of a number; of a text the most characters. ``lines``: of a text, as pages show it."""

    title: str | StrPromise
    help_text: str | StrPromise = ""
    most: int | None = None
    least: int | None = None
    lines: int = 1
    choices: tuple[str, ...] = ()  # of a text, as programs write it
    if_missing: str | StrPromise = ""  # the problem, if it is required


def inputs_of(declared: type[Any], kind: type[Any]) -> dict[str, Any]:  # Any: dataclasses have no common type
    """The inputs of a kind that a dataclass declares, by name, in its order."""
    hints = get_type_hints(declared, include_extras=True)
    return {
        one.name: next(extra for extra in hints[one.name].__metadata__ if isinstance(extra, kind))
        for one in fields(declared)
    }


class Action(ABC, Generic[T, I, C, O]):
    """One thing that people can do. ``Inputs`` is a frozen dataclass whose fields are annotated with an input each;
    fields with a default may be left out."""

    slug: ClassVar[str]
    title: ClassVar[str | StrPromise]
    meaning: ClassVar[str | StrPromise]
    Inputs: ClassVar[type[Any]] = NoInputs  # Any: dataclasses have no common type
    kind_of_input: ClassVar[type[Any]] = Input  # Any: directors ask for more kinds of values
    is_grave: ClassVar[bool] = False  # the button warns

    @cached_property
    def inputs(self) -> dict[str, Any]:  # Any: of ``kind_of_input``
        """What it asks for, by name, in the order of its form."""
        return inputs_of(self.Inputs, self.kind_of_input)

    @cached_property
    def optional(self) -> frozenset[str]:
        """The names of the inputs that may be left out."""
        return frozenset(one.name for one in fields(self.Inputs) if one.default is not MISSING)

    def check_role(self, target: T, player: Player, inputs: I | None = None) -> None:
        """Raises a Refusal for a player whose role does not include this, with these inputs if they are known."""

    @abstractmethod
    def do(self, target: T, inputs: I, call: C) -> O:
        """Do it, or find what was done under the key before. Raises a Refusal."""

    @abstractmethod
    def perform(self, target: T, inputs: I, call: C) -> O:
        """Do it under the locks that it needs. Raises a Refusal."""


# What players do ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Call:
    """Who does something, when it arrived, and through which door. The same ``key`` again is the same action, done
    once; None: the door sees to that, or there is no second time."""

    player: Player
    at: datetime
    key: str | None = None
    source: str = "page"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an action: sentences for people, the same at every door, and a frozen dataclass for programs."""

    sentences: tuple[str, ...]
    facts: Any = None  # Any: of the class that its action names
    warnings: tuple[str, ...] = ()
    is_repeat: bool = False


class PlayerAction(Action[T, I, Call, Outcome]):
    """What a player does, in one transaction. ``Facts`` is the class of what programs get; ``has_dry_run``: people are
    shown what would come of it first. ``lacks`` says why there is no door of a name: page, REST or mail."""

    button: ClassVar[str | StrPromise] = ""  # where it has a page of its own
    Facts: ClassVar[type[Any] | None] = None  # Any: dataclasses have no common type
    has_dry_run: ClassVar[bool] = False
    lacks: ClassVar[Mapping[str, str]] = {}

    def lock(self, target: T) -> T:
        """The target as it is under its lock, which is taken first."""
        return target

    def initial(self, target: T) -> dict[str, object]:
        """What its form begins with."""
        return {}

    def do(self, target: T, inputs: I, call: Call) -> Outcome:
        """Do it once: the same key again has the first outcome, its facts as JSON has them. Raises a Refusal."""

        found: list[Outcome] = []

        def work() -> str:
            found.append(self._under_lock(target, inputs, call))
            facts = found[0].facts
            return json.dumps([found[0].sentences, facts and asdict(facts)], cls=DjangoJSONEncoder)

        if call.key is None:
            with transaction.atomic():
                return self._under_lock(target, inputs, call)
        stored, is_repeat = done_once(call.player.pk, call.key, self.slug, at=call.at, work=work)
        return self._again(stored) if is_repeat else found[0]

    def dry_run(self, target: T, inputs: I, call: Call) -> Outcome:
        """What would come of it: it is done and undone, with all mails and quotas that it has written."""
        return undone(lambda: self._under_lock(target, inputs, call))

    def _under_lock(self, target: T, inputs: I, call: Call) -> Outcome:
        locked = self.lock(target)
        self.check_role(locked, call.player, inputs)
        return self.perform(locked, inputs, call)

    def _again(self, stored: StoredAnswer) -> Outcome:
        sentences, facts = json.loads(stored.body)
        return Outcome(tuple(sentences), self.Facts(**facts) if self.Facts and facts else None, is_repeat=True)


class _Undone(Exception):
    """Nothing is kept of what was done."""


def undone(work: Callable[[], R]) -> R:
    """Do something and take all of it back: whatever refuses it refuses its dry run, too. Raises what it raises."""
    try:
        with transaction.atomic():
            found = work()
            raise _Undone
    except _Undone:
        return found
