"""Mails about an event: it has begun, with the reader's games; it is over, with the final standings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from django.conf import settings
from django.db.models import F
from django.urls import reverse

from games.models import Game, Player
from notifications.messages.base import Message, NotWanted, counted, moment, plain, short_lines
from notifications.models import OutboundMail
from notifications.topics import Topic
from tournaments.directing import line_to_come_back
from tournaments.logbook import LogEntry, entries
from tournaments.models import Division, Entrant, Event, Fixture
from tournaments.queries import fixtures_of, games_of_event
from tournaments.schemes import Form
from tournaments.signals import ASKED, DEADLINE_NEAR, INVITED, MOVED_UP
from tournaments.standings.log import DEPARTURES
from tournaments.standings.log import Kind as LogKind
from tournaments.tables import StandingLine, division_title, standing_table
from tournaments.wording import join, points_in_words
from tournaments.zones import Zone

Kind = OutboundMail.Kind

LONGEST_NAME = 60  # characters of an event's name
LONGEST_ANNOUNCEMENT = 2000
MOST_PLACES = 30  # lines of a final table
MOST_TIES = 20
LONGEST_TIE = 400  # characters of the words about a tie


class EventMessage(Message):
    """A mail about one event."""

    topic = Topic.EVENTS
    page = "tournaments:event"

    @cached_property
    def event(self) -> Event:
        return Event.objects.get(pk=self.mail.context["event"])

    @cached_property
    def divisions(self) -> list[Division]:
        divisions = list(self.event.divisions.select_related("stage"))
        for division in divisions:
            division.event = self.event
        return divisions

    @property
    def event_id(self) -> int | None:
        return self.event.pk

    @property
    def link(self) -> str:
        return f"{settings.SITE_URL}{reverse(self.page, args=[self.event.slug])}"

    @property
    def thread(self) -> str:
        return f"event-{self.event.pk}@{settings.MAIL_DOMAIN}"

    def values(self) -> dict[str, Any]:
        event = self.event
        return {
            "event_name": short_lines(event.name, LONGEST_NAME),
            "title": event.game_title,
            "time": event.time_control.describe(),
            "rated": event.rated,
            "headline": self.headline,
            "link": self.link,
        }


class Round(EventMessage):
    """Who the reader meets, and in which games."""

    kind = Kind.ROUND

    @cached_property
    def fixtures(self) -> list[Fixture]:
        """The reader's own: all of an event that begins, or those of a round that was paired later."""
        only = self.mail.context.get("fixtures")
        return [fixture for division in self.divisions for fixture in fixtures_of(division)
                if (only is None or fixture.pk in only) and self.reader in _players_of(fixture)]  # fmt: skip

    @property
    def is_challenge(self) -> bool:
        """Whether the mail tells of a challenge on a ladder."""
        return self.event.form == Form.LADDER and "fixtures" in self.mail.context

    @property
    def subject(self) -> str:
        if self.is_challenge:
            return plain(f"A challenge has begun: {self.event.name}")
        if not self.fixtures:
            return plain(f"It has begun: {self.event.name}")
        return plain(f"Your games have begun: {self.event.name}")

    @property
    def headline(self) -> str:
        if self.is_challenge:
            challenger, challenged = _players_of(self.fixtures[0])
            if challenger == self.reader:
                return f"You have challenged {challenged.username}. The games run now."
            return f"{challenger.username} has challenged you. The games run now."
        if "fixtures" in self.mail.context:
            return "The next games of an event that you play in have begun."
        return f"An event that you entered has begun.{' Your games run now.' if self.fixtures else ''}"

    def values(self) -> dict[str, Any]:
        return super().values() | {
            "division": ", ".join(dict.fromkeys(filter(None, map(self._division_of, self.fixtures)))),
            "meetings": [self._meeting(fixture) for fixture in self.fixtures],
            "ends": self._ends(),
            "without": "" if self.fixtures else self._without_a_game(),
        }

    def _without_a_game(self) -> str:
        """What comes next for a reader who has no game at the start."""
        if self.event.form == Form.LADDER:
            return "On its page you see your rung, and whom you can challenge."
        counts = "you go on to the next one" if self.event.form == Form.KNOCKOUT else "that counts as a win"
        return f"In the first round you have no opponent: {counts}. You are told when your games begin."

    def _division_of(self, fixture: Fixture) -> str:
        return next(division_title(one) for one in self.divisions if one.pk == fixture.round.division_id)

    def _meeting(self, fixture: Fixture) -> str:
        """One fixture of the reader's in a line."""
        others = join([player.username for player in _players_of(fixture) if player != self.reader])
        numbers = [str(played.game_id) for played in fixture.games.all()]
        held = "" if self.event.form in (Form.LADDER, Form.MATCH) else f"round {fixture.round.number} "
        return f"{held}against {others}: game{'s' if len(numbers) > 1 else ''} {join(numbers)}"

    def _ends(self) -> str:
        """Until when these games are to be over; empty where nothing but the clocks says so."""
        deadlines = {fixture.round.deadline for fixture in self.fixtures if fixture.round.deadline}
        if len(deadlines) != 1:
            return ""
        held = "season" if self.event.form == Form.LEAGUE else "round"
        return f"The {held} ends on {moment(deadlines.pop(), self.reader)}."


