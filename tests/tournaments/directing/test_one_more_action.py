"""One more action is one module: what it asks for, its dry run and doing it stand here, and every interface has it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import ModuleType
from typing import Annotated, Any

import pytest
from django.db.models import F
from django.urls import include, path
from django.utils.translation import gettext_lazy, ngettext
from drf_spectacular.generators import SchemaGenerator
from rest_framework import serializers

import seeds.urls
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.playing import started
from tests.tournaments.web.test_console import through_the_page
from tests.tournaments.web.test_pages import signed_in
from tournaments.api.actions import action_address
from tournaments.directing import ACTIONS
from tournaments.directing.action.base import EntryAction, Place
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.inputs import FormFields, Input, JsonField, Subject
from tournaments.event_log.kinds import DeadlineMoved
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EventError
from tournaments.form_fields import whole_number
from tournaments.models import Event, EventLogEntry
from tournaments.queries import open_rounds
from tournaments.running.decisions import Decision, write_entry

pytestmark = pytest.mark.django_db


# The module -----------------------------------------------------------------------------------------------------------


class Days(Input):
    """A number of days; no other action asks for one."""

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        return {name: whole_number("Days", 1, 30, required=required)}

    def json_field(self, **more: Any) -> JsonField:
        return serializers.IntegerField(min_value=1, max_value=30, **more)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delay:
    """By how much."""

    days: Annotated[int, Days()]


class Postpone(EntryAction[Delay]):
    """The rounds that are being played end later."""

    slug = "postpone"
    title = gettext_lazy("Postpone")
    meaning = gettext_lazy("Moves the deadlines of the rounds that are being played by some days.")
    Inputs = Delay
    offered_at = (Place.EVENT,)

    def consequences(self, event: Event, inputs: Delay, *, at: datetime) -> DryRun:
        count = open_rounds(event).count()
        ends = ngettext("%(count)d round ends later.", "%(count)d rounds end later.", count)
        return DryRun((ends % {"count": count},))

    def write(self, event: Event, inputs: Delay, decision: Decision) -> EventLogEntry:
        rounds = open_rounds(event)
        if not rounds.exists():
            raise EventError(f"{event.name} has no round that is being played.")
        rounds.update(deadline=F("deadline") + timedelta(days=inputs.days))
        latest = open_rounds(event).latest("deadline").deadline
        return write_entry(event, DeadlineMoved(round=None, deadline=latest or decision.at), decision)


# Everything else is there already -------------------------------------------------------------------------------------


@pytest.fixture
def swiss(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Event:
    """A Swiss tournament that runs, where directors can postpone."""
    action = Postpone()
    monkeypatch.setitem(ACTIONS, action.slug, action)
    addresses = ModuleType("addresses_with_one_more_action")
    addresses.__dict__.update(vars(seeds.urls))
    addresses.urlpatterns = [path("api/v1/", include([action_address(action)])), *seeds.urls.urlpatterns]
    monkeypatch.setitem(sys.modules, addresses.__name__, addresses)
    settings.ROOT_URLCONF = addresses.__name__
    return started(Layout(form="swiss", rounds=3, round_days=10), 4)


def deadline(event: Event) -> datetime:
    found = open_rounds(event).get().deadline
    assert found is not None
    return found


def test_console_offers_it_asks_for_its_inputs_and_shows_its_dry_run(swiss: Event) -> None:
    cleo, before = signed_in("cleo"), deadline(swiss)
    assert b'href="/events/autumn/console/postpone/">Postpone</a>' in cleo.get("/events/autumn/console/").content
    refused = cleo.post("/events/autumn/console/postpone/", {"nonce": "n", "days": "40", "reason": "Storms."})
    assert "Write a whole number from 1 to 30." in refused.content.decode()
    assert "1 round ends later." in through_the_page(cleo, swiss, "postpone", days=5)
    assert deadline(swiss) == before + timedelta(days=5)
    assert swiss.log_entries.filter(kind="deadline_moved").count() == 1


def test_rest_has_it_with_a_dry_run_and_does_it_once_under_a_key(swiss: Event) -> None:
    before = deadline(swiss)
    shown = call("cleo", "autumn/actions/postpone/", days=5, dry_run=True)
    assert (shown["done"], shown["consequences"], deadline(swiss)) == (False, ["1 round ends later."], before)
    assert call("cleo", "autumn/actions/postpone/", 400, reason="Storms.")["errors"][0]["field"] == "days"
    assert call("cleo", "autumn/actions/postpone/", 400, days=5)["errors"][0]["field"] == "reason"
    assert call("anna", "autumn/actions/postpone/", 403, days=5, reason="Storms.")["code"] == "not_director"
    entries = [call("cleo", "autumn/actions/postpone/", days=5, reason="Storms.", key="k")["entry"] for _ in range(2)]
    assert entries[0] == entries[1]
    assert deadline(swiss) == before + timedelta(days=5)


def test_schema_describes_it() -> None:
    patterns = [path("api/v1/", include([action_address(Postpone())]))]
    generator: Any = SchemaGenerator
    schema = generator(patterns=patterns).get_schema(request=None, public=True)
    operation = schema["paths"]["/api/v1/events/{slug}/actions/postpone/"]["post"]
    assert (operation["operationId"], operation["summary"]) == ("events_actions_postpone", "Postpone")
    request = schema["components"]["schemas"]["PostponeActionRequest"]
    assert request["required"] == ["days"]
    assert request["properties"].keys() == {"days", "reason", "dry_run"}
