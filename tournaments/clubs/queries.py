"""Clubs as pages and REST show them: the list, members, events, and the all-time table. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, F, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext

from games.models import Player
from tournaments.clubs.actions import may_organise
from tournaments.event_rules.layouts import Form
from tournaments.history.all_time import AllTime, all_time, lines_of
from tournaments.history.titles import MOST_EVENTS, events_with_titles, titles_in
from tournaments.models import Club, ClubMember, Event
from tournaments.queries import events_shown_to

IS_THERE = Q(player__is_active=True)


@dataclass(frozen=True, slots=True)
class ClubSeen:
    """A club as a viewer sees it: its members, organisers first, its events, the latest first, and its table.

    ``code`` is empty for everybody but organisers.
    """

    club: Club
    members: tuple[ClubMember, ...]
    events: QuerySet[Event]
    all_time: tuple[AllTime, ...]
    is_member: bool
    may_organise: bool

    @property
    def slug(self) -> str:
        return self.club.slug

    @property
    def event_slugs(self) -> list[str]:
        return list(self.events.values_list("slug", flat=True))

    @property
    def code(self) -> str:
        return self.club.code if self.may_organise else ""


def clubs() -> QuerySet[Club]:
    """All clubs that have members, by name, with how many (``size``)."""
    size = Count("members", filter=Q(members__player__is_active=True))
    return Club.objects.annotate(size=size).filter(size__gt=0).order_by("name", "id")


def find_club(slug: str) -> Club:
    """The club of an address. Raises Http404."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise Http404(gettext("There is no club {slug}.").format(slug=slug))
    return club


def clubs_of(player: Player) -> QuerySet[Club]:
    """The clubs that a player belongs to, by name."""
    return Club.objects.filter(members__player=player)


def club_seen_by(club: Club, viewer: Player | None) -> ClubSeen:
    """What a viewer, None for a visitor, sees of a club."""
    members = club.members.filter(IS_THERE).select_related("player")
    return ClubSeen(
        club=club,
        members=tuple(members.order_by(F("is_organiser").desc(), "player__username")),
        events=events_shown_to(viewer).filter(club=club),
        all_time=tuple(table_of(club)),
        is_member=viewer is not None and club.has_member(viewer),
        may_organise=may_organise(club, viewer),
    )


def table_of(club: Club) -> list[AllTime]:
    """What its present members have done in its events that are over. Teams are no members, so their leagues count
    for nobody."""
    events = list(events_with_titles().filter(club=club).exclude(form=Form.TEAMS)[:MOST_EVENTS])
    champions = {title.event.pk: title.champions for title in titles_in(events)}
    there = set(club.members.filter(IS_THERE).values_list("player__username", flat=True))
    return all_time([line for line in lines_of(events) if line.player in there], champions)