def _players_of(fixture: Fixture) -> list[Player]:
    """Who plays it, in the order of its seats: on a ladder the challenger first."""
    return [seat.entrant.player for seat in fixture.seats.all()]


class Announcement(EventMessage):
    """What the director says to everybody in the event."""

    kind = Kind.ANNOUNCEMENT

    @property
    def subject(self) -> str:
        return plain(f"{self.event.name}: the director writes")

    @property
    def headline(self) -> str:
        return f"The director of the event, {self.event.director.username}, writes to everybody in it."

    def values(self) -> dict[str, Any]:
        paragraphs = self.mail.context["text"].splitlines()
        return super().values() | {"words": [short_lines(line, LONGEST_ANNOUNCEMENT) or [""] for line in paragraphs]}


class News(EventMessage):
    """Something in an event that concerns the reader: a line of its log, or a question."""

    kind = Kind.EVENT

    @cached_property
    def line(self) -> LogEntry | None:
        """The line of the log that the mail tells of, if it tells of one."""
        seq = self.mail.context.get("line")
        lines = list(self.event.results.filter(seq=seq)) if seq is not None else []
        return entries(self.event, lines)[0] if lines else None

    @property
    def is_own(self) -> bool:
        """Whether the line is about the reader's own place in the event."""
        names = [word.strip(".,:") for word in self.line.text.split()] if self.line else []
        return self.reader.username in names

    def check_wanted(self) -> None:
        what, event = self.mail.context["what"], self.event
        if what == DEADLINE_NEAR and not self._games_left():
            raise NotWanted("The games have been played on.")
        if what == ASKED and not event.entrants.filter(player=self.reader, status=Entrant.Status.ASKED).exists():
            raise NotWanted("The question has been answered.")
        if what == INVITED and event.state != Event.State.OPEN and event.state != Event.State.RUNNING:
            raise NotWanted("The event takes no entries any more.")

    @property
    def subject(self) -> str:
        what = self.mail.context["what"]
        told = "you do not take part any more" if what in DEPARTURES and self.is_own else _SUBJECTS[what]
        return plain(f"{self.event.name}: {told}")

    @property
    def headline(self) -> str:
        what = self.mail.context["what"]
        if what in DEPARTURES and self.is_own:
            return "You do not take part in an event any more."
        if what in DEPARTURES and self._games_that_go_on():
            return "Somebody whom you play against has left a ladder."
        if what == LogKind.SUBSTITUTED and self.line is not None:
            if self.line.text.startswith(f"{self.reader.username} "):
                return "You play on for somebody in an event, in the open games and in the table."
            return "Somebody else has taken over a place in an event."
        return _HEADLINES[what]

    def values(self) -> dict[str, Any]:
        told = [self.line.text, *([f"Why: {self.line.why}"] if self.line.why else [])] if self.line else []
        return super().values() | {
            "told": [short_lines(sentence, LONGEST_ANNOUNCEMENT) for sentence in told],
            "advice": self._advice(),
        }

    def _advice(self) -> list[str]:
        """What can be done about it, or what comes next."""
        what, event = self.mail.context["what"], self.event
        starts = f" It starts on {moment(event.starts_at, self.reader)}." if event.starts_at else ""
        if what == ASKED:
            return [f"You played last season. Do you stay?{starts}",
                    "Say so on the page of the event. Those who have not said yes by the start are not in "
                    "it."]  # fmt: skip
        if what == INVITED:
            return [f"{event.director.username} invites you.{starts} You can enter on its page."]
        if what == MOVED_UP:
            return [f"A place is free, and you were the next on the waiting list: you take part.{starts}",
                    "If you cannot play any more, withdraw on its page before it starts."]  # fmt: skip
        if what == DEADLINE_NEAR:
            until = datetime.fromisoformat(self.mail.context["deadline"])
            games = self._games_left()
            return [f"It is your turn in {counted(len(games), 'game')} of a round that ends on "
                    f"{moment(until, self.reader)}: game {join([str(game) for game in games])}.",
                    "Games that are open then get a week more, once. After that they are decided by the scores on the "
                    "board."]  # fmt: skip
        if what in DEPARTURES and event.form == Form.LADDER:
            return self._advice_off_the_ladder()
        if what == LogKind.ROUND_PAIRED:
            return ["It counts as a win. You are told when the next round begins."]
        if what == LogKind.FINISHED:
            return ["Open challenges are played to the end. Then you are mailed the final table."]
        if what == LogKind.WITHDRAWN and self.is_own and line_to_come_back(event, self.reader) is not None:
            return ["You can come back until the next round is paired: there is a button on the page of the event."]
        if what == LogKind.SUBSTITUTED and self.headline.startswith("You play"):
            return ["The games have mails of their own, and you have at least a day for the first turn.",
                    "If you cannot play, withdraw on the page of the event."]  # fmt: skip
        return []

    def _advice_off_the_ladder(self) -> list[str]:
        games, advice = self._games_that_go_on(), []
        if games:
            numbers = f"{'game' if len(games) == 1 else 'games'} {join([str(game) for game in games])}"
            rated = " It is rated like any other game." if self.event.rated else ""
            advice.append(f"What you play there goes on ({numbers}), but counts for nothing on the ladder.{rated}")
        if self.is_own and self.mail.context["what"] != LogKind.DISQUALIFIED:
            advice.append("You can enter the ladder again, and begin on the last rung. Its page says from when on.")
        return advice

    def _games_that_go_on(self) -> list[int]:
        """The reader's games that count for nothing on a ladder any more, because somebody left it by this line."""
        line = self.event.results.filter(seq=self.mail.context.get("line"), kind__in=DEPARTURES).first()
        if line is None or self.event.form != Form.LADDER:
            return []
        games = games_of_event(self.event).filter(seats__player=self.reader)
        here = games.filter(fixture_game__fixture__in=line.payload["void"])
        return list(here.order_by("pk").values_list("pk", flat=True))

    def _games_left(self) -> list[int]:
        """The games of the round in which it is the reader's turn."""
        waiting = Game.objects.filter(
            fixture_game__fixture__round__division__event=self.event,
            fixture_game__fixture__round__deadline=datetime.fromisoformat(self.mail.context["deadline"]),
            status=Game.Status.RUNNING,
            seats__number=F("to_act"),
            seats__player=self.reader,
        )
        return list(waiting.order_by("pk").values_list("pk", flat=True))


