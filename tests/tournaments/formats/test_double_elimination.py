"""A double elimination: nobody is out before the second lost match."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.models import Game
from tests.quick_first import quick_first
from tests.tournaments.acting import act, leave_event
from tests.tournaments.conftest import after
from tests.tournaments.playing import lose, play_all, ranks, running, settle, started
from tournaments.event_rules.layouts import Layout
from tournaments.formats.knockout import winners_in
from tournaments.formats.round_names import title_of_round
from tournaments.models import Fixture, FixtureGame
from tournaments.pairing.brackets import BYE, Part, Tie, fill
from tournaments.pairing.knockout import double_plan
from tournaments.presenting.brackets import bracket_rounds
from tournaments.queries import field_of
from tournaments.verifying.events import verify_event

DOUBLE = Layout(form="double-elimination")


def play_out(entrants: int, wins: str | Random) -> tuple[list[Tie], dict[tuple[int, int], int]]:
    """The ties in the order in which they were played, and the winner of each: the better seed, the better one only
    outside the winners' bracket, or one by chance."""
    winners: dict[tuple[int, int], int] = {}
    played: list[Tie] = []
    while True:
        ties = [tie for held in fill(double_plan(entrants), winners) for tie in held]
        ready = [tie for tie in ties if tie.is_ready and tie.place not in winners]
        if not ready:
            return played, winners
        for tie in ready:
            seeds = sorted(seed for seed in tie.seeds if seed)
            by_rule = {"better": seeds[0], "better after a loss": seeds[-1 if tie.part == Part.WINNERS else 0]}
            winners[tie.place] = by_rule[wins] if isinstance(wins, str) else wins.choice(seeds)
            played.append(tie)


def test_five_players_meet_as_in_the_printed_bracket_for_five() -> None:
    """Printed brackets for five: in 1 and 2 two play each, in 3 the free player meets the winner of 1, in 4 the losers
    of 1 and 2 meet, in 5 the winners of 2 and 3. In 6 the winner of 4 meets the loser of 3, in 7 the winner of 6 the
    loser of 5, in 8 the winners of 5 and 7, and once more if the winner of 7 has won."""
    played, winners = play_out(5, "better")
    assert [set(tie.seeds) for tie in played] == [
        {4, 5}, {2, 3}, {1, 4}, {5, 3}, {1, 2}, {3, 4}, {3, 2}, {1, 2},
    ]  # fmt: skip
    assert winners[6, 1] == 1
    played, winners = play_out(5, "better after a loss")
    assert set(played[-1].seeds) == set(played[-2].seeds)  # the winner of the losers' bracket won the grand final


@pytest.mark.parametrize(("entrants", "shares"), [(4, [1, 1, 1, 1]), (16, [1, 1, 1, 1, 2, 2, 4, 4])])
def test_places_are_shared_as_usual(entrants: int, shares: list[int]) -> None:
    """1, 2, 3, 4, 5-6, 7-8, 9-12, 13-16 and so on."""
    played, winners = play_out(entrants, "better")
    out: dict[int, int] = {}
    for tie in played:
        if tie.part != Part.WINNERS:
            (loser,) = {seed for seed in tie.seeds if seed} - {winners[tie.place]}
            out[tie.round] = out.get(tie.round, 0) + 1
            assert loser
    assert [1, *(out[number] for number in sorted(out, reverse=True))] == shares


@given(st.integers(3, 64), st.randoms(use_true_random=False))
def test_everybody_but_the_winner_loses_twice(entrants: int, chance: Random) -> None:
    played, winners = play_out(entrants, chance)
    lost = [seed for tie in played for seed in tie.seeds if seed and seed != winners[tie.place]]
    (champion,) = set(range(1, entrants + 1)) - {seed for seed in lost if lost.count(seed) == 2}
    assert lost.count(champion) <= 1
    assert len(played) == 2 * entrants - 2 + lost.count(champion)
    assert len({(tie.round, seed) for tie in played for seed in tie.seeds}) == 2 * len(played)  # one tie a round
    before: dict[int, int] = {}
    for tie in played:
        for seed in tie.seeds:
            assert seed
            before[seed] = before.get(seed, 0) + (seed != winners[tie.place])
            assert before[seed] <= 2


