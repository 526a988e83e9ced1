"""A plan from lines that were tried, and the lines of a plan."""

from __future__ import annotations

import pytest

from games.plans.language import PlanError, read_plan
from games.plans.matching import check_plan
from games.plans.trying import lines_of, plan_of
from games.rules import RULES
from games.rules.base import Position
from games.turns.lines import Tree
from games.work import Budget

BLUE, PURPLE = 0, 1


def tree(*lines: str, rules: str = "btt", start: Position[object] | None = None) -> Tree:
    tried = Tree(RULES[rules], start or RULES[rules].start(2), Budget())
    for line in lines:
        tried.add(line.split("; "))
    return tried


def roots_at_choosing() -> Position[object]:
    """Blue is to choose a die, after all first beads."""
    tried = tree(rules="roots")
    node = tried.root
    while node.after.die is not None or node.after.position.is_setup:  # type: ignore[attr-defined]
        node = tried.add([*node.path, node.after.choices(tried.rules, Budget()).steps[0].text])
    return node.after.position


def test_lines_become_replies_to_what_the_others_do() -> None:
    tried = tree(
        "null d3; root e2; M e3>e2; S e4>e3",
        "null d3; root e2; S e1>e2",
        "null c3; root b2",
        "null c3; root e2",
        "null e4",
    )
    plan = plan_of(tried, PURPLE)
    assert str(plan) == ("if null d3 then root e2 (if M e3>e2 then S e4>e3) else if null c3 then root b2")


def test_lines_without_a_reply_are_no_plan() -> None:
    with pytest.raises(PlanError, match="no reply of yours"):
        plan_of(tree("null d3"), PURPLE)


def test_dice_are_named_and_the_plan_is_one_that_can_be_kept() -> None:
    start = tree("d4", rules="roots", start=roots_at_choosing()).add(["d4"]).after.position
    tried = tree(rules="roots", start=start)
    node = tried.add(["roll d4 2"])
    for _ in range(2):
        node = tried.add([*node.path, node.after.choices(tried.rules, Budget()).steps[0].text])
    plan = plan_of(tried, BLUE)
    assert str(plan) == f"if d4 = 2 then {node.path[1]}; {node.path[2]}"
    kept = check_plan(tried.rules, start, BLUE, read_plan(str(plan), tried.rules.omens), Budget())
    assert kept == plan
    assert [path for _, _, path in lines_of(tree(rules="roots", start=start), BLUE, plan)] == [node.path]
    open_plan = read_plan(str(plan).replace("d4 = 2", "roll >= 2 and no rain"), tried.rules.omens)
    assert [path for _, _, path in lines_of(tree(rules="roots", start=start), BLUE, open_plan)] == [node.path]


def test_second_die_with_as_many_sides_is_named_by_an_omen() -> None:
    tried = tree(rules="roots", start=roots_at_choosing())
    node = tried.add(["d4", "roll d4 2"])
    while node.after.position.seat_to_act != PURPLE:
        texts = [choice.text for choice in node.after.choices(tried.rules, Budget()).steps]
        node = tried.add([*node.path, texts[-1]])  # the d12 shows 12, and so two d20 fall
    tried.add([*node.path, "d8"])
    [branch] = plan_of(tried, PURPLE).branches
    assert str(branch.condition).endswith("d12 = 12 and d20 = 20 and no rain")


def test_branches_of_a_plan_are_shown_as_lines() -> None:
    plan = read_plan("if null d3 then root e2 (if * then resign) else if null c3 then root b2", {})
    found = [(depth, path) for depth, _, path in lines_of(tree(), PURPLE, plan)]
    assert found == [(0, ("null d3", "root e2")), (1, None), (0, ("null c3", "root b2"))]
