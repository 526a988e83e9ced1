"""Facets of steps and the names of places in drawings: what makes a board of any game one that can be pointed at."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.rules import RULES
from games.rules.base import Position, Roll
from games.rules.choices import Choice, Then, choices_of, effect_words, picked
from tests.games.rules.test_conformance import Case, every_case, sample

DRAWN = re.compile(r'data-place="([^"]*)"')


def only(steps: tuple[Choice, ...], **picks: str) -> list[str]:
    return [step.text for step in picked(steps, picks)]


@every_case
def test_every_step_is_picked_by_its_values_and_no_other_is(case: Case) -> None:
    """Places of steps are drawn; of Twigs and Treeblox one of a step: a plane has no end, and a face can be hidden."""
    names = [facet.name for facet in case.rules.facet_order]
    places = {facet.name for facet in case.rules.facet_order if facet.is_place}
    for position in sample(case).few[::2]:
        drawn, seen = set(DRAWN.findall(case.rules.svg(position))), set()
        assert drawn
        assert drawn == set(case.rules.place_words(position))
        assert all(case.rules.place_words(position).values())
        for move in position.legal_moves():
            facets = case.rules.facets_of(move, position)
            assert set(facets) <= set(names)
            assert all(values and len(set(values)) == len(values) for values in facets.values())
            seen.add(tuple(sorted(facets.items())))
            assert all(case.rules.value_words(name, value, position) for name in facets for value in facets[name])
            values = {value for name in places & set(facets) for value in facets[name]}
            is_partly = case.slug in ("twigs", "treeblox") and values
            assert values & drawn if is_partly else values <= drawn
        assert len(seen) == sum(1 for _ in position.legal_moves())
        check_choices(case, position)


def check_choices(case: Case, position: Position[Any]) -> None:
    """Choices say what each step leads to."""
    choices = choices_of(case.rules, position)
    assert choices.seat == position.seat_to_act
    assert [step.text for step in choices.steps] == [
        case.rules.format(move, position) for move in position.legal_moves()
    ]
    for step in choices.steps[:: max(1, len(choices.steps) // 20)]:
        after = position.play(case.rules.parse(step.text, position))
        assert [old + gain for old, gain in zip(position.scores, step.gains, strict=True)] == list(after.scores)
        assert (step.then is Then.DICE) == isinstance(after.to_act, Roll)
        assert (step.then is Then.END) == (after.to_act is None)
        assert (step.then is Then.MORE) == (after.to_act == position.to_act)
        assert step.words


def test_btt_is_picked_in_any_order_and_says_what_a_step_costs_and_which_seat_gains() -> None:
    rules = RULES["btt"]
    position = rules.start(2)
    for text in ("null d3", "root e2", "M e3>e2"):
        position = position.play(rules.parse(text, position))
    steps = choices_of(rules, position).steps
    assert only(steps, target="e2", size="L", place="d2") == ["L d2>e2"]
    [step] = picked(steps, {"place": "e4", "target": "e3", "size": "L"})
    assert (step.words, step.gains) == ("large pyramid on e4, pointing at e3", (3, -2))
    assert [effect_words(rules, effect) for effect in step.effects] == [
        "purple pays 2 coins to the pot for pointing at e3",
        "blue takes 3 coins from the pot for e3 being pointed at",
    ]


def test_treeblox_is_picked_by_column_and_level_or_by_what_a_cube_hangs_on() -> None:
    rules = RULES["treeblox"]
    position = rules.start(2)
    for text in ("L 1,1,1", "L 4,4,1", "B 2,1,1", "pass", "B 2,1,2", "pass"):
        position = position.play(rules.parse(text, position))
    steps = choices_of(rules, position).steps
    assert only(steps, column="1,1", level="2") == ["B 1,1,2", "L 1,1,2"]
    assert only(steps, **{"from": "2,1,2 west", "kind": "L"}) == ["L 1,1,2"]
    assert only(steps, **{"from": "2,1,1 north"}) == only(steps, **{"from": "2,2 hole"}) == ["B 2,2,1", "L 2,2,1"]
    assert not only(steps, **{"from": "1,1,1 top"})  # a leaf carries nothing
    assert rules.value_words("from", "2,1,2 west", position) == "at 1,1,2"


def test_twig_is_picked_by_every_orientation_in_which_it_looks_the_same() -> None:
    rules = RULES["twigs"]
    steps = choices_of(rules, rules.start(2)).steps
    assert only(steps, twig="X", turn="4") == only(steps, twig="X", turn="1") == ["X1@0,0"]
    assert only(steps, twig="C", turn="3") == ["C3@0,0"]
    [lying] = picked(steps, {"twig": "X", "turn": "4"})
    assert lying.picture.startswith("<svg")
    assert lying.picture != steps[0].picture


def test_twigs_that_cannot_be_placed_are_shown_with_the_reason() -> None:
    rules = RULES["twigs"]
    position = rules.start(2)
    assert rules.withheld("twig", position) == ()
    for text, withheld in (("C0@0,0", {"C": "not as a first twig"}), ("X0@1,1", {"C": "used"})):
        position = position.play(rules.parse(text, position))
        shown = rules.withheld("twig", position)
        assert {value.value: value.reason for value in shown} == withheld
        assert all(value.picture.startswith("<svg") for value in shown)


def test_die_in_roots_is_a_committed_act_and_says_what_it_allows() -> None:
    rules = RULES["roots"]
    position = rules.start(2)
    for text in ("bead 3,9", "bead 15,9"):
        position = position.play(rules.parse(text, position))
    while position.seat_to_act is None:
        position = position.roll([8] * len(position.to_act.dice))
        if position.seat_to_act is not None and position.forced_move() is not None:
            position = position.play(position.forced_move())
    steps = choices_of(rules, position).steps
    assert {step.then for step in steps} == {Then.DICE}
    assert steps[0].facets == {"die": ("d4",)}
    assert steps[2].words == "roll the d8: extend an end, 8 places now"


def cut_of(roots: list[list[str]]) -> tuple[Any, Choice]:
    """A position in which red may cut blue's root at 3,1, and that step."""
    rules = RULES["roots"]
    position = rules.start(2)
    for text in ("bead 3,9", "bead 15,9"):
        position = position.play(rules.parse(text, position))
    stage = {"name": "growing", "seat": 1, "die": 8, "left": 3, "placed": [], "has_attacked": False}
    position = rules.load(position.dump() | {"roots": roots, "turn": 4, "stage": stage})
    [step] = picked(choices_of(rules, position).steps, {"node": "3,1"})
    return position, step