@given(st.integers(3, 6), st.randoms(use_true_random=False))
def test_players_meet_again_late(rounds: int, chance: Random) -> None:
    """In a full bracket nobody meets an opponent again before the third round in the losers' bracket."""
    played, _ = play_out(1 << rounds, chance)
    met: set[frozenset[int | None]] = set()
    for tie in sorted(played, key=lambda tie: tie.place):
        if tie.part == Part.LOSERS and tie.round <= 3:
            assert frozenset(tie.seeds) not in met
        met.add(frozenset(tie.seeds))


def test_byes_go_to_the_first_seeds() -> None:
    first = fill(double_plan(6), {})[0]
    assert [tie.seeds for tie in first if BYE in tie.seeds] == [(1, BYE), (2, BYE)]


# Played -------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(("players", "rules"), [(3, "btt"), (6, "treeblox")])
def test_event_is_played_to_its_end(players: int, rules: str) -> None:
    event = started(DOUBLE, players, rules=rules)
    play_all(event, after(1))
    assert event.state == "finished"
    places = ranks(event.divisions.get())
    assert [name for _, name in places[:2]] == ["anna", "bert"]  # the alphabet decides
    assert verify_event(event) == []


@pytest.mark.django_db
def test_rounds_are_counted_in_each_bracket_by_itself() -> None:
    event = started(DOUBLE, 8)
    play_all(event, after(1))
    assert [held.title for held in bracket_rounds(event.divisions.get())] == [
        "Winners' bracket, round 1", "Winners' bracket, round 2", "Winners' bracket, round 3",
        "Losers' bracket, round 1", "Losers' bracket, round 2", "Losers' bracket, round 3", "Losers' bracket, round 4",
        "Grand final", "Grand final, once more",
    ]  # fmt: skip
    games = FixtureGame.objects.filter(fixture__round__division__event=event, number=1).select_related("game")
    assert {one.game.title_in_words for one in games} == {
        "Autumn, grand final, game 1 of 2",
        *(f"Autumn, {bracket}' bracket, round {number}, game 1 of 2"
          for bracket, rounds in (("winners", 3), ("losers", 4)) for number in range(1, rounds + 1)),
    }  # fmt: skip


def test_round_of_the_event_is_named_after_its_part_in_each_bracket() -> None:
    assert [title_of_round("double-elimination", 8, number) for number in range(1, 8)] == [
        "winners' bracket, round 1",
        "winners' bracket, round 2; losers' bracket, round 1",
        "losers' bracket, round 2",
        "winners' bracket, round 3; losers' bracket, round 3",
        "losers' bracket, round 4",
        "grand final",
        "grand final, once more",
    ]


@pytest.mark.django_db
def test_grand_final_is_played_again_when_the_player_without_a_loss_loses_it() -> None:
    event = started(DOUBLE, 4)
    division = event.divisions.get()
    for at in count(1):
        settle(event, after(at))
        games = running(event)
        if not games:
            break
        for game in games:
            names = sorted(seat.player.username for seat in game.seats.select_related("player"))
            is_final = game.fixture_game.fixture.round.number >= 4
            game.refresh_from_db()
            if game.status == "running":
                lose(game, names[0] if is_final else names[1], after(at))
    assert event.state == "finished"
    assert ranks(division)[:2] == [(1, "bert"), (2, "anna")]
    assert [held.title for held in bracket_rounds(division) if held.part == "final"] == [
        "Grand final", "Grand final, once more",
    ]  # fmt: skip
    assert verify_event(event) == []