_SUBJECTS: dict[str, str] = {
    LogKind.WITHDRAWN: "somebody has left",
    LogKind.LEFT_LADDER: "somebody has fallen off",
    LogKind.FINISHED: "it ends",
    LogKind.DISQUALIFIED: "somebody is disqualified",
    LogKind.SUBSTITUTED: "a substitute plays on",
    LogKind.GAME_CORRECTED: "one of your games counts otherwise",
    LogKind.GAME_ANNULLED: "one of your games does not count",
    LogKind.BYE_GIVEN: "your round without a game",
    LogKind.ROUND_PAIRED: "no opponent in this round",
    LogKind.REVERSED: "something is taken back",
    LogKind.DEADLINE_MOVED: "another date",
    LogKind.CALLED_OFF: "called off",
    ASKED: "do you stay for the new season?",
    INVITED: "you are invited",
    MOVED_UP: "you take part",
    DEADLINE_NEAR: "a round ends soon, and it is your turn",
}
_HEADLINES: dict[str, str] = {
    LogKind.WITHDRAWN: "A player has left an event that you direct.",
    LogKind.LEFT_LADDER: "A player has fallen off a ladder that you direct.",
    LogKind.FINISHED: "A ladder that you are on has been ended.",
    LogKind.DISQUALIFIED: "A player of an event that you direct is disqualified.",
    LogKind.GAME_CORRECTED: "The director has said how one of your games counts in the event.",
    LogKind.GAME_ANNULLED: "One of your games does not count any more in the event.",
    LogKind.BYE_GIVEN: "The director has said what your round without a game is worth.",
    LogKind.ROUND_PAIRED: "A round was paired, and you are the one without an opponent.",
    LogKind.REVERSED: "What concerned you in an event was taken back.",
    LogKind.DEADLINE_MOVED: "A date of an event that you are in has moved.",
    LogKind.CALLED_OFF: "An event that you are in was called off.",
    ASKED: "A new season takes entries.",
    INVITED: "You are invited to an event.",
    MOVED_UP: "You have a place in an event.",
    DEADLINE_NEAR: "A round of an event ends soon, and others wait for you.",
}


