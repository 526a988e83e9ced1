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
from notifications.choices.topics import Topic
from notifications.models import OutboundMail
from notifications.outbound.messages.base import Message, NotWanted, counted, moment, plain, short_lines
from tournaments.directing import line_to_come_back
from tournaments.event_log.fold import DEPARTURES
from tournaments.event_log.fold import Kind as LogKind
from tournaments.event_log.sentences import LogEntry, entries
from tournaments.event_rules.layouts import Form
from tournaments.formats.knockout import Knockout
from tournaments.formats.swiss import rounds_of
from tournaments.models import Division, Entrant, Event, Fixture, Result
from tournaments.pairing.knockout import rounds_among
from tournaments.presenting.promotion_zones import Zone
from tournaments.presenting.tables import StandingLine, division_title, standing_table
from tournaments.queries import fixtures_of, games_of_event
from tournaments.signals import ASKED, DEADLINE_NEAR, INVITED, MOVED_UP
from tournaments.wording.decisions import join, points_in_words

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
    def in_digest(self) -> str:
        return f"{self.event.name}: {self.headline}"

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
        return f"{self._held(fixture)}against {others}: game{'s' if len(numbers) > 1 else ''} {join(numbers)}"

    def _held(self, fixture: Fixture) -> str:
        """In which round that is; empty where there are none."""
        if self.event.form in (Form.LADDER, Form.MATCH):
            return ""
        division = next(one for one in self.divisions if one.pk == fixture.round.division_id)
        if division.stage.format == Knockout.slug and fixture.round.number == rounds_among(division.entrants.count()):
            return "the final " if fixture.number == 1 else "for third place "
        return f"round {fixture.round.number} "

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
    def row(self) -> Result | None:
        """The line of the log that the mail tells of, if it tells of one."""
        return self.event.results.filter(seq=self.mail.context.get("line")).first()

    @cached_property
    def line(self) -> LogEntry | None:
        """That line in words."""
        return entries(self.event, [self.row])[0] if self.row else None

    @cached_property
    def taken_back(self) -> Result | None:
        """The line that was taken back by it."""
        if self.row is None or self.row.kind != LogKind.REVERSED:
            return None
        return self.event.results.get(seq=self.row.payload["line"])

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
        told = _SUBJECTS[what]
        if what in DEPARTURES and self.is_own:
            told = "you do not take part any more"
        elif self.taken_back is not None:
            told = self._of_reversal()[0]
        elif self._has_come_in():
            told = "you play on for somebody"
        return plain(f"{self.event.name}: {told}")

    @property
    def headline(self) -> str:
        what = self.mail.context["what"]
        if what in DEPARTURES and self.is_own:
            return "You do not take part in an event any more."
        if what in DEPARTURES and self._games_that_go_on():
            return "Somebody whom you play against has left a ladder."
        if self._has_come_in():
            return "You play on for somebody in an event, in the open games and in the table."
        if what == LogKind.SUBSTITUTED and self.row and self.row.payload["old"] == self.reader.pk:
            return "Somebody else has taken over your place in an event."
        if what == LogKind.ROUND_PAIRED:
            return f"In round {self._round_sat_out()} you have no opponent."
        if self.taken_back is not None:
            return self._of_reversal()[1]
        return _HEADLINES[what]

    def _has_come_in(self) -> bool:
        """Whether the reader plays on for somebody."""
        return (
            self.row is not None and self.row.kind == LogKind.SUBSTITUTED and self.row.payload["new"] == self.reader.pk
        )

    def _of_reversal(self) -> tuple[str, str]:
        """Subject and headline of what is now as if the line that was taken back had not been written."""
        kind = LogKind(self.taken_back.kind) if self.taken_back else LogKind.REVERSED
        if self.taken_back is not None and kind in DEPARTURES:
            entrant = self.event.entrants.get(pk=self.taken_back.payload["entrant"])
            if entrant.player_id == self.reader.pk:
                return "you take part again", "You take part in an event again."
            return "somebody is back", "A player takes part in an event again."
        return _REVERSALS.get(kind, (_SUBJECTS[LogKind.REVERSED], _HEADLINES[LogKind.REVERSED]))

    def _round_sat_out(self) -> int:
        """The round in which the reader has no opponent: a Swiss tournament pairs one at a time."""
        return int(self.row.payload["byes"][0][1]) if self.row else 0

    def values(self) -> dict[str, Any]:
        told = [self.line.text, *([f"Why: {self.line.why}"] if self.line.why else [])] if self.line else []
        if self.mail.context["what"] == LogKind.ROUND_PAIRED:
            told = []  # the headline says what is the reader's part in it
        return super().values() | {
            "is_question": self.mail.context["what"] in (ASKED, INVITED),
            "told": [short_lines(sentence, LONGEST_ANNOUNCEMENT) for sentence in told],
            "advice": self._advice(),
        }

    def _advice(self) -> list[str]:
        """What can be done about it, or what comes next."""
        what, event = self.mail.context["what"], self.event
        starts = f" It starts on {moment(event.starts_at, self.reader)}." if event.starts_at else ""
        if what == ASKED:
            return [f"You played last season. Do you stay?{starts}",
                    "There is a button for it on the page of the event. Those who have not said yes by the start are "
                    "not in it."]  # fmt: skip
        if what == INVITED:
            return [f"{event.director.username} invites you.{starts} You can enter on its page."]
        if what == MOVED_UP:
            return [f"A place is free, and you were the next on the waiting list: you take part.{starts}",
                    "If you cannot play any more, withdraw on its page before it starts."]  # fmt: skip
        if what == DEADLINE_NEAR:
            until = datetime.fromisoformat(self.mail.context["deadline"])
            games = self._games_left()
            return [f"It is your turn in {counted(len(games), 'game')} of a round that ends on "
                    f"{moment(until, self.reader)}: {_numbered(games)}.",
                    "To move, answer the mail with the board, or go to the game on the site.",
                    *self._at_the_end(until)]  # fmt: skip
        if what == LogKind.DEADLINE_MOVED and self.row is not None:
            return self._advice_on_time(self.row.payload)
        if what in DEPARTURES and event.form == Form.LADDER:
            return self._advice_off_the_ladder()
        if what == LogKind.ROUND_PAIRED:
            if self._round_sat_out() == rounds_of(event.event_scheme, self.divisions[0].entrants.count()):
                return ["It counts as a win. It is the last round: when it is over you are mailed the final table."]
            return ["It counts as a win. You are told when the next round begins."]
        if what == LogKind.FINISHED:
            return ["When they are over you are mailed the final table."]
        if what == LogKind.WITHDRAWN and self.is_own and line_to_come_back(event, self.reader) is not None:
            return ["You can come back until the next round is paired: there is a button on the page of the event."]
        if what in DEPARTURES and self.is_own and self.line is not None and self.line.actor:
            return [f"If that is a mistake, tell {self.line.actor}, who can take it back."]
        if self._has_come_in():
            games = self._open_games()
            yours = f"Yours now: {_numbered(games)}. " if games else ""
            return [f"{yours}The games have mails of their own, and you have at least a day for the first turn.",
                    "If you cannot play, withdraw on the page of the event."]  # fmt: skip
        return []

    def _advice_on_time(self, payload: dict[str, Any]) -> list[str]:
        """When that is for the reader, and which games it is about."""
        until = datetime.fromisoformat(payload.get("start") or payload["deadline"])
        here = [] if self.reader.time_zone == "UTC" else [f"Where you are, that is {moment(until, self.reader)}."]
        games = [] if "start" in payload else self._open_games(deadline=until)
        return [*here, *([f"Yours that are open: {_numbered(games)}.", *self._at_the_end(until)] if games else [])]

    def _at_the_end(self, deadline: datetime) -> list[str]:
        """What becomes of the reader's games that are open at the end of their round."""
        rounds = Fixture.objects.filter(
            round__division__event=self.event, round__deadline=deadline, seats__entrant__player=self.reader
        )
        if rounds.filter(round__is_extended=True).exists():
            return ["The scores on the board decide what is open then."]
        return ["Games that are open then get a week more, once. After that the scores on the board decide."]

    def _open_games(self, deadline: datetime | None = None) -> list[int]:
        """The reader's games of the event that run; only those of rounds that end then, if it is said."""
        games = games_of_event(self.event).filter(status=Game.Status.RUNNING, seats__player=self.reader)
        if deadline is not None:
            games = games.filter(fixture_game__fixture__round__deadline=deadline)
        return list(games.order_by("pk").values_list("pk", flat=True))

    def _advice_off_the_ladder(self) -> list[str]:
        games, advice = self._games_that_go_on(), []
        if games:
            rated = " It is rated like any other game." if self.event.rated else ""
            advice.append(
                f"What you play there goes on ({_numbered(games)}), but counts for nothing on the ladder.{rated}"
            )
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


