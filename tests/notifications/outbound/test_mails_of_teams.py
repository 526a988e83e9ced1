"""Mails of a team league: invitations, line-ups that are due, and rounds with the reader's board."""

from __future__ import annotations

import pytest

from notifications.models import OutboundMail
from notifications.outbound.envelopes import render
from tests.tournaments.conftest import NOON, after
from tests.tournaments.playing import settle
from tests.tournaments.team_leagues import league, person, team
from tournaments.entries import teams

pytestmark = pytest.mark.django_db


def mails(what: str, **readers: str) -> dict[str, tuple[str, str]]:
    """Subject and text of the mails about something, by reader."""
    found = {}
    for mail in OutboundMail.objects.filter(context__what=what, **readers).select_related("reader"):
        rendered = render(mail, to="somebody@example.org", now=after(1))
        text = " ".join(rendered.message.body.replace("|", " ").split())
        found[mail.reader.username] = (rendered.subject, text)
    return found


def test_invited_player_is_mailed_the_team_and_its_captain() -> None:
    event = league(1, start=False, reserves=1)
    place = team(event, "Ulm").squad.get(player=person("Ulm", 3))
    place.accepted_at = None
    place.save()
    subject, text = mails("team invited", reader__username="ulm3")["ulm3"]
    assert subject == "Autumn: a team invites you"
    assert "ulm1 is the captain of Ulm and invites you to it." in text


def test_captains_are_mailed_when_line_ups_are_due() -> None:
    league(2, preview_hours=48)
    found = mails("line-up due")
    assert found.keys() == {"ulm1", "bonn1"}
    subject, text = found["ulm1"]
    assert subject == "Autumn: your line-up for round 1 is due"
    assert "Round 1 begins on" in text


def test_mail_of_a_round_names_the_match_and_the_board() -> None:
    event = league(2, preview_hours=48)
    ulm = team(event, "Ulm")
    teams.name_line_up(
        event_id=event.pk, entrant_id=ulm.pk, by=ulm.player, round_number=1, players=["ulm2", "ulm1"], at=NOON
    )
    settle(event, after(48))
    found = {}
    for mail in OutboundMail.objects.filter(kind=OutboundMail.Kind.ROUND).select_related("reader"):
        text = render(mail, to="somebody@example.org", now=after(49)).message.body
        found[mail.reader.username] = " ".join(text.replace("|", " ").split())
    assert found.keys() == {"ulm1", "ulm2", "bonn1", "bonn2"}
    assert "board 2 against bonn2" in found["ulm1"]
    assert "Ulm" in found["bonn1"]
    assert "board 1 against ulm2" in found["bonn1"]