@pytest.mark.django_db
@pytest.mark.parametrize("chance", quick_first(range(3)))
def test_nobody_gains_by_leaving(chance: int) -> None:
    """A player who leaves has won nothing that they had not won before."""
    luck = Random(chance)
    event = started(DOUBLE, 7)
    division = event.divisions.get()
    gone: dict[str, int] = {}  # by name the hour
    for at in count(1):
        settle(event, after(at))
        games = running(event)
        if not games:
            break
        if at in (2, 3, 5):
            here = list(division.entrants.filter(status="active").select_related("player").order_by("pk"))
            leaver = luck.choice(here)
            gone[leaver.player.username] = at
            leave_event(event_id=event.pk, entrant_id=leaver.pk, player=leaver.player, reason="No time.", at=after(at))
            continue
        for game in games:
            names = sorted(seat.player.username for seat in game.seats.select_related("player"))
            game.refresh_from_db()
            if game.status == "running":
                lose(game, luck.choice(names), after(at))
    assert event.state == "finished"
    places = {name: rank for rank, name in ranks(division)}
    assert len(gone) == 3
    (first,) = [name for name, place in places.items() if place == 1]
    assert first not in gone
    field = field_of(division)
    called = dict(division.entrants.values_list("pk", "player__username"))
    for fixture, winner in winners_in(field).items():
        ended = Fixture.objects.get(pk=fixture).games.latest("game__finished_at").game.finished_at
        assert ended is not None
        assert called[winner] not in gone or ended < after(gone[called[winner]])
    assert verify_event(event) == []


@pytest.mark.django_db
@pytest.mark.parametrize("numbers", [(1, 2), (4, 3)])
def test_player_who_left_first_stays_out_when_the_one_who_went_on_leaves_too(numbers: tuple[int, int]) -> None:
    """One of four leaves in the first round. The loser of the other match goes on without a game, loses the next one
    and leaves as well: that gives nothing back to the first."""
    event = started(DOUBLE, 4)
    division = event.divisions.get()
    first, second = (division.entrants.get(number=number) for number in numbers)
    leave_event(event_id=event.pk, entrant_id=first.pk, player=first.player, reason="No time.", at=after(1))
    for hour in count(2):
        settle(event, after(hour))
        if hour == 5:
            leave_event(event_id=event.pk, entrant_id=second.pk, player=second.player, reason="No time.", at=after(5))
            continue
        if not (games := running(event)):
            break
        for game in games:
            names = sorted(seat.player.username for seat in game.seats.select_related("player"))
            game.refresh_from_db()
            if game.status == "running":
                lose(game, second.player.username if second.player.username in names else names[-1], after(hour))
    assert event.state == "finished"
    (one, _), (two, _), third, fourth = ranks(division)
    assert (one, two) == (1, 2)
    assert [third, fourth] == [(3, second.player.username), (4, first.player.username)]
    assert verify_event(event) == []


@pytest.mark.django_db
def test_correction_puts_nobody_into_both_brackets() -> None:
    """The loser of a match has been paired in the losers' bracket when the match turns out to be won by them."""
    event = started(DOUBLE, 8)
    division = event.divisions.get()

    def play(number: int, *tables: int) -> list[Game]:
        """The alphabet decides these ties of a round, or all."""
        settle(event, after(number))
        held = [game for game in running(event) if game.fixture_game.fixture.round.number == number]
        games = [game for game in held if not tables or game.fixture_game.fixture.number in tables]
        for game in games:
            lose(game, sorted(seat.player.username for seat in game.seats.select_related("player"))[1], after(number))
        settle(event, after(number))
        return games

    play(1)
    play(2, 3, 4)  # the losers' bracket
    decided = play(2, 1)  # one of two in the winners' bracket
    (waits,) = {game.fixture_game.fixture_id for game in running(event) if game.fixture_game.fixture.round.number == 3}
    for game in decided:
        names = [seat.player.username for seat in game.seats.select_related("player").order_by("number")]
        places = [1 if name == max(names) else 2 for name in names]
        act("correct-result", event, game=game.pk, places=places, reason="Entered wrongly.", at=after(4))
    settle(event, after(4))
    assert waits in {game.fixture_game.fixture_id for game in running(event)}
    play_all(event, after(5))
    assert event.state == "finished"
    pairings = field_of(division).roster.pairings
    for number in {pairing.round for pairing in pairings}:
        here = [entrant for pairing in pairings if pairing.round == number for entrant in pairing.entrants]
        assert len(here) == len(set(here))
    assert len({entrant for pairing in pairings for entrant in pairing.entrants}) == 8
    assert verify_event(event) == []
