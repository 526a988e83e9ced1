"""The kinds of entries in a game's log: what each means, and its words on pages, in mails and in feeds. Pure.

One more kind is a member of :class:`Kind` and one definition below it. Everything else looks here: which kinds take a
ply, which ones a director writes, who gets a mail of which sort, what the history says. A kind whose mails need words
of their own has them in ``notifications/messages``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.replay import parse_roll, parse_undo
from games.turns.playing import Cause


class Kind(StrEnum):
    """What an entry of a game's log is."""

    STARTED = "started"
    STEP = "step"
    ROLL = "roll"
    RESIGNED = "resigned"
    FLAGGED = "flagged"
    DRAW_OFFERED = "draw_offered"
    DRAW_ACCEPTED = "draw_accepted"
    DRAW_DECLINED = "draw_declined"
    ABANDON_OFFERED = "abandonment_offered"
    ABANDON_ACCEPTED = "abandonment_accepted"
    ABANDON_DECLINED = "abandonment_declined"
    UNDO_ASKED = "undo_asked"
    UNDO_ACCEPTED = "undo_accepted"
    UNDO_DECLINED = "undo_declined"
    UNDONE = "undo"
    PAUSED = "paused"
    RESUMED = "resumed"
    TIME_ADDED = "time_added"
    SUBSTITUTED = "substituted"
    FORFEITED = "forfeited"
    ADJUDICATED = "adjudicated"
    ANNULLED = "annulled"
    RENEWED = "dice_renewed"
    FINISHED = "finished"


class Sort(Enum):
    """What an entry is about; it decides who gets which mail."""

    PLAY = auto()
    OFFER = auto()  # something that others may answer, or an answer by which nothing changes
    DEPARTURE = auto()  # a seat leaves
    DIRECTED = auto()  # a director changes how the game goes on
    FRAME = auto()  # the beginning and the end


@dataclass(frozen=True, slots=True)
class Told:
    """What a sentence about an entry may say. Names and words, no rows.

    ``who`` is the player of the seat on pages and its colour in mails, blank for an entry of no seat. ``details`` is
    ``text`` in words. ``director`` is blank where the rules of an event acted, or for an unknown director.
    """

    text: str = ""
    who: str = ""
    ply: int | None = None
    cause: Cause = Cause.SENT
    details: str = ""
    director: str = ""
    reason: str = ""


Sentence = Callable[[Told], str]


@dataclass(frozen=True, slots=True)
class LogKind:
    """The meaning of a kind. ``history`` is its sentence on pages, ``news`` its line in mails (blank: no line).

    ``takes_ply``: it has a number among the steps. ``is_fed``: feeds of moves show it. ``by_director``: it is written
    by a director, or by the rules of an event, with a reason that everybody may read.
    """

    kind: Kind
    label: Promise  # in lists, and where nothing else is said of it
    history: Sentence
    news: Sentence
    sort: Sort = Sort.PLAY
    takes_ply: bool = False
    by_director: bool = False
    is_fed: bool = False


# How sentences are made -----------------------------------------------------------------------------------------------


def _of_a_seat(did: Promise) -> Sentence:
    """ "anna: offered a draw"; without a seat only what was done."""

    def sentence(described: Told) -> str:
        return _("%(player)s: %(did)s") % {"player": described.who, "did": did} if described.who else str(did)

    return sentence


def _in_short(label: Promise) -> Sentence:
    """ "red: draw offered"."""
    return lambda described: _("%(colour)s: %(what)s") % {"colour": described.who, "what": label}


def _directed(did: Sentence) -> Sentence:
    """ "dora, as director, paused the game. Reason: A flood."; an imported record says only what was done."""

    def sentence(described: Told) -> str:
        if not described.reason:
            return _("the director %(did)s") % {"did": did(described)}
        if described.director:
            values = {"director": described.director, "did": did(described), "reason": described.reason}
            return _("%(director)s, as director, %(did)s. Reason: %(reason)s") % values
        return _("The event %(did)s. Reason: %(reason)s") % {"did": did(described), "reason": described.reason}

    return sentence


