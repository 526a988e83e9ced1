"""What the answer to a message says beside its receipt: what was rolled, what others answered, what was not played.

Moves stand in brackets, so that nobody's mail program turns our words into the reader's commands.
"""

from __future__ import annotations

from typing import Any

from games.rules.base import Rules
from games.rules.replay import parse_roll
from games.turns.playing import Cause, Step, Turn
from ground.wording import gettext


def account_of(rules: Rules[Any, Any], turn: Turn) -> str:
    """What there is to say of a turn besides the steps that were sent; blank if there is nothing."""
    rolls = [parse_roll(step.text) for step in turn.steps if step.seat is None]
    sentences = (
        [gettext("Rolled: {rolls}.").format(rolls=", ".join(f"d{sides}: {face}" for sides, face in rolls))]
        if rolls
        else []
    )
    sentences += [_chosen(rules, step) for step in turn.steps if step.preference]
    sentences += [_forced(rules, step) for step in turn.steps if step.cause is Cause.FORCED]
    if turn.unplayed:
        parts = " ".join(f"[{part}]" for part in turn.unplayed)
        sentences.append(gettext("Not played: {parts}. {reason}").format(parts=parts, reason=turn.reason))
    return " ".join(sentences)


def _chosen(rules: Rules[Any, Any], step: Step) -> str:
    """A step that a preference chose, the sender's own or another seat's for its answer."""
    if step.cause is Cause.SENT or step.seat is None:
        return gettext("By your preference [{preference}]: [{text}].").format(
            preference=step.preference, text=step.text
        )
    return gettext("{colours} answered at once: [{text}].").format(
        colours=gettext(rules.colours[step.seat]).capitalize(), text=step.text
    )


def _forced(rules: Rules[Any, Any], step: Step) -> str:
    """A step that was played for a seat because there was no other."""
    return gettext("{colours} had no choice: [{text}].").format(
        colours=gettext(rules.colours[step.seat or 0]).capitalize(), text=step.text
    )
