"""Pointing without a script: targets are links, and each page that they lead to has one more pick in its address."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.safestring import mark_safe
from django.utils.translation import gettext

from games.play.choices import Ahead
from games.presenting.page_sentences import pointing as sentences
from games.rules.base import Preference, Rules
from games.rules.choices import Choice, Then, consequences, effect_words, picked, value_words
from games.rules.drawing import Target
from games.rules.facets import Facet, Withheld

PICK_SIGN = ":"
TAKING = "taking"  # the look of a place where a step takes pieces off the board
PICK = "pick"  # the look of what is picked of a step that is not complete
FEW = 4  # so many steps that have one facet each are offered as buttons too


@dataclass(frozen=True, slots=True)
class Offer:
    """A value to pick, or a step to take back: what the link says, and where it leads."""

    words: str
    address: str
    detail: str = ""
    picture: str = ""
    look: str = ""
    preference: str = ""
    is_pressed: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """What is offered under one title: the values of a facet that can be picked now, or preferences."""

    title: str
    offers: tuple[Offer, ...]
    facet: Facet | None = None
    withheld: tuple[Withheld, ...] = ()


@dataclass(frozen=True)
class Pointing:
    """How far a player has come: unsent steps, and picks of the next one that leave some steps over."""

    address: str  # of the page
    rules: Rules[Any, Any]
    ahead: Ahead
    picks: Mapping[str, str]
    base: tuple[tuple[str, str], ...] = ()  # what else each address has
    preferences: tuple[str, ...] = ()  # that are sent with the unsent steps

    @property
    def text(self) -> str:
        """The unsent steps as they are written, and the preferences that go with them."""
        return "; ".join((*self.ahead.after, *self.preferences) if self.ahead.after else ())

    @property
    def prompt(self) -> str:
        """What is to be done now; empty once nothing can be added to the steps."""
        return self.rules.prompt(self.ahead.position) if self.left else ""

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
        steps = [Offer(step, self.leading_to(after[:number])) for number, step in enumerate(after)]
        values = [
            Offer(self._value(facet, self.picks[facet.name]), self.leading_to(after, self._without(facet)), look=PICK)
            for facet in self.ahead.choices.facets
            if facet.name in self.picks
        ]
        return steps + values

    @cached_property
    def groups(self) -> list[Group]:
        """What can be picked next: values of the first facet in which the steps differ, and steps without it."""
        found, left = [], self.left
        for facet in self.ahead.choices.facets:
            having = [step for step in left if facet.name in step.facets]
            values = self._values_to_offer(facet, having)
            if facet.name in self.picks or not (len(values) > 1 or len(having) < len(self.left)) or not having:
                continue
            withheld = self.rules.withheld(facet.name, self.ahead.position)
            steps_of: dict[str, list[Choice]] = {}
            for step in self.left:
                for value in dict.fromkeys(step.facets.get(facet.name, ())):
                    steps_of.setdefault(value, []).append(step)
            offers = tuple(self._offer(facet, value, steps_of[value]) for value in values)
            found.append(Group(gettext(facet.title), offers, facet, withheld))
            left = tuple(step for step in left if facet.name not in step.facets)
        return found

    @property
    def buttons(self) -> Iterator[Group]:
        """What is offered beside the drawing: values that are no places of it, steps where they are few, preferences
        that choose one of them."""
        for group in self.groups:
            offers = tuple(offer for offer in group.offers if not self._is_drawn(group.facet, offer.words))
            if offers:
                yield replace(group, offers=offers)
        if self._are_few:
            yield Group(sentences.steps_title(), tuple(self._whole(step) for step in self.left))
        elif not self.picks:
            for question, preferred in groupby(self.ahead.choices.preferred, lambda found: found[0].question):
                yield Group(question, tuple(self._preferred(preference, step) for preference, step in preferred))

    @property
    def targets(self) -> dict[str, Target]:
        """The places of the drawing that can be picked next."""
        if len(self.left) == 1:
            [step] = self.left
            offer, drawn = self._whole(step), self.ahead.choices.places
            values = [value for found in step.facets.values() for value in found]
            return {value: self._target(value, offer) for value in values if value in drawn}
        return {
            offer.words: self._target(offer.words, offer)
            for group in reversed(self.groups)
            for offer in group.offers
            if self._is_drawn(group.facet, offer.words)
        }

    @property
    def marks(self) -> Mapping[str, tuple[str, ...]]:
        """What the drawing shows ahead of the step that is left."""
        return self.left[0].marks if len(self.left) == 1 else {}

    @property
    def preference_groups(self) -> list[Group]:
        """The preferences for what comes up after the dice, by the question that comes up; none if no dice can."""
        found = groupby(self.rules.preferences if self._may_prefer else (), lambda preference: preference.question)
        return [Group(question, tuple(map(self._toggle, preferences))) for question, preferences in found]

    @property
    def preferred_words(self) -> str:
        """The preferences that go with the steps."""
        return ", ".join(self.preferences) or sentences.ask_me()

    @property
    def _may_prefer(self) -> bool:
        """Whether dice may come up after what is sent now."""
        choices, position = self.ahead.choices, self.ahead.position
        then = {step.then for step in choices.steps}
        return not position.is_answer and (choices.seat is None or bool(then & {Then.DICE, Then.MORE}))

    @property
    def _are_few(self) -> bool:
        has_one_facet = all(len(step.facets) == 1 for step in self.left)
        return len(self.left) == 1 or (len(self.left) <= FEW and has_one_facet and any(self.targets))

    def whole_steps(self, most: int) -> list[Offer]:
        """Every legal step, if there are not more than ``most`` of them; each leads to the page with it unsent."""
        steps = self.ahead.choices.steps
        after = self.ahead.after
        return [Offer(step.text, self.leading_to((*after, step.text))) for step in steps] if len(steps) <= most else []

    def leading_to(
        self, after: tuple[str, ...], picks: Mapping[str, str] | None = None, preferences: tuple[str, ...] | None = None
    ) -> str:
        """The address of the page with these steps, picks and preferences."""
        query = [*self.base, *([("after", "; ".join(after))] if after else [])]
        query += [("pick", f"{name}{PICK_SIGN}{value}") for name, value in (picks or {}).items()]
        query += [("prefer", text) for text in (self.preferences if preferences is None else preferences)]
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

    def _is_drawn(self, facet: Facet | None, value: str) -> bool:
        return facet is not None and facet.is_place and value in self.ahead.choices.places

    def _lies_at(self, place: str) -> str:
        return self.ahead.choices.places[place]

    def _without(self, facet: Facet) -> dict[str, str]:
        return {name: value for name, value in self.picks.items() if name != facet.name}

    def _value(self, facet: Facet, value: str) -> str:
        return value_words(self.rules, facet, value, self.ahead.position)

    def _offer(self, facet: Facet, value: str, left: Sequence[Choice]) -> Offer:
        """A value with where it leads: to more picks, or to the one step that is ``left`` with it.

        A step with marks is shown before it is chosen.
        """
        picks = {**self.picks, facet.name: value}
        words = value if facet.is_place else self._value(facet, value)
        picture = mark_safe(left[0].picture) if facet.is_pictured else ""  # noqa: S308 - drawn by the rules alone
        if len(left) > 1:
            return Offer(words, self.leading_to(self.ahead.after, picks), sentences.steps_open(len(left)), picture)
        [step] = left
        if step.marks:
            detail = "; ".join([step.words, *self._effects(step)])
            return Offer(words, self.leading_to(self.ahead.after, picks), detail, look=TAKING)
        address = self.leading_to((*self.ahead.after, step.text))
        if facet.is_place:
            return Offer(words, address, "; ".join(self._effects(step)))
        words, _, detail = words.partition(": ")
        found = ", ".join(consequences(self.rules, step))
        return Offer(words, address, "; ".join(filter(None, (detail, found))), picture)

    def _whole(self, step: Choice) -> Offer:
        """A step as it is spoken, with what follows from it."""
        return Offer(step.words, self.leading_to((*self.ahead.after, step.text)), "; ".join(self._effects(step)))

    def _preferred(self, preference: Preference, step: str) -> Offer:
        return Offer(preference.text, self.leading_to((*self.ahead.after, step)), preference.meaning)

    def _toggle(self, preference: Preference) -> Offer:
        """A preference that joins the steps in the place of another one about the same; or leaves them."""
        text, is_pressed = preference.text, preference.text in self.preferences
        rivals = [other.text for other in self.rules.preferences if other.question == preference.question]
        others = tuple(other for other in self.preferences if other not in rivals)
        address = self.leading_to(self.ahead.after, self.picks, others if is_pressed else (*others, text))
        return Offer(text, address, preference.meaning, preference=text, is_pressed=is_pressed)

    def _target(self, place: str, offer: Offer) -> Target:
        return Target(offer.address, sentences.target(place, self._lies_at(place), offer.detail), offer.look)

    def _effects(self, step: Choice) -> list[str]:
        return [effect_words(self.rules, effect) for effect in step.effects]


def read_picks(query: QueryDict, ahead: Ahead) -> dict[str, str]:
    """The picks of an address, ``pick=place:c4``, as far as steps have such facets."""
    pairs = (pick.partition(PICK_SIGN)[::2] for pick in query.getlist("pick"))
    names = {facet.name for facet in ahead.choices.facets}
    return {name: value for name, value in pairs if name in names}


def read_preferences(query: QueryDict, rules: Rules[Any, Any]) -> tuple[str, ...]:
    """The preferences of an address, ``prefer=spawn far``, as far as the game has them; one for each question."""
    found = [preference for text in query.getlist("prefer") if (preference := rules.read_preference(text))]
    return tuple({preference.question: preference.text for preference in found}.values())


def pointing_at(
    address: str, rules: Rules[Any, Any], ahead: Ahead, query: QueryDict, base: tuple[tuple[str, str], ...] = ()
) -> Pointing:
    """Pointing on the page of that address with the picks and preferences that its query has; without the picks where
    no legal step agrees with them. ``base`` is what else each address has."""
    picks = read_picks(query, ahead)
    kept = picks if picked(ahead.choices.steps, picks) else {}
    return Pointing(address, rules, ahead, kept, base, read_preferences(query, rules))
