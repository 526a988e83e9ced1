"""Reverting an entry of the log, such as a correction or a departure."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game
from tournaments.directing.action.base import Place
from tournaments.directing.action.dry_run import DryRun, rounds_stay, with_changes
from tournaments.directing.annul import Annul
from tournaments.directing.before_start.reverting import consequences_of_reverting, undo
from tournaments.directing.confirm import EntryDecision, OneEntry
from tournaments.directing.correct_result import CorrectResult
from tournaments.directing.rounds.next_round import division_to_pair, new_pairs
from tournaments.event_log.describing import course_of, describe
from tournaments.event_log.kinds import (
    Adjudicated,
    Announced,
    BeforeStart,
    Departure,
    GameCorrected,
    KeptApart,
    LadderEnded,
    PairingSet,
    Reverted,
    TablesApproved,
    revertible,
)
from tournaments.event_log.kinds.folding import standing_entries
from tournaments.event_log.reading import read
from tournaments.exceptions import EventError
from tournaments.models import Division, Event, EventLogEntry
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.departures import status_in_log
from tournaments.running.entrants import entrant_of
from tournaments.running.neutrality import Stake, stake_in_entry

State = Event.State


class RevertEntry(EntryDecision):
    """Games that ended because a player left stay ended; their results can be corrected or annulled."""

    slug = "revert-entry"
    title = gettext_lazy("Revert entry")
    meaning = gettext_lazy(
        "Cancels the effect of a log entry: of a correction, an annulment, a bye, a departure, a pairing that was set, "
        "players who are kept apart, the end of a ladder, a request to sit out a round, an approval of tables, an "
        "announcement, or what was decided before the start."
    )
    grants = True
    offered_at = (Place.ENTRY, Place.GAME_ENTRY)
    states = (State.OPEN, State.RUNNING, State.FINISHED)

    def stakes(self, event: Event, inputs: OneEntry) -> Sequence[Stake]:
        _division, entry = _revertible(event, inputs.entry)
        return stake_in_entry(event, entry.entry.payload)

    def consequences(self, event: Event, inputs: OneEntry, *, at: datetime) -> DryRun:
        division, entry = _revertible(event, inputs.entry)
        (in_words,) = describe(event, [entry])
        payload = entry.entry.payload
        reverted = _("Entry %(number)d is reverted: “%(text)s”")
        sentences = [reverted % {"number": entry.seq, "text": in_words.text}]
        if isinstance(payload, TablesApproved):
            sentences.append(_("The event can be archived once its tables are approved again."))
            return DryRun(tuple(sentences))
        if isinstance(payload, Announced):
            sentences.append(
                _("It stays in the log, struck through. Mails that have been sent stay with their readers.")
            )
            return DryRun(tuple(sentences))
        if division is None:
            return DryRun((*sentences, *consequences_of_reverting(event, entry, at=at)))
        if isinstance(payload, LadderEnded):
            sentences.append(_("The ladder is resumed: players can enter it and challenge again."))
        if isinstance(payload, GameCorrected) and payload.is_adjudicated:
            counts = _("The game stays over, and the scores on the board count: %(scores)s.")
            sentences.append(counts % {"scores": _on_the_board(payload.result.game)})
        if isinstance(payload, Departure):
            sentences.append(
                _("The player takes part again. Games that ended meanwhile stay ended; they can be corrected.")
            )
            if event.event_layout.seats > 2:
                sentences.append(_("Seats that were left stay with the house bot, unless a substitute is put in."))
        reversal = [Reverted(entry=entry.seq)]
        if isinstance(payload, PairingSet | KeptApart):
            with suppress(EventError):  # the last round is paired
                sentences.append(new_pairs(*division_to_pair(event), reversal[0], at=at))
        return with_changes([*sentences, *rounds_stay(division)], division, reversal, at=at)

    def write(self, event: Event, inputs: OneEntry, decision: Decision) -> EventLogEntry:
        division, entry = _revertible(event, inputs.entry)
        if entry.entry.payload.staff and not decision.staff:
            raise EventError(
                _("Entry %(number)d is a decision of staff; only staff can revert it.") % {"number": entry.seq}
            )
        written = write_entry(event, Reverted(entry=entry.seq), decision, division=division)
        payload = entry.entry.payload
        if isinstance(payload, BeforeStart):
            undo(event, payload, at=decision.at)
        if isinstance(payload, Departure):
            entrant = entrant_of(event, payload.entrant)
            entrant.status = status_in_log(entrant)
            entrant.save(update_fields=["status"])
        return written


def _revertible(event: Event, seq: int) -> tuple[Division | None, EventLogEntry]:
    """An entry that can be reverted, with its division; None where it concerns the event. Raises EventError."""
    entry = event.log_entries.select_related("division__stage", "division__event").filter(seq=seq).first()
    of_event = entry is not None and entry.entry.payload.of_event
    if entry is None or entry.kind not in revertible() or (entry.division is None and not of_event):
        if entry is not None and isinstance(entry.entry.payload, Adjudicated):
            raise EventError(_what_to_do_instead(seq, entry.entry.payload), "entry")
        (in_words,) = describe(event, [entry]) if entry is not None else (None,)
        if in_words is not None and in_words.opposite is not None:
            instead = _("Entry %(number)d cannot be reverted; it is undone by the action “%(action)s”.")
            raise EventError(instead % {"number": seq, "action": in_words.opposite.action}, "entry")
        problem = _(
            "Entry %(number)d cannot be reverted. Corrections, annulments, byes, departures, pairings that were set, "
            "players who are kept apart, the end of a ladder, requests to sit out, approvals of tables, "
            "announcements, and what was decided before the start can be."
        )
        raise EventError(problem % {"number": seq}, "entry")
    if refusal := entry.entry.payload.refusal_to_revert(course_of(event)):
        raise EventError(refusal)
    if seq not in {
        known.seq for known in standing_entries(read(event.log_entries.filter(kind__in=(*revertible(), Reverted.slug))))
    }:
        raise EventError(_("Entry %(number)d has been reverted already.") % {"number": seq})
    return entry.division, entry


def _on_the_board(number: int) -> str:
    """The scores of a game with the players who have them: "anna 5, ben 3"."""
    game = Game.objects.get(pk=number)
    seats = game.seats.select_related("player").order_by("number")
    scores = game.load_position().scores
    return ", ".join(f"{seat.player.username} {score}" for seat, score in zip(seats, scores, strict=True))


def _what_to_do_instead(seq: int, payload: Adjudicated) -> str:
    """What directors can do about a game that was ended by a decision, with or without a result."""
    said = _(
        "Entry %(number)d cannot be reverted: game %(game)d is over and cannot be continued. The action "
        "“%(correct)s” gives it a result that counts in the event."
    )
    if payload.places:
        said = _(
            "Entry %(number)d cannot be reverted: game %(game)d is over and cannot be continued. The action "
            "“%(correct)s” gives it another result, and “%(annul)s” removes its result."
        )
    return said % {"number": seq, "game": payload.game, "correct": CorrectResult.title, "annul": Annul.title}
