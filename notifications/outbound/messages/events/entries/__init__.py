"""Words about entries of the log: one module for each kind that deserves words of its own, registered here.

All other kinds have the default words (``words.EntryWords``), made from the neutral sentence of the kind.
"""

from __future__ import annotations

from typing import Any

from notifications.outbound.messages.events.entries.bye_given import ByeGivenWords
from notifications.outbound.messages.events.entries.bye_requested import ByeRequestedWords
from notifications.outbound.messages.events.entries.called_off import CalledOffWords
from notifications.outbound.messages.events.entries.deadline_moved import DeadlineMovedWords
from notifications.outbound.messages.events.entries.disqualified import DisqualifiedWords
from notifications.outbound.messages.events.entries.game_annulled import GameAnnulledWords
from notifications.outbound.messages.events.entries.game_corrected import GameCorrectedWords
from notifications.outbound.messages.events.entries.ladder_ended import LadderEndedWords
from notifications.outbound.messages.events.entries.removed_from_ladder import RemovedFromLadderWords
from notifications.outbound.messages.events.entries.round_paired import RoundPairedWords
from notifications.outbound.messages.events.entries.start_moved import StartMovedWords
from notifications.outbound.messages.events.entries.substituted import SubstitutedWords
from notifications.outbound.messages.events.entries.terms_changed import TermsChangedWords
from notifications.outbound.messages.events.entries.withdrawn import WithdrawnWords
from notifications.outbound.messages.events.entries.words import EntryWords
from tournaments.event_log import kinds

WORDS: dict[str, type[EntryWords[Any]]] = {
    kinds.ByeGiven.slug: ByeGivenWords,
    kinds.ByeRequested.slug: ByeRequestedWords,
    kinds.CalledOff.slug: CalledOffWords,
    kinds.DeadlineMoved.slug: DeadlineMovedWords,
    kinds.Disqualified.slug: DisqualifiedWords,
    kinds.GameAnnulled.slug: GameAnnulledWords,
    kinds.GameCorrected.slug: GameCorrectedWords,
    kinds.LadderEnded.slug: LadderEndedWords,
    kinds.RemovedFromLadder.slug: RemovedFromLadderWords,
    kinds.RoundPaired.slug: RoundPairedWords,
    kinds.StartMoved.slug: StartMovedWords,
    kinds.Substituted.slug: SubstitutedWords,
    kinds.TermsChanged.slug: TermsChangedWords,
    kinds.Withdrawn.slug: WithdrawnWords,
}
