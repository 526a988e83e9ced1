"""A world in which an event lives: a simulated clock, people who do as they like, a director, sweeps at any time.

Everything goes through the services, and after every step the world holds what there is against what the log says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any
from unittest.mock import patch

from django.apps import apps
from django.core.cache import cache
from django.core.management.color import no_style
from django.db import connection
from django.db.models import Model
from django.test import Client

from games.exceptions import GameError
from games.models import Game, GameEvent, Heartbeat, Player, Seat
from games.play import agreements, moving, timeouts
from games.uptime.outages import record_heartbeat
from notifications.models import OutboundMail
from tests.tournaments.acting import act, dry_run, leave_event
from tests.tournaments.conftest import friend
from tests.tournaments.playing import NAMES
from tests.tournaments.published import slips_of
from tournaments import models, tasks
from tournaments.directing import ACTIONS
from tournaments.entries import admission, byes, teams
from tournaments.entries.coming_back import come_back
from tournaments.event_log.describing import describe
from tournaments.event_log.kinds import CalledOff, GameFinished, Paused, Resumed, Started, Substituted, revertible
from tournaments.event_log.reading import read
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import (
    Division,
    Entrant,
    Event,
    EventLogEntry,
    FixtureGame,
    Round,
    StandingSnapshot,
    TeamPlayer,
)
from tournaments.presenting import explanations, form_and_places
from tournaments.queries import account_of, field_of, games_of_event
from tournaments.running import ladders, seasons, services
from tournaments.running.decisions import Decision
from tournaments.running.settling import settle
from tournaments.setup import seeding
from tournaments.standings.points import POINT
from tournaments.standings.ranking import Standings
from tournaments.verifying.events import verify_event

DAY, HOUR, SECOND = timedelta(days=1), timedelta(hours=1), timedelta(seconds=1)
GONE = {Entrant.Status.WITHDRAWN, Entrant.Status.DISQUALIFIED}
LEFT_ALONE = 400  # days after which every event that nobody plays in any more must be over
PAGES = (
    "", "log/", "standings/", "fixtures/", "crosstable/", "bracket/", "what-if/", "console/", "withdraw/",
    "players/anna/", "event.json", "calendar.ics", "feed.atom", "games.txt", "games.jsonl",
    "console/next-round/", *(f"console/{slug}/" for slug in ACTIONS),
)  # fmt: skip
PAGES_OF_DIVISION = (
    "standings/", "fixtures/", "crosstable/", "bracket/", "rounds/1/", "standings.csv", "results.csv", "tournament.trf",
)  # fmt: skip
REST = (
    "", "me/", "fixtures/", "standings/", "crosstable/", "results/", "log/", "divisions/", "players/bert/", "waiting/",
    "next-round/",
)  # fmt: skip
REST_OF_DIVISION = (
    "", "standings/", "rounds/", "fixtures/", "pairings/", "crosstable/", "bracket/", "ladder/", "what-if/",
)  # fmt: skip
SHOWN = {200, 302, 401, 403, 404}


COUNTED: tuple[type[Model], ...] = (
    models.Stage, models.Fixture, models.FixtureSeat, models.PairingRun, models.EntryBlock, models.Invitation, Game,
    GameEvent, OutboundMail,
)  # fmt: skip
READ: tuple[type[Model], ...] = (Event, Division, Entrant, Round, StandingSnapshot, TeamPlayer, models.LineUp)


def everything() -> list[Any]:
    """What is stored of events and their games, such that whatever is done changes it."""
    counts = [kind._default_manager.count() for kind in COUNTED]
    rows = [repr(list(kind._default_manager.order_by("pk").values_list())) for kind in READ]
    return [*counts, *rows, repr(list(Seat.objects.order_by("pk").values_list("player", "left_ply", "place")))]


@dataclass
class World:
    """One event, with the seasons that follow it, and everybody around it."""

    event: Event
    director: Player
    now: datetime
    random: Random
    people: list[Player] = field(default_factory=lambda: [friend(name) for name in NAMES])
    last: tuple[str, dict[str, Any], str] | None = None  # the last action of the director and its key
    keys: int = 0
    checked: list[Any] = field(default_factory=list)  # what there was when it was looked at last

    # What somebody does, all of it or nothing -------------------------------------------------------------------------

    def do(self, step: Callable[[], Any]) -> Any:
        """Take a step. If it is refused, with a sentence, nothing has changed; the refusal is returned."""
        before = everything()
        try:
            return step()
        except (EventError, GameError) as refusal:
            said = refusal.message
            assert said.rstrip("”\"')")[-1:] in (".", "?"), said
            assert said.isprintable(), said
            assert "  " not in said, said
            assert "None" not in said, said
            if isinstance(refusal, EventError):
                assert everything() == before, f"refused, and yet something changed: {said}"
            return refusal
        finally:
            self.event.refresh_from_db()

    def pick(self, things: Sequence[Any], n: int) -> Any:
        return things[n % len(things)]

    def person(self, n: int) -> Player:
        return friend(self.people[n % len(self.people)].username)

    def entrant(self, n: int) -> Player:
        """Somebody who takes part, or has; now and then anybody."""
        known = list(self.event.entrants.exclude(number=None).select_related("player").order_by("pk"))
        return self.pick(known, n).player if known and n % 5 else self.person(n)

    @property
    def games(self) -> list[Game]:
        return list(games_of_event(self.event).order_by("pk"))

    @property
    def running(self) -> list[Game]:
        return [game for game in self.games if game.status == Game.Status.RUNNING]

    # Time -----------------------------------------------------------------------------------------------------------

    def beat(self) -> None:
        """The mail intake has given heartbeats without a gap, up to now."""
        Heartbeat.objects.filter(name="mail intake").update(at=self.now - 20 * SECOND, clear_until=self.now)
        record_heartbeat(name="mail intake", at=self.now, clear_until=self.now)

    def wait_hours(self, n: int) -> None:
        self.now += n * HOUR

    def wait_days(self, n: int) -> None:
        self.now += (n % 15) * DAY

    def flag(self, n: int) -> None:
        """What the sweep of the games does; now and then nobody has been warned before."""
        self.beat()
        for game in Game.objects.filter(turn__deadline__lt=self.now):
            if n % 4:
                timeouts.record_warning(game_id=game.pk, turn_started_at=game.turn.started_at, warning="95")
        timeouts.flag_overdue(now=self.now)

    def calendar(self, n: int) -> None:
        for _ in range(1 + n % 2):
            tasks.follow_calendar()

    def tables(self, n: int) -> None:
        for _ in range(1 + n % 2):
            tasks.compute_stale_standings()

    def hint(self, n: int) -> None:
        """A worker gets to one division only."""
        divisions = list(self.event.divisions.order_by("pk"))
        if divisions:
            tasks.compute_standings(self.pick(divisions, n).pk)

    def sweep(self, n: int = 1) -> None:
        """All that beat asks for, until nothing is left to do; then it does nothing, however often it is asked."""
        for _ in range(12):
            before = everything()
            self.flag(n)
            tasks.compute_stale_standings()
            tasks.follow_calendar()
            if everything() == before:
                return
        raise AssertionError("The sweeps never come to an end.")

    # Before the start -----------------------------------------------------------------------------------------------

    def enter(self, n: int) -> None:
        team = f"Team {n}" if self.event.form == Form.TEAMS else ""
        self.do(lambda: services.enter_event(event_id=self.event.pk, player=self.person(n), at=self.now, team=team))

    def leave_team(self, n: int) -> None:
        """A player leaves a team, now and then by the word of somebody who may not say so."""
        places = list(TeamPlayer.objects.filter(entrant__event=self.event).select_related("player", "entrant__player"))
        if not places:
            return
        place = self.pick(places, n)
        by = (place.player, place.player, place.entrant.player, self.director, self.person(n))[n % 5]
        name, decision = place.player.username, Decision(by, "No time.", self.now)
        self.do(
            lambda: teams.leave_team(
                event_id=self.event.pk, entrant_id=place.entrant_id, username=name, decision=decision
            )
        )

    def name_line_up(self, n: int) -> None:
        """A captain names the players of the list in some order for a round to come."""
        entrants = list(self.event.entrants.exclude(team_name="").select_related("player").order_by("pk"))
        if not entrants:
            return
        entrant = self.pick(entrants, n)
        names = [place.player.username for place in entrant.squad.select_related("player")]
        Random(n).shuffle(names)
        boards, paired = self.event.event_layout.boards, Round.objects.filter(division__event=self.event).count()
        self.do(
            lambda: teams.name_line_up(
                event_id=self.event.pk, entrant_id=entrant.pk, by=entrant.player, round_number=paired + n % 3,
                players=names[:boards], at=self.now,
            )
        )  # fmt: skip

    def stand_by(self, n: int) -> None:
        self.do(lambda: services.enter_event(event_id=self.event.pk, player=self.person(n), at=self.now, standby=True))

    def leave_list(self, n: int) -> None:
        self.do(lambda: services.withdraw_entry(event_id=self.event.pk, player=self.person(n)))

    def strike(self, n: int) -> None:
        name = self.person(n).username
        self.do(lambda: admission.remove_entry(event_id=self.event.pk, player=self.director, username=name))

    def start(self, n: int) -> None:
        who = self.person(n) if n % 7 == 0 else self.director
        self.do(lambda: services.start_event(event_id=self.event.pk, player=who, at=self.now))

    def stay(self, n: int) -> None:
        stays = bool(n % 3)
        self.do(lambda: seasons.stay(event_id=self.event.pk, player_id=self.person(n).pk, stays=stays, at=self.now))

    def close_account(self, n: int) -> None:
        """Somebody closes the account, without a word to anybody."""
        if n % 5 == 0:
            Player.objects.filter(pk=self.person(n).pk).update(is_active=False)

    # Playing --------------------------------------------------------------------------------------------------------

    def _some_seat(self, n: int) -> tuple[Game, Seat] | None:
        """Somebody who plays, in a game that runs."""
        if not (running := self.running):
            return None
        game = self.pick(running, n)
        seats = [seat for seat in game.seats.select_related("player").order_by("number") if not seat.has_left]
        return game, self.pick(seats, n // len(running))

    def resign(self, n: int) -> None:
        if chosen := self._some_seat(n):
            game, seat = chosen
            self.do(lambda: agreements.resign(game_id=game.pk, player_id=seat.player_id, at=self.now, source="page"))

    def resign_many(self, n: int) -> None:
        for index in range(2 + n % 9):
            self.resign(n + index * 7)

    def agree(self, n: int) -> None:
        """All who play agree on a draw, or that there is no result."""
        if not (chosen := self._some_seat(n)):
            return
        game, seat = chosen
        offer = agreements.offer_abandonment if n % 4 == 0 else agreements.offer_draw
        self.do(lambda: offer(game_id=game.pk, player_id=seat.player_id, at=self.now, source="page"))
        for other in game.seats.exclude(pk=seat.pk).filter(left_ply=None):
            answer = {"game_id": game.pk, "player_id": other.player_id, "at": self.now, "source": "page"}
            self.do(lambda answer=answer: agreements.accept_offer(**answer))  # type: ignore[misc]

    def move(self, n: int) -> None:
        """A few turns of one game."""
        if not (running := self.running):
            return
        game = self.pick(running, n)
        for _ in range(1 + n % 5):
            game.refresh_from_db()
            position = game.load_position()
            if game.status != Game.Status.RUNNING or not isinstance(position.to_act, int):
                return
            seat = game.seats.select_related("player").get(number=position.to_act)
            if seat.has_left or seat.player.is_bot:
                return
            text = game.game_rules.format(position.random_move(self.random), position)
            played = {"text": text, "ply": game.ply, "at": self.now, "source": "page"}
            self.do(
                lambda game=game, seat=seat, played=played: moving.play_move(  # type: ignore[misc]
                    game_id=game.pk, player_id=seat.player_id, **played
                )
            )

    def challenge(self, n: int) -> None:
        """Somebody on a ladder challenges somebody, mostly one who is within reach."""
        division = self.event.divisions.select_related("stage", "event").first()
        if self.event.form != "ladder" or division is None:
            return
        entrant = self.pick(list(division.entrants.select_related("player")), n)
        within = ladders.may_challenge(division, entrant, at=self.now)
        whom = self.pick(within, n // 3).player if within and n % 4 else self.person(n // 2)
        self.do(
            lambda: ladders.challenge(
                event_id=self.event.pk, player=entrant.player, username=whom.username, at=self.now
            )
        )

    def sit_out(self, n: int) -> None:
        """Somebody asks for a round without a game, or takes that back."""
        step = byes.ask_to_sit_out if n % 3 else byes.play_after_all
        asked = {"player": self.entrant(n), "round_number": 1 + n // 2 % 5, "at": self.now}
        self.do(lambda: step(event_id=self.event.pk, **asked))

    def leave(self, n: int) -> None:
        """Somebody withdraws, whether they take part or not."""
        entrants = list(self.event.entrants.exclude(number=None).select_related("player"))
        if entrants:
            entrant = self.pick(entrants, n)
            asked = {"entrant_id": entrant.pk, "player": entrant.player, "reason": "Moving.", "at": self.now}
            self.do(lambda: leave_event(event_id=self.event.pk, **asked))

    def come_back(self, n: int) -> None:
        gone = list(self.event.entrants.filter(status__in=GONE).select_related("player"))
        player = self.pick(gone, n).player if gone else self.person(n)
        self.do(lambda: come_back(event_id=self.event.pk, player=player, at=self.now))

    def sulk(self, n: int) -> None:
        """Nobody who is to move does: the time of all games is over."""
        deadlines = [game.deadline for game in self.running if game.deadline]
        if deadlines:
            self.now = max(self.now, self.pick(sorted(deadlines), n) + HOUR)
            self.flag(n)

    # The director ---------------------------------------------------------------------------------------------------

    def direct(self, n: int) -> None:
        """Some action with some values, sensible or not: what its dry run shows is what happens."""
        slugs = [slug for slug in ACTIONS if slug not in ("call-off", "finish") or n % 5 == 0]
        slug = self.pick(slugs, n)
        values = self._values(slug, n // len(slugs))
        self.keys += 1
        self.last = slug, values, f"key {self.keys}"
        self._direct(*self.last, who=self.person(n) if n % 17 == 0 else self.director)

    def change_after_the_end(self, n: int) -> None:
        """The director thinks better of something, and whatever is due again is played."""
        slug = self.pick(("correct-result", "annul", "revert-entry", "disqualify", "correct-result"), n)
        self.keys += 1
        self._direct(slug, self._values(slug, n // 5), f"key {self.keys}", who=self.director)
        if n % 2:
            self.finish()

    def act_again(self, n: int) -> None:
        """The director sends the last form again: that is done once."""
        if self.last is None:
            return
        slug, values, key = self.last
        known = self.event.log_entries.filter(payload__key=key).first()
        before = everything()
        answer = self._direct(*self.last, who=self.director)
        if known is not None:
            assert isinstance(answer, EventLogEntry), (slug, values, answer)
            assert (answer.pk, everything()) == (known.pk, before), (slug, values)

    def _direct(self, slug: str, values: dict[str, Any], key: str, *, who: Player) -> Any:
        is_new = not self.event.log_entries.filter(payload__key=key).exists()
        self.event.refresh_from_db()
        before, leavers = self._tables(), self._leavers_in_front()
        names = {one.pk: one.name for one in self.event.entrants.select_related("player")}
        shown = None
        with suppress(EventError):
            shown = dry_run(slug, self.event, **values, at=self.now)
        answer = self.do(
            lambda: act(slug, self.event, **values, by=who, reason="So it is.", at=self.now, key=key),
        )
        if isinstance(answer, EventLogEntry) and is_new:
            assert shown is not None, f"{slug} {values} could be done and had no dry run"
            for name in self._leavers_in_front() - leavers:
                assert any(name in said and "comes first" in said for said in shown.sentences), (slug, values)
            if shown.is_counted:
                described = {change.player: (change.rank_before, change.rank_after) for change in shown.changes}
                assert described == _moved(before, self._tables(), names), (slug, values)
        elif is_new and shown is not None and who == self.director:
            raise AssertionError(f"{slug} {values} had a dry run and was then refused: {answer.message}")
        return answer

    def _leavers_in_front(self) -> set[str]:
        """Who leads a table and has left."""
        rows = {row.entrant for table in self._tables().values() for row in table.rows if row.rank == 1}
        gone = self.event.entrants.filter(status__in=GONE, pk__in=rows).select_related("player")
        return {entrant.name for entrant in gone}

    def _tables(self) -> dict[int, Standings]:
        """Every table, computed from the whole log."""
        divisions = self.event.divisions.select_related("stage", "event")
        return {one.pk: one.stage.stage_format.standings(field_of(one)) for one in divisions}

    def _values(self, slug: str, n: int) -> dict[str, Any]:
        pool = self.games or [Game(pk=99_999)]
        game = (
            self.pick(self.running or pool, n) if slug in ("adjudicate", "add-time") and n % 6 else self.pick(pool, n)
        )
        seats = self.event.event_layout.seats
        lines = list(self.event.log_entries.filter(kind__in=revertible()).values_list("seq", flat=True))
        fields: dict[str, Callable[[], Any]] = {
            "player": lambda: self.entrant(n).username,
            "pairs": lambda: [[self.entrant(n // step).username for step in steps] for steps in ((1, 3), (7, 11))],
            "players": lambda: [self.entrant(n // step).username for step in (1, 3, 7)],
            "substitute": lambda: self.person(n // 3 + 5).username,
            "reserve": lambda: self.person(n // 3 + 5).username,
            "game": lambda: game.pk if slug != "add-time" or n % 3 else None,
            "games": lambda: sorted({self.pick(self.running or pool, n // step).pk for step in (1, 2, 5)}),
            "verdict": lambda: self.pick(["to_move_loses", "draw", "board", "annul", "add_time"], n),
            "places": lambda: self.pick([[*range(1, seats + 1)], [*range(seats, 0, -1)], [1] * seats, [2] * seats], n),
            "scores": lambda: [n % 7, n // 7 % 7],
            "seat": lambda: self.pick([None, 1, seats, seats + 1], n),
            "span": lambda: (n % 80) * HOUR,
            "round": lambda: self.pick([None, 1, 2, 3] if slug == "move-deadline" else [1, 2, 3], n),
            "deadline": lambda: self.now + (n % 20 - 1) * DAY,
            "start": lambda: self.now + (n % 20 - 1) * DAY,
            "tier": lambda: self.pick([None, 1, 2, 3], n),
            "division": lambda: self.pick([None, None, *self.event.divisions.values_list("pk", flat=True), 99_999], n),
            "to_move": lambda: n % 3 == 0,
            "pool": lambda: self.pick([None, 1, 2, 9], n // 4),
            "direction": lambda: self.pick(["up", "down"], n // 2),
            "bye": lambda: self.pick(["full_point_bye", "half_point_bye", "zero_point_bye", "bye"], n),
            "entry": lambda: self.pick(lines, n) if lines and n % 8 else n % 20,
            "same_club": lambda: n % 5 == 0,
            "met_in": lambda: self.pick(["", "", self.event.slug], n // 5),
            "text": lambda: self.pick(["The next round begins on Monday.", "Thanks."], n // 3),
        }
        if slug in ("correct-result", "adjudicate"):
            wanted = ["game", "scores" if self.event.event_ruleset.scoring == "leaves" else "places"]
        else:
            wanted = list(ACTIONS[slug].inputs)
        if slug == "substitute" and n % 3:
            gone = list(self.event.entrants.filter(status__in=GONE).exclude(number=None).select_related("player"))
            if gone:
                fields["player"] = lambda: self.pick(gone, n).player.username
        return {name: fields[name]() for name in wanted}

    def look(self, n: int) -> None:
        """A visitor, somebody else or the director looks at some page, or a program at some address."""
        viewer = (None, self.person(n), self.director)[n % 3]
        client = Client()
        if viewer is not None and viewer.is_active:
            client.force_login(viewer)
        page, rest = f"/events/{self.event.slug}/", f"/api/v1/events/{self.event.slug}/"
        found = [*(page + end for end in PAGES), *(rest + end for end in REST)]
        for division in self.event.divisions.values_list("pk", flat=True):
            found += [f"{page}divisions/{division}/{end}" for end in PAGES_OF_DIVISION]
            found += [f"{rest}divisions/{division}/{end}" for end in REST_OF_DIVISION]
        address = self.pick(found, n)
        assert client.get(address).status_code in SHOWN, address

    def follow(self, n: int) -> None:
        """Turn to the season after this one, if there is one."""
        following = Event.objects.filter(previous=self.event).first()
        if following is not None:
            self.event, self.last = following, None

    # What must be so ------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Everything there is follows from the log, and is such as the rules of events allow."""
        event, there_is = Event.objects.get(pk=self.event.pk), everything()
        if there_is == self.checked:
            return
        self.checked = there_is
        assert verify_event(event) == []
        if self.random.random() < 0.2:
            describe(event)
        self._check_log(event)
        self._check_entrants(event)
        for division in event.divisions.select_related("stage", "event"):
            self._check_division(division)
        if event.state in (Event.State.FINISHED, Event.State.CALLED_OFF, Event.State.ARCHIVED):
            assert not games_of_event(event).filter(status=Game.Status.RUNNING).exists(), (
                "the event is over, and games of it are not"
            )
        if event.previous is not None and event.started_at is not None:
            self._check_seasons(event)

    def _check_log(self, event: Event) -> None:
        lines = list(event.log_entries.order_by("seq"))
        ended = Counter(line.game_id for line in lines if line.kind == GameFinished.slug)
        over = games_of_event(event).filter(status=Game.Status.FINISHED).values_list("pk", flat=True)
        assert ended == Counter(over), "each game that has ended stands in the log once"
        paused = [line.kind for line in lines if line.kind in (Paused.slug, Resumed.slug)]
        if event.state == Event.State.RUNNING:
            assert (event.paused_at is not None) == (paused[-1:] == [Paused.slug])
        assert (event.state == Event.State.CALLED_OFF) <= (CalledOff.slug in {line.kind for line in lines})

    def _check_entrants(self, event: Event) -> None:
        entrants = list(event.entrants.select_related("division__stage", "division__event"))
        assert len({(one.player_id, one.stage_number) for one in entrants}) == len(entrants)
        taking = sum(one.status == Entrant.Status.ACTIVE and one.stage_number == 1 for one in entrants)
        assert taking <= event.most_entrants or event.previous is not None or event.started_at is not None, (
            "more than there is room for; only players who are asked to stay may make an event fuller"
        )
        if event.state == Event.State.OPEN and any(one.status == Entrant.Status.WAITING for one in entrants):
            assert taking >= event.most_entrants, "somebody waits, and there is room"
        gone = {key for division in event.divisions.all() for key in account_of(division).gone}
        for one in entrants:
            if one.number is not None:
                assert (one.status in GONE) == (one.pk in gone), f"{one.player} is {one.status}"
        if event.state == Event.State.RUNNING:
            self._check_seats({one.pk: one for one in entrants})

    def _check_seats(self, entrants: Mapping[int, Entrant]) -> None:
        for played in FixtureGame.objects.filter(
            game__in=games_of_event(self.event).filter(status=Game.Status.RUNNING)
        ).prefetch_related("game__seats"):
            for seat in played.game.seats.all():
                entrant = entrants[played.seating[seat.number]]
                players = [entrant.player_id, *entrant.squad.values_list("player", flat=True)]
                assert seat.player_id in players or seat.has_left, "every player of a game is an entrant in the table"
                if entrant.status in GONE and not self._is_ladder:  # there they go on, and count for nothing
                    assert seat.has_left, "a player who has left the event plays no game of it"

    def _check_division(self, division: Division) -> None:
        known = field_of(division)
        k = known.ruleset.seats
        for match in known.matches:
            if match.points is not None and len(match.forfeited_by) < k:
                assert sum(match.points) == 420 * k, match
        table = division.stage.stage_format.standings(known)
        if division.event.state == Event.State.FINISHED:
            assert not division.stage.stage_format.due(known), "the event is over, and something is due in it"
        if division.stage.format == "round-robin":
            assert sum(row.points for row in table.rows) == sum(sum(match.points or ()) for match in known.matches)
        if division.stage.format != "ladder":
            assert {row.entrant for row in table.rows} == set(known.roster.entrants)
            busy = [(seat, one.round) for one in known.roster.pairings for seat in one.entrants]
            busy += [(bye.entrant, bye.round) for bye in known.roster.byes]
            assert len(busy) == len(set(busy)), "nobody plays twice in a round, nor plays and sits out"
        if division.stage.format == "swiss":
            full = {(entrant, number) for entrant in known.roster.entrants for number in range(1, known.rounds + 1)}
            assert set(busy) == full, "in each round everybody plays or sits out"
            most = POINT * known.rounds
            assert all(0 <= row.points <= most for row in table.rows)

    def _check_seasons(self, event: Event) -> None:
        assert event.previous is not None
        finishes = seeding.finishes_of(event.previous)
        size = event.event_layout.pool_size
        tiers: Counter[int] = Counter()
        drawn_from = read(event.log_entries.all(), Started)[0].payload.entrants
        starters = {one.pk: one for one in event.entrants.filter(pk__in=drawn_from).exclude(division=None)}
        originals = {}
        for _, substituted, *_ in reversed(read(event.log_entries.all(), Substituted)):
            originals[substituted.entrant] = substituted.old
        for one in starters.values():
            assert one.division is not None
            tiers[one.division.tier] += 1
            finish = finishes.get(originals.get(one.pk, one.player_id))
            if finish is None:
                continue
            if finish.rank <= finish.leads.up and not seeding.decided_by_hand(event).placed:
                assert one.division.tier < finish.tier, "a player who is promoted goes up"
        last = max(tiers)
        for tier, count in tiers.items():
            assert count >= size << tier - 1 or tier == last or event.event_layout.seats > 2, "a gap was left"

    # The end --------------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Left alone, with a director who only lets it go on, the event comes to its end."""
        if self.event.paused_at is not None:
            act("resume", self.event, by=self.director, reason="On.", at=self.now)
            self.event.refresh_from_db()
        if self._is_ladder and self.event.state == Event.State.RUNNING:
            self.do(lambda: act("finish", self.event, by=self.director, reason="Enough.", at=self.now))
        until = self.now + LEFT_ALONE * DAY
        while self.event.state == Event.State.RUNNING and self.now < until:
            self.now += 4 * DAY
            self._bots_win()
            self.sweep()
            self.event.refresh_from_db()
        assert self.event.state != Event.State.RUNNING, "the event never ends"
        self.sweep()
        settle(self.event, at=self.now)
        self.check()
        assert slips_of(self.event) == []

    def _bots_win(self) -> None:
        """Where the house plays a seat that was left, the others do not care to play on."""
        for game in self.running:
            for seat in game.seats.filter(left_ply=None):
                if game.seats.exclude(left_ply=None).exists():
                    with suppress(GameError):
                        agreements.resign(game_id=game.pk, player_id=seat.player_id, at=self.now, source="page")

    @property
    def _is_ladder(self) -> bool:
        return self.event.form == "ladder"


