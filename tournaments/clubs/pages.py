"""The list of clubs, the page of a club, and what its members and organisers do there."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import include, path, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET

from games.action.base import Outcome
from games.moderation.subjects import report_address
from games.web.action_pages import button, nothing, page
from ground.address_values import page_of
from ground.expensive import expensive
from tournaments.circuits.queries import circuits_of_club
from tournaments.clubs import actions
from tournaments.clubs import queries as seen
from tournaments.history.rows import all_time_rows
from tournaments.models import Club
from tournaments.presenting import finding
from tournaments.web.links import circuit_link, comma_separated, player_link
from tournaments.web.page_rows.event import event_rows

CLUBS_A_PAGE = 50
EVENTS_A_PAGE = 20


@require_GET
def clubs(request: HttpRequest) -> HttpResponse:
    """All clubs that have members."""
    shown = page_of(request, seen.clubs(), CLUBS_A_PAGE)
    context = {
        "title": gettext("Clubs"),
        "about": gettext("Clubs of players, with their events and tables."),
        "page": shown,
        "rows": [(club, members(club.size)) for club in shown],
    }
    return render(request, "clubs/clubs.html", context)


@require_GET
@expensive
def club(request: HttpRequest, club: str) -> HttpResponse:
    """The members of a club, its events and its table; for members the way out, for others the way in."""
    shown = seen.club_seen_by(seen.find_club(club), finding.viewer_of(request))
    events = page_of(request, shown.events, EVENTS_A_PAGE)
    organisers = [one for one in shown.members if one.is_organiser]
    path = reverse("clubs:club", args=[club])
    context = {
        "club": shown,
        "title": shown.club.name,
        "about": gettext("The club {name}: its members, its events, and its all-time table.").format(
            name=shown.club.name
        ),
        "size": members(len(shown.members)),
        "organisers": comma_separated(player_link(one.player.username) for one in organisers),
        "others": comma_separated(player_link(one.player.username) for one in shown.members if not one.is_organiser),
        "events": events,
        "rows": event_rows(events),
        "circuits": comma_separated(circuit_link(one.slug, one.name) for one in circuits_of_club(shown.club)),
        "all_time": all_time_rows(shown.all_time, best),
        "code": request.GET.get("code", "")[:40],
        "link": request.build_absolute_uri(f"{path}?{urlencode({'code': shown.code})}") if shown.code else "",
        "leaving": what_leaving_means(
            is_only_organiser=[one.player for one in organisers] == [request.user], is_last=len(shown.members) == 1
        ),
        "report_address": report_address("club", club),
    }
    return render(request, "clubs/club.html", context)


def _found(request: HttpRequest, club: str) -> Club:
    return seen.find_club(club)


def _address(club: Club | None, outcome: Outcome | None = None) -> str:
    """The page of a club, of one that was founded, or of all where it is gone."""
    slug = outcome.facts.slug if outcome and outcome.facts else club.slug if club else ""
    return reverse("clubs:club", args=[slug]) if Club.objects.filter(slug=slug).exists() else reverse("clubs:clubs")


_MANAGED = {what: button(action, _found, _address) for what, action in actions.MANAGED.items()}


def manage(request: HttpRequest, club: str) -> HttpResponse:
    """Let a member organise the club, or no more, or take them out. Raises BadRequest for anything else."""
    if (what := request.POST.get("what", "organise")) not in _MANAGED:
        raise BadRequest(gettext("Choose what to do."))
    return _MANAGED[what](request, club=club)


_OF_CLUBS = [
    path("", clubs, name="clubs"),
    path("new/", page(actions.FOUND, nothing, _address), name="found"),
    path("<slug:club>/", club, name="club"),
    path("<slug:club>/edit/", page(actions.EDIT, _found, _address), name="edit"),
    path("<slug:club>/join/", button(actions.JOIN, _found, _address), name="join"),
    path("<slug:club>/leave/", button(actions.LEAVE, _found, _address), name="leave"),
    path("<slug:club>/code/", button(actions.RENEW, _found, _address), name="renew"),
    path("<slug:club>/members/", manage, name="manage"),
]
SITE_PAGES = [path("clubs/", include((_OF_CLUBS, "clubs")))]


def members(count: int) -> str:
    return ngettext("{count} member", "{count} members", count).format(count=count)


def best(tier: int, place: int) -> str:
    """The highest place in an event: "2", or "1 in tier 2"; empty for none."""
    if not place:
        return ""
    return str(place) if tier == 1 else gettext("{place} in tier {tier}").format(place=place, tier=tier)


def what_leaving_means(*, is_only_organiser: bool, is_last: bool) -> str:
    if is_last:
        return gettext("You are its last member: a club without members and events is deleted.")
    if is_only_organiser:
        return gettext("You are its only organiser. If you leave, the member who joined first organises it.")
    return ""
