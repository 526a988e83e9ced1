"""Sentences of the pages on mails, programs and the mail lab: plain values in, text or safe HTML out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from notifications.models import OutboundMail


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


def call(what: str, game: int | None) -> str:
    """What a program was called about: a kind of mail, a test, or the challenge that shows whose it is."""
    kinds = {str(kind.value): str(kind.label) for kind in OutboundMail.Kind}
    words = {"test": gettext("a test"), "confirmation": gettext("confirm the address"), **kinds}.get(what, what)
    return gettext("{what}, game {game}").format(what=words, game=game) if game else words


def recipient(name: SafeString | None) -> SafeString:
    """To whom a mail goes in the list of the mail lab; None: to an address that belongs to no player yet."""
    if name is None:
        return format_html("{}", gettext("to a new address"))
    return format_html(gettext("to {player}"), player=name)


def submission(number: int, state: str, receipt: str) -> str:
    """The submission that a mail became."""
    if receipt:
        return gettext("{number}, {state}, receipt {receipt}").format(number=number, state=state, receipt=receipt[:16])
    return gettext("{number}, {state}").format(number=number, state=state)


def _with_zone(at: datetime) -> str:
    return date_format(localtime(at), gettext("j F Y, H:i e"))


def events_without_director(names: Sequence[str]) -> str:
    """What becomes of events whose director closes the account; empty where there are none."""
    if not names:
        return ""
    return ngettext(
        "You direct %(events)s, which is not over. Its assistants and the site's staff will take over.",
        "You direct %(events)s, which are not over. Their assistants and the site's staff will take over.",
        len(names),
    ) % {"events": ", ".join(names)}
