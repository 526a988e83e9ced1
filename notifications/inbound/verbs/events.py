"""Playing in an event: rounds without a game, and requests to its directors."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from games.clock.controls import ControlError, read_words
from notifications.inbound.open_mail import OpenMail
from notifications.inbound.verbs.base import Handler, acting, event_named
from notifications.mail_format.commands import REQUEST, ROUND, Order
from notifications.mail_format.problems import Problem
from tournaments.directing.requests import asking
from tournaments.event_log.kinds.entrants.requested import APPEAL, ENTRY, SUBSTITUTE, TIME, WITHDRAWAL
from tournaments.event_rules.layouts import Form
from tournaments.models import Entrant, Event
from tournaments.queries import events_visible_to
from tournaments.taking_part import PLAY_AFTER_ALL, SIT_OUT, Round

_IN_GERMAN = {"zeit": TIME, "einspruch": APPEAL, "ersatz": SUBSTITUTE, "aufnahme": ENTRY, "abmeldung": WITHDRAWAL}


def ask(opened: OpenMail, order: Order, key: str) -> str:
    """Ask the directors of an event for something. Raises Problem."""
    match = REQUEST.fullmatch(order.text)
    if match is None:
        raise Problem("unreadable", _("Write what you ask for and why."), order.text)
    what = _IN_GERMAN.get(match["what"].lower(), match["what"].lower())
    number, more = int(match["number"] or 0), match["more"] or ""
    playing = events_visible_to(opened.player).filter(state__in=(Event.State.RUNNING, Event.State.FINISHED))
    if what == TIME and not match["event"]:
        event = playing.filter(divisions__rounds__fixtures__games__game=number).first()
        if event is None:
            raise Problem("no_such_game", _("There is no game %(game)d of an event.") % {"game": number}, order.text)
    else:
        own = playing.filter(entrants__player=opened.player, state=Event.State.RUNNING).exclude(entrants__number=None)
        event = _event_meant(opened, order, match["event"], list(own.distinct()))
    try:
        span = read_words(more) if what == TIME and more else None
    except ControlError as error:
        raise Problem("unreadable", str(error), more) from error
    wanted = asking.NewRequest(
        what=what, why=match["why"], game=number or None, entry=number or None, span=span,
        substitute=more if what == SUBSTITUTE else "",
    )  # fmt: skip
    asked = asking.ask(event_id=event.pk, player=opened.player, wanted=wanted, at=opened.now)
    sent = _("Your request is number %(number)d of %(event)s. You get the answer by mail.")
    return sent % {"number": asked.seq, "event": event.name}


def _round_meant(opened: OpenMail, order: Order) -> tuple[Event, Round]:
    """The event and the round that an order names. Raises Problem."""
    match = ROUND.fullmatch(order.text)
    if match is None:
        raise Problem("unreadable", _("Write the number of the round, as in [away 3]."), order.text)
    playing = Entrant.objects.filter(player=opened.player, status=Entrant.Status.ACTIVE).exclude(number=None)
    swiss = Event.objects.filter(state=Event.State.RUNNING, form=Form.SWISS, pk__in=playing.values("event"))
    return _event_meant(opened, order, match["event"], list(swiss)), Round(round=int(match["round"]))


def _event_meant(opened: OpenMail, order: Order, named: str | None, own: list[Event]) -> Event:
    """The event of that name, or the only one of ``own``. Raises Problem."""
    return own[0] if not named and len(own) == 1 else event_named(opened.player, replace(order, text=named or ""))


HANDLERS: dict[str, Handler] = {
    "away": acting(SIT_OUT, _round_meant), "cancel away": acting(PLAY_AFTER_ALL, _round_meant), "ask": ask,
}  # fmt: skip
