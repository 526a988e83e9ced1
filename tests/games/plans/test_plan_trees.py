"""Plans at random against a second reading of what they mean: no tree, only the words of the rules on paths."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.plans.language import RESIGN, Branch, Condition, FaceTest, OmenTest, Plan, PlanError, Throw, read_plan, walk

OMENS = {"rain": 1}
steps = st.sampled_from(["L 1,1,1", "M c4>c5", "C3@2,-1", "(2,-1) e, (2,0) ne", "bead 3,9", "d8"])
turns = st.lists(steps, min_size=1, max_size=3).map(tuple)
tests = st.one_of(
    st.builds(
        FaceTest, st.sampled_from([None, 8, 12]), st.sampled_from([">=", "<=", ">", "<", "="]), st.integers(1, 9)
    ),
    st.builds(OmenTest, st.just("rain"), st.just(1), st.booleans()),
)
certain = st.builds(Condition, turns, st.lists(tests, max_size=2).map(tuple))
tested = st.builds(Condition, st.just(()), st.lists(tests, min_size=1, max_size=2).map(tuple))


def branches(then: st.SearchStrategy[tuple[Branch, ...]]) -> st.SearchStrategy[tuple[Branch, ...]]:
    """Some branches, perhaps with one for anything behind them."""
    reply = st.one_of(st.just((RESIGN, ())), st.tuples(turns.map("; ".join), then))
    named = st.builds(lambda condition, end: Branch(condition, *end), st.one_of(certain, tested), reply)
    last = st.builds(lambda end: (Branch(Condition(), *end),), reply)
    some = st.lists(named, max_size=3).map(tuple)
    return st.tuples(some, st.one_of(st.just(()), last)).map(lambda parts: parts[0] + parts[1])


trees = st.recursive(st.just(()), branches, max_leaves=6).filter(bool)
plans = st.builds(Plan, trees, st.booleans())


@given(plans)
def test_text_of_a_plan_reads_back_to_the_same_plan(plan: Plan) -> None:
    assert read_plan(str(plan), OMENS) == plan
    loose = str(plan).replace(" then ", "\n  THEN ").replace(" else ", "\nElse\n").replace("(if", "( \n IF")
    assert read_plan(loose, OMENS) == plan
    lines = plan.lines()
    assert len(lines) >= len(list(walk(plan.branches)))
    assert lines[0] == (0, f"if {plan.branches[0].condition} then {plan.branches[0].reply}")


@given(st.text(alphabet="ifthenels *().ab;\n1,>=rolandw", max_size=60))
@example("if " * 400)
@example("if a then b (" * 400)
@example("(" * 4000)
def test_any_text_is_a_plan_or_an_error_with_a_sentence(text: str) -> None:
    read = plan_or_sentence(text)
    if isinstance(read, Plan):
        assert read_plan(str(read), OMENS) == read
    else:
        assert read.endswith((".", ")", '"'))


def plan_or_sentence(text: str) -> Plan | str:
    try:
        return read_plan(text, OMENS)
    except PlanError as error:
        return str(error)


# What dice allow ------------------------------------------------------------------------------------------------------

throws = st.lists(
    st.sampled_from([8, 10, 12, 20]).flatmap(lambda d: st.tuples(st.just(d), st.integers(1, d))), max_size=4
)


def says(test: FaceTest | OmenTest, fallen: Sequence[Throw]) -> bool:
    """The words of the rules once more: "roll" is the first die, "d12" the first with twelve sides, rain any 1."""
    if isinstance(test, OmenTest):
        return ("rain" if 1 in [face for _, face in fallen] else "no rain") == str(test)
    word, relation, number = str(test).split()
    faces = [face for sides, face in fallen if word in ("roll", f"d{sides}")]
    return bool(faces) and bool(
        eval(f"{faces[0]} {relation.replace('=', '==') if relation == '=' else relation} {number}")
    )


def is_named(number: int, fallen: Sequence[Throw], condition: Condition) -> bool:
    sides = fallen[number][0]
    words = {str(test).split()[0] for test in condition.tests}
    is_first_of_kind = [other for other, _ in fallen].index(sides) == number
    return (
        bool(words & {"rain", "no"}) or (number == 0 and "roll" in words) or (is_first_of_kind and f"d{sides}" in words)
    )


@given(st.one_of(certain, tested, st.just(Condition())), throws)
def test_condition_allows_just_the_dice_that_it_names_and_describes(condition: Condition, fallen: list[Throw]) -> None:
    expected = all(says(test, fallen) for test in condition.tests) and all(
        is_named(number, fallen, condition) for number in range(len(fallen))
    )
    assert condition.allows(fallen) == expected


@pytest.mark.parametrize(
    "text", ["if rain then d8", "if no rain and roll ≥ 4 then d10", "if d8; bead 3,9 and d12 < 3 then resign"]
)
def test_plans_of_games_with_dice(text: str) -> None:
    assert str(read_plan(text, OMENS)) == text.replace("≥", ">=")
