"""The pages of a player's mail: which kinds come and when, and those that switch mails off and addresses on."""

from __future__ import annotations

from collections.abc import Sequence

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.sessions import player_of
from games.feed.moment import begin_page
from games.models import Game, Player
from notifications.addresses import address_health, preferences, unsubscribing
from notifications.choices.topics import OF_EVENT, OF_GAME, Topic
from notifications.models import AddressHealth, TopicPreference
from notifications.web.forms import MailTimesForm, PacesForm
from tournaments.models import Event
from tournaments.queries import events_shown_to

# What a player wants --------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
@login_required
def mail_preferences(request: HttpRequest) -> HttpResponse:
    """Which mails the player gets, and when."""
    player = player_of(request)
    data = request.POST or None
    times = MailTimesForm(data, instance=preferences.preference_of(player.pk))
    paces = PacesForm(data, topics=tuple(Topic), own=preferences.own_paces(player.pk), usual=None)
    if request.method == "POST" and times.is_valid() and paces.is_valid():
        now = timezone.now()
        preferences.choose(player_id=player.pk, paces=paces.values(), at=now)
        preferences.choose_times(player_id=player.pk, at=now, **times.values())
        messages.success(request, gettext("Saved."))
        return redirect("notifications:mail_preferences")
    begin_page(request)
    nearer = TopicPreference.objects.filter(player=player).exclude(game=None, event=None)
    context = {
        "troubles": address_health.addresses_off(player.pk),
        "mail_troubles": (),  # this page says more of them than the head of every page
        "times": times,
        "paces": paces,
        "games": Game.objects.filter(topic_preferences__in=nearer).distinct().order_by("-pk"),
        "events": Event.objects.filter(topic_preferences__in=nearer).distinct(),
    }
    return render(request, "notifications/mail_preferences.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def game_preferences(request: HttpRequest, pk: int) -> HttpResponse:
    """Which mails the player gets about one game."""
    game = get_object_or_404(Game, pk=pk)
    about = {"title": gettext("Game {game}").format(game=game.pk), "back": reverse("games:game", args=[game.pk])}
    return _choose_nearer(request, about, OF_GAME, game_id=game.pk)


@require_http_methods(["GET", "POST"])
@login_required
def event_preferences(request: HttpRequest, slug: str) -> HttpResponse:
    """Which mails the player gets about one event and its games."""
    event = get_object_or_404(events_shown_to(player_of(request)), slug=slug)
    about = {"title": event.name, "back": reverse("tournaments:event", args=[event.slug])}
    return _choose_nearer(request, about, OF_EVENT, event_id=event.pk)


def _choose_nearer(
    request: HttpRequest, about: dict[str, str], topics: Sequence[Topic], **where: int
) -> HttpResponse:  # fmt: skip
    player = player_of(request)
    usual = preferences.usual_paces(player.pk, **where)
    own = preferences.own_paces(player.pk, **where)
    form = PacesForm(request.POST or None, topics=topics, own=own, usual=usual)
    if request.method == "POST" and form.is_valid():
        preferences.choose(player_id=player.pk, paces=form.values(), at=timezone.now(), **where)
        messages.success(request, gettext("Saved."))
        return redirect(request.path)
    return render(request, "notifications/nearer_preferences.html", {"form": form, **about})


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt
@never_cache
def switch_off(request: HttpRequest, code: str) -> HttpResponse:
    """The link in a mail that ends its kind: GET shows a button, POST does it.

    Without login or CSRF token, as RFC 8058 asks of one-click links; the signed code says who and what.
    """
    try:
        player_id, what = unsubscribing.read_code(code)
    except BadSignature as error:
        raise Http404(gettext("This link is not complete.")) from error
    player = get_object_or_404(Player, pk=player_id)
    done = request.method == "POST"
    if done:
        unsubscribing.switch_off(player.pk, what, timezone.now())
    context = {
        "player": player,
        "what": unsubscribing.words_of(what),
        "done": done,
        "becomes_digest": what == Topic.TURNS and preferences.has_running_games(player.pk),
        "notice_hours": settings.FLAG_NOTICE_HOURS,
    }
    return render(request, "notifications/switch_off.html", context)


@require_POST
@login_required
def recheck(request: HttpRequest) -> HttpResponse:
    """Try an address again to which no mail goes: a mail to it asks for a yes."""
    player = player_of(request)
    for trouble in address_health.addresses_off(player.pk):
        if address_health.ask_again(player_id=player.pk, address_id=trouble.pk, at=timezone.now()):
            messages.success(
                request,
                gettext("A mail is on its way to {email}. Open the link in it.").format(email=trouble.address.email),
            )
        else:
            messages.info(
                request,
                gettext("A mail went to {email} less than an hour ago. Is it there?").format(
                    email=trouble.address.email
                ),
            )
    return redirect("notifications:mail_preferences")


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt
@never_cache
def switch_on(request: HttpRequest, code: str) -> HttpResponse:
    """The link in a recheck: GET shows a button, POST switches the address on. Its reader has read mail there."""
    try:
        address_id, since = unsubscribing.read_address_code(code)
    except BadSignature as error:
        raise Http404(gettext("This link is not complete.")) from error
    address = get_object_or_404(EmailAddress.objects.select_related("user"), pk=address_id)
    if request.method == "POST":
        address_health.switch_on(address_id=address.pk, off_since=since, at=timezone.now())
    is_on = not AddressHealth.objects.filter(pk=address.pk, off_since__isnull=False).exists()
    context = {"player": address.user, "address": address.email, "done": is_on}
    response = render(request, "notifications/switch_on.html", context)
    response["Referrer-Policy"] = "no-referrer"  # the address of this page is the permission
    return response
