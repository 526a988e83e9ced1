"""The mail lab, where mails can be read and, in development, answered; and the pages that switch mails off.

In development the lab is open to everybody who reaches the site. In production it is for staff, shows no live reply
address and answers nothing.
"""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Sequence
from functools import wraps
from itertools import chain

from allauth.account.models import EmailAddress
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.signing import BadSignature
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.models import Game, Player
from games.web.requests import player_of
from notifications.addresses import address_health, preferences, unsubscribing
from notifications.addresses.reply_addresses import blot
from notifications.choices.topics import OF_EVENT, OF_GAME, Topic
from notifications.lab.mail_client import ReadMail, answer_to, hand_in
from notifications.models import AddressHealth, InboundMail, MailWish, OutboundMail
from notifications.web.forms import AnswerForm, LabForm, MailTimesForm, PacesForm
from tournaments.models import Event

View = Callable[..., HttpResponseBase]

SHOWN = 100  # mails of each direction on the list
# A mail in its frame loads nothing, runs nothing and sends nothing.
MAIL_POLICY = {
    "default-src": ["'none'"],
    "style-src": ["'unsafe-inline'"],
    "img-src": ["data:"],
    "frame-ancestors": ["'self'"],
}


def lab_only(view: View) -> View:
    """A page of the mail lab: for everybody in development, for staff in production."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: int, **kwargs: int) -> HttpResponseBase:
        if settings.MAIL_LAB or (request.user.is_authenticated and request.user.is_staff):
            return view(request, *args, **kwargs)
        if request.user.is_authenticated:
            raise PermissionDenied("The mail lab is for staff.")
        return redirect(f"{settings.LOGIN_URL}")

    return never_cache(guarded)


# The mail lab ---------------------------------------------------------------------------------------------------------


@lab_only
@require_GET
def lab(request: HttpRequest) -> HttpResponse:
    """The newest mails, out and in, in one list by time, as far as the filters let them through."""
    form = LabForm(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {}
    out = OutboundMail.objects.select_related("reader", "game").defer("raw", "text", "html")
    came = InboundMail.objects.select_related("token__player", "token__seat").defer("raw")
    if name := wanted.get("player"):
        out, came = out.filter(reader__username=name), came.filter(token__player__username=name)
    if (number := wanted.get("game")) is not None:
        out, came = out.filter(game=number), came.filter(token__seat__game=number)
    if state := wanted.get("state"):
        out = out.filter(state=state)
        came = came.filter(Q(outcome=state) | Q(state=state))
    if kind := wanted.get("kind"):
        out, came = out.filter(kind=kind), came.none()
    if (until := wanted.get("until")) is not None:
        out, came = out.filter(created_at__lt=until), came.filter(received_at__lt=until)
    rows = chain(
        ({"at": mail.created_at, "out": mail} for mail in out.order_by("-created_at", "-pk")[:SHOWN]),
        ({"at": mail.received_at, "in": mail} for mail in came.order_by("-received_at", "-pk")[:SHOWN]),
    )
    newest = sorted(rows, key=lambda row: (row["at"], "out" in row), reverse=True)[:SHOWN]
    older = request.GET.copy()
    older["until"] = f"{newest[-1]['at']:%Y-%m-%dT%H:%M:%S.%f%z}" if newest else ""
    context = {
        "rows": newest,
        "form": form,
        "is_open": settings.MAIL_LAB,
        "older": older.urlencode() if len(newest) == SHOWN else "",
    }
    return render(request, "notifications/lab.html", context)


@lab_only
@require_GET
def lab_out(request: HttpRequest, pk: int) -> HttpResponse:
    """One mail that we wrote, and the box to answer it."""
    mail = get_object_or_404(OutboundMail.objects.select_related("reader", "game", "address"), pk=pk)
    return _show_out(request, mail, AnswerForm())


def _show_out(request: HttpRequest, mail: OutboundMail, form: AnswerForm, status: int = 200) -> HttpResponse:
    read = ReadMail.from_bytes(bytes(mail.raw)) if mail.raw else None
    header = [(name, str(value)) for name, value in read.message.items()] if read else []
    context = {
        "mail": mail,
        "headers": [(name, value if settings.MAIL_LAB else blot(value)) for name, value in header],
        "can_answer": bool(settings.MAIL_LAB and read and read.header("Reply-To")),
        "form": form,
        "door": settings.MAIL_DOOR,
    }
    return render(request, "notifications/lab_out.html", context, status=status)


@lab_only
@csp_replace(MAIL_POLICY)  # type: ignore[arg-type]
@xframe_options_sameorigin
@require_GET
def lab_html(request: HttpRequest, pk: int) -> HttpResponse:
    """The HTML part by itself, for a frame without rights: it loads nothing and runs nothing."""
    mail = get_object_or_404(OutboundMail, pk=pk)
    html = ReadMail.from_bytes(bytes(mail.raw)).with_pictures(mail.html) if mail.raw else mail.html
    return HttpResponse(html)


@lab_only
@require_GET
def lab_raw_out(request: HttpRequest, pk: int) -> HttpResponse:
    """The mail as it was sent; in production its header is kept, without addresses."""
    mail = get_object_or_404(OutboundMail, pk=pk)
    if not mail.raw:
        raise Http404("The raw mail was not kept.")
    return _as_text(bytes(mail.raw))


@lab_only
@require_GET
def lab_in(request: HttpRequest, pk: int) -> HttpResponse:
    """One mail that came in, what became of it and why."""
    mail = get_object_or_404(
        InboundMail.objects.select_related("token__player", "token__seat__game", "submission"), pk=pk
    )
    answers = OutboundMail.objects.filter(context__inbound=mail.pk).defer("raw")
    response = render(request, "notifications/lab_in.html", {"mail": mail, "answers": answers})
    if mail.state == InboundMail.State.WAITING:
        response["Refresh"] = "1"  # seconds
    return response


@lab_only
@require_GET
def lab_raw_in(request: HttpRequest, pk: int) -> HttpResponse:
    """The mail as it came."""
    return _as_text(bytes(get_object_or_404(InboundMail, pk=pk).raw))


def _as_text(raw: bytes) -> HttpResponse:
    text = raw.decode("utf-8", "replace")
    return HttpResponse(text if settings.MAIL_LAB else blot(text), content_type="text/plain; charset=utf-8")


@lab_only
@require_POST
def lab_answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer a mail as its reader would: composed and quoted by a mail program, brought to the real SMTP door."""
    mail = get_object_or_404(OutboundMail.objects.select_related("address", "reader"), pk=pk)
    if not settings.MAIL_LAB or not mail.raw or mail.address is None:
        raise PermissionDenied("Mails are answered here in development only.")
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return _show_out(request, mail, form, status=400)
    read = ReadMail.from_bytes(bytes(mail.raw))
    sender = mail.address.email
    answer = answer_to(read, form.cleaned_data["text"], sender=sender, program=form.cleaned_data["program"])
    host, port = settings.MAIL_DOOR_HOST, settings.MAIL_DOOR_PORT
    try:
        said = hand_in(answer.as_bytes(), sender=sender, recipient=read.reply_to, host=host, port=port)
    except (OSError, smtplib.SMTPException) as error:
        messages.error(request, f"The mail door at {settings.MAIL_DOOR} did not take it: {error}")
        return _show_out(request, mail, form, status=502)
    messages.success(request, f"The mail door said: {said}")
    return redirect("notifications:lab_in", pk=int(said.rpartition(" ")[2]))  # the door's yes ends with the number


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
        messages.success(request, "Saved.")
        return redirect("notifications:mail_preferences")
    nearer = MailWish.objects.filter(player=player).exclude(game=None, event=None)
    context = {
        "troubles": address_health.addresses_off(player.pk),
        "mail_troubles": (),  # this page says more of them than the head of every page
        "times": times,
        "paces": paces,
        "games": Game.objects.filter(mail_wishes__in=nearer).distinct().order_by("-pk"),
        "events": Event.objects.filter(mail_wishes__in=nearer).distinct(),
    }
    return render(request, "notifications/mail_preferences.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def game_preferences(request: HttpRequest, pk: int) -> HttpResponse:
    """Which mails the player gets about one game."""
    game = get_object_or_404(Game, pk=pk)
    about = {"title": f"Game {game.pk}", "back": reverse("games:game", args=[game.pk])}
    return _choose_nearer(request, about, OF_GAME, game_id=game.pk)


@require_http_methods(["GET", "POST"])
@login_required
def event_preferences(request: HttpRequest, slug: str) -> HttpResponse:
    """Which mails the player gets about one event and its games."""
    event = get_object_or_404(Event, slug=slug)
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
        messages.success(request, "Saved.")
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
        raise Http404("This link is not complete.") from error
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
            messages.success(request, f"A mail is on its way to {trouble.address.email}. Open the link in it.")
        else:
            messages.info(request, f"A mail went to {trouble.address.email} less than an hour ago. Is it there?")
    return redirect("notifications:mail_preferences")


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt
@never_cache
def switch_on(request: HttpRequest, code: str) -> HttpResponse:
    """The link in a recheck: GET shows a button, POST switches the address on. Who has it has read mail there."""
    try:
        address_id, since = unsubscribing.read_address_code(code)
    except BadSignature as error:
        raise Http404("This link is not complete.") from error
    address = get_object_or_404(EmailAddress.objects.select_related("user"), pk=address_id)
    if request.method == "POST":
        address_health.switch_on(address_id=address.pk, off_since=since, at=timezone.now())
    is_on = not AddressHealth.objects.filter(pk=address.pk, off_since__isnull=False).exists()
    context = {"player": address.user, "address": address.email, "done": is_on}
    response = render(request, "notifications/switch_on.html", context)
    response["Referrer-Policy"] = "no-referrer"  # the address of this page is the permission
    return response
