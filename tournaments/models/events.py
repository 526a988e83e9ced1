"""Events with their stages and divisions."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy

from games.clock.calendars import PauseRules
from games.clock.controls import TimeControl
from games.models import ApiToken, Proposal, new_secret
from games.records import dice
from games.rules import RULES
from tournaments.event_rules.conditions import EntryConditions
from tournaments.event_rules.layouts import FORM_TITLES, Layout
from tournaments.formats import FORMATS
from tournaments.formats.base import Format
from tournaments.models.clubs import Club
from tournaments.standings.rulesets import Ruleset


class Event(models.Model):
    """A tournament or league of one game. From its start on nothing but its state and its log's head changes.

    A league that goes on has an event for each season; ``previous`` is the season before.
    """

    class State(models.TextChoices):
        DRAFT = "draft", gettext_lazy("a draft")
        OPEN = "open", gettext_lazy("open for entries")
        RUNNING = "running", gettext_lazy("running")
        FINISHED = "finished", gettext_lazy("finished")
        CALLED_OFF = "called_off", gettext_lazy("called off")
        ARCHIVED = "archived", gettext_lazy("in the archive")

    class Entry(models.TextChoices):
        OPEN = "open", gettext_lazy("everybody may enter")
        PEOPLE = "people", gettext_lazy("everybody but bots may enter")
        INVITED = "invited", gettext_lazy("only invited players may enter")
        MEMBERS = "members", gettext_lazy("only members of the club may enter")
        BOTS = "bots", gettext_lazy("only bots may enter")

    name = models.CharField(max_length=60)
    slug = models.SlugField(max_length=60, db_index=False)
    director = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="directed_events")
    rules = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    control = models.JSONField()
    pause_rules = models.JSONField(default=dict, blank=True)  # games.clock.calendars.PauseRules of all its games
    rated = models.BooleanField(default=True)
    form = models.CharField(max_length=20, choices=[(str(form), title) for form, title in FORM_TITLES.items()])
    layout = models.JSONField()
    ruleset = models.JSONField()
    about = models.TextField(max_length=2000, blank=True)  # the director's own words
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.PROTECT, related_name="events")  # holds it
    most_entrants = models.PositiveSmallIntegerField()
    entry = models.CharField(max_length=10, choices=Entry, default=Entry.OPEN)
    rating_from = models.PositiveSmallIntegerField(null=True, blank=True)  # the band that may enter
    rating_to = models.PositiveSmallIntegerField(null=True, blank=True)
    conditions = models.JSONField(default=dict, blank=True)  # tournaments.event_rules.conditions.EntryConditions
    entry_code = models.CharField(max_length=40, blank=True)  # a word that lets players in; empty for none
    assistants = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="assisted_events", blank=True)
    arbiters = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="arbitrated_events", blank=True)
    previous = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="following")
    agreed = models.OneToOneField(  # a match of two that was agreed in the lobby; staff alone directs it
        Proposal, null=True, blank=True, on_delete=models.PROTECT, related_name="match"
    )
    cup = models.CharField(max_length=30, blank=True)  # the mini cup whose queue it came of; staff alone directs it
    season = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)

    nonce = models.CharField(max_length=64, default=new_secret)  # its hash is public from the first entry on
    seed = models.CharField(max_length=64, blank=True)  # of every lot; public, with the nonce, from the start on
    log_seq = models.PositiveIntegerField(default=0)  # head of the result log
    log_digest = models.CharField(max_length=64, blank=True)

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)  # by itself, if there are enough players by then
    finished_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        permissions = [("direct_events", "Can direct every event, as staff")]
        constraints = [
            models.UniqueConstraint(fields=["slug"], name="event_slug_once"),
            models.CheckConstraint(
                name="event_has_a_seed_once_started",
                condition=Q(started_at=None, seed="") | Q(started_at__isnull=False) & ~Q(seed=""),
            ),
            models.CheckConstraint(
                name="event_has_started_when_it_runs",
                condition=Q(state__in=("draft", "open"), started_at=None)
                | Q(state__in=("running", "finished"), started_at__isnull=False)
                | Q(state__in=("called_off", "archived")),
            ),
            models.CheckConstraint(
                name="event_has_an_end_when_it_is_over",
                condition=Q(state__in=("draft", "open", "running"), finished_at=None)
                | Q(state__in=("finished", "called_off", "archived"), finished_at__isnull=False),
            ),
            models.CheckConstraint(
                name="event_is_paused_after_its_start", condition=Q(paused_at=None) | Q(started_at__isnull=False)
            ),
            models.CheckConstraint(
                name="event_band_of_ratings_is_in_order",
                condition=Q(rating_from=None) | Q(rating_to=None) | Q(rating_from__lte=F("rating_to")),
            ),
        ]
        indexes = [models.Index(fields=["state", "starts_at"], name="event_by_state_and_start")]

    def __str__(self) -> str:
        return self.name

    @property
    def game_title(self) -> str:
        return RULES[self.rules].title

    @property
    def is_for_bots(self) -> bool:
        """Whether only bots may enter; if it is rated, it is rated among them."""
        return self.entry == self.Entry.BOTS

    @property
    def time_control(self) -> TimeControl:
        return TimeControl.load(self.control)

    @property
    def event_pause_rules(self) -> PauseRules:
        return PauseRules.load(self.pause_rules)

    @property
    def event_ruleset(self) -> Ruleset:
        return Ruleset.load(self.ruleset)

    @property
    def event_layout(self) -> Layout:
        return Layout.load(self.layout)

    @property
    def entry_conditions(self) -> EntryConditions:
        return EntryConditions.load(self.conditions)

    @property
    def has_director(self) -> bool:
        """Whether somebody organises it; matches from the lobby and mini cups begin by themselves, and staff decide."""
        return self.agreed_id is None and not self.cup

    @property
    def commitment(self) -> str:
        """SHA-256 of the nonce: shown before anybody enters, so that the lots cannot be chosen afterwards."""
        return dice.commit(self.nonce)


class Stage(models.Model):
    """A part of an event that is played in one format: all of it, or the groups and then the finals."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages", db_index=False)
    number = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=20)
    layout = models.JSONField()
    ruleset = models.JSONField()
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["event_id", "number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="stage_once_a_number")]

    def __str__(self) -> str:
        return f"Stage {self.number} of event {self.event_id}"

    @property
    def stage_format(self) -> Format:
        return FORMATS[self.format]

    @property
    def stage_layout(self) -> Layout:
        return Layout.load(self.layout)

    @property
    def stage_ruleset(self) -> Ruleset:
        return Ruleset.load(self.ruleset)


class Division(models.Model):
    """Entrants of a stage who are ranked in one table. Tier 1 is the highest; groups have all the same."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="divisions")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="divisions", db_index=False)
    tier = models.PositiveSmallIntegerField(default=1)
    number = models.PositiveSmallIntegerField(default=1)
    finished_at = models.DateTimeField(null=True, blank=True)
    release_at = models.DateTimeField(null=True, blank=True)  # when the round that directors look at begins by itself

    class Meta:
        ordering = ["stage_id", "tier", "number"]
        constraints = [models.UniqueConstraint(fields=["stage", "tier", "number"], name="division_once_a_number")]

    def __str__(self) -> str:
        return f"Division {self.tier}.{self.number} of event {self.event_id}"


class DirectorNote(models.Model):
    """A note that only the directors and the arbiters of an event see."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="director_notes")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="director_notes")
    text = models.TextField(max_length=2000)
    written_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"Note {self.pk} on event {self.event_id}"


class KeyLimit(models.Model):
    """A key opens nothing but one event and its games. Where the event is gone, it opens nothing."""

    token = models.OneToOneField(ApiToken, primary_key=True, on_delete=models.CASCADE, related_name="limit")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.token} for {self.event}"
