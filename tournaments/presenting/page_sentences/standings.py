"""Sentences of the table of a division, also of a supposed one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from games.presenting.moments import write_moment
from ground.wording import or_list
from tournaments.presenting.promotion_zones import Zone

NO_VALUE = "\N{EN DASH}"  # in a cell for which there is no number


def heading(*, is_ladder: bool, is_final: bool) -> str:
    """What the table is called, while it is played for and afterwards."""
    if is_ladder:
        return gettext("Final rungs") if is_final else gettext("Rungs of the ladder")
    return gettext("Final standings") if is_final else gettext("Standings")


def place_column(*, is_ladder: bool) -> str:
    return gettext("Rung") if is_ladder else gettext("Place")


def computed(games: int, at: datetime) -> str:
    """From how many games the table follows, and when it was made."""
    return ngettext(
        "After {count} finished game, calculated {moment}.", "After {count} finished games, calculated {moment}.", games
    ).format(count=games, moment=date_format(localtime(at), gettext("j F Y, H:i:s")))


def waiting(entries: int) -> str:
    """That entries of the log are not in the table yet; empty if all are."""
    if not entries:
        return ""
    return ngettext(
        "{count} more is being counted: look again in a moment.",
        "{count} more are being counted: look again in a moment.",
        entries,
    ).format(count=entries)


def challenges(players: Sequence[str]) -> str:
    """Whom the viewer can challenge on a ladder."""
    return gettext("You can challenge {players}.").format(players=or_list(players))


def zone_class(zone: str) -> str:
    """How the row of a place that leads somewhere looks."""
    looks = {Zone.UP: "zone-up", Zone.THROUGH: "zone-up", Zone.DOWN: "zone-down", Zone.OUT: "zone-down"}
    return looks.get(Zone(zone), "zone-stays") if zone else ""


def came_of(result: str) -> tuple[str, str]:
    """The letter for a match that was won, drawn or lost, and the word."""
    return {
        "won": (gettext("W"), gettext("won")),
        "drawn": (gettext("D"), gettext("drawn")),
        "lost": (gettext("L"), gettext("lost")),
    }[result]


def difference(leaves: int) -> str:
    """ "+3", "0", "\N{MINUS SIGN}8"."""
    return f"{leaves:+}".replace("-", "\N{MINUS SIGN}") if leaves else "0"


def still_open(matches: int, total: int, deadline: datetime | None) -> str:
    """What is still to be played, and until when: "3 of 12 matches are open, until 5 March 2026, 12:00 UTC."; nothing
    once all is over."""
    if not matches:
        return ""
    if deadline is None:
        return ngettext(
            "{count} of {total} meetings is open.", "{count} of {total} meetings are open.", matches
        ).format(count=matches, total=total)
    return ngettext(
        "{count} of {total} meetings is open, until {moment}.",
        "{count} of {total} meetings are open, until {moment}.",
        matches,
    ).format(count=matches, total=total, moment=write_moment(deadline))


def course(rounds: int) -> str:
    """What the chart of places shows."""
    return gettext("The places after each of the first {count} rounds").format(count=rounds)


def zones_note(*, is_group: bool, has_higher_tier: bool, is_final: bool) -> str:
    """What the signs of the places mean."""
    if is_group:
        sentences = [gettext("▲ goes on to the finals.")]
    else:
        sentences = [
            gettext("▲ goes up. ▼ goes down, unless a place above is free. Without a sign: stays at least.")
            if has_higher_tier
            else gettext("▼ goes down, unless a place above is free. Without a sign: stays at least."),
            gettext("Places of players who do not play on are filled from the tier below, the best first."),
        ]
    return " ".join(sentences if is_final else [*sentences, gettext("As it stands now.")])


def summary(player: str, certain: Sequence[str]) -> str:
    """A player, with what is certain already: "anna: first for certain"."""
    if not certain:
        return player
    return gettext("{player}: {certain}").format(player=player, certain=", ".join(certain))


def table_files(*, csv: str, json: str, results: str, trf: str) -> SafeString:
    """The table and the results as files; ``trf`` is empty where the format does not fit."""
    table = gettext('This table as <a href="{csv}">CSV</a> or <a href="{json}">JSON</a>')
    if trf:
        played = gettext('the results as <a href="{results}">CSV</a> or <a href="{trf}">TRF16</a>')
    else:
        played = gettext('the results as <a href="{results}">CSV</a>')
    return format_html(f"{table} · {played}", csv=csv, json=json, results=results, trf=trf)


def moved(before: int, now: int) -> str:
    """Which way a place has moved, in words; empty for one that has not."""
    if before == now:
        return ""
    return gettext("higher than now") if before > now else gettext("lower than now")


def changed_place(before: int, after: int) -> str | SafeString:
    """A place (or rung) before and after, with the direction; the same number where it stays."""
    if before == after:
        return gettext("{place} as before").format(place=before)
    arrow, direction = ("↑", gettext("up")) if after < before else ("↓", gettext("down"))
    return format_html(
        gettext('{before} → <b>{after}</b> <span aria-label="{direction}">{arrow}</span>'),
        before=before, after=after, direction=direction, arrow=arrow,
    )  # fmt: skip


def changed_points(before: str, after: str) -> str | SafeString:
    """Points before and after."""
    if before == after:
        return gettext("{points} as before").format(points=before)
    return format_html("{before} → <b>{after}</b>", before=before, after=after)
