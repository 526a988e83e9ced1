"""Copies of events, and templates that directors keep of theirs."""

from __future__ import annotations

from typing import Any

import pytest

from games.moderation import blocks
from tests.tournaments.acting import assist, begun
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import NOON, THREE_DAYS, after, friend
from tests.tournaments.web.test_pages import signed_in, words_of, words_to
from tournaments.directing import copies
from tournaments.directing.copies import copy_event, save_template
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EventError, NotAllowed, NotDirector
from tournaments.models import Event, Invitation, SavedTemplate
from tournaments.running import services
from tournaments.setup.settings_of_events import SETTINGS, settings_of

pytestmark = pytest.mark.django_db


def event_of_last_year(**values: Any) -> Event:
    return services.create_event(
        name="Open 2026", director=friend("cleo"), rules="roots", control=THREE_DAYS, at=NOON,
        layout=Layout(form="swiss", seats=3, rounds=4, round_days=33), most_entrants=20, rated=False, about="For all.",
        entry="people", rating_from=1200, **values,
    )  # fmt: skip


def test_every_field_of_an_event_is_a_setting_or_none_by_decision() -> None:
    none = {
        "id", "name", "slug", "director", "starts_at",  # names, people and dates
        "previous", "agreed", "cup", "season", "state", "nonce", "seed", "log_seq", "log_digest", "created_at",
        "started_at", "finished_at", "paused_at",
    }  # fmt: skip
    settings = {name.removesuffix("_id") for name in SETTINGS}
    assert {field.name for field in Event._meta.concrete_fields} == none | settings


def test_copy_has_all_settings_and_neither_dates_nor_players() -> None:
    event = event_of_last_year(starts_at=after(50))
    services.open_entries(event_id=event.pk, player=friend("cleo"))
    services.enter_event(event_id=event.pk, player=friend("anna"), at=NOON)
    copy = copy_event(event_id=event.pk, player=friend("cleo"), name="Open 2027", invites=False, at=after(1))
    assert settings_of(copy) == settings_of(event)
    assert (copy.slug, copy.state, copy.starts_at, copy.nonce != event.nonce) == ("open-2027", "draft", None, True)
    assert not copy.entrants.exists()
    assert not copy.invitations.exists()


def test_players_of_last_year_are_invited_but_nobody_who_has_blocked_the_director() -> None:
    event = begun("round robin", ended=0)
    names = set(event.entrants.values_list("player__username", flat=True))
    blocks.block(player=friend("anna"), username="cleo", at=after(1))
    copy = copy_event(event_id=event.pk, player=friend("cleo"), name="Next", invites=True, at=after(1))
    assert set(copy.invitations.values_list("player__username", flat=True)) == names - {"anna", "cleo"}


def test_director_and_assistants_copy_an_event_and_nobody_else_does() -> None:
    event = begun("round robin", ended=0)
    assist(event, "asta")
    assert copy_event(event_id=event.pk, player=friend("asta"), name="Next", invites=False, at=after(1)).director == (
        friend("asta")
    )
    with pytest.raises(NotDirector):
        copy_event(event_id=event.pk, player=friend("anna"), name="Mine", invites=False, at=after(1))


def test_name_that_is_taken_is_an_error_of_its_field() -> None:
    event = event_of_last_year()
    page = signed_in("cleo").post(f"/events/{event.slug}/copy/", {"nonce": "n", "name": "Open 2026"})
    assert page.status_code == 400
    assert "There is an event" in words_of(page.content.decode())
    assert [error["field"] for error in call("cleo", f"{event.slug}/copy/", 400, name="Open 2026")["errors"]] == [
        "name"
    ]


def test_copy_that_would_be_one_draft_too_many_is_refused_with_its_invitations() -> None:
    event = begun("round robin", ended=0)
    made = 0
    with pytest.raises(NotAllowed, match="drafts of events"):  # noqa: PT012 - as many as there can be, and one more
        while made < 10:
            copy_event(event_id=event.pk, player=friend("cleo"), name=f"Next {made}", invites=False, at=after(1))
            made += 1
    with pytest.raises(NotAllowed):
        copy_event(event_id=event.pk, player=friend("cleo"), name="One more", invites=True, at=after(1))
    assert Event.objects.filter(state="draft").count() == made
    assert not Invitation.objects.exists()


def test_template_is_saved_under_a_name_once_and_is_its_owners_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "MOST_TEMPLATES", 1)
    event = event_of_last_year()
    for _ in range(2):
        saved = save_template(event_id=event.pk, player=friend("cleo"), name="  Our  Swiss ", at=after(1))
    with pytest.raises(EventError, match="You can keep 1 templates"):
        save_template(event_id=event.pk, player=friend("cleo"), name="Two", at=after(1))
    assert [one.name for one in SavedTemplate.objects.all()] == ["Our Swiss"]
    assert saved.title == "Roots and Shoots, Swiss tournament"
    assert "Our Swiss" not in words_to("anna", "/events/new/")
    assert signed_in("anna").get(f"/events/new/roots/swiss/?template={saved.pk}").status_code == 404
    signed_in("anna").post(f"/events/new/templates/{saved.pk}/delete/")
    assert SavedTemplate.objects.exists()
    signed_in("cleo").post(f"/events/new/templates/{saved.pk}/delete/")
    assert not SavedTemplate.objects.exists()
