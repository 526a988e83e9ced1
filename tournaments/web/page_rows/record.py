"""The parts of a player's record in an event: one for each division."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.event_rules.layouts import Form
from tournaments.models import Entrant, Event
from tournaments.presenting.page_sentences import record as sentences
from tournaments.presenting.promotion_zones import Zone
from tournaments.presenting.tables import RecordPart
from tournaments.web.links import Link
from tournaments.web.page_rows.why import Explanation, explanation


@dataclass(frozen=True, slots=True)
class RecordRow:
    """A player's record in one division; without ``why`` the player is not in its table any more."""

    title: str
    games: SafeString | str
    outlook: str
    why: Explanation | None


def home_of(event: Event, entrant: Entrant) -> Link:
    """The page of a player, or of a team."""
    if entrant.team_name:
        return Link(
            gettext("The team\N{RIGHT SINGLE QUOTATION MARK}s players"),
            reverse("tournaments:team", args=[event.slug, entrant.pk]),
        )
    return Link(
        gettext("The player\N{RIGHT SINGLE QUOTATION MARK}s own page"),
        reverse("games:player", args=[entrant.player.username]),
    )


def record_row(event: Event, part: RecordPart) -> RecordRow:
    """The record in one division, in words."""
    line, form = part.line, part.division.stage.stage_format
    if line is None:
        return RecordRow(part.title, "", "", None)
    place = sentences.place(
        line.rank,
        part.total,
        is_ladder=event.form == Form.LADDER,
        is_shared=line.is_shared,
        points=line.points if form.has_points else "",
    )
    zone = gettext(line.zone) if line.zone and line.zone != Zone.STAYS else ""
    return RecordRow(
        title=part.title,
        games=sentences.games(place, line.score),
        outlook=sentences.outlook(zone, line.certain, is_final=part.division.finished_at is not None),
        why=explanation(event, line, form),
    )