def _directed_in_short(label: Promise) -> Sentence:
    """ "blue time added (by the rules): 1 day more. Reason: A flood."."""

    def sentence(described: Told) -> str:
        if not described.reason:
            return _in_short(label)(described)
        by = (
            _("%(director)s, as director") % {"director": described.director}
            if described.director
            else _("by the rules")
        )
        values = {
            "what": f"{described.who} {label}".strip(),
            "by": by,
            "details": described.details,
            "reason": described.reason,
        }
        if described.details:
            return _("%(what)s (%(by)s): %(details)s. Reason: %(reason)s") % values
        return _("%(what)s (%(by)s). Reason: %(reason)s") % values

    return sentence


def _text(described: Told) -> str:
    return described.text


def _marked(text: str) -> str:
    """A word that the log has, such as the reason of an end; one that is no message as it is."""
    return _(text) if text else ""


def _nothing(described: Told) -> str:
    return ""


def _said_by(label: Promise, did: Promise, kind: Kind, sort: Sort) -> LogKind:
    """Something that a seat says and that is no step."""
    return LogKind(kind, label, history=_of_a_seat(did), news=_in_short(label), sort=sort)


def _done_by_director(kind: Kind, label: Promise, did: Sentence, sort: Sort = Sort.DIRECTED) -> LogKind:
    return LogKind(
        kind, label, history=_directed(did), news=_directed_in_short(label), sort=sort, by_director=True
    )  # fmt: skip


# The sentences of single kinds ----------------------------------------------------------------------------------------

_CAUSES: Mapping[Cause, Promise] = {
    Cause.FORCED: gettext_lazy("the only choice"),
    Cause.STANDING: gettext_lazy("answered beforehand"),
    Cause.DEFAULT: gettext_lazy("no answer in time"),
    Cause.BOT: gettext_lazy("house bot"),
    Cause.PLAN: gettext_lazy("by plan"),
}


def cause_in_words(cause: Cause) -> str:
    """Why a step is in the log that its player has not sent; blank for one that was sent."""
    return str(_CAUSES.get(cause, ""))


def _step_in_short(described: Told) -> str:
    because = f" ({cause_in_words(described.cause)})" if described.cause else ""
    return f"{described.ply}. {described.who} [{described.text}]{because}"


def _roll_in_short(described: Told) -> str:
    sides, face = parse_roll(described.text)
    return _("%(ply)s. [d%(sides)s] shows %(face)s") % {"ply": described.ply, "sides": sides, "face": face}


def _resigned(described: Told) -> str:
    return _of_a_seat(gettext_lazy("resigned"))(described) + (f" {_marked(described.text)}" if described.text else "")


def _resigned_in_short(described: Told) -> str:
    return (_("%(colour)s has resigned %(how)s") % {"colour": described.who, "how": _marked(described.text)}).rstrip()


def _flagged_in_short(described: Told) -> str:
    return _("%(colour)s has run out of time") % {"colour": described.who}


def _undone(described: Told) -> str:
    return _("the moves after move %(ply)s were taken back") % {"ply": parse_undo(described.text)}


def _undone_in_short(described: Told) -> str:
    values = {"ply": described.ply, "back": parse_undo(described.text)}
    return _("%(ply)s. back to move %(back)s: what came after it is taken back") % values


def _renewed(described: Told) -> str:
    nonce = {"nonce": described.text}
    return _("a backup was restored; from here on dice follow from the nonce %(nonce)s, too") % nonce


def _finished(described: Told) -> str:
    return _("the game ended (%(reason)s)") % {"reason": _marked(described.text)}


def _finished_in_short(described: Told) -> str:
    return _("the game is over: %(reason)s") % {"reason": _marked(described.text)}


def _added_time(described: Told) -> str:
    if described.who:
        return _("added time: %(details)s for %(player)s") % {"details": described.details, "player": described.who}
    return _("added time: %(details)s for everybody") % {"details": described.details}


def _forfeited(described: Told) -> str:
    if not described.who:
        return _("declared that the seat has not appeared")
    return _("declared that %(player)s has not appeared") % {"player": described.who}


# The kinds ------------------------------------------------------------------------------------------------------------


