"""Parts of sentences that several kinds of entries share. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.base import places_of
from ground.wording import and_list, moment_in_utc
from tournaments.standings.matches import ABANDONED, DRAW_AGREED, FORFEIT, TIME, WITHDRAWN, GameResult
from tournaments.standings.tables import Kind as RoundKind


def result_in_words(result: GameResult, names: Sequence[str]) -> str:
    """ "anna won against bert, 5 to 3", "anna won against bert; bert ran out of time"; names by seat.

    Scores are given where they have decided: not of a resigned game, even where its result is corrected.
    """
    if not result.places:
        how = _("%(names)s: abandoned by agreement") if result.reason == ABANDONED else _("%(names)s: no result")
        return how % {"names": and_list(names)}
    if result.left:
        left = and_list([names[seat] for seat in result.left])
        how = _LEFT.get(result.reason, _resigned)(len(result.left)) % {"names": left}
        return _("%(result)s; %(how)s") % {"result": placed(names, result.places), "how": how}
    if result.reason == DRAW_AGREED:
        drawn = _("%(names)s drew by agreement") % {"names": and_list(names)}
    else:
        drawn = placed(names, result.places)
    if result.places != places_of(result.scores):
        return drawn
    scores = _(" to ").join(map(str, sorted(result.scores, reverse=True)))
    return _("%(result)s, %(scores)s") % {"result": drawn, "scores": scores}


def placed(names: Sequence[str], places: Sequence[int]) -> str:
    """ "anna and bert drew", "anna won against bert", "1. anna, 2. bert, 3. cleo"."""
    if len(set(places)) == 1:
        return _("%(names)s drew") % {"names": and_list(names)}
    if len(names) == 2:
        winner, loser = names[places.index(1)], names[places.index(2)]
        return _("%(winner)s won against %(loser)s") % {"winner": winner, "loser": loser}
    return ", ".join(f"{place}. {name}" for place, name in sorted(zip(places, names, strict=True)))


def _resigned(players: int) -> str:
    return ngettext("%(names)s resigned", "%(names)s resigned", players)


_LEFT: dict[str, Callable[[int], str]] = {
    TIME: lambda players: ngettext("%(names)s ran out of time", "%(names)s ran out of time", players),
    FORFEIT: lambda players: ngettext("%(names)s made no move", "%(names)s made no move", players),
    WITHDRAWN: lambda players: ngettext("%(names)s has left the event", "%(names)s have left the event", players),
}


def round_in_words(kind: str) -> str:
    """What a round was for somebody who did not play it: "half-point bye"; empty for a round that was played."""
    return _ROUNDS[kind]() if kind else ""


_ROUNDS: dict[str, Callable[[], str]] = {
    RoundKind.PLAYED: lambda: "",
    RoundKind.PAIRING_BYE: lambda: _("pairing bye"),
    RoundKind.FULL_BYE: lambda: _("full-point bye"),
    RoundKind.HALF_BYE: lambda: _("half-point bye"),
    RoundKind.ZERO_BYE: lambda: _("zero-point bye"),
    RoundKind.WITHDRAWN: lambda: _("had left"),
    RoundKind.FORFEIT_WIN: lambda: _("forfeit win"),
    RoundKind.FORFEIT_LOSS: lambda: _("forfeit loss"),
    RoundKind.OPEN: lambda: _("open"),
    RoundKind.PROVISIONAL: lambda: _("open, provisionally a draw"),
    RoundKind.VOID: lambda: _("void"),
}


def void_in_words(void: Sequence[int]) -> str:
    """What becomes of the meetings of a player who leaves, if they count for nobody; empty if they stand."""
    if not void:
        return ""
    return ngettext(
        "The only meeting of this player is void.", "All %(count)s meetings of this player are void.", len(void)
    ) % {"count": len(void)}


def detached_in_words(void: Sequence[int]) -> str:
    """What becomes of the open challenges of a player who leaves a ladder; empty if there are none."""
    if not void:
        return ""
    return ngettext(
        "%(count)s open challenge is played on, but does not count on the ladder.",
        "%(count)s open challenges are played on, but do not count on the ladder.",
        len(void),
    ) % {"count": len(void)}


def moment(at: datetime) -> str:
    """A time for everybody: "3 March 2027, 18:00 UTC"."""
    return moment_in_utc(at)
