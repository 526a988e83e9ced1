"""What an action would change in a table, row by row."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from tournaments.directing.action.dry_run import DryRun
from tournaments.event_rules.layouts import WITH_BRACKET, Form
from tournaments.models import Event
from tournaments.presenting.page_sentences import what_if as sentences


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A player whose place or points would change; ``points`` are empty where points do not decide places."""

    player: str
    place: str | SafeString
    points: str | SafeString


def has_points(event: Event) -> bool:
    """A ladder and a knockout have places, and no points."""
    return event.form not in (Form.LADDER, *WITH_BRACKET)


def change_rows(event: Event, dry_run: DryRun) -> list[ChangeRow]:
    """Every player whom an action would move."""
    with_points = has_points(event)
    return [
        ChangeRow(
            change.player,
            sentences.changed_place(change.rank_before, change.rank_after),
            sentences.changed_points(change.points_before, change.points_after) if with_points else "",
        )
        for change in dry_run.changes
    ]