LOG_KINDS = MappingProxyType({kind.kind: kind for kind in [
    LogKind(Kind.STARTED, gettext_lazy("started"),
            history=_of_a_seat(gettext_lazy("Game started.")), news=_nothing,
            sort=Sort.FRAME, is_fed=True),
    LogKind(Kind.STEP, gettext_lazy("step"), history=_text, news=_step_in_short,
            takes_ply=True, is_fed=True),
    LogKind(Kind.ROLL, gettext_lazy("roll"), history=_text, news=_roll_in_short,
            takes_ply=True, is_fed=True),
    LogKind(Kind.UNDONE, gettext_lazy("undo"), history=_undone, news=_undone_in_short, takes_ply=True, is_fed=True),
    LogKind(Kind.RESIGNED, gettext_lazy("resigned"), history=_resigned, news=_resigned_in_short,
            sort=Sort.DEPARTURE, is_fed=True),
    LogKind(Kind.FLAGGED, gettext_lazy("flagged"), history=_of_a_seat(gettext_lazy("ran out of time")),
            news=_flagged_in_short, sort=Sort.DEPARTURE, is_fed=True),
    _said_by(gettext_lazy("draw offered"), gettext_lazy("offered a draw"), Kind.DRAW_OFFERED, Sort.OFFER),
    _said_by(gettext_lazy("draw accepted"), gettext_lazy("agreed to a draw"), Kind.DRAW_ACCEPTED, Sort.PLAY),
    _said_by(gettext_lazy("draw declined"), gettext_lazy("declined the draw"), Kind.DRAW_DECLINED, Sort.OFFER),
    _said_by(gettext_lazy("abandonment offered"), gettext_lazy("offered to abandon the game"), Kind.ABANDON_OFFERED,
             Sort.OFFER),
    _said_by(gettext_lazy("abandonment accepted"), gettext_lazy("agreed to abandon the game"), Kind.ABANDON_ACCEPTED,
             Sort.PLAY),
    _said_by(gettext_lazy("abandonment declined"), gettext_lazy("declined to abandon the game"), Kind.ABANDON_DECLINED,
             Sort.OFFER),
    _said_by(gettext_lazy("undo asked"), gettext_lazy("asked to take the last move back"), Kind.UNDO_ASKED,
             Sort.OFFER),
    _said_by(gettext_lazy("undo accepted"), gettext_lazy("agreed to take moves back"), Kind.UNDO_ACCEPTED, Sort.PLAY),
    _said_by(gettext_lazy("undo declined"), gettext_lazy("declined to take moves back"), Kind.UNDO_DECLINED,
             Sort.OFFER),
    _done_by_director(Kind.PAUSED, gettext_lazy("paused"), lambda described: _("paused the game")),
    _done_by_director(Kind.RESUMED, gettext_lazy("resumed"), lambda described: _("resumed the game")),
    _done_by_director(Kind.TIME_ADDED, gettext_lazy("time added"), _added_time),
    _done_by_director(Kind.SUBSTITUTED, gettext_lazy("substituted"),
                      lambda entry: _("named a substitute: %(details)s") % {"details": entry.details}),
    _done_by_director(Kind.FORFEITED, gettext_lazy("forfeited"), _forfeited, Sort.DEPARTURE),
    _done_by_director(Kind.ADJUDICATED, gettext_lazy("adjudicated"),
                      lambda entry: _("decided the game: %(details)s") % {"details": entry.details}, Sort.FRAME),
    _done_by_director(Kind.ANNULLED, gettext_lazy("annulled"),
                      lambda described: _("annulled the game: it has no result"), Sort.FRAME),
    LogKind(Kind.RENEWED, gettext_lazy("dice renewed"), history=_renewed, news=_nothing, sort=Sort.FRAME),
    LogKind(Kind.FINISHED, gettext_lazy("finished"), history=_finished, news=_finished_in_short, sort=Sort.FRAME,
            is_fed=True),
]})  # fmt: skip

PLIES = frozenset(kind for kind, known in LOG_KINDS.items() if known.takes_ply)
DIRECTED = frozenset(kind for kind, known in LOG_KINDS.items() if known.by_director)
FED = tuple(kind for kind, known in LOG_KINDS.items() if known.is_fed)


def kinds_of(sort: Sort) -> frozenset[Kind]:
    """All kinds that are about the same."""
    return frozenset(kind for kind, known in LOG_KINDS.items() if known.sort is sort)


def label_of(kind: str) -> str:
    """A kind in a word or two, as in "draw offered"."""
    return str(LOG_KINDS[Kind(kind)].label)


def tell_history(kind: str, described: Told) -> str:
    """The sentence about an entry on pages."""
    return LOG_KINDS[Kind(kind)].history(described)


def tell_news(kind: str, described: Told) -> str:
    """The line about an entry in mails; blank for one that mails say otherwise."""
    return LOG_KINDS[Kind(kind)].news(described)
