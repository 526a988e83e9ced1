"""The values that actions ask for as names of players: entrants, and a substitute."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.directing.action.inputs import LONGEST_NAME, FormFields, Input, JsonField, Subject
from tournaments.form_fields import NamesField
from tournaments.models import Entrant, TeamPlayer
from tournaments.queries import standby_of
from tournaments.running.entrants import entered

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MOST_NAMES = 40


@dataclass(frozen=True)
class EntrantName(Input):
    """An entrant of the event, by the player's name; ``title`` is the label on the page, if it is not "Player".
    ``before_start``: a player who has entered or is asked whether to stay, and has no place yet."""

    title: str | StrPromise = ""
    before_start: bool = False

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        found = entered(subject.event) if self.before_start else subject.event.entrants.exclude(number=None)
        placed = found.select_related("player").order_by("player__username")
        choices = {one.player.username: _with_status(one) for one in placed}
        field = forms.ChoiceField(
            label=self.title or _("Player"),
            choices=[("", _("Choose")), *choices.items()],
            error_messages={"required": _("Choose a player.")},
            required=required,
        )
        return {name: field}

    def json_field(self, **more: Any) -> JsonField:
        return serializers.CharField(max_length=LONGEST_NAME, help_text="The name of the entrant.", **more)


@dataclass(frozen=True)
class EntrantNames(Input):
    """Entrants of the event, by the names of their players; ``in_order``: their order counts."""

    in_order: bool = False

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        field = NamesField(required=required)
        if self.in_order:
            field.help_text = _("Their names in order, the first seed first, separated by commas.")
        return {name: field}

    def json_field(self, **more: Any) -> JsonField:
        child = serializers.CharField(max_length=LONGEST_NAME)
        return serializers.ListField(
            child=child, max_length=MOST_NAMES, help_text=_("The names of the entrants."), **more
        )


def _with_status(entrant: Entrant) -> str:
    if entrant.status == Entrant.Status.ACTIVE:
        return entrant.name
    return f"{entrant.name} ({entrant.get_status_display()})"


class ReserveName(Input):
    """A player on the list of a team who plays on for another one, by name."""

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        listed = TeamPlayer.objects.filter(entrant__event=subject.event, accepted_at__isnull=False)
        if subject.game is not None:
            listed = listed.filter(entrant__fixture_seats__fixture__games__game=subject.game)
            fixture = subject.game.fixture_game.fixture_id
            listed = listed.exclude(player__seats__game__fixture_game__fixture=fixture)
        names = listed.order_by("entrant", "number").values_list("player__username", "entrant__team_name").distinct()
        field = forms.ChoiceField(
            label=_("Reserve"),
            choices=[("", _("Choose")), *((player, f"{player} ({team})") for player, team in names)],
            error_messages={"required": _("Choose a player.")},
            required=required,
        )
        return {name: field}

    def json_field(self, **more: Any) -> JsonField:
        return serializers.CharField(max_length=LONGEST_NAME, help_text="The name of the reserve.", **more)


@dataclass(frozen=True)
class SubstituteName(Input):
    """A player who takes over a place or gets one, by name; pages propose the first one who stands by. ``title`` is the
    label on the page, if it is not "Substitute"."""

    title: str | StrPromise = ""

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        waiting = [entrant.player.username for entrant in standby_of(subject.event)]
        if waiting:
            offers = _("Standing by, in the order of their offers: %(players)s.") % {"players": ", ".join(waiting)}
        else:
            offers = _("There are no substitutes.")
        field = forms.CharField(
            max_length=LONGEST_NAME,
            label=self.title or _("Substitute"),
            help_text=" ".join((offers, _("You can name any other player, too."))),
            initial=waiting[0] if waiting else "",
            error_messages={"required": _("Name the substitute.")},
            required=required,
        )
        return {name: field}

    def json_field(self, **more: Any) -> JsonField:
        return serializers.CharField(max_length=LONGEST_NAME, help_text="The name of the new player.", **more)
