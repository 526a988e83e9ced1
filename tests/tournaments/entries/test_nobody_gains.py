"""Nobody gains by leaving: a player who leaves stands no better in the end than one who stays and loses everything.

The event is played up to some moment; from there it goes on twice, once without the player and once with their losses.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from random import Random

import pytest
from django.db import transaction

from games.models import Game
from tests.tournaments.acting import leave_event
from tests.tournaments.conftest import after
from tests.tournaments.playing import lose, running, settle, started
from tournaments.event_rules.layouts import WITH_BRACKET, Form, Layout
from tournaments.models import Entrant, Event, StandingSnapshot
from tournaments.queries import divisions_of
from tournaments.verifying.events import verify_event

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

EVENTS: dict[str, tuple[Layout, int, str]] = {
    "round robin": (Layout(), 5, "btt"),
    "round robin of matches": (Layout(), 4, "treeblox"),
    "tables of three": (Layout(seats=3), 7, "btt"),
    "Swiss": (Layout(form="swiss", rounds=3), 7, "btt"),
    "Swiss of tables": (Layout(form="swiss", seats=3, rounds=3), 7, "btt"),
    "knockout": (Layout(form="knockout"), 6, "btt"),
    "double elimination": (Layout(form="double-elimination"), 5, "btt"),
    "groups": (Layout(form="groups", pool_size=3, qualifiers=1), 6, "btt"),
}


@dataclass(frozen=True)
class Result:
    """How an event ended: by player the last stage that they were in, with the place and the points there. What is
    better is less as a place, and more as points."""

    places: dict[str, tuple[int, int]]
    points: dict[str, tuple[int, int]]


@dataclass
class Course:
    """An event in which a fixed order of strength decides the games; ``losing`` are players who lose all of theirs."""

    event: Event
    strength: list[str]
    luck: Random
    losing: frozenset[str] = frozenset()

    def decide(self, games: Iterable[Game], at: int) -> None:
        for game in games:
            names = [seat.player.username for seat in game.seats.select_related("player")]
            for name in sorted(names, key=lambda one: (one not in self.losing, -self.strength.index(one)))[:-1]:
                game.refresh_from_db()
                seat = game.seats.get(player__username=name)
                if game.status == "running" and not seat.has_left:
                    lose(game, name, after(at))

    def begin(self, hours: int) -> None:
        """Some of the open games end in each of these hours."""
        for at in range(1, hours + 1):
            settle(self.event, after(at))
            games = running(self.event)
            self.decide(self.luck.sample(games, (len(games) + 1) // 2), at)
        settle(self.event, after(hours))

    def end(self, hour: int) -> Result:
        for at in count(hour):
            settle(self.event, after(at))
            games = running(self.event)
            if not games:
                break
            self.decide(games, at)
        assert self.event.state == "finished"
        assert verify_event(self.event) == []
        places, points = {}, {}
        names = dict(self.event.entrants.values_list("pk", "player__username"))
        for division in divisions_of(self.event).order_by("stage__number"):
            stage = division.stage.number
            for row in StandingSnapshot.objects.get(division=division).standings.rows:
                places[names[row.entrant]], points[names[row.entrant]] = (-stage, row.rank), (stage, row.points)
        return Result(places, points)


def begun(form: str, chance: int) -> Course:
    layout, players, rules = EVENTS[form]
    luck = Random(chance)
    event = started(layout, players, rules=rules)
    strength = sorted(event.entrants.values_list("player__username", flat=True))
    luck.shuffle(strength)
    course = Course(event, strength, luck)
    course.begin(luck.randint(0, 2))
    return course


def chosen(course: Course) -> Entrant:
    """An entrant who may leave: one of those who still have a game to play, if there are any."""
    playing = {seat.player_id for game in running(course.event) for seat in game.seats.all()}
    latest = divisions_of(course.event).order_by("-stage__number")[0].stage
    here = course.event.entrants.filter(status="active", division__stage=latest).select_related("player").order_by("pk")
    return course.luck.choice([one for one in here if one.player_id in playing] or list(here))


def without(course: Course, leaver: Entrant) -> Result:
    """The end of the event if the player leaves now; nothing of it stays."""
    point = transaction.savepoint()
    leave_event(event_id=course.event.pk, entrant_id=leaver.pk, player=leaver.player, reason="No time.", at=after(9))
    ended = course.end(10)
    transaction.savepoint_rollback(point)
    course.event.refresh_from_db()
    return ended


def with_losses(course: Course, leaver: Entrant) -> Result:
    """The end of the event if the player loses all that is left; nothing of it stays."""
    point = transaction.savepoint()
    ended = Course(course.event, course.strength, course.luck, frozenset({leaver.player.username})).end(10)
    transaction.savepoint_rollback(point)
    course.event.refresh_from_db()
    return ended


@pytest.mark.parametrize(("chance", "form"), list(enumerate(EVENTS)))
def test_player_who_leaves_stands_no_better_than_with_losses_only(chance: int, form: str) -> None:
    course = begun(form, chance)
    assert course.event.state == "running"
    leaver = chosen(course)
    name = leaver.player.username
    gone, stayed = without(course, leaver), with_losses(course, leaver)
    if course.event.form not in WITH_BRACKET:  # there points decide nothing
        assert gone.points[name] <= stayed.points[name]
    if course.event.form != Form.SWISS:  # there the others meet other opponents, which moves their places
        assert gone.places[name] >= stayed.places[name]
