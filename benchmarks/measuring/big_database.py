"""Fills an empty PostgreSQL database, the one that DATABASE_URL names, with a service that has run for a year.

    export DATABASE_URL=postgres://... DATABASE_SECONDS=0
    python -m benchmarks.measuring.big_database [--games 100000] [--running 20000] [--players 20000]

One of everything is made by the services. Some dozens of games and a few events are then played to their end, and some
are left running; the database copies these, each time with other players, numbers and times, all their rows with them:
logs, submissions, mails, tokens, reminders, tables. A copied game is a game in every query, but its hashes and the
numbers inside the JSON of copied events are those of its model: pages are visited at the models.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seeds.settings")
django.setup()

from django.apps import apps  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.clock.controls import TimeControl  # noqa: E402
from games.models import CurrentTurn, FeedEntry, Game, Player, Seat  # noqa: E402
from games.play.agreements import resign  # noqa: E402
from games.play.creation import create_game  # noqa: E402
from games.play.moving import play_move  # noqa: E402
from notifications.models import OutboundMail  # noqa: E402
from tests.permissions.world import World, prepare  # noqa: E402
from tournaments.models import Entrant, Event  # noqa: E402
from tournaments.running import progress, services  # noqa: E402

MODELS_OF_PLAYERS = 40  # who play the games that are copied
FINISHED, RUNNING = 40, 20  # games that are copied, beside those of events
EVENTS_OVER, EVENTS_ON = 3, 1  # of five players
PLIES = 10  # at most, before somebody resigns
YEAR = timedelta(days=390)  # over which the games that are over are spread; older mails would have been deleted
COPIED = ("games", "tournaments", "notifications")
NEVER = {"RatingPool", "RatingPeriod", "Heartbeat", "Outage", "ClockJump", "FeedEntry", "StoredAnswer", "QuotaUse"}
THREE_DAYS = TimeControl.days_per_turn(3)


def main() -> None:
    """Fill the database and say what is in it."""
    parser = argparse.ArgumentParser(description="Fills a database with a year of a big service.")
    for name, number in (("games", 100_000), ("running", 20_000), ("players", 20_000)):
        parser.add_argument(f"--{name}", type=int, default=number)
    options = parser.parse_args()
    fill(games=options.games, running=options.running, players=options.players)
    for model in (Player, Game, Event, OutboundMail, FeedEntry):
        print(f"{model.objects.count():>10,}  {model.__name__}")


def fill(*, games: int, running: int, players: int) -> World:
    """Make everything, with the tables; returns the world that has one of each, for paths that name something."""
    call_command("migrate", verbosity=0)
    setup_test_environment()  # the world asks the REST interface about itself
    world = prepare()
    chance = Random(18)
    _remember(world)
    first_model = _last(Player) + 1
    _make_models(chance)
    crowd = Crowd(first_model, _last(Player), players)
    crowd.make()
    before = _lasts()
    _play(crowd, chance, FINISHED, EVENTS_OVER, is_over=True)
    between = _lasts()
    _play(crowd, chance, RUNNING, EVENTS_ON, is_over=False)
    OutboundMail.objects.filter(state=OutboundMail.State.WAITING).update(
        state=OutboundMail.State.SENT, sent_at=timezone.now(), text="", html=""
    )
    after = _lasts()
    over = Model(before, between, crowd, -YEAR)
    on = Model(between, after, crowd, timedelta(days=-2))
    over.copy(max(1, (games - running) // over.games))
    on.copy(max(1, running // on.games))
    _feed()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return world


def _remember(world: World) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE benchmark_world (parts jsonb, parts_of jsonb)")
        parts = [json.dumps(world.parts), json.dumps(world.parts_of)]
        cursor.execute("INSERT INTO benchmark_world VALUES (%s, %s)", parts)


def remembered() -> World:
    """The world of a database that was filled before."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT parts::text, parts_of::text FROM benchmark_world")
        parts, parts_of = map(json.loads, cursor.fetchone())
    return World(parts, parts_of, {})


def _last(model: type[models.Model]) -> int:
    return model._default_manager.aggregate(last=models.Max("pk"))["last"] or 0


def _tables() -> Iterator[type[models.Model]]:
    """The models whose rows are copied: those that belong to games, directly or not, in an order that keys allow."""
    for model in apps.get_models():
        if model._meta.app_label in COPIED and model is not Player and model.__name__ not in NEVER:
            yield model


def _lasts() -> dict[type[models.Model], int]:
    return {model: _last(model) for model in _tables()}