def _moved(
    before: Mapping[int, Standings], after: Mapping[int, Standings], names: Mapping[int, str]
) -> dict[str, tuple[int, int]]:
    """By name, the ranks of everybody whose rank or points have changed."""
    old = {row.entrant: row for table in before.values() for row in table.rows}
    new = {row.entrant: row for table in after.values() for row in table.rows}
    return {
        names[key]: (row.rank, new[key].rank)
        for key, row in old.items()
        if key in new and (row.rank, row.points) != (new[key].rank, new[key].points)
    }


OPS = (
    "enter", "enter", "leave_team", "leave_team", "name_line_up", "stand_by", "leave_list", "strike", "start",
    "start", "stay", "stay", "close_account", "wait_hours", "wait_days", "flag", "calendar", "tables", "hint",
    "sweep", "sweep", "sweep", "resign", "resign_many", "resign_many", "agree", "move", "challenge", "challenge",
    "challenge", "sit_out", "sit_out", "leave", "leave", "come_back", "sulk", "sulk", "direct", "direct", "direct",
    "direct", "direct", "direct", "direct", "direct", "act_again", "follow", "look", "look", "look",
)  # fmt: skip


def forget() -> None:
    """Nothing of an earlier life is left: its rows are gone, and the next ones have the same numbers again."""
    cache.clear()
    explanations._facts.cache_clear()  # found by number and nonce, which are the same in lives of the same seed
    form_and_places._course.cache_clear()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):  # SQLite rolls them back
            cursor.execute(statement)


@contextmanager
def told_with_failures(what: str) -> Iterator[None]:
    """A failure says what life it was, such that it can be lived again."""
    try:
        yield
    except Exception as failure:
        failure.add_note(what)
        raise


def chance_of(seed: int) -> Any:
    """What nobody can foresee, the nonce of an event and the secrets of its games, is the same in each such life."""
    chance = Random(seed)
    return patch("games.models.games.secrets.token_hex", lambda size: chance.randbytes(size).hex())


def clock_of(now: Callable[[], datetime]) -> Any:
    """Django's clock shows the time of a world, for the tasks that ask it."""
    return patch("django.utils.timezone.now", now)
