"""The usual rules of each format, and the limits of what an event can choose."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tournaments.standings.points import POINT
from tournaments.standings.rulesets import Ruleset, RulesetError, usual_ruleset
from tournaments.standings.tables import Terms

V2 = "C07-2026/2"


@pytest.mark.parametrize(
    ("form", "game", "chosen", "expected"),
    [
        ("league", "btt", {}, Ruleset("places", 1, ("DE", "WIN", "SB", "KS"), (), 8, 12, V2, 2, True)),
        ("league", "treeblox", {}, Ruleset("leaves", 2, ("DE", "DELD", "LD", "LF", "SB"), (), 8, 12, V2, 2, True)),
        (
            "swiss", "treeblox", {"games_per_fixture": 4, "par": 9, "margin_cap": 20},
            Ruleset("leaves", 4, ("BH-C1", "BH", "LD", "DE"), (), 9, 20, V2, 2, False),
        ),
        ("swiss", "twigs", {}, Ruleset("places", 1, ("BH-C1", "BH", "SB", "DE", "WIN"), (), 8, 12, V2, 2, False)),
        ("swiss", "btt", {"seats": 5}, Ruleset("places", 1, ("BHM", "FIRSTS", "SBM"), (), 8, 12, V2, 5, False)),
        ("mcmahon", "btt", {}, Ruleset("places", 1, ("SOS", "DE"), (), 8, 12, V2, 2, False)),
        ("knockout", "btt", {}, Ruleset("places", 2, (), (), 8, 12, V2, 2, False)),
        ("knockout", "btt", {"seats": 4}, Ruleset("places", 1, (), (), 8, 12, V2, 4, False)),
        (
            "league", "roots", {"seats": 3, "points": (4, 2, 0)},
            Ruleset("places", 1, ("DE", "FIRSTS", "SBM", "MARGIN"), (4, 2, 0), 8, 12, V2, 3, True),
        ),
    ],
)  # fmt: skip
def test_usual_rules_of_a_format(form: str, game: str, chosen: dict[str, Any], expected: Ruleset) -> None:
    assert usual_ruleset(form, game, **chosen) == expected
    assert Ruleset.load(json.loads(json.dumps(expected.dump()))) == expected


def test_rulesets_stored_before_there_were_swiss_events_are_those_of_leagues_for_two() -> None:
    stored = usual_ruleset("league", "btt").dump() | {"version": "C07-2026/1"}
    del stored["seats"], stored["predetermined"]
    ruleset = Ruleset.load(stored)
    assert (ruleset.seats, ruleset.predetermined) == (2, True)


@pytest.mark.parametrize(
    ("game", "values", "field", "sentence"),
    [
        ("btt", {"points": (3, 0)}, "points", "^Points by place are .* between two a win is 1, a draw ½"),
        ("btt", {"par": 9}, "par", "for Treeblox alone"),
        ("btt", {"margin_cap": 20}, "margin_cap", "for Treeblox alone"),
        ("btt", {"games_per_fixture": 13}, "games_per_fixture", "1 to 12 games"),
        ("btt", {"seats": 3, "points": (3, 1)}, "points", "3 whole numbers, .* such as 4, 3, 0"),
        ("btt", {"tie_breaks": ("FB",)}, "tie_breaks", "There is no tie-break 'FB'; there are: DE"),
        ("treeblox", {"games_per_fixture": 3}, "games_per_fixture", "even number of games"),
        ("treeblox", {"par": 17}, "par", "0 to 16"),
        ("treeblox", {"margin_cap": 0}, "margin_cap", "1 to 99"),
    ],
)
def test_refusal_names_the_value_that_is_wrong(game: str, values: dict[str, Any], field: str, sentence: str) -> None:
    with pytest.raises(RulesetError, match=sentence) as refused:
        usual_ruleset("league", game, **values)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"version": "C07-2027/1"}, "There are no rules 'C07-2027/1'"),
        ({"seats": 9}, "2 to 8 seats"),
        ({"seats": 4, "tie_breaks": ("SB",)}, "SB is for games of two"),
        ({"tie_breaks": ("BH",)}, "everybody meets the same opponents"),
        ({"tie_breaks": ("DE",) * 9}, "At most 8"),
        ({"tie_breaks": ("LD",)}, "counts leaves"),
        ({"points": (3, 1, 0)}, "2 whole numbers"),
        ({"points": (0, 3)}, "the winner's first"),
        ({"scoring": "leaves", "games_per_fixture": 2, "seats": 3}, "matches of two"),
    ],
)
def test_ruleset_that_says_nothing_is_refused(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RulesetError, match=sentence):
        Ruleset(**{"scoring": "places", "games_per_fixture": 1, "tie_breaks": (), **values})


@pytest.mark.parametrize(("form", "seats"), [("cup", 2), ("mcmahon", 4)])
def test_format_that_there_is_not_is_refused_by_its_name(form: str, seats: int) -> None:
    with pytest.raises(RulesetError, match=f"There is no '{form}' for {seats} players"):
        usual_ruleset(form, "btt", seats=seats)


@pytest.mark.parametrize(("name", "least", "most"), [("par", 0, 16), ("margin_cap", 1, 99)])
def test_leaves_may_go_to_their_limits(name: str, least: int, most: int) -> None:
    for value in (least, most):
        assert getattr(usual_ruleset("league", "treeblox", **{name: value}), name) == value  # type: ignore[arg-type]
    for value in (least - 1, most + 1):
        with pytest.raises(RulesetError) as refused:
            usual_ruleset("league", "treeblox", **{name: value})  # type: ignore[arg-type]
        assert refused.value.field == name


def test_games_and_seats_may_go_to_their_limits() -> None:
    assert Ruleset("places", 12, (), seats=8).seats == 8
    for games, seats in ((0, 2), (13, 2), (1, 1), (1, 9)):
        with pytest.raises(RulesetError):
            Ruleset("places", games, (), seats=seats)


@pytest.mark.parametrize("points", [(10_000, 0, 0), (4, 4, 0), (1, 1, 0)])
def test_points_by_place_that_can_be_played(points: tuple[int, ...]) -> None:
    assert usual_ruleset("league", "btt", seats=3, points=points).points == points


@pytest.mark.parametrize("points", [(10_001, 1, 0), (3, 3, 3), (3, 1, 2), (3, 0, -1), (3, 2, 1, 0)])
def test_points_by_place_that_cannot_be_played(points: tuple[int, ...]) -> None:
    with pytest.raises(RulesetError, match="at most 10,000, such as 4, 3, 0"):
        usual_ruleset("league", "btt", seats=3, points=points)


def test_what_a_win_a_draw_and_a_bye_are_worth() -> None:
    """A bye is worth a win between two, a draw where tables are filled."""

    def terms(seats: int, *points: int) -> Terms:
        return Terms.of(seats=seats, points=points, margin_cap=12, predetermined=False)

    assert terms(2) == Terms(POINT, POINT // 2, POINT, POINT, 12, False)
    assert terms(2, 3, 0) == Terms(3 * POINT, 3 * POINT // 2, 3 * POINT, 3 * POINT, 12, False)
    assert terms(3) == Terms(POINT, POINT // 2, POINT // 2, POINT, 12, False)
    assert terms(3, 5, 1, 0) == Terms(5 * POINT, 2 * POINT, 2 * POINT, POINT, 12, False)