# Players --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Crowd:
    """The players of the models, numbered without a gap, and those who stand in their places in the copies."""

    first_model: int
    last_model: int
    size: int

    @property
    def first(self) -> int:
        return self.last_model + 1

    def in_place_of(self, column: str) -> str:
        """SQL for the player of copy ``c`` who stands in the place of one of a model; anybody else stays."""
        place = f"{self.first} + ({column} - {self.first_model} + c * 37) % {self.size}"
        return f"CASE WHEN {column} BETWEEN {self.first_model} AND {self.last_model} THEN {place} ELSE {column} END"

    def make(self) -> None:
        """The crowd, with verified addresses; some have chosen when they get mail, a few get digests."""
        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE TEMPORARY TABLE crowd AS SELECT * FROM games_player WHERE id = %s", [self.first_model]
            )
            cursor.execute(
                f"UPDATE crowd SET username = '', email = ''; INSERT INTO games_player ({_columns(Player)}) "
                f"SELECT {_columns(Player, id='n', username=_NAME, email=_MAIL)} "
                f"FROM crowd, generate_series({self.first}, {self.first + self.size - 1}) n"
            )
            cursor.execute(
                "INSERT INTO account_emailaddress (user_id, email, verified, \"primary\") "
                "SELECT id, email, true, true FROM games_player WHERE id >= %s", [self.first]
            )  # fmt: skip
        _set_sequence("games_player")
        from notifications.models import MailPreference, TopicPreference

        people = range(self.first, self.first + self.size)
        later = timezone.now() + timedelta(hours=15)
        preferences = [MailPreference(player_id=pk, digest_due_at=None) for pk in people[::3]]
        for preference in preferences[::5]:  # those with a digest
            preference.digest_due_at, preference.digested_until = later, timezone.now()
        MailPreference.objects.bulk_create(preferences, batch_size=5000)
        TopicPreference.objects.bulk_create(
            [TopicPreference(player_id=pk, topic="turns", pace="digest") for pk in people[::15]], batch_size=5000
        )


_NAME, _MAIL = "'player' || n", "'player' || n || '@crowd.example'"


def _columns(model: type[models.Model], **instead: str) -> str:
    return ", ".join(instead.get(str(f.column), f'"{f.column}"') for f in model._meta.local_concrete_fields)


def _make_models(chance: Random) -> None:
    joined = timezone.now() - YEAR
    Player.objects.bulk_create(
        Player(username=f"model{number}", email=f"model{number}@crowd.example", date_joined=joined)
        for number in range(MODELS_OF_PLAYERS)
    )


# Games that are copied ------------------------------------------------------------------------------------------------


def _play(crowd: Crowd, chance: Random, games: int, events: int, *, is_over: bool) -> None:
    people = list(Player.objects.filter(pk__range=(crowd.first_model, crowd.last_model)))
    now = timezone.now()
    numbers = []
    for _ in range(games):
        rules = chance.choice(("btt", "treeblox", "twigs", "roots"))
        pair = chance.sample(people, 2)
        numbers.append(create_game(rules=rules, players=pair, control=THREE_DAYS, at=now).pk)
    for number in range(events):
        state = "over" if is_over else "on"
        director, *five = chance.sample(people, 6)
        event = services.create_event(
            name=f"Model {state} {number}", director=director, rules="treeblox", control=THREE_DAYS, at=now
        )
        services.open_entries(event_id=event.pk, player=director)
        for player in five:
            services.enter_event(event_id=event.pk, player=player, at=now)
        services.start_event(event_id=event.pk, player=director, at=now)
        numbers += Game.objects.filter(fixture_game__fixture__round__division__event=event).values_list("pk", flat=True)
    for number in numbers:
        _play_some(number, chance, is_over=is_over)
    for event in Event.objects.filter(name__startswith="Model over"):
        for division in event.divisions.all():
            services.compute_standings(division.pk, at=now)
            progress.advance(division.pk, at=now)


def _play_some(number: int, chance: Random, *, is_over: bool) -> None:
    """Some moves; then the seat to act resigns, if the game is to be over."""
    for _ in range(chance.randrange(2, PLIES)):
        game = Game.objects.get(pk=number)
        if game.to_act is None:
            return
        position = game.load_position()
        text = game.game_rules.format(position.random_move(chance), position)
        player = game.seats.get(number=game.to_act).player_id
        play_move(
            game_id=number, player_id=player, text=text, ply=game.ply, at=timezone.now(), source="api",
            key=f"model:{number}:{game.ply}",
        )  # fmt: skip
    game = Game.objects.get(pk=number)
    if is_over and game.to_act is not None:
        player = game.seats.get(number=game.to_act).player_id
        resign(game_id=number, player_id=player, at=timezone.now(), source="api")


