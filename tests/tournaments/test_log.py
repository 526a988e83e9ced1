"""What a log comes to in the end: what was said last counts, and what was taken back was never there."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tournaments.event_log.fold import Kind, Line, account, standing_lines
from tournaments.standings.matches import GameResult
from tournaments.standings.tables import Bye
from tournaments.standings.tables import Kind as RoundKind

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)


def log(*told: tuple[str, dict[str, Any]]) -> list[Line]:
    """Lines of these kinds and payloads, numbered from 1."""
    return [Line(seq, kind, payload, NOON) for seq, (kind, payload) in enumerate(told, 1)]


def result(game: int, places: tuple[int, ...]) -> GameResult:
    return GameResult(10 + game, game, 1, (1, 2), (4, 2), places, (), "score")


def ended(game: int, places: tuple[int, ...] = (1, 2)) -> tuple[str, dict[str, Any]]:
    return Kind.GAME_FINISHED, result(game, places).dump()


def back(line: int) -> tuple[str, dict[str, Any]]:
    return Kind.REVERSED, {"line": line}


def left(entrant: int, *void: int, kind: str = Kind.WITHDRAWN, of: int = 3) -> tuple[str, dict[str, Any]]:
    return kind, {"entrant": entrant, "round": of, "void": list(void)}


CORRECTED = Kind.GAME_CORRECTED, result(1, (2, 1)).dump()
ANNULLED = Kind.GAME_ANNULLED, result(1, ()).dump()


def test_later_result_of_a_game_counts_in_its_place_in_the_order_of_the_games() -> None:
    assert account(log(ended(1), ended(2), CORRECTED)).results == (result(1, (2, 1)), result(2, (1, 2)))
    assert account(log(ended(1), ended(2), CORRECTED, ANNULLED)).results == (result(1, ()), result(2, (1, 2)))


def test_line_that_was_taken_back_was_never_there_unless_that_was_taken_back_too() -> None:
    assert account(log(ended(1), CORRECTED, back(2))).results == (result(1, (1, 2)),)
    assert account(log(ended(1), CORRECTED, back(2), back(3))).results == (result(1, (2, 1)),)
    assert account(log(ended(1), CORRECTED, ANNULLED, back(2))).results == (result(1, ()),)


def test_lines_that_stand_are_in_their_order_without_those_that_take_back() -> None:
    lines = log(ended(1), ended(2), CORRECTED, ANNULLED, back(3))
    assert standing_lines(lines) == [lines[0], lines[1], lines[3]]
    assert account(lines).lines == (lines[0], lines[1], lines[3])
    assert standing_lines(log(ended(1), CORRECTED, back(2), back(3)))[-1].seq == 2


def test_bye_is_what_was_said_of_it_last() -> None:
    paired = Kind.ROUND_PAIRED, {"byes": [[1, 2, "pairing bye"], [3, 2, "half-point bye"]]}
    given = Kind.BYE_GIVEN, {"byes": [[1, 2, "zero-point bye"]]}
    late = Kind.ENTERED, {"entrant": 4, "byes": [[4, 1, "half-point bye"]]}
    assert account(log(paired, given, late)).byes == (
        Bye(1, 2, RoundKind.ZERO_BYE),
        Bye(3, 2, RoundKind.HALF_BYE),
        Bye(4, 1, RoundKind.HALF_BYE),
    )
    assert account(log(paired, given, back(2))).byes[0] == Bye(1, 2, RoundKind.PAIRING_BYE)


def test_rounds_that_somebody_wants_to_sit_out_add_up() -> None:
    def asked(entrant: int, number: int) -> tuple[str, dict[str, Any]]:
        return Kind.BYE_ASKED, {"entrant": entrant, "round": number}

    assert account(log(asked(1, 2), asked(2, 2), asked(1, 4))).asked == {1: {2, 4}, 2: {2}}
    assert account(log(asked(1, 2), asked(1, 4), back(1))).asked == {1: {4}}


def test_games_that_are_added_to_a_match_add_up() -> None:
    more = Kind.GAMES_ADDED, {"fixture": 7, "games": 2}
    assert account(log(more, more)).added == {7: 4}


def test_who_has_left_is_gone_from_a_round_on_until_that_is_taken_back_or_he_enters_again() -> None:
    again = Kind.ENTERED, {"entrant": 1, "byes": []}
    for kind in (Kind.WITHDRAWN, Kind.DISQUALIFIED, Kind.LEFT_LADDER):
        known = account(log(left(1, 11, 12, kind=kind), left(2, 12, 13, of=5)))
        assert known.gone == {1: 3, 2: 5}
        assert known.void == {11, 12, 13}
    assert account(log(left(1, 11), left(2), back(1))).gone == {2: 3}
    assert account(log(left(1, 11), left(2), back(1))).void == set()
    back_on_the_ladder = account(log(left(1, 11), left(2), again))
    assert back_on_the_ladder.gone == {2: 3}
    assert back_on_the_ladder.void == {11}  # what was open does not count again
    assert account(log(again)).gone == {}
