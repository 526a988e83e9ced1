"""Sentences of the pages on mails, programs and the mail lab, for their templates."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext

from games.models import Player, Submission
from ground.wording import reread
from notifications.models import AddressHealth, InboundMail, OutboundMail

register = template.Library()
register.filter("reason_words", reread)


@register.filter
def trouble_words(trouble: AddressHealth) -> SafeString | str:
    """That an address gets no mail, and why."""
    if trouble.off_since is None:
        return ""
    return no_mail_goes_to(
        trouble.address.email,
        trouble.off_since,
        trouble.get_reason_display(),
        status=trouble.status,
        until=trouble.off_until,
    )


@register.filter
def call_words(payload: dict[str, Any]) -> str:
    """What a program was called about."""
    return call(str(payload.get("what", "")), payload.get("game"))


@register.filter
def restart_button(is_off: object) -> str:
    """What the button says that gives a program a new secret."""
    return gettext("New secret, and call it again") if is_off else gettext("New secret")


@register.filter
def recipient(reader: Player | None) -> SafeString | str:
    """To whom a mail went, as a link to all mails of that player."""
    return format_html(gettext("to {player}"), player=_mails_of(reader)) if reader else gettext("to a new address")


@register.filter
def sender(player: Player | None) -> SafeString | str:
    """Whose answer a mail is, as a link to all mails of that player."""
    return format_html(gettext("for {player}"), player=_mails_of(player)) if player else ""


def _mails_of(player: Player) -> SafeString:
    return format_html('<a href="?player={name}">{name}</a>', name=player.username)


@register.filter
def out_tag(mail: OutboundMail) -> str:
    """How urgent the state of a mail looks that goes out."""
    return {"dropped": "bad", "waiting": "urgent"}.get(mail.state, "")


@register.filter
def in_tag(mail: InboundMail) -> str:
    """How urgent the state of a mail looks that came in."""
    if mail.outcome in ("refused", "held") or mail.state == "failed":
        return "bad"
    return "urgent" if mail.state == "waiting" else ""


@register.filter
def with_reason(what: str, reason: str) -> str:
    """What became of a mail, and why."""
    return gettext("{what}: {reason}").format(what=what, reason=reason) if reason else what


@register.filter
def addressee(mail: OutboundMail) -> str:
    return mail.reader.username if mail.reader else gettext("an address that is being verified")


@register.filter
def written_for(mail: InboundMail) -> SafeString:
    """For what the address of a mail was made: its kind, player, game and moment."""
    token = mail.token
    parts: list[str] = [token.get_kind_display()]
    if token.player:
        parts.append(token.player.username)
    if token.seat:
        number = token.seat.game_id
        words = gettext("game {number}").format(number=number)
        parts.append(format_html('<a href="{}">{}</a>', reverse("games:game", args=[number]), words))
    if token.ply is not None:
        parts.append(gettext("move {ply}").format(ply=token.ply))
    return format_html_join(", ", "{}", ((part,) for part in parts))


@register.filter
def submission_words(submission: Submission) -> str:
    """The submission that a mail became."""
    if submission.receipt:
        words = gettext("{number}, {state}, receipt {receipt}")
        return words.format(number=submission.pk, state=submission.state, receipt=submission.receipt[:16])
    return gettext("{number}, {state}").format(number=submission.pk, state=submission.state)


def no_mail_goes_to(address: str, since: datetime, reason: str, *, status: str, until: datetime | None) -> SafeString:
    """That an address gets no mail, why, and when it is tried again; ``status`` is what the mail host answered."""
    if status:
        text = gettext("<b>No mail goes to {address}</b> since {since}: {reason} ({status}).")
    else:
        text = gettext("<b>No mail goes to {address}</b> since {since}: {reason}.")
    since_then = date_format(localtime(since), gettext("l j F Y, H:i T"))
    described = format_html(text, address=address, since=since_then, reason=reason, status=status)
    if until is None:
        return described
    again = gettext("It is tried again on {day}.").format(day=date_format(localtime(until), gettext("j F")))
    return format_html("{} {}", described, again)


def call(what: str, game: int | None) -> str:
    """What a program was called about: a kind of mail, a test, or the challenge that shows whose it is."""
    kinds = {str(kind.value): str(kind.label) for kind in OutboundMail.Kind}
    words = {"test": gettext("a test"), "confirmation": gettext("confirm the address"), **kinds}.get(what, what)
    return gettext("{what}, game {game}").format(what=words, game=game) if game else words
