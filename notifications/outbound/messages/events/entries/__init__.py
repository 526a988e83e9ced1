"""Words about entries of the log: those of kinds that have words of their own are registered here.

All other kinds have the default words (``words.EntryWords``), made from the neutral sentence of the kind.
"""

from __future__ import annotations

from typing import Any

from notifications.outbound.messages.events.entries import departures, own_words
from notifications.outbound.messages.events.entries.words import EntryWords
from tournaments.event_log import kinds

WORDS: dict[str, type[EntryWords[Any]]] = {
    kinds.ByeGiven.slug: own_words.ByeGivenWords,
    kinds.ByeRequested.slug: own_words.ByeRequestedWords,
    kinds.CalledOff.slug: own_words.CalledOffWords,
    kinds.DeadlineMoved.slug: own_words.DeadlineMovedWords,
    kinds.Disqualified.slug: departures.DisqualifiedWords,
    kinds.GameAnnulled.slug: own_words.GameAnnulledWords,
    kinds.GameCorrected.slug: own_words.GameCorrectedWords,
    kinds.LadderEnded.slug: own_words.LadderEndedWords,
    kinds.RemovedFromLadder.slug: departures.RemovedFromLadderWords,
    kinds.RoundPaired.slug: own_words.RoundPairedWords,
    kinds.StartMoved.slug: own_words.StartMovedWords,
    kinds.Substituted.slug: own_words.SubstitutedWords,
    kinds.TermsChanged.slug: own_words.TermsChangedWords,
    kinds.Withdrawn.slug: departures.WithdrawnWords,
}
