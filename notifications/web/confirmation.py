"""The page on which a player says that a mail which we did not believe is his own."""

from __future__ import annotations

from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications.addresses import held_mails
from notifications.inbound.open_mail import LONGEST_KEPT
from notifications.models import InboundMail


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt
def confirm(request: HttpRequest, code: str) -> HttpResponse:
    """The link in a mail that asks: GET shows what came and a button, POST confirms it.

    Without login or CSRF token: who has the link has read the mail at the player's own address, and nothing else in
    the browser counts.
    """
    try:
        mail = held_mails.find(code)
    except (BadSignature, InboundMail.DoesNotExist) as error:
        raise Http404("This link is not complete.") from error
    now = timezone.now()
    standing = held_mails.standing(mail, now=now)
    done = request.method == "POST" and standing is held_mails.Standing.OPEN
    if done:
        standing = held_mails.confirm(mail, at=now)
    text = mail.submission.text if mail.submission else ""
    context = {
        "mail": mail,
        "standing": standing.value,
        "done": done,
        "player": mail.token.player,
        "game": mail.token.seat.game_id if mail.token.seat else None,
        "until": (mail.arrived_at or mail.received_at) + held_mails.CONFIRMABLE,
        "lines": text.splitlines(),
        "is_cut": len(text) >= LONGEST_KEPT,
    }
    response = render(request, "notifications/confirm_page.html", context)
    response["Referrer-Policy"] = "no-referrer"  # the address of this page is the permission
    return response
