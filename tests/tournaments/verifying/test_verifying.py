"""What ``verify_event`` finds when somebody has touched what is published."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction
from django.test.utils import CaptureQueriesContext

from games.models import Game, Seat
from tests.built_once import built_once, stored_rows
from tests.tournaments.acting import act, leaves
from tests.tournaments.circuits_of_friends import over
from tests.tournaments.conftest import NOON, after, friend
from tests.tournaments.entries.test_byes import chained_anew
from tests.tournaments.playing import (
    NAMES,
    better_of,
    lose,
    next_season,
    opened,
    play_all,
    play_round,
    ranks,
    running,
    settle,
    started,
)
from tournaments import models as tables
from tournaments.event_rules.layouts import Layout
from tournaments.models import (
    Entrant,
    Event,
    EventLogEntry,
    Fixture,
    FixtureGame,
    FixtureSeat,
    PairingRun,
    Round,
    StandingSnapshot,
)
from tournaments.running import ladders, seasons, services
from tournaments.verifying.events import verify_event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unguarded_logs")]


def a_line(event: Event) -> EventLogEntry:
    return event.log_entries.filter(kind="game_finished").earliest("seq")


def test_lines_of_before_the_start_keep_nothing_from_following_from_it() -> None:
    event = opened("Spring", *NAMES[:4])
    act("announce", event, text="We begin tomorrow.", at=NOON)
    event.refresh_from_db()
    assert verify_event(event) == []
    event = services.start_event(event_id=event.pk, player=friend("cleo"), at=after(24))
    assert verify_event(event) == []


def test_line_that_is_gone_is_found() -> None:
    event = over("Autumn")
    event.log_entries.latest("seq").delete()
    assert "The log does not end with the digest that the event has." in verify_event(event)


def test_start_that_the_log_does_not_tell_of_is_found() -> None:
    event = started(Layout(), 3)
    event.log_entries.get(kind="started").delete()
    assert "The log has no entry about the start." in verify_event(event)


def test_what_was_touched_in_another_event_is_nothing_of_this_one() -> None:
    event, other = started(Layout(), 3), started(Layout(), 3, name="Winter")
    StandingSnapshot.objects.filter(division__event=other).update(digest="")
    PairingRun.objects.filter(division__event=other).update(algorithm="berger/0")
    assert len(verify_event(other)) == 2
    assert verify_event(event) == []


@pytest.mark.parametrize("form", ["league", "swiss"])
def test_pairing_numbers_that_were_not_drawn_are_found(form: str) -> None:
    event = started(Layout(form=form, pool_size=4 if form == "league" else 0), 8)
    settle(event, after(1))
    assert verify_event(event) == []
    one, other = event.entrants.filter(division=event.divisions.earliest("pk")).order_by("number")[:2]
    Entrant.objects.filter(pk=other.pk).update(number=99)
    Entrant.objects.filter(pk=one.pk).update(number=2)
    Entrant.objects.filter(pk=other.pk).update(number=1)
    assert "The pairing numbers of division 1.1 do not follow" in " ".join(verify_event(event))


def test_pairing_of_an_algorithm_that_is_not_known_is_told_and_not_made_again() -> None:
    event = started(Layout(), 3)
    run = PairingRun.objects.get()
    PairingRun.objects.filter(pk=run.pk).update(algorithm="berger/0", given={}, given_digest="", made_digest="")
    assert verify_event(event) == [f"Pairing {run.pk} was made by berger/0, which is not known here."]


def test_player_whom_the_log_does_not_name_is_found() -> None:
    event = over("Autumn")
    line = event.log_entries.get(kind="started")
    line.payload["starters"].pop()
    line.save()
    assert "An entrant takes part whom the log does not name at the start." in verify_event(event)


@built_once
def finals() -> Event:
    """The final of two groups of three has begun; of each group one has withdrawn who would have gone on."""
    event = started(Layout(form="groups", pool_size=3, qualifiers=1), 6)
    for division in event.divisions.all():
        leaves(event, min(entrant.player.username for entrant in division.entrants.all()), at=after(1))
    play_round(event, after(2))
    assert event.divisions.filter(stage__number=2).exists()
    return event


def test_finalists_follow_from_the_groups_without_players_who_left_even_if_a_result_is_corrected_later() -> None:
    event = finals()
    assert verify_event(event) == []
    line = event.log_entries.filter(kind="game_finished").latest("seq")
    act("annul", event, game=line.game_id, at=after(4))
    settle(event, after(4))
    assert verify_event(event) == []


def test_another_finalist_is_found() -> None:
    event = finals()
    chosen = event.log_entries.get(kind="finals_began")
    chosen.payload["finalists"].reverse()
    chained_anew(event, chosen)
    assert "The players of the finals do not follow from the tables of the groups." in verify_event(event)


def test_finals_seeded_in_another_order_are_found() -> None:
    event = finals()
    final = event.divisions.get(stage__number=2)
    for number, other in ((1, 9), (2, 1), (9, 2)):
        final.entrants.filter(number=number).update(number=other)
    fixture = Fixture.objects.get(round__division=final)
    assert verify_event(event) == [f"Fixture {fixture.pk} is not as it was paired."]
    seat_again(fixture, [seat.entrant_id for seat in fixture.seats.all()][::-1])
    assert "The finals are not played by those who reached them, or not in that order." in verify_event(event)


def seat_again(fixture: Fixture, entrants: Sequence[int]) -> None:
    """As if these had been paired, in this order."""
    fixture.seats.all().delete()
    FixtureSeat.objects.bulk_create(
        FixtureSeat(fixture=fixture, number=seat, entrant_id=entrant) for seat, entrant in enumerate(entrants)
    )
    for shift, played in enumerate(fixture.games.all()):
        turn = shift % len(entrants)
        played.seating = [*entrants[turn:], *entrants[:turn]]
        played.save()


@pytest.mark.parametrize("form", ["round-robin", "ladder"])
def test_other_players_who_meet_than_the_log_tells_are_found(form: str) -> None:
    event = started(Layout(form=form), 6)
    if form == "ladder":
        on_rung = [one.player for one in event.entrants.select_related("player").order_by("number")]
        for challenger, challenged in ((on_rung[1], on_rung[0]), (on_rung[3], on_rung[2])):
            ladders.challenge(event_id=event.pk, player=challenger, username=challenged.username, at=after(1))
        event.refresh_from_db()
    assert verify_event(event) == []
    two = Fixture.objects.filter(round__number=1).order_by("pk")[:2]
    (one, other), (another, last) = ([seat.entrant_id for seat in fixture.seats.all()] for fixture in two)
    seat_again(two[0], [last, one])
    seat_again(two[1], [another, other])
    assert verify_event(event) == [f"Fixture {fixture.pk} is not as it was paired." for fixture in two]


def test_players_who_meet_in_other_seats_than_were_drawn_are_found() -> None:
    event = started(Layout(form="swiss"), 4)
    fixture = Fixture.objects.earliest("pk")
    seat_again(fixture, [seat.entrant_id for seat in fixture.seats.all()][::-1])
    assert verify_event(event) == [f"Fixture {fixture.pk} is not as it was paired."]


def test_game_with_other_seats_than_its_fixture_has_is_found() -> None:
    event = started(Layout(), 3, rules="treeblox")
    played = FixtureGame.objects.filter(number=2).earliest("pk")
    played.seating.reverse()
    played.save()
    assert verify_event(event) == [f"The games of fixture {played.fixture_id} are not those that were drawn."]


def test_fixture_that_is_gone_and_one_that_nobody_has_paired_are_found() -> None:
    event = started(Layout(form="swiss"), 4)
    gone, kept = Fixture.objects.order_by("pk")
    Fixture.objects.filter(pk=gone.pk).delete()
    assert verify_event(event) == [f"Fixture {gone.pk} is not as it was paired."]
    more = Fixture.objects.create(round=kept.round, number=9)
    seat_again(more, sorted(event.entrants.values_list("pk", flat=True))[:2])
    assert f"Nobody has paired fixture {more.pk}." in verify_event(event)


def test_pairing_that_is_gone_and_one_that_the_log_does_not_name_are_found() -> None:
    event = started(Layout(), 3)
    run = PairingRun.objects.get()
    more = PairingRun.objects.get()
    more.pk = None
    more.save()
    assert verify_event(event) == [f"The log does not name pairing {more.pk}."]
    PairingRun.objects.all().delete()
    assert verify_event(event) == [f"Pairing {run.pk} is not the one that the log names."]


def test_bye_of_somebody_else_than_the_pairing_tells_is_found() -> None:
    event = started(Layout(form="swiss"), 5)
    line = event.log_entries.get(kind="round_paired")
    (bye,) = line.payload["byes"]
    bye["entrant"] = min(set(event.entrants.values_list("pk", flat=True)) - {bye["entrant"]})
    chained_anew(event, line)
    assert verify_event(event) == [f"Others sit out than follows from pairing {line.payload['pairing']}."]


@built_once
def seasons_of_league(before_the_start: Callable[[Event], object] = lambda season: None) -> Event:
    """The second season of a league of six: of the first, the last has not said yes to staying, and mara is new."""
    first = started(Layout(form="league", pool_size=3, season_days=30), 6)
    play_all(first, after(2))
    season = next_season(first.pk, now=after(3))
    last = ranks(first.divisions.get(tier=2))[-1][1]
    for name in set(NAMES[:6]) - {last}:
        seasons.stay(event_id=season.pk, player_id=friend(name).pk, stays=True, at=after(4))
    services.enter_event(event_id=season.pk, player=friend("mara"), at=after(4))
    before_the_start(first)
    return services.start_event(event_id=season.pk, player=friend("cleo"), at=after(30 * 24))


def test_division_follows_from_the_season_before_as_it_was_then() -> None:
    season = seasons_of_league()
    assert verify_event(season) == []
    first = season.previous
    line = first.log_entries.filter(kind="game_finished").earliest("seq")
    act("annul", first, game=line.game_id, at=after(31 * 24))
    settle(first, after(31 * 24))
    assert verify_event(season) == []


def test_division_made_from_another_table_than_that_of_the_season_before_is_found() -> None:
    stored = []

    def turn_table_around(first: Event) -> None:
        snapshot = first.divisions.get(tier=1).snapshot
        stored.append(StandingSnapshot.objects.get(pk=snapshot.pk))
        best, *_, last = snapshot.table["rows"]
        best["entrant"], last["entrant"] = last["entrant"], best["entrant"]
        snapshot.save()

    season = seasons_of_league(turn_table_around)
    stored[0].save()
    assert "Who plays in division 1.1 does not follow from the start and the season before." in verify_event(season)


def test_two_players_who_have_changed_places_are_found_though_the_log_says_so() -> None:
    season = seasons_of_league()
    one, other = (season.entrants.filter(division__tier=tier).earliest("pk") for tier in (1, 2))
    Entrant.objects.filter(pk=one.pk).update(player=friend("somebody"))
    Entrant.objects.filter(pk=other.pk).update(player=one.player)
    Entrant.objects.filter(pk=one.pk).update(player=other.player)
    assert verify_event(season) == [f"Somebody has a place in {season.name} whom its log does not name for it."]
    line = season.log_entries.get(kind="started")
    changed = {one.pk: other.player_id, other.pk: one.player_id}
    for starter in line.payload["starters"]:
        starter["player"] = changed.get(starter["entrant"], starter["player"])
    chained_anew(season, line)
    assert "Who plays in division 1.1 does not follow from the start and the season before." in verify_event(season)


def test_entrant_in_another_division_is_found() -> None:
    season = seasons_of_league()
    one, other = (season.entrants.filter(division__tier=tier).earliest("pk") for tier in (1, 2))
    places = [(each.division, each.number) for each in (one, other)]
    for each, (division, number) in ((one, (None, None)), (other, places[0]), (one, places[1])):
        Entrant.objects.filter(pk=each.pk).update(division=division, number=number)
    assert "Who plays in division 1.1 does not follow from the start and the season before." in verify_event(season)


def test_season_before_with_another_log_than_the_start_names_is_found() -> None:
    season = seasons_of_league()
    first = season.previous
    line = a_line(first)
    line.payload["result"]["places"].reverse()
    chained_anew(first, line)
    assert verify_event(season) == [f"The log of {first.name} is not the one that the start names."]


@pytest.mark.parametrize(("what", "other"), [("layout", {"round_days": 7}), ("ruleset", {"tie_breaks": ["SB"]})])
def test_other_rules_than_the_start_names_are_found(what: str, other: dict[str, object]) -> None:
    event = started(Layout(), 3)
    assert verify_event(event) == []
    rules = getattr(event, what) | other
    Event.objects.filter(pk=event.pk).update(**{what: rules})
    event.stages.update(**{what: rules})
    event.refresh_from_db()
    assert verify_event(event) == ["The event is not played by the rules that the start names."]


def test_group_of_another_strength_is_found() -> None:
    event = started(Layout(form="groups", pool_size=3, qualifiers=1), 6)
    assert verify_event(event) == []
    line = event.log_entries.get(kind="started")
    together = set(event.divisions.earliest("pk").entrants.values_list("pk", flat=True))
    for starter in line.payload["starters"]:
        starter["rating"] = 1600 if starter["entrant"] in together else 1400
        event.entrants.filter(pk=starter["entrant"]).update(rating=starter["rating"])
    chained_anew(event, line)
    assert "Who plays in division 1.1 does not follow from the start and the season before." in verify_event(event)


def test_entry_that_cannot_be_read_is_found() -> None:
    event = over("Autumn")
    line = event.log_entries.get(kind="started")
    del line.payload["nonce"]
    line.save()
    assert verify_event(event) == [
        "Line 1 of the log does not continue the chain.",
        "An entry started cannot be read. Started lacks nonce, which is of the type text.",
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "form", "rules"),
    [(0, "swiss", "btt"), (1, "knockout", "treeblox"), (2, "ladder", "btt"), (3, "round-robin", "btt")],
)
def test_event_that_goes_on_while_it_is_looked_at_is_as_published(first: int, form: str, rules: str) -> None:
    event = started(Layout(form=form), 3 if form == "round-robin" else 4, rules=rules)
    with CaptureQueriesContext(connection) as statements:
        assert verify_event(Event.objects.get(pk=event.pk)) == []
    meanwhile = Meanwhile(partial(go_on, event))
    for number in range(first, len(statements), 4):
        with transaction.atomic():
            with connection.execute_wrapper(After(number, meanwhile)):
                assert verify_event(Event.objects.get(pk=event.pk)) == [], f"after statement {number}"
            transaction.set_rollback(True)


class Meanwhile:
    """Does something again by exchanging the rows that it has changed, which takes much less time."""

    def __init__(self, do: Callable[[], None]) -> None:
        before = stored_rows()
        with transaction.atomic():
            do()
            after = stored_rows()
            transaction.set_rollback(True)
        self.gone = {name: set(rows).difference(after[name]) for name, rows in before.items()}
        self.new = {name: set(rows).difference(before[name]) for name, rows in after.items()}

    def __call__(self) -> None:
        with connection.cursor() as cursor:
            for name in self.new:
                columns = [
                    f'"{one.name}" IS %s' for one in connection.introspection.get_table_description(cursor, name)
                ]
                cursor.executemany(f'DELETE FROM "{name}" WHERE {" AND ".join(columns)}', list(self.gone[name]))
                cursor.executemany(
                    f'INSERT INTO "{name}" VALUES ({", ".join(["%s"] * len(columns))})', list(self.new[name])
                )


def is_ill(entrant: Entrant, at: datetime) -> None:
    """Mara plays on in place of the entrant."""
    to = {"player": entrant.player.username, "substitute": friend("mara").username}
    act("substitute", entrant.event, **to, at=at)


def go_on(event: Event) -> None:
    """Somebody is replaced, whoever moves first loses every game, so that matches are level; what follows begins."""
    if event.form == "round-robin":
        is_ill(event.entrants.earliest("pk"), after(1))
    for game in running(event):
        lose(game, game.seats.get(number=0).player.username, after(1))
    if event.form == "ladder":
        one, other = (each.player for each in event.entrants.select_related("player").order_by("number")[:2])
        ladders.challenge(event_id=event.pk, player=other, username=one.username, at=after(1))
    settle(event, after(1))


class After:
    """Does something once, after so many more statements."""

    def __init__(self, statements: int, do: Callable[[], None]) -> None:
        self.statements = statements
        self.do = do

    def __call__(self, execute: Callable[..., object], sql: str, *rest: object) -> object:
        answer = execute(sql, *rest)
        self.statements -= 1
        if self.statements == -1:
            self.do()
        return answer


def test_event_that_goes_on_while_another_is_looked_at_is_as_published(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = started(Layout(), 3), started(Layout(), 3, name="Winter")
    with connection.execute_wrapper(After(5, partial(go_on, second))):
        call_command("verify_event")
    assert capsys.readouterr().out == f"{first.slug}: as published\n{second.slug}: as published\n"


@built_once
def swiss() -> Event:
    """In the second round; somebody has come late, somebody has left, and a result was corrected."""
    event = started(Layout(form="swiss", rounds=4), 5, most=6)
    services.enter_event(event_id=event.pk, player=friend("mara"), at=after(1))
    play_round(event, after(2))
    line = a_line(event)
    act("correct-result", event, game=line.game_id, places=[1, 1], at=after(3))
    leaves(event, "emil")
    settle(event, after(3))
    return event


@built_once
def ladder() -> Event:
    """One challenge has been played, the next one is open, and whose turn it is somebody else plays now."""
    event = started(Layout(form="ladder"), 5)
    first, second, third, *_ = event.entrants.select_related("player").order_by("number")
    for one, other in ((second, first), (third, second)):
        ladders.challenge(event_id=event.pk, player=one.player, username=other.player.username, at=after(1))
        if other == first:
            play_round(event, after(2))
    is_ill(third, after(3))
    settle(event, after(3))
    return event


COUNTS: dict[type[models.Model], tuple[str, str]] = {  # how it belongs to an event, and what of it counts
    Event: ("pk", "state form layout ruleset rules rated nonce seed log_seq log_digest"),
    tables.Stage: ("event", "number format layout ruleset"),
    tables.Division: ("event", "stage tier number"),
    Entrant: ("event", "player status is_late rating division number"),
    Round: ("division__event", "division number"),
    Fixture: ("round__division__event", "round number"),
    FixtureSeat: ("fixture__round__division__event", "fixture entrant"),
    FixtureGame: ("fixture__round__division__event", "fixture number game seating"),
    PairingRun: ("division__event", "division algorithm given given_digest made made_digest"),
    EventLogEntry: ("event", "event division seq kind game payload at digest"),
    StandingSnapshot: ("division__event", "version table digest"),
    Game: ("fixture_game__fixture__round__division__event", "rules rated status finished_at end_reason"),
    Seat: ("game__fixture_game__fixture__round__division__event", "game number player place points left_ply"),
}


@pytest.mark.slow
@pytest.mark.parametrize("begun", [seasons_of_league, finals, swiss, ladder])
def test_whatever_counts_is_found_when_it_is_changed(begun: Callable[[], Event]) -> None:
    event = begun()
    lose(running(event)[0], better_of(running(event)[0])[1][0], after(31 * 24))
    settle(event, after(31 * 24))
    assert verify_event(event) == []
    unnoticed, changed = [], set()
    for kind, (to_event, names) in COUNTS.items():
        rows = kind._default_manager.filter(**{to_event: event.pk}).order_by("pk")
        if kind in (Game, Seat):
            rows = rows.filter(**{"status" if kind is Game else "game__status": "finished"})
        row = rows.exclude(division=None).first() if kind in (Entrant, EventLogEntry) else rows.first()
        for name in names.split() if row else ():
            for value in others(row, name):
                try:
                    with transaction.atomic():
                        kind._default_manager.filter(pk=row.pk).update(**{name: value})
                        changed.add((kind, name))
                        if not verify_event(Event.objects.get(pk=event.pk)):
                            unnoticed.append((kind.__name__, name, value))
                        transaction.set_rollback(True)
                except IntegrityError:
                    continue  # the database has found it
    assert unnoticed == []
    assert len(changed) > 35


def others(row: models.Model, name: str) -> list[Any]:
    """Something else that a field could say."""
    field, value = row._meta.get_field(name), getattr(row, name)
    if field.is_relation:
        return list(field.related_model.objects.exclude(pk=value and value.pk).order_by("pk")[:1])
    if field.choices:
        return [choice for choice, _ in field.choices if choice != value][:2]
    if isinstance(field, models.JSONField):
        return [value[::-1] if isinstance(value, list) else {**value, next(iter(value)): "another"}]
    if isinstance(field, models.BooleanField):
        return [not value]
    if isinstance(field, models.DateTimeField):
        return [value + timedelta(seconds=1)]
    if name in ("left_ply", "place"):
        return [1 if value is None else None]
    return [value + 1 if isinstance(value, int) else f"{value[:-1]}x"]


def test_round_without_fixtures_is_found() -> None:
    event = started(Layout(form="swiss"), 4)
    Round.objects.create(division=event.divisions.get(), number=2)
    assert verify_event(event) == ["There is a round or a fixture without players."]


def test_somebody_else_at_a_game_is_found_also_after_a_substitution() -> None:
    event = ladder()
    before, now = (friend(name).pk for name in ("mara", "nina"))
    seat = Seat.objects.get(game__in=running(event), player=before)
    Seat.objects.filter(pk=seat.pk).update(player=now)
    assert verify_event(event) == [f"Others sit at game {seat.game_id} than the log says."]
