"""Whether the meetings of an event are those that its pairings and challenges made, with the games that were drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from ground.canonical import digest_of
from tournaments.event_log.kinds import Challenged, GamesAdded, RoundPaired, Vacancy
from tournaments.event_log.reading import read
from tournaments.models import Event, Fixture, FixtureGame, FixtureSeat, PairingRun, Round
from tournaments.queries import meetings_in
from tournaments.standings.matches import board_of
from tournaments.standings.tables import Bye
from tournaments.standings.tables import Kind as RoundKind

Meeting = tuple[int, int, tuple[int, ...]]  # the round, the table, and who meets in seat order


def wrong_meetings(event: Event) -> Iterator[str]:
    """Whether those meet who were paired or have challenged each other, as the log tells, in the seats that they drew.

    What came while this looks is known, but not looked at.
    """
    held = held_meetings(event)
    runs = {run.pk: run for run in PairingRun.objects.filter(division__event=event)}
    members: dict[int, list[int]] = {}
    for division, entrant in event.entrants.exclude(division=None).order_by("number").values_list("division", "pk"):
        members.setdefault(division, []).append(entrant)
    lines = read(event.log_entries.all(), RoundPaired, Challenged)  # the last to be read
    if not lines and not runs:
        return
    due: dict[int, Meeting] = {}
    challenges = 0
    for seq, payload, _, held_in in lines:
        if seq > event.log_seq:
            for fixture in [payload.fixture] if isinstance(payload, Challenged) else payload.fixtures:
                held.pop(fixture, None)
            if isinstance(payload, RoundPaired):
                runs.pop(payload.pairing, None)
        elif isinstance(payload, Challenged):
            challenges += 1
            due[payload.fixture] = 1, challenges, (payload.challenger, payload.defender)
        else:
            run = runs.pop(payload.pairing, None)
            if run is None or run.division_id != held_in or digest_of(run.made) != payload.digest:
                yield f"Pairing {payload.pairing} is not the one that the log names."
                return
            meetings, byes = _made(run.made, members[run.division_id])
            due |= zip(payload.fixtures, meetings, strict=True)
            if payload.byes != byes:
                yield f"Others sit out than follows from pairing {run.pk}."
            if payload.vacant != _vacant(payload.fixtures, run.made, members[run.division_id]):
                yield f"Other boards are empty than follows from pairing {run.pk}."
    yield from _wrong_fixtures(event, held, due, runs)


def _wrong_fixtures(
    event: Event, held: Mapping[int, Meeting], due: Mapping[int, Meeting], left: Collection[int]
) -> Iterator[str]:
    """Whether the fixtures that there are are those due; ``left``: the pairings that the log does not name."""
    yield from (f"The log does not name pairing {run}." for run in left)
    yield from (f"Fixture {pk} is not as it was paired." for pk in sorted(due) if held.get(pk) != due[pk])
    yield from (f"Nobody has paired fixture {pk}." for pk in sorted(held.keys() - due.keys()))
    if Round.objects.filter(division__event=event, fixtures__seats=None).exists():
        yield "There is a round or a fixture without players."
    if held == due:
        yield from _seatings(event, held)


def _made(made: Mapping[str, Any], members: Sequence[int]) -> tuple[list[Meeting], tuple[Bye, ...]]:
    """What a pairing has made: the meetings, and the byes as an entry of the log has them."""
    meetings: list[Meeting] = []
    tables: dict[int, int] = {}  # the last one of each round
    for one in made["meetings"]:
        tables[one["round"]] = one["table"] or tables.get(one["round"], 0) + 1
        meet = tuple(members[number - 1] for number in one["numbers"])
        meetings.append((one["round"], tables[one["round"]], meet))
    byes = [Bye(members[one["number"] - 1], one["round"], RoundKind(one["kind"])) for one in made["byes"]]
    return meetings, tuple(byes)


def _vacant(fixtures: Sequence[int], made: Mapping[str, Any], members: Sequence[int]) -> tuple[Vacancy, ...]:
    """The boards of teams without a player that a pairing has made."""
    return tuple(
        Vacancy(fixture, board, members[number - 1])
        for fixture, one in zip(fixtures, made["meetings"], strict=True)
        for board, players in enumerate(one.get("boards", ()), 1)
        for number, player in zip(one["numbers"], players, strict=True)
        if not player
    )


def held_meetings(event: Event) -> dict[int, Meeting]:
    """The meetings that there are, by fixture."""
    seats = FixtureSeat.objects.filter(fixture__round__division__event=event)
    return {fixture: (number, table, seated) for _, fixture, number, table, seated in meetings_in(seats)}


def _seatings(event: Event, held: Mapping[int, Meeting]) -> Iterator[str]:
    """Whether each of these fixtures has its games, and seats move on by one from each to the next."""
    games: dict[int, list[tuple[int, list[int]]]] = {}
    played = FixtureGame.objects.filter(fixture__round__division__event=event).order_by("fixture", "number")
    for fixture, number, seating in played.values_list("fixture", "number", "seating"):
        games.setdefault(fixture, []).append((number, seating))
    usual = {stage.pk: stage.stage_ruleset.games_per_fixture for stage in event.stages.all()}
    stages = Fixture.objects.filter(round__division__event=event).values_list("pk", "round__division__stage")
    due = {fixture: usual[stage] for fixture, stage in stages if fixture in held}
    for seq, added, *_ in read(event.log_entries.all(), GamesAdded):
        if seq > event.log_seq:  # while this looks
            due.pop(added.fixture, None)
        elif added.fixture in due:
            due[added.fixture] += added.games
    in_turn, each = event.event_layout.in_turn, event.event_ruleset.games_of_board
    empty: dict[int, set[int]] = {}
    for vacancy in [one for line in read(event.log_entries.all(), RoundPaired) for one in line.payload.vacant]:
        empty.setdefault(vacancy.fixture, set()).add(vacancy.board)
    for fixture in sorted(due):
        *_, seats = held[fixture]
        begun = len(games.get(fixture, ())) if in_turn else due[fixture]
        numbers = [
            one for one in range(1, min(begun, due[fixture]) + 1) if board_of(one, each) not in empty.get(fixture, ())
        ]
        turns = [(number, (number - 1) % len(seats)) for number in numbers]
        if games.get(fixture, []) != [(number, [*seats[turn:], *seats[:turn]]) for number, turn in turns]:
            yield f"The games of fixture {fixture} are not those that were drawn."