class Standings(EventMessage):
    """The final table."""

    kind = Kind.STANDINGS

    @property
    def subject(self) -> str:
        return plain(f"Final standings: {self.event.name}")

    @property
    def headline(self) -> str:
        titles = filter(None, map(division_title, self._own_divisions))
        of = join(["the finals" if title == "Finals" else f"{title[0].lower()}{title[1:]}" for title in titles])
        return f"The event is over. These are the final standings{of and f' of {of}'}."

    @property
    def link(self) -> str:
        """The reader's own table."""
        parts = [self.event.slug, *[division.pk for division in self._own_divisions[:1] if len(self.divisions) > 1]]
        return f"{settings.SITE_URL}{reverse('tournaments:standings', args=parts)}"

    def values(self) -> dict[str, Any]:
        tables = [standing_table(division) for division in self._own_divisions]
        has_points = all(division.stage.stage_format.has_points for division in self._own_divisions)
        return super().values() | {
            "places": [self._place(line, has_points) for table in tables for line in self._shown(table.lines)],
            "ties": [short_lines(tie, LONGEST_TIE) for table in tables for tie in table.ties[:MOST_TIES]],
            "leads": [leads for table in tables for line in table.lines if (leads := self._leads(line))],
        }

    @cached_property
    def _own_divisions(self) -> list[Division]:
        """Those of the latest stage in which the reader played; the first one for who has only directed."""
        own = {entrant.division_id: entrant.stage_number for entrant in self.event.entrants.filter(player=self.reader)}
        latest = max(own.values(), default=0)
        played = [division for division in self.divisions if own.get(division.pk) == latest]
        return played or self.divisions[-1:] if self.event.form == Form.GROUPS else played or self.divisions[:1]

    def _shown(self, lines: Sequence[StandingLine]) -> list[StandingLine]:
        """The first ones, and the reader's own with its neighbours; the page has them all."""
        if len(lines) <= MOST_PLACES:
            return list(lines)
        own = next((index for index, line in enumerate(lines) if line.player == self.reader.username), 0)
        near = range(max(0, own - 2), own + 3)
        return [line for index, line in enumerate(lines) if index < MOST_PLACES - 5 or index in near]

    def _leads(self, line: StandingLine) -> str:
        """Where the reader's place leads to in the next season."""
        if line.player != self.reader.username:
            return ""
        return _LEADS.get(line.zone, "")

    def _place(self, line: StandingLine, has_points: bool) -> str:
        games = f"{line.won} won, {line.drawn} drawn, {line.lost} lost"
        reached = f"{points_in_words(line.points)} ({games})" if has_points else games
        you = " - you" if line.player == self.reader.username else ""
        return f"{line.rank}. {line.player}, {reached}{you}"


_LEADS: dict[str, str] = {
    Zone.UP: "Your place leads to the division above, if you stay for the next season.",
    Zone.STAYS: "Your place keeps you in your tier, if you stay for the next season.",
    Zone.DOWN: "Your place leads to a division below in the next season; who leaves above may make room for you.",
}
