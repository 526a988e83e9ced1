"""Events, who takes part, what was paired, and the append-only log of results. Standings are a cache of that log."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games import dice
from games.clock.calendars import RestRules
from games.clock.controls import TimeControl
from games.models import Game, new_secret
from games.rules import RULES
from tournaments.event_log import kinds
from tournaments.event_log.kinds.folding import LogEntry
from tournaments.event_rules.layouts import FORM_TITLES, Scheme
from tournaments.formats import FORMATS
from tournaments.formats.base import Format
from tournaments.standings.ranking import Standings
from tournaments.standings.rulesets import Ruleset
from tournaments.standings.tables import Pairing


class Event(models.Model):
    """A tournament or league of one game. From its start on nothing but its state and its log's head changes.

    A league that goes on has an event for each season; ``previous`` is the season before.
    """

    class State(models.TextChoices):
        DRAFT = "draft", "a draft"
        OPEN = "open", "open for entries"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        CALLED_OFF = "called off", "called off"
        ARCHIVED = "archived", "in the archive"

    class Entry(models.TextChoices):
        OPEN = "open", "everybody may enter"
        INVITED = "invited", "only who is invited may enter"

    name = models.CharField(max_length=60)
    slug = models.SlugField(max_length=60, unique=True)
    director = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="directed_events")
    rules = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    control = models.JSONField()
    rest_rules = models.JSONField(default=dict, blank=True)  # games.clock.calendars.RestRules of all its games
    rated = models.BooleanField(default=True)
    form = models.CharField(max_length=20, choices=[(str(form), title) for form, title in FORM_TITLES.items()])
    scheme = models.JSONField()
    ruleset = models.JSONField()
    about = models.TextField(max_length=2000, blank=True)  # the director's own words
    most_entrants = models.PositiveSmallIntegerField()
    entry = models.CharField(max_length=10, choices=Entry, default=Entry.OPEN)
    rating_from = models.PositiveSmallIntegerField(null=True, blank=True)  # the band that may enter
    rating_to = models.PositiveSmallIntegerField(null=True, blank=True)
    assistants = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="assisted_events", blank=True)
    previous = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="following")
    season = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)

    nonce = models.CharField(max_length=64, default=new_secret)  # its hash is public from the first entry on
    seed = models.CharField(max_length=64, blank=True)  # of every lot; public, with the nonce, from the start on
    result_seq = models.PositiveIntegerField(default=0)  # head of the result log
    result_digest = models.CharField(max_length=64, blank=True)

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)  # by itself, if there are enough players by then
    finished_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["state", "starts_at"], name="event_to_be_started")]

    def __str__(self) -> str:
        return self.name

    @property
    def game_title(self) -> str:
        return RULES[self.rules].title

    @property
    def time_control(self) -> TimeControl:
        return TimeControl.load(self.control)

    @property
    def event_rest_rules(self) -> RestRules:
        return RestRules.load(self.rest_rules)

    @property
    def event_ruleset(self) -> Ruleset:
        return Ruleset.load(self.ruleset)

    @property
    def event_scheme(self) -> Scheme:
        return Scheme.load(self.scheme)

    @property
    def commitment(self) -> str:
        """SHA-256 of the nonce: shown before anybody enters, so that the lots cannot be chosen afterwards."""
        return dice.commit(self.nonce)


class Invitation(models.Model):
    """Somebody may enter an event that is only for who is invited."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="invitations")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="event_invitations")
    invited_at = models.DateTimeField()

    class Meta:
        ordering = ["event_id", "id"]
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="invited_once_to_an_event")]

    def __str__(self) -> str:
        return f"Invitation of {self.player_id} to event {self.event_id}"


class Stage(models.Model):
    """A part of an event that is played in one format: all of it, or the groups and then the finals."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=20)
    scheme = models.JSONField()
    ruleset = models.JSONField()
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["event_id", "number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_stage_a_number")]

    def __str__(self) -> str:
        return f"Stage {self.number} of event {self.event_id}"

    @property
    def stage_format(self) -> Format:
        return FORMATS[self.format]

    @property
    def stage_scheme(self) -> Scheme:
        return Scheme.load(self.scheme)

    @property
    def stage_ruleset(self) -> Ruleset:
        return Ruleset.load(self.ruleset)


class Division(models.Model):
    """Entrants of a stage who are ranked in one table. Tier 1 is the highest; groups have all the same."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="divisions")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="divisions")
    tier = models.PositiveSmallIntegerField(default=1)
    number = models.PositiveSmallIntegerField(default=1)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["stage_id", "tier", "number"]
        constraints = [models.UniqueConstraint(fields=["stage", "tier", "number"], name="one_division_a_number")]

    def __str__(self) -> str:
        return f"Division {self.tier}.{self.number} of event {self.event_id}"


