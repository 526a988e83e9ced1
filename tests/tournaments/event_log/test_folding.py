"""What a log comes to in the end: what was said last counts, and what was reverted was never there."""

from __future__ import annotations

from datetime import UTC, datetime

from tournaments.event_log.kinds import (
    ByeGiven,
    ByeRequested,
    Departure,
    Disqualified,
    Entered,
    GameAnnulled,
    GameCorrected,
    GameFinished,
    GamesAdded,
    Kind,
    RemovedFromLadder,
    Reverted,
    RoundPaired,
    Withdrawn,
)
from tournaments.event_log.kinds.folding import LogEntry, account, standing_entries
from tournaments.standings.matches import GameResult
from tournaments.standings.tables import Bye
from tournaments.standings.tables import Kind as RoundKind

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)


def log(*payloads: Kind) -> list[LogEntry[Kind]]:
    """Entries with these payloads, numbered from 1."""
    return [LogEntry(seq, payload, NOON) for seq, payload in enumerate(payloads, 1)]


def result(game: int, places: tuple[int, ...]) -> GameResult:
    return GameResult(10 + game, game, 1, (1, 2), (4, 2), places, (), "score")


def ended(game: int, places: tuple[int, ...] = (1, 2)) -> Kind:
    return GameFinished(result=result(game, places))


def back(entry: int) -> Kind:
    return Reverted(entry=entry)


def left(entrant: int, *void: int, kind: type[Departure] = Withdrawn, of: int = 3) -> Kind:
    return kind(entrant=entrant, round=of, void=void)


def entered(entrant: int, *byes: Bye) -> Kind:
    return Entered(entrant=entrant, player=9, number=4, rating=1500, again=False, byes=byes)


CORRECTED = GameCorrected(result=result(1, (2, 1)))
ANNULLED = GameAnnulled(result=result(1, ()))


def test_later_result_of_a_game_counts_in_its_place_in_the_order_of_the_games() -> None:
    assert account(log(ended(1), ended(2), CORRECTED)).results == (result(1, (2, 1)), result(2, (1, 2)))
    assert account(log(ended(1), ended(2), CORRECTED, ANNULLED)).results == (result(1, ()), result(2, (1, 2)))


def test_entry_that_was_reverted_was_never_there_unless_that_was_reverted_too() -> None:
    assert account(log(ended(1), CORRECTED, back(2))).results == (result(1, (1, 2)),)
    assert account(log(ended(1), CORRECTED, back(2), back(3))).results == (result(1, (2, 1)),)
    assert account(log(ended(1), CORRECTED, ANNULLED, back(2))).results == (result(1, ()),)


def test_entries_that_stand_are_in_their_order_without_those_that_revert() -> None:
    entries = log(ended(1), ended(2), CORRECTED, ANNULLED, back(3))
    assert standing_entries(entries) == [entries[0], entries[1], entries[3]]
    assert account(entries).entries == (entries[0], entries[1], entries[3])
    assert standing_entries(log(ended(1), CORRECTED, back(2), back(3)))[-1].seq == 2


def test_bye_is_what_was_said_of_it_last() -> None:
    byes = (Bye(1, 2, RoundKind.PAIRING_BYE), Bye(3, 2, RoundKind.HALF_BYE))
    paired = RoundPaired(pairing=1, digest="", fixtures=(), byes=byes)
    given = ByeGiven(byes=(Bye(1, 2, RoundKind.ZERO_BYE),))
    late = entered(4, Bye(4, 1, RoundKind.HALF_BYE))
    assert account(log(paired, given, late)).byes == (
        Bye(1, 2, RoundKind.ZERO_BYE),
        Bye(3, 2, RoundKind.HALF_BYE),
        Bye(4, 1, RoundKind.HALF_BYE),
    )
    assert account(log(paired, given, back(2))).byes[0] == Bye(1, 2, RoundKind.PAIRING_BYE)


def test_rounds_that_somebody_wants_to_sit_out_add_up() -> None:
    def asked(entrant: int, number: int) -> Kind:
        return ByeRequested(entrant=entrant, round=number)

    assert account(log(asked(1, 2), asked(2, 2), asked(1, 4))).asked == {1: {2, 4}, 2: {2}}
    assert account(log(asked(1, 2), asked(1, 4), back(1))).asked == {1: {4}}


def test_games_that_are_added_to_a_match_add_up() -> None:
    more = GamesAdded(fixture=7, games=2)
    assert account(log(more, more)).added == {7: 4}


def test_player_who_has_left_is_gone_from_a_round_on_until_that_is_reverted_or_they_enter_again() -> None:
    for kind in (Withdrawn, Disqualified, RemovedFromLadder):
        known = account(log(left(1, 11, 12, kind=kind), left(2, 12, 13, of=5)))
        assert known.gone == {1: 3, 2: 5}
        assert known.void == {11, 12, 13}
        assert (known.status, known.left_by) == ({1: kind.status, 2: "withdrawn"}, {1: 1, 2: 2})
    assert account(log(left(1, 11), left(2), back(1))).gone == {2: 3}
    assert account(log(left(1, 11), left(2), back(1))).void == set()
    back_on_the_ladder = account(log(left(1, 11), left(2), entered(1)))
    assert back_on_the_ladder.gone == {2: 3}
    assert back_on_the_ladder.void == {11}  # what was open does not count again
    assert (back_on_the_ladder.status, back_on_the_ladder.left_by) == ({1: "active", 2: "withdrawn"}, {2: 2})
    assert account(log(entered(1))).gone == {}
