"""Every kind of entry can be mailed: in words of its own, or in those that its neutral sentence gives."""

from __future__ import annotations

import pytest
from django.db import transaction

from notifications.models import OutboundMail
from notifications.outbound.envelopes import render
from notifications.outbound.messages.events.entries import WORDS
from notifications.outbound.messages.events.entries.words import EntryWords
from notifications.outbound.messages.events.questions import QUESTIONS
from tests.notifications.mailbox import PostOffice
from tests.tournaments.conftest import NOON, after
from tests.tournaments.event_log.samples import about, samples
from tests.tournaments.playing import settle, started
from tournaments import signals
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
    says_it_in_general = EntryWords.reverted_subject(None) in subject  # type: ignore[arg-type]
    assert says_it_in_general == (WORDS.get(slug, EntryWords).reverted_subject is EntryWords.reverted_subject)


def test_words_are_registered_for_kinds_and_questions_that_there_are() -> None:
    assert WORDS.keys() <= KINDS.keys()
    questions = {
        signals.ASKED, signals.DEADLINE_NEAR, signals.DRAFTED, signals.INVITED, signals.MOVED_UP, signals.ROUND_READY,
        signals.LINE_UP_DUE, signals.TEAM_INVITED,
    }  # fmt: skip
    assert QUESTIONS.keys() == questions