class Entrant(models.Model):
    """A player in an event, once for each stage he reaches. Before the start, an entry."""

    class Status(models.TextChoices):
        ACTIVE = "active", "takes part"
        WAITING = "waiting", "on the waiting list"
        STANDBY = "standby", "stands by as a substitute"
        ASKED = "asked", "asked whether to stay for this season"
        WITHDRAWN = "withdrawn", "withdrawn"
        DISQUALIFIED = "disqualified", "disqualified"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries")
    stage_number = models.PositiveSmallIntegerField(default=1)
    status = models.CharField(max_length=12, choices=Status, default=Status.ACTIVE)
    is_late = models.BooleanField(default=False)  # entered after the start
    rating = models.PositiveSmallIntegerField(null=True, blank=True)  # when the stage began
    entered_at = models.DateTimeField()
    division = models.ForeignKey(Division, null=True, blank=True, on_delete=models.PROTECT, related_name="entrants")
    number = models.PositiveSmallIntegerField(null=True, blank=True)  # pairing number from 1, drawn by lot

    class Meta:
        ordering = ["event_id", "stage_number", "number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player", "stage_number"], name="entered_a_stage_once"),
            models.UniqueConstraint(
                fields=["division", "number"], condition=Q(number__isnull=False), name="one_entrant_a_number"
            ),
        ]

    def __str__(self) -> str:
        return f"Entrant {self.pk} of event {self.event_id}"


class Round(models.Model):
    """Fixtures that belong together. A league starts all its rounds at once."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    is_extended = models.BooleanField(default=False)

    class Meta:
        ordering = ["division_id", "number"]
        constraints = [models.UniqueConstraint(fields=["division", "number"], name="one_round_a_number")]
        indexes = [models.Index(fields=["deadline"], condition=Q(deadline__isnull=False), name="round_by_deadline")]

    def __str__(self) -> str:
        return f"Round {self.number} of division {self.division_id}"


class Fixture(models.Model):
    """A scheduled meeting of two or more entrants, of one game or, as a match, of several."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="fixtures")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["round__division_id", "round__number", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="one_fixture_a_number")]

    def __str__(self) -> str:
        return f"Fixture {self.pk}"

    @property
    def pairing(self) -> Pairing:
        return Pairing(
            fixture=self.pk,
            entrants=tuple(seat.entrant_id for seat in self.seats.all()),
            round=self.round.number,
            table=self.number,
        )


class FixtureSeat(models.Model):
    """One of those who meet, in seat order of the first game. ``number`` counts from 0."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="fixture_seats")

    class Meta:
        ordering = ["fixture_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["fixture", "number"], name="one_entrant_a_fixture_seat"),
            models.UniqueConstraint(fields=["fixture", "entrant"], name="one_fixture_seat_an_entrant"),
        ]

    def __str__(self) -> str:
        return f"Seat {self.number + 1} of fixture {self.fixture_id}"


class FixtureGame(models.Model):
    """One game of a fixture. ``number`` counts from 1; ``seating`` are the entrants by seat of this game."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="fixture_game")
    seating = models.JSONField()

    class Meta:
        ordering = ["fixture_id", "number"]
        constraints = [models.UniqueConstraint(fields=["fixture", "number"], name="one_game_a_fixture_number")]

    def __str__(self) -> str:
        return f"Game {self.number} of fixture {self.fixture_id}"


class PairingRun(models.Model):
    """How games came to be paired: what went in and what came out, so that anybody can pair them again.

    ``log_seq`` is the head of the result log at the time; what went in follows from it.
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="pairing_runs")
    log_seq = models.PositiveIntegerField()
    algorithm = models.CharField(max_length=40)
    versions = models.JSONField(default=dict)  # of the libraries that took part
    given = models.JSONField()
    given_digest = models.CharField(max_length=64)
    made = models.JSONField()
    made_digest = models.CharField(max_length=64)
    milliseconds = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"Pairing {self.pk} of division {self.division_id}"


class Result(models.Model):
    """One line of an event's log of results and deeds. Written once, never changed; each carries the hash chain on."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="results")
    division = models.ForeignKey(Division, null=True, blank=True, on_delete=models.CASCADE, related_name="results")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)  # one of ``kinds.KINDS``
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.PROTECT, related_name="results")
    payload = models.JSONField()
    at = models.DateTimeField()
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["event_id", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["event", "seq"], name="one_result_a_seq"),
            models.UniqueConstraint(fields=["game"], condition=Q(kind="game_finished"), name="game_finished_once"),
        ]
        indexes = [models.Index(fields=["division", "seq"])]

    def __str__(self) -> str:
        return f"Result {self.seq} of event {self.event_id}"

    @property
    def entry(self) -> LogEntry[kinds.Kind]:
        return LogEntry(self.seq, kinds.load(self.kind, self.payload), self.at, self.division_id)


class EntryBlock(models.Model):
    """Somebody who lost on time in an event may not enter another one for a while."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="entry_blocks")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entry_blocks")
    since = models.DateTimeField()
    until = models.DateTimeField()
    weight = models.PositiveSmallIntegerField(default=1)  # 2 for a game without a single move

    class Meta:
        ordering = ["player_id", "since"]
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="one_block_a_lost_game")]

    def __str__(self) -> str:
        return f"Block of {self.player_id} until {self.until:%Y-%m-%d}"


class StandingSnapshot(models.Model):
    """The table of a division as a worker computed it from the result log up to ``version``."""

    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="snapshot")
    version = models.PositiveIntegerField()  # the last result that is counted; only ever rises
    table = models.JSONField()
    digest = models.CharField(max_length=64)
    computed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Standings of division {self.division_id} after result {self.version}"

    @property
    def standings(self) -> Standings:
        return Standings.load(self.table)


from tournaments.ratings.models import PlayerRating, RatingPeriod, RatingPool, RatingRow  # noqa: E402, F401 - tables of this app
