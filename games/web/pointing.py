"""Pointing without a script: targets are links, and each page that they lead to has one more pick in its address."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.safestring import mark_safe

from games.play.choices import Ahead
from games.presenting.page_sentences import pointing as sentences
from games.rules.base import Rules
from games.rules.choices import Choice, effect_words, picked
from games.rules.drawing import Target
from games.rules.facets import Facet, Withheld

PICK_SIGN = ":"


@dataclass(frozen=True, slots=True)
class Offer:
    """A value to pick, or a step to take back: what the link says, and where it leads."""

    words: str
    address: str
    detail: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """The values of one facet that can be picked now."""

    facet: Facet
    offers: tuple[Offer, ...]
    withheld: tuple[Withheld, ...] = ()


@dataclass(frozen=True)
class Pointing:
    """How far a player has come: unsent steps, and picks of the next one that leave some steps over."""

    address: str  # of the page
    rules: Rules[Any, Any]
    ahead: Ahead
    picks: Mapping[str, str]
    side: str = ""  # from which a board in space is shown, if it is not the first one

    @property
    def text(self) -> str:
        """The unsent steps as they are written."""
        return "; ".join(self.ahead.after)

    @property
    def unsent(self) -> dict[str, Any]:
        """The unsent steps and the picks, from which a script goes on."""
        picks = [{"facet": name, "value": value} for name, value in self.picks.items()]
        return {"after": self.ahead.after, "picks": picks}

    @cached_property
    def left(self) -> tuple[Choice, ...]:
        """The steps that agree with all picks."""
        return picked(self.ahead.choices.steps, self.picks)

    @property
    def chips(self) -> list[Offer]:
        """The unsent steps and the picks; each leads to the page without it and what came after."""
        after = self.ahead.after
        steps = [Offer(step, self._leading_to(after[:number])) for number, step in enumerate(after)]
        values = [
            Offer(self._value(facet, self.picks[facet.name]), self._leading_to(after, self._without(facet)))
            for facet in self.rules.facet_order
            if facet.name in self.picks
        ]
        return steps + values

    @cached_property
    def groups(self) -> list[Group]:
        """What can be picked next: values of the first facet in which the steps differ, and steps without it."""
        found, left = [], self.left
        for facet in self.rules.facet_order:
            having = [step for step in left if facet.name in step.facets]
            values = self._values_to_offer(facet, having)
            if facet.name in self.picks or not (len(values) > 1 or len(having) < len(self.left)) or not having:
                continue
            withheld = self.rules.withheld(facet.name, self.ahead.position)
            found.append(Group(facet, tuple(self._offer(facet, value) for value in values), withheld))
            left = tuple(step for step in left if facet.name not in step.facets)
        return found

    @property
    def buttons(self) -> Iterator[Group]:
        """The groups whose values are offered beside the drawing: those that are no places of it."""
        for group in self.groups:
            offers = tuple(offer for offer in group.offers if not self._is_drawn(group.facet, offer.words))
            if offers:
                yield Group(group.facet, offers, group.withheld)

    @property
    def targets(self) -> dict[str, Target]:
        """The places of the drawing that can be picked next."""
        return {
            offer.words: Target(offer.address, sentences.target(offer.words, self._lies_at(offer.words), offer.detail))
            for group in reversed(self.groups)
            for offer in group.offers
            if self._is_drawn(group.facet, offer.words)
        }

    def whole_steps(self, most: int) -> list[Offer]:
        """Every legal step, if there are not more than ``most`` of them; each leads to the page with it unsent."""
        steps = self.ahead.choices.steps
        after = self.ahead.after
        return [Offer(step.text, self._leading_to((*after, step.text))) for step in steps] if len(steps) <= most else []

    def _leading_to(self, after: tuple[str, ...], picks: Mapping[str, str] | None = None) -> str:
        query: list[tuple[str, str]] = [("after", "; ".join(after))] if after else []
        query += [("pick", f"{name}{PICK_SIGN}{value}") for name, value in (picks or {}).items()]
        query += [("view", self.side)] if self.side else []
        return f"{self.address}?{urlencode(query)}#pointing"

    def _values_to_offer(self, facet: Facet, steps: Iterable[Choice]) -> list[str]:
        """The values of steps in a facet, one of those with the same steps: of places all that are drawn, of others the
        first.
        """
        steps_of: dict[str, list[str]] = {}
        for step in steps:
            for value in step.facets[facet.name]:
                steps_of.setdefault(value, []).append(step.text)
        drawn = [value for value in steps_of if self._is_drawn(facet, value)]
        reached = {text for value in drawn for text in steps_of[value]}
        rest = {tuple(texts): value for value, texts in reversed(steps_of.items()) if not reached.issuperset(texts)}
        return [value for value in steps_of if value in drawn or value in rest.values()]

    def _is_drawn(self, facet: Facet, value: str) -> bool:
        return facet.is_place and value in self.ahead.choices.places

    def _lies_at(self, place: str) -> str:
        return self.ahead.choices.places[place]

    def _without(self, facet: Facet) -> dict[str, str]:
        return {name: value for name, value in self.picks.items() if name != facet.name}

    def _value(self, facet: Facet, value: str) -> str:
        return self.rules.value_words(facet.name, value, self.ahead.position)

    def _offer(self, facet: Facet, value: str) -> Offer:
        """A value with where it leads: to more picks, or to the one step that is left with it."""
        picks = {**self.picks, facet.name: value}
        left = picked(self.left, picks)
        words = value if facet.is_place else self._value(facet, value)
        picture = mark_safe(left[0].picture) if facet.is_pictured else ""  # noqa: S308 - drawn by the rules alone
        if len(left) > 1:
            return Offer(words, self._leading_to(self.ahead.after, picks), sentences.steps_open(len(left)), picture)
        [step] = left
        effects = [effect_words(self.rules, effect) for effect in step.effects]
        return Offer(words, self._leading_to((*self.ahead.after, step.text)), "; ".join(effects), picture)


def read_picks(query: QueryDict, rules: Rules[Any, Any]) -> dict[str, str]:
    """The picks of an address, ``pick=place:c4``, as far as the game has such facets."""
    pairs = (pick.partition(PICK_SIGN)[::2] for pick in query.getlist("pick"))
    names = {facet.name for facet in rules.facet_order}
    return {name: value for name, value in pairs if name in names}


def pointing_at(
    address: str, rules: Rules[Any, Any], ahead: Ahead, picks: Mapping[str, str], side: str = ""
) -> Pointing:
    """Pointing on the page of that address with these picks; with none where no legal step agrees with them."""
    return Pointing(address, rules, ahead, picks if picked(ahead.choices.steps, picks) else {}, side)