def _numbered(games: Sequence[int]) -> str:
    """ "game 3", "games 3 and 5"."""
    return f"{'game' if len(games) == 1 else 'games'} {join([str(game) for game in games])}"


_REVERSALS: dict[str, tuple[str, str]] = {  # subjects and headlines
    LogKind.GAME_CORRECTED: ("one of your games counts as before", "One of your games counts as it did before."),
    LogKind.GAME_ANNULLED: ("one of your games counts again", "One of your games counts again as it did before."),
    LogKind.BYE_ASKED: ("you play the round", "You do not sit a round out after all."),
    LogKind.FINISHED: ("it goes on", "A ladder that you are on goes on."),
}
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
    LogKind.SUBSTITUTED: "Somebody else has taken over a place in an event.",
    LogKind.GAME_CORRECTED: "The director has said how one of your games counts in the event.",
    LogKind.GAME_ANNULLED: "One of your games does not count any more in the event.",
    LogKind.BYE_GIVEN: "The director has said what your round without a game is worth.",
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
        return f"The event is over. {f'In {of}, these' if of else 'These'} are the final standings."

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
        own = dict(self.event.entrants.filter(player=self.reader).values_list("division", "division__stage__number"))
        latest = max((number for number in own.values() if number), default=0)
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
        reached = f"{points_in_words(line.points)} ({line.score})" if has_points else line.score
        you = " - you" if line.player == self.reader.username else ""
        return f"{line.rank}. {line.player}, {reached}{you}"


_LEADS: dict[str, str] = {
    Zone.UP: "Your place leads to the division above, if you stay for the next season.",
    Zone.STAYS: "Your place keeps you in your tier, if you stay for the next season.",
    Zone.DOWN: "Your place leads to a division below in the next season; who leaves above may make room for you.",
}
