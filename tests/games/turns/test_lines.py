"""Lines that are tried: all seats, chosen dice, and what the game does by itself between them."""

from __future__ import annotations

from typing import Any

import pytest

from games.exceptions import RefusedMove, TooMuchWork
from games.rules import RULES
from games.rules.base import Position
from games.turns import lines
from games.turns.lines import Tree, read_lines, write_lines
from games.work import Budget


def tree(rules: str = "btt", budget: Budget | None = None) -> Tree:
    return Tree(RULES[rules], RULES[rules].start(2), budget or Budget())


def settled_roots(tried: Tree) -> list[str]:
    """The line on which both seats of Roots and Shoots place their first beads, each where it can first."""
    line: list[str] = []
    position: Position[Any] = tried.root.after.position
    while position.is_setup:  # type: ignore[attr-defined]
        node = tried.add([*line, tried.add(line).after.choices(tried.rules, Budget()).steps[0].text])
        line, position = list(node.path), node.after.position
    return line


def test_lines_that_begin_alike_are_one_tree() -> None:
    tried = tree()
    tried.add(["null d3", "root e2", "M e3>e2"])
    node = tried.add(["NULL D3", "root e2", "s e1 > e2"])
    assert node.path == ("null d3", "root e2", "S e1>e2")
    assert tried.lines() == [("null d3", "root e2", "M e3>e2"), ("null d3", "root e2", "S e1>e2")]
    assert [step.seat for step in tried.root.walk()] == [0, 1, 0, 0]


def test_dice_are_chosen_one_after_another() -> None:
    tried = tree("roots")
    node = tried.add([*settled_roots(tried), "d8"])
    assert node.after.die == 8
    faces = node.after.choices(tried.rules, Budget())
    assert [choice.text for choice in faces.steps] == [f"roll d8 {face}" for face in range(1, 9)]
    assert [facet.name for facet in faces.facets] == ["face"]
    assert tried.add([*node.path, "roll d8 5"]).after.position.seat_to_act is not None
    with pytest.raises(RefusedMove, match="roll d8 1 to roll d8 8") as refused:
        tried.add([*node.path, "roll d8 9"])
    assert refused.value.index == len(node.path)


def test_what_the_game_does_by_itself_is_played_and_not_written() -> None:
    tried = tree("treeblox")
    node = tried.root
    for _ in range(40):
        steps = node.after.choices(tried.rules, Budget()).steps
        node = tried.add([*node.path, steps[-1].text])
        position = node.after.position
        assert position.seat_to_act is None or position.forced_move() is None
        if position.to_act is None:
            break


def test_step_at_fault_is_named() -> None:
    with pytest.raises(RefusedMove) as refused:
        tree().add(["null d3", "root z9", "M e3>e2"])
    assert (refused.value.index, refused.value.step, refused.value.rest) == (1, "root z9", ["M e3>e2"])


def test_work_and_number_of_steps_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TooMuchWork, match="8 units"):
        tree(budget=Budget(8)).add(["null d3", "root e2"])
    monkeypatch.setattr(lines, "MOST_STEPS", 2)
    with pytest.raises(TooMuchWork, match="2 steps in all"):
        tree().add(["null d3", "root e2", "M e3>e2"])


def test_lines_are_written_shortly_and_read_back() -> None:
    written = ["null d3;root e2;M e3>e2", "2;S e1>e2", "1;root b2", "root b2"]
    read = read_lines(written)
    assert read[1:] == [["null d3", "root e2", "S e1>e2"], ["null d3", "root b2"], ["root b2"]]
    assert write_lines(read) == written
    with pytest.raises(RefusedMove, match="cannot share 4 steps"):
        read_lines(["null d3", "4; root e2"])
