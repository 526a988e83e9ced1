"""The page on which a player says that a mail which we did not believe is their own."""

from __future__ import annotations

from datetime import datetime

from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext
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

    Without login or CSRF token: a reader with the link has read the mail at the player's own address, and nothing else
    in the browser counts.
    """
    try:
        mail = held_mails.find(code)
    except (BadSignature, InboundMail.DoesNotExist) as error:
        raise Http404(gettext("This link is not complete.")) from error
    now = timezone.now()
    standing = held_mails.standing(mail, now=now)
    done = request.method == "POST" and standing is held_mails.Standing.OPEN
    if done:
        standing = held_mails.confirm(mail, at=now)
    text = mail.submission.text if mail.submission else ""
    game = mail.token.seat.game_id if mail.token.seat else None
    until = (mail.arrived_at or mail.received_at) + held_mails.CONFIRMABLE
    player = mail.token.player.username if mail.token.player else ""
    context = {
        "mail": mail,
        "standing": standing.value,
        "game": game,
        "mail_came": mail_came(player, _link(game), mail.received_at),
        "confirmed": confirmed(is_first=done),
        "too_late": too_late(until, _link(game)),
        "lines": text.splitlines(),
        "is_cut": len(text) >= LONGEST_KEPT,
    }
    response = render(request, "notifications/confirm_page.html", context)
    response["Referrer-Policy"] = "no-referrer"  # the address of this page is the permission
    return response


def _link(game: int | None) -> SafeString | None:
    if game is None:
        return None
    words = gettext("game {number}").format(number=game)
    return format_html('<a href="{}">{}</a>', reverse("games:game", args=[game]), words)


def mail_came(player: str, game: SafeString | None, at: datetime) -> SafeString:
    """Whose mail is held, about which game, and that nothing has been done with it."""
    if game is None:
        text = gettext("A mail for {player} came on {moment}. Nothing has been done with it yet.")
    else:
        text = gettext("A mail for {player} and {game} came on {moment}. Nothing has been done with it yet.")
    return format_html(text, player=player, game=game or "", moment=_with_zone(at))


def confirmed(*, is_first: bool) -> str:
    """What the player reads after confirming a mail."""
    if is_first:
        return gettext("Thank you. It is being read again, and is answered like any other.")
    return gettext("You have confirmed this mail already. It is being read again, and is answered like any other.")


def too_late(until: datetime, game: SafeString | None) -> SafeString:
    """That a mail can no longer be confirmed, and what to do instead."""
    if game is None:
        text = gettext(
            "This link was good until {moment}. Nothing was done with the mail. If you still want what it says, write"
            " again, or use the pages of your games."
        )
    else:
        text = gettext(
            "This link was good until {moment}. Nothing was done with the mail. If you still want what it says, write"
            " again, or use the page of {game}."
        )
    return format_html(text, moment=_with_zone(until), game=game or "")


def _with_zone(at: datetime) -> str:
    return date_format(localtime(at), gettext("j F Y, H:i e"))
