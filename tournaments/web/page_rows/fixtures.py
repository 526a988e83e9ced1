"""What the pages of rounds, matches and brackets show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.presenting.moments import time_element, write_short_moment
from ground.lists import Row
from tournaments.models import Division, Event, PairingRun, Round
from tournaments.presenting.match_tables import GameLine, MatchTable
from tournaments.web.links import record_link

ROUNDS_UNFOLDED = 3  # on one page, at most


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round with its matches; ``until`` is empty for one that is over, ``byes`` where everybody has an opponent."""

    number: int
    title: str
    until: SafeString | str
    matches: tuple[MatchTable, ...]
    byes: SafeString | str

    @property
    def is_running(self) -> bool:
        return any(match.state == "running" for match in self.matches)


def round_row(
    event: Event,
    number: int,
    title: str,
    held: Round | None,
    matches: Iterable[MatchTable],
    sit_outs: Iterable[tuple[str, str]],
) -> RoundRow:
    """A round; ``held`` is None where it has byes but is not paired."""
    shown, kinds = tuple(matches), list(sit_outs)
    is_running = any(match.state == "running" for match in shown)
    return RoundRow(
        number=number,
        title=title,
        until=until(held.deadline) if held is not None and held.deadline and is_running else "",
        matches=shown,
        byes=byes([bye(record_link(event, name), kind) for name, kind in kinds]) if kinds else "",
    )


def unfolded_rounds(rounds: Sequence[RoundRow]) -> set[int]:
    """The numbers of the rounds whose matches are shown at once: all if they are few, else the first that is still
    being played, or the last."""
    if len(rounds) <= ROUNDS_UNFOLDED:
        return {row.number for row in rounds}
    return {next((row.number for row in rounds if row.is_running), rounds[-1].number)}


def pairing_rows(division: Division, runs: Iterable[PairingRun]) -> list[Row]:
    """The pairings of a division, in their order."""
    return [
        {
            "words": pairing(
                number,
                reverse("tournaments-api:division-pairing", args=[division.event.slug, division.pk, run.pk]),
                run.at,
                run.algorithm,
                run.milliseconds,
            ),
            "given_digest": run.given_digest,
            "made_digest": run.made_digest,
        }
        for number, run in enumerate(runs, 1)
    ]


def game_rows(match: MatchTable, *, counts_leaves: bool) -> list[Row]:
    return [{"line": line, "words": _game(line, counts_leaves=counts_leaves)} for line in match.games]


def _game(line: GameLine, *, counts_leaves: bool) -> str:
    board = ", ".join(gettext("{player} {score}").format(player=player, score=score) for player, score in line.board)
    if not line.is_finished:
        return gettext("{board} so far").format(board=board)
    if line.game.end_reason == "score" and counts_leaves:
        return ""
    return gettext("{note} ({board} on the board)").format(note=line.note, board=board) if board else line.note


def until(deadline: datetime) -> SafeString:
    return format_html(gettext("Until {moment}"), moment=time_element(deadline))


def bye(player: SafeString, kind: str) -> SafeString:
    """A player without an opponent, and what that counts as."""
    return format_html(gettext("{player} ({kind})"), player=player, kind=kind)


def byes(players: Iterable[SafeString]) -> SafeString:
    """The players of a round without an opponent."""
    names = format_html_join(", ", "{}", ((player,) for player in players))
    return format_html(gettext("Without an opponent: {players}"), players=names)


def pairing(number: int, address: str, at: datetime, algorithm: str, milliseconds: int) -> SafeString:
    """One pairing: when, by which algorithm, and how long it took; the link leads to what went in and came out."""
    text = gettext(
        '<a href="{address}">Pairing {number}</a>, {moment}, by <code>{algorithm}</code>, in {milliseconds} ms'
    )
    return format_html(
        text, address=address, number=number, moment=write_short_moment(at), algorithm=algorithm,
        milliseconds=milliseconds,
    )  # fmt: skip


def section(number: int, best: str) -> str:
    """A section of a large bracket, called by its best seed."""
    return gettext("{number}: {player}").format(number=number, player=best)


def sections(count: int) -> str:
    return gettext(
        "The first rounds are shown in {count} sections, each named after its best seed; the winners of the sections "
        "meet at the end."
    ).format(count=count)


def not_in_bracket(name: str) -> str:
    return gettext("There is no {name} in this bracket.").format(name=name)
