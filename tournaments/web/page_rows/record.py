"""A player's record in an event, and what lies behind a line of a table: rounds, tie-breaks, what is possible."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext

from ground.lists import Row
from tournaments.event_rules.layouts import Form
from tournaments.formats.base import Format
from tournaments.models import Entrant, Event
from tournaments.presenting.explanations import RoundLine
from tournaments.presenting.page_sentences.standings import NO_VALUE
from tournaments.presenting.promotion_zones import Zone
from tournaments.presenting.tables import PartLine, RecordPart, StandingLine, ValueCell
from tournaments.web.links import Link, match_link
from tournaments.wording.decisions import points_in_words, with_minus


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


def record_row(event: Event, part: RecordPart) -> Row:
    """The record in one division, in words."""
    line, form = part.line, part.division.stage.stage_format
    if line is None:
        return {"title": part.title, "games": "", "outlook": "", "why": None}
    reached = place(
        line.rank,
        part.total,
        is_ladder=event.form == Form.LADDER,
        is_shared=line.is_shared,
        points=line.points if form.has_points else "",
    )
    zone = gettext(line.zone) if line.zone and line.zone != Zone.STAYS else ""
    return {
        "title": part.title,
        "games": format_html(gettext("{place}: {score}."), place=reached, score=line.score),
        "outlook": outlook(zone, line.certain, is_final=part.division.finished_at is not None),
        "why": explanation(event, line, form),
    }


def place(rank: int, total: int, *, is_ladder: bool, is_shared: bool, points: str = "") -> SafeString:
    """Which place, of how many; with the ``points`` (a written number) where points decide."""
    if is_ladder:
        text = gettext("Rung <b>{rank}</b> of {total}")
    elif is_shared:
        text = gettext("Shared place <b>{rank}</b> of {total}")
    else:
        text = gettext("Place <b>{rank}</b> of {total}")
    words = format_html(text, rank=rank, total=total)
    if not points:
        return words
    return format_html(gettext("{place} with <b>{points}</b>"), place=words, points=points_in_words(points))


def outlook(zone: str, certain: Sequence[str], *, is_final: bool) -> str:
    """Where the place leads to (``zone``, empty for nowhere), and what is certain already."""
    sentences = []
    if zone:
        text = gettext("{zone}.") if is_final else gettext("As it stands, {zone}.")
        sentences.append(text.format(zone=capfirst(zone) if is_final else zone))
    sentences += [gettext("{certain}.").format(certain=capfirst(words)) for words in certain]
    return " ".join(sentences)


def explanation(event: Event, line: StandingLine, form: Format) -> Row:
    """What lies behind a line of a table in that format."""
    is_ladder = form.slug == "ladder"
    matches = reverse("tournaments:match", args=[event.slug, 0]).removesuffix("0/")
    return {
        "entrant": line.entrant,
        "label": gettext("Rounds of {player}").format(player=line.player),
        "rounds": tuple(_round(held, matches) for held in line.rounds),
        "has_numbers": not is_ladder,
        "has_points": form.has_points,
        "nothing": gettext("No challenge yet.") if is_ladder else gettext("No round yet."),
        "tie_breaks": tuple(_tie_break(event, cell, is_next=is_next) for cell, is_next in _applied(line)),
        "still_possible": still_possible(line.most, line.places),
    }


def _round(held: RoundLine, matches: str) -> Row:
    return {
        "number": held.number,
        "address": f"{matches}{held.fixture}/" if held.fixture else "",
        "opponents": ", ".join(held.opponents),
        "note": held.note,
        "result": result(held.points if held.fixture else ""),
        "points": held.points or NO_VALUE,
        "total": held.total if held.points else "",
    }


def _applied(line: StandingLine) -> list[tuple[ValueCell, bool]]:
    """The tie-breaks that were applied, and whether each was applied once more to those who were still level."""
    return [
        pair for cell in line.values if cell.text for pair in ((cell, False), *((again, True) for again in cell.again))
    ]


def _tie_break(event: Event, cell: ValueCell, *, is_next: bool) -> SafeString:
    return tie_break(
        cell.name if is_next else capfirst(cell.name),
        cell.among,
        with_minus(cell.text),
        [_part(event, part) for part in cell.parts],
        is_next=is_next,
    )


def _part(event: Event, part: PartLine) -> SafeString:
    words = against(with_minus(part.amount), part.opponent if part.fixture else "")
    shown = match_link(event, part.fixture, words) if part.fixture else format_html("{}", words)
    return with_note(shown, part.note)


def result(points: str) -> str:
    """How a round ended where points do not count: "won"; a dash while it is open."""
    if not points:
        return NO_VALUE
    return {"1": gettext("won"), "0": gettext("lost")}.get(points, gettext("drawn"))


def against(amount: str, opponent: str) -> str:
    """What a match contributed: "2 against anna"."""
    return gettext("{amount} against {opponent}").format(amount=amount, opponent=opponent) if opponent else amount


def with_note(part: SafeString, note: str) -> SafeString:
    """A part of a number with what is to be said of it: "1 (round 3, pairing bye)"."""
    return format_html(gettext("{part} ({note})"), part=part, note=note) if note else part


def tie_break(
    name: str, among: Sequence[str], amount: str, parts: Sequence[SafeString], *, is_next: bool
) -> SafeString:
    """A tie-break of a player: among whom, how much, and what it came from.

    ``is_next``: the same once more, among those who were still level.
    """
    came_from = format_html_join(", ", "{}", ((part,) for part in parts)) or gettext("no match counts")
    if is_next:
        text = (
            gettext("Then {name} among {players} <b>{amount}</b>: {parts}")
            if among
            else gettext("Then {name} <b>{amount}</b>: {parts}")
        )
    else:
        text = (
            gettext("{name} among {players} <b>{amount}</b>: {parts}")
            if among
            else gettext("{name} <b>{amount}</b>: {parts}")
        )
    return format_html(text, name=name, players=", ".join(among), amount=amount, parts=came_from)


def still_possible(most: str, places: str) -> str:
    """What a player can still reach; ``places`` is one, "3", or several, "1 to 3". Empty when nothing is open."""
    if not most:
        return ""
    first, _, last = places.partition(" to ")
    text = (
        gettext("By winning everything that is open: {points}. By points alone, places {first} to {last} are possible.")
        if last
        else gettext("By winning everything that is open: {points}. By points alone, only place {first} is possible.")
    )
    return text.format(points=points_in_words(most), first=first, last=last)
