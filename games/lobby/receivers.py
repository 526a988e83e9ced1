"""What becomes of open proposals when a moderator decides about their player."""

from __future__ import annotations

from typing import Any

from games.lobby.proposals import withdraw_proposal
from games.models import ModerationEntry, Proposal


def withdraw_proposals(sender: type[ModerationEntry], *, entry: ModerationEntry, **_: Any) -> None:
    """A player who is suspended or whose account is closed proposes nothing any more."""
    if entry.player is None or entry.kind not in (ModerationEntry.Kind.SUSPENDED, ModerationEntry.Kind.CLOSED):
        return
    still_open = Proposal.objects.filter(proposer=entry.player, status=Proposal.Status.OPEN).order_by("pk")
    for number in still_open.values_list("pk", flat=True):
        withdraw_proposal(proposal_id=number, player=entry.player, at=entry.at)