# Copies ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Model:
    """The rows that came between two moments; copies of them are spread over ``span``."""

    before: dict[type[models.Model], int]
    after: dict[type[models.Model], int]
    crowd: Crowd
    span: timedelta

    @property
    def games(self) -> int:
        return self._size(Game)

    def _size(self, model: type[models.Model]) -> int:
        return self.after[model] - self.before[model]

    def copy(self, times: int) -> None:
        """So many copies of every row."""
        bases = {model: _last(model) for model in self.before}
        for model in _in_order(m for m in self.before if self._size(m)):
            columns = ", ".join(self._value(field, bases, times) for field in model._meta.local_concrete_fields)
            key = model._meta.pk.column
            with connection.cursor() as cursor:
                cursor.execute(
                    f"INSERT INTO {model._meta.db_table} ({_columns(model)}) SELECT {columns} FROM "
                    f"{model._meta.db_table}, generate_series(1, {times}) c WHERE {key} > {self.before[model]} "
                    f"AND {key} <= {self.after[model]} ON CONFLICT DO NOTHING"
                )
            if model._meta.pk.get_internal_type() == "BigAutoField":
                _set_sequence(model._meta.db_table)

    def _moved(self, number: str, model: type[models.Model], bases: dict[type[models.Model], int]) -> str:
        """SQL for the number that a row has in copy ``c``."""
        return f"{number} - {self.before[model]} + {bases[model]} + (c - 1) * {self._size(model)}"

    def _value(self, field: Any, bases: dict[type[models.Model], int], times: int) -> str:
        column, kind = f'"{field.column}"', field.get_internal_type()
        target = field.related_model if field.is_relation else (field.model if field.primary_key else None)
        if target is Player:
            return self.crowd.in_place_of(column)
        if column == '"seating"':
            moved = self._moved("who::bigint", Entrant, bases)
            who = "jsonb_array_elements_text(seating) WITH ORDINALITY t(who, place)"
            return f"(SELECT jsonb_agg({moved} ORDER BY place) FROM {who})"
        if target in bases:
            low, high, moved = self.before[target], self.after[target], self._moved(column, target, bases)
            return f"CASE WHEN {column} > {low} AND {column} <= {high} THEN {moved} ELSE {column} END"
        if kind == "DateTimeField":
            return f"{column} + c * interval '{self.span.total_seconds() / times} seconds'"
        if field.name in ("digest", "raw_key", "message_key") and field.max_length == 64:
            return f"md5({column} || c) || md5(c || {column})"
        if field.name in ("key", "dedupe_key") and kind == "CharField":
            return f"left({column}, {field.max_length - 8}) || ':' || c"
        if field.name == "slug":
            return f"{column} || '-' || c"
        return column


def _in_order(wanted: Iterator[type[models.Model]]) -> list[type[models.Model]]:
    """Each model after those that its keys lead to."""
    left, found = list(wanted), []
    while left:
        model = next(
            m for m in left
            if not any(f.is_relation and f.related_model in left and f.related_model is not m
                       for f in m._meta.local_concrete_fields)
        )  # fmt: skip
        left.remove(model)
        found.append(model)
    return found


def _set_sequence(table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")


def double_running() -> None:
    """As many running games again, in which nothing is due: games, seats and turns."""
    shift = _last(Game)
    instead = {"id": f"id + {shift}", "game": f"game_id + {shift}", "held": "NULL", "held_until": "NULL"}
    running = "SELECT game_id FROM games_currentturn WHERE due_at > now() AND held_id IS NULL AND player_id IS NOT NULL"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMPORARY TABLE idle AS {running}")
        for model, key in ((Game, "id"), (Seat, "game_id"), (CurrentTurn, "game_id")):
            fields = [f for f in model._meta.local_concrete_fields if not (model is Seat and f.primary_key)]
            into = ", ".join(f'"{f.column}"' for f in fields)
            values = ", ".join(instead.get(f.name, f'"{f.column}"') for f in fields)
            table = model._meta.db_table
            cursor.execute(f"INSERT INTO {table} ({into}) SELECT {values} FROM {table} WHERE {key} IN (TABLE idle)")
        cursor.execute("ANALYZE")
    _set_sequence("games_game")


def _feed() -> None:
    """What the feed has kept of it: an entry of the game and one of each player for each step of the last weeks."""
    young = "e.ply IS NOT NULL AND e.at > now() - interval '30 days'"
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_feedentry (topic, what, facts, at) SELECT topic, what, '{}'::jsonb, at FROM "
            f"(SELECT 'game:' || e.game_id AS topic, 'moved' AS what, e.at FROM games_gameevent e WHERE {young} UNION "
            "ALL SELECT 'player:' || s.player_id, 'turn', e.at FROM games_gameevent e JOIN games_seat s ON s.game_id = "
            f"e.game_id WHERE {young}) made ORDER BY at"
        )


if __name__ == "__main__":
    main()
