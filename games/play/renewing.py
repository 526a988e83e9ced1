"""Dice after a restored backup: what players have seen of the time after it must say nothing about what comes."""

from __future__ import annotations

from datetime import datetime
from secrets import token_hex

from django.db import transaction

from games.models import Game, GameEvent, Proposal, Submission
from games.play.log import open_game
from games.rules import RULES


@transaction.atomic
def renew_dice(*, now: datetime) -> int:
    """Draw one nonce and mix it into all throws from here on. Returns the number of games in which dice can still fall.

    Each of them has the nonce in its log, where everybody can read it; the game of an open proposal gets it when it
    starts. The secrets and the commitments to them stay.
    """
    nonce = token_hex(16)
    Proposal.objects.filter(status=Proposal.Status.OPEN).update(nonce=nonce)
    with_dice = [name for name, rules in RULES.items() if rules.has_dice]
    running = Game.objects.filter(status=Game.Status.RUNNING, rules__in=with_dice).order_by("pk")
    for number in (numbers := list(running.select_for_update().values_list("pk", flat=True))):
        opened = open_game(number)
        opened.game.nonce = nonce
        opened.write(GameEvent.Kind.RENEWED, source=Submission.Source.SERVICE, at=now, text=nonce).save()
        opened.game.save(update_fields=["nonce", "seq", "receipt"])
    return len(numbers)