def test_attack_in_roots_shows_both_strengths_and_the_beads_that_fall() -> None:
    _, step = cut_of([["0,1", "1,1", "2,1"], ["3,1", "3,2", "4,0", "5,0", "6,0", "6,1"]])
    assert step.words == "attack on blue's bead at 3,1, strength 3 against 2"
    assert step.marks == {"falls": ("3,1", "3,2")}
    assert effect_words(RULES["roots"], step.effects[-1]) == "blue loses the end that begins at 3,2: 1 bead"


def test_attack_in_roots_shows_the_ends_at_stake_and_each_answer_the_end_that_it_gives_up() -> None:
    rules = RULES["roots"]
    position, step = cut_of([["0,3", "0,2", "1,1", "2,1"], ["3,0", "3,1", "3,2", "3,3"]])
    assert step.marks == {"falls": ("3,1",), "at-stake": ("3,0", "3,2", "3,3")}
    asked = choices_of(rules, position.play(rules.parse(step.text, position)))
    assert {answer.text: answer.marks for answer in asked.steps} == {
        "lose 3,0": {"falls": ("3,0",)},
        "lose 3,2": {"falls": ("3,2", "3,3")},
    }
    assert {preference.text: text for preference, text in asked.preferred} == {
        "lose shorter": "lose 3,0",
        "lose longer": "lose 3,2",
        "lose poorer": "lose 3,0",
    }


@pytest.mark.parametrize("slug", RULES)
def test_facets_have_distinct_names_and_titles(slug: str) -> None:
    order = RULES[slug].facet_order
    assert len({facet.name for facet in order}) == len({facet.title for facet in order}) == len(order)
    assert all(facet.arrow_from in {"", *(other.name for other in order)} for facet in order)
