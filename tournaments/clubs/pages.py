"""The list of clubs, the page of a club, and what its members and organisers do there."""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import include, path, reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.models import Player
from games.moderation.subjects import report_address
from games.web.requests import player_of
from ground.address_values import page_of
from ground.expensive import expensive
from tournaments.circuits.queries import circuits_of_club
from tournaments.clubs import queries as seen
from tournaments.clubs import services as membership
from tournaments.exceptions import EventError, NotOrganiser
from tournaments.history.rows import all_time_rows
from tournaments.models import Club
from tournaments.presenting import finding
from tournaments.web.links import circuit_link, comma_separated, player_link
from tournaments.web.page_rows.event import event_rows

CLUBS_A_PAGE = 50
EVENTS_A_PAGE = 20


class ClubForm(forms.Form):
    """A club."""

    name = forms.CharField(
        max_length=Club._meta.get_field("name").max_length,
        label=gettext_lazy("Name"),
        error_messages={"required": gettext_lazy("Give the club a name.")},
    )
    about = forms.CharField(
        required=False,
        max_length=Club._meta.get_field("about").max_length,
        label=gettext_lazy("In your own words"),
        help_text=gettext_lazy("What it is, and for whom. Shown on its page; no links, no formatting."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )


@require_GET
def clubs(request: HttpRequest) -> HttpResponse:
    """All clubs that have members."""
    page = page_of(request, seen.clubs(), CLUBS_A_PAGE)
    context = {
        "title": gettext("Clubs"),
        "about": gettext("Clubs of players, with their events and tables."),
        "page": page,
        "rows": [(club, members(club.size)) for club in page],
    }
    return render(request, "clubs/clubs.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def found(request: HttpRequest) -> HttpResponse:

    def service(player: Player, name: str, about: str) -> Club:
        club = membership.found_club(player=player, name=name, about=about, at=timezone.now())
        messages.success(
            request, gettext("You have founded {name}. Give its code to those who are to join.").format(name=club.name)
        )
        return club

    title, button = gettext("Found a club"), gettext("Found")
    form = ClubForm(request.POST or None)
    return _take(request, form, service, back=reverse("clubs:clubs"), title=title, button=button, is_new=True)


@require_http_methods(["GET", "POST"])
@login_required
def edit(request: HttpRequest, club: str) -> HttpResponse:
    """Give a club another name or description."""
    edited = seen.find_club(club)
    if not membership.may_organise(edited, player_of(request)):
        raise PermissionDenied(gettext("Only organisers of {club} can do that.").format(club=edited))

    def service(player: Player, name: str, about: str) -> Club:
        return membership.edit_club(club_id=edited.pk, player=player, name=name, about=about, at=timezone.now())

    form = ClubForm(request.POST or None, initial={"name": edited.name, "about": edited.about})
    back = reverse("clubs:club", args=[club])
    return _take(request, form, service, back=back, title=edited.name, button=gettext("Save"))


def _take(
    request: HttpRequest,
    form: ClubForm,
    service: Callable[..., Club],
    *,
    back: str,
    title: str,
    button: str,
    is_new: bool = False,
) -> HttpResponse:
    """Show the form until it can be stored."""
    if form.is_valid():
        try:
            return redirect("clubs:club", service(player_of(request), **form.cleaned_data).slug)
        except EventError as error:
            form.add_error(error.field if error.field in form.fields else None, error.message)
    context = {"form": form, "back": back, "title": title, "button": button, "is_new": is_new}
    return render(request, "clubs/edit.html", context, status=400 if form.errors else 200)


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


def _do(request: HttpRequest, slug: str, service: Callable[[Club, Player], str]) -> HttpResponse:
    club = seen.find_club(slug)
    try:
        messages.success(request, service(club, player_of(request)))
    except NotOrganiser as error:
        raise PermissionDenied(error.message) from error
    except EventError as error:
        messages.error(request, error.message)
    except Club.DoesNotExist as error:  # deleted a moment ago
        raise Http404 from error
    return redirect("clubs:club", slug) if Club.objects.filter(pk=club.pk).exists() else redirect("clubs:clubs")


@require_POST
@login_required
def join(request: HttpRequest, club: str) -> HttpResponse:

    def service(joined: Club, player: Player) -> str:
        code = request.POST.get("code", "")[:100]
        membership.join_club(club_id=joined.pk, player=player, code=code, at=timezone.now())
        return gettext("You are a member of {name}.").format(name=joined.name)

    return _do(request, club, service)


@require_POST
@login_required
def leave(request: HttpRequest, club: str) -> HttpResponse:

    def service(left: Club, player: Player) -> str:
        membership.leave_club(club_id=left.pk, player=player)
        return gettext("You are no longer a member of {name}.").format(name=left.name)

    return _do(request, club, service)


@require_POST
@login_required
def renew(request: HttpRequest, club: str) -> HttpResponse:
    """Give a club another code."""

    def service(renewed: Club, player: Player) -> str:
        membership.renew_code(club_id=renewed.pk, player=player)
        return gettext("Changed.")

    return _do(request, club, service)


@require_POST
@login_required
def manage(request: HttpRequest, club: str) -> HttpResponse:
    """Let a member organise the club, or no more, or take them out. Raises BadRequest for anything else."""
    what, name = request.POST.get("what"), request.POST.get("player", "")[:150]

    def service(managed: Club, player: Player) -> str:
        if what == "remove":
            membership.remove_member(club_id=managed.pk, player=player, username=name)
            return gettext("{player} is no longer a member, and the club has a new code.").format(player=name)
        if what not in ("organise", "step-down"):
            raise BadRequest(gettext("Choose what to do."))
        organises = what == "organise"
        membership.change_organiser(club_id=managed.pk, player=player, username=name, organises=organises)
        return gettext("Changed.")

    return _do(request, club, service)


_OF_CLUBS = [
    path("", clubs, name="clubs"),
    path("new/", found, name="found"),
    path("<slug:club>/", club, name="club"),
    path("<slug:club>/edit/", edit, name="edit"),
    path("<slug:club>/join/", join, name="join"),
    path("<slug:club>/leave/", leave, name="leave"),
    path("<slug:club>/code/", renew, name="renew"),
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
