"""What was said in a game, in its mails: on short lines of their own, so that no program makes a command of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext

from games.archive.stored_records import name_of
from games.conversation.remarks import remarks_for
from games.models import Remark
from notifications.models import OutboundMail
from notifications.outbound.messages.base import short_lines

if TYPE_CHECKING:
    from notifications.outbound.messages.game_base import GameMessage

MOST_REMARKS = 8  # in one mail; the others are on the page
HEARD = "heard"  # in the context of a mail that was sent: the last remark that its reader had then heard of


def remark_lines(message: GameMessage) -> list[str]:
    """Lines for what others have said since the reader's last mail, and for what the reader said in the mail that this
    one answers. Marks in the mail how far it tells.
    """
    if not message.game.remarks.all().exists():
        return []
    said = remarks_for(message.game, message.reader)
    if not said:
        return []
    heard = _heard_until(message)
    message.mail.context[HEARD] = said[-1].pk
    mine = f"mail:{message.answers.pk}:" if message.answers else None
    new = [remark for remark in said if _is_new(remark, message.reader.pk, heard, mine)]
    lines = (
        []
        if len(new) <= MOST_REMARKS
        else [gettext("({count} earlier ones are on the page)").format(count=len(new) - MOST_REMARKS)]
    )
    for remark in new[-MOST_REMARKS:]:
        lines += _lines(message, remark)
    return lines


def _is_new(remark: Remark, reader_id: int, heard: int, mine: str | None) -> bool:
    if remark.player_id != reader_id:
        return remark.pk > heard
    sent = remark.submission
    return mine is not None and sent is not None and (sent.key or "").startswith(mine)


def _heard_until(message: GameMessage) -> int:
    """The last remark that a mail of this game has shown to this reader. 0: none."""
    mails = OutboundMail.objects.filter(game=message.game, reader=message.reader, state=OutboundMail.State.SENT)
    described = mails.filter(context__has_key=HEARD).order_by("-pk").values_list("context", flat=True).first()
    return int(described[HEARD]) if described else 0


def _lines(message: GameMessage, remark: Remark) -> list[str]:
    """Who said it, and the words."""
    colour = message.game.game_rules.colours[remark.seat]
    words = [short for line in remark.text.splitlines() for short in short_lines(line, len(line))]
    return [f"{name_of(remark.player)} ({colour}):", *words]
