"""Plans for moves to come."""

from __future__ import annotations

from django.utils.translation import gettext

from games.models import Seat, Submission
from games.plans.language import WAITS
from games.play import planning
from games.play.outcome import plan_of
from notifications.inbound.open_mail import OpenMail
from notifications.inbound.verbs.base import Handler, game_action
from notifications.mail_format.commands import Order
from notifications.models import OutboundMail

Kind = OutboundMail.Kind
State = Submission.State


def plan(opened: OpenMail, order: Order, key: str) -> None:
    """Keep a plan; without one, show the plan that is kept."""
    if not order.text:
        return _show_plan(opened, opened.need_seat(order))
    opened.need_present(order)
    receipt = opened.serve(planning.set_plan, order, key, text=order.text, ply=order.ply)
    opened.tell(gettext("Your plan is kept. Nobody else sees it."))
    opened.mail.reason = receipt.submission.message[:300]
    return _show_plan(opened, opened.need_seat(order))


def _show_plan(opened: OpenMail, seat: Seat) -> None:
    seat = Seat.objects.select_related("game").get(pk=seat.pk)
    if not seat.plan:
        return opened.tell(gettext("You have no plan in this game."))
    kept = plan_of(seat)
    lines = [f"{'- ' * depth}{text}" for depth, text in kept.lines()]
    opened.tell(gettext("This is your plan:"), lines=[*lines, WAITS] if kept.waits else lines)
    return None


HANDLERS: dict[str, Handler] = {
    "plan": plan,
    "drop plan": game_action(planning.drop_plan),
}
