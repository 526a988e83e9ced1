"""Titles and headings that all pages of an event share."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext

from games.presenting.moments import write_moment


def page_title(event: str, page: str, division: str = "") -> str:
    """The title of a page of an event: "Spring: standings, Division 1.1"."""
    if division:
        return gettext("{event}: {page}, {division}").format(event=event, page=page, division=division)
    return gettext("{event}: {page}").format(event=event, page=page)


def heading(words: str, division: str = "") -> str:
    """A heading, with the division where the event has several: "Division 1.1: Standings"."""
    return gettext("{division}: {heading}").format(division=division, heading=words) if division else words


def kind_of_event(game: str, form: str, season: int | None = None) -> str:
    """What is played, and how: "Treeblox, round robin"; ``season`` where there are several."""
    if season is None:
        return gettext("{game}, {form}").format(game=game, form=form)
    return gettext("{game}, {form}, season {season}").format(game=game, form=form, season=season)


def paused(since: datetime | None = None) -> str:
    """That the event is paused; ``since`` where it matters when that began."""
    return gettext("paused since {moment}").format(moment=write_moment(since)) if since else gettext("paused")


def entrant_column(*, of_teams: bool) -> str:
    """What the lines of a table are about."""
    return gettext("Team") if of_teams else gettext("Player")
