"""The rows of the pages of moderators."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext

from games.models import ModerationEntry, Report
from games.moderation.sanctions import Kind
from games.moderation.subjects import find
from games.presenting.page_sentences import moderation as sentences
from games.presenting.page_sentences import sanctions
from ground.lists import dotted, link

QUOTED = 200  # characters of what was said, in a line


@dataclass(frozen=True, slots=True)
class EntryRow:
    """Something that was decided."""

    number: int
    at: datetime
    player: SafeString | str
    words: str
    reason: str
    moderator: str
    revert_address: str  # empty where nothing can be reverted


@dataclass(frozen=True, slots=True)
class ReportRow:
    """Something that was reported."""

    at: datetime
    words: str
    address: str  # of the page on which it is decided
    subject: SafeString | str
    about: SafeString | str
    quoted: str
    text: str
    is_open: bool
    state: str
    details: SafeString  # whom it is about, and what was said, in short


def entry_row(entry: ModerationEntry) -> EntryRow:
    """What the log says of a decision; with ``is_reverted`` of the entry, whether it still can be reverted."""
    can_be_reverted = entry.kind not in (Kind.REVERTED, Kind.DISMISSED) and not getattr(entry, "is_reverted", True)
    return EntryRow(
        number=entry.pk,
        at=entry.at,
        player=_player(entry.player.username) if entry.player else "",
        words=sanctions.log_entry(entry.kind, entry.until, reverts=entry.reverts),
        reason=entry.reason,
        moderator=entry.moderator.username,
        revert_address=reverse("games:revert_moderation", args=[entry.pk]) if can_be_reverted else "",
    )


def report_row(report: Report) -> ReportRow:
    """What moderators see of a report: who, what, why, and the words as they were."""
    subject = find(report.kind, report.subject, report.reporter)
    name = subject.name if subject else f"{report.kind} {report.subject}"
    about = _player(report.about.username) if report.about else ""
    return ReportRow(
        at=report.at,
        words=gettext("{reporter} reports {subject}: {reason}").format(
            reporter=report.reporter.username, subject=name, reason=report.get_reason_display()
        ),
        address=reverse("games:moderation_report", args=[report.pk]),
        subject=link(subject.address, name) if subject else name,
        about=about,
        quoted=report.quoted,
        text=report.text,
        is_open=report.closed_by_id is None,
        state=sentences.state(is_open=report.closed_by_id is None),
        details=dotted([about, Truncator(report.quoted).chars(QUOTED)]),
    )


def _player(name: str) -> SafeString:
    return link(reverse("games:moderated_player", args=[name]), name)
