"""Coming into an event and leaving it: who may, who waits, who comes back."""

from __future__ import annotations

import pytest

from tests.tournaments.conftest import NOON, THREE_DAYS, after, friend
from tests.tournaments.playing import started
from tournaments import directing, services
from tournaments.exceptions import EntryRefused
from tournaments.models import Entrant
from tournaments.schemes import Scheme

pytestmark = pytest.mark.django_db


def test_who_waits_and_enters_again_keeps_the_place_in_the_list() -> None:
    event = services.create_event(
        name="Spring", director=friend("cleo"), rules="btt", control=THREE_DAYS, at=NOON, most_entrants=2
    )
    services.open_entries(event_id=event.pk, player=friend("cleo"))
    for hour, name in enumerate(("anna", "bert", "dora", "emil", "dora")):
        services.enter_event(event_id=event.pk, player=friend(name), at=after(hour))
    services.withdraw_entry(event_id=event.pk, player=friend("anna"))
    assert event.entrants.get(player=friend("dora")).status == Entrant.Status.ACTIVE
    assert event.entrants.get(player=friend("emil")).status == Entrant.Status.WAITING


def test_who_is_disqualified_or_has_left_does_not_enter_again() -> None:
    event = started(Scheme(form="ladder"), 4, most=8)
    for name, deed in (("anna", directing.disqualify), ("bert", directing.withdraw)):
        entrant = event.entrants.get(player=friend(name))
        deed(event_id=event.pk, entrant_id=entrant.pk, player=friend("cleo"), reason="Was rude.", at=after(1))
    with pytest.raises(EntryRefused, match="You are disqualified"):
        services.enter_event(event_id=event.pk, player=friend("anna"), at=after(2))
    with pytest.raises(EntryRefused, match="You have left"):
        services.enter_event(event_id=event.pk, player=friend("bert"), at=after(2))
