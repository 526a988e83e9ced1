"""Mails of events: of every kind of entry in its log, and those of team leagues."""

from __future__ import annotations

import pytest
from django.db import transaction

from notifications.models import OutboundMail
from notifications.outbound.envelopes import render
from notifications.outbound.messages.events.entries import WORDS, EntryWords
from notifications.outbound.messages.events.questions import QUESTIONS
from tests.notifications.mailbox import PostOffice
from tests.tournaments.conftest import NOON, after
from tests.tournaments.event_log.samples import about, samples
from tests.tournaments.playing import settle, started
from tests.tournaments.team_leagues import league, person, team
from tournaments import signals
from tournaments.entries import teams
from tournaments.event_log.append import append
from tournaments.event_log.describing import describe
from tournaments.event_log.kinds import KINDS, revertible
from tournaments.event_log.kinds import Reverted as RevertedKind
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event, EventLogEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    office = PostOffice()
    for name in ("anna", "bert", "dora", "cleo"):
        office.box(name)
    event = started(Layout(form="swiss", rounds=3, round_days=30), 4)
    settle(event, NOON)
    return event


def mailed(event: Event, line: EventLogEntry, reader: int) -> tuple[str, str]:
    """Subject and text of the mail about an entry."""
    context = {"event": event.pk, "what": line.kind, "entry": line.seq}
    mail = OutboundMail.objects.create(
        kind=OutboundMail.Kind.EVENT, reader_id=reader, context=context, dedupe_key=f"{line.seq}:{reader}",
        created_at=NOON, due_at=NOON,
    )  # fmt: skip
    rendered = render(mail, to="anna@example.org", now=after(1))
    return rendered.subject, " ".join(rendered.message.body.replace("|", " ").split())


@pytest.mark.parametrize("slug", KINDS)
def test_every_kind_has_a_mail_for_everybody_it_may_concern(event: Event, slug: str) -> None:
    payload = samples(event)[slug]
    line = append(event, payload, at=after(1), **about(event, payload))
    (entry,) = describe(event, [line])
    for reader in {event.director_id, *event.entrants.values_list("player", flat=True)}:
        with transaction.atomic():
            subject, text = mailed(event, line, reader)
            transaction.set_rollback(True)
        assert subject.startswith("Autumn: ")
        if slug not in WORDS and slug != RevertedKind.slug:
            words = " ".join(subject.split())
            assert f"Autumn: {entry.text} ".startswith(words.removesuffix("…"))
            assert len(words) <= 120
            assert not words.endswith(".")
            assert text.count(entry.text) == 1
            assert (f"Why: {entry.why}" in text) == bool(entry.why)


@pytest.mark.parametrize("slug", sorted(revertible()))
def test_mail_about_a_reverted_entry_says_what_is_so_again(event: Event, slug: str) -> None:
    division = event.divisions.get()
    line = append(event, samples(event)[slug], at=after(1), division=division)
    back = append(
        event, RevertedKind(entry=line.seq, actor=event.director_id, why="Sorry."), at=after(1), division=division
    )
    subject, text = mailed(event, back, event.entrants.earliest("pk").player_id)
    assert "Why: Sorry." in text
    says_it_in_general = "an entry was reverted" in subject
    assert says_it_in_general == (WORDS.get(slug, EntryWords).reverted_subject is EntryWords.reverted_subject)


def test_words_are_registered_for_kinds_and_questions_that_there_are() -> None:
    assert WORDS.keys() <= KINDS.keys()
    questions = {
        signals.ASKED, signals.DEADLINE_NEAR, signals.DRAFTED, signals.INVITED, signals.MOVED_UP, signals.ROUND_READY,
        signals.LINE_UP_DUE, signals.TEAM_INVITED,
    }  # fmt: skip
    assert QUESTIONS.keys() == questions


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
