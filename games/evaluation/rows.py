"""A finished game looked back at: how far each seat led at each decision, and where it turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext

from games.bots.search import final_leads
from games.evaluation.services import Moment, moments_of
from games.exceptions import GameError
from games.models import Evaluation, Game, Seat
from games.play import queries

WIDTH, HEIGHT, MARGIN = 360, 160, 8  # of the drawing
TURNS = 3  # so many of the decisions that lost most are marked
LEAST_LOSS = 0.5  # of a point: less is the noise of the search


@dataclass(frozen=True, slots=True)
class Row:
    """A decision: who made it, what was played and preferred, what the seat led by before and after, in points."""

    ply: int
    seat: Seat
    played: str
    best: str
    before: float
    after: float
    x: float  # in the drawing
    address: str  # of the analysis board with what was played
    better: str  # the same with what was preferred; empty where that was played

    @property
    def loss(self) -> float:
        return self.before - self.after if self.better else 0.0

    @property
    def before_in_words(self) -> str:
        return lead(self.before)

    @property
    def after_in_words(self) -> str:
        return lead(self.after)


@dataclass(frozen=True)
class Line:
    """How far a seat led: points for a polyline."""

    seat: Seat
    hue: int
    points: str


@dataclass(frozen=True)
class EvaluationPage:
    """Everything that the template needs."""

    game: Game
    seats: Sequence[Seat]
    evaluation: Evaluation | None
    problem: GameError | None = None

    @property
    def title(self) -> str:
        return gettext("Evaluation of game {number}: {players}").format(
            number=self.game.pk, players=" \N{EN DASH} ".join([seat.player.username for seat in self.seats])
        )

    @property
    def is_done(self) -> bool:
        return self.evaluation is not None and self.evaluation.done_at is not None

    @property
    def stands(self) -> str:
        """What there is to wait for."""
        if not self.game.is_over:
            return gettext("Games are evaluated when they are over.")
        if self.evaluation is not None and not self.is_done:
            return waiting(len(self.evaluation.moments))
        return ""

    @cached_property
    def moments(self) -> list[Moment]:
        return moments_of(self.evaluation) if self.evaluation is not None and self.is_done else []

    @cached_property
    def _leads(self) -> list[list[float]]:
        """How far each seat led at each decision, and at the end by the points on the board."""
        return [moment.leads for moment in self.moments] + [list(final_leads(self.game.load_position()))]

    @property
    def highest(self) -> float:
        """The greatest lead, which the drawing reaches up and down to."""
        return max(1.0, *(abs(lead) for leads in self._leads for lead in leads))

    def _x(self, index: int) -> float:
        return round(MARGIN + (WIDTH - 2 * MARGIN) * index / max(1, len(self._leads) - 1), 1)

    @property
    def lines(self) -> list[Line]:
        half = HEIGHT / 2
        scale = (half - MARGIN) / self.highest
        heights = [[round(half - lead * scale, 1) for lead in leads] for leads in self._leads]
        return [
            Line(seat, seat.number, " ".join(f"{self._x(at)},{each[seat.number]}" for at, each in enumerate(heights)))
            for seat in self.seats
        ]

    @cached_property
    def rows(self) -> list[Row]:
        """All decisions that were looked at, in order."""
        played = {}
        ply = 0
        for event in queries.standing_plies(self.game):
            played[ply] = event
            ply = event.ply or 0
        found = []
        for index, moment in enumerate(self.moments):
            made = played.get(moment.ply)
            if made is None or made.seat is None:
                continue
            before, after = (leads[made.seat] for leads in self._leads[index : index + 2])
            better = "" if made.text == moment.best else self._board(moment.ply, moment.best)
            found.append(
                Row(
                    moment.ply + 1, self.seats[made.seat], made.text, moment.best, before, after, self._x(index),
                    self._board(moment.ply, made.text), better,
                )
            )  # fmt: skip
        return found

    @cached_property
    def turns(self) -> list[Row]:
        """The decisions after which their seat led least in comparison with before, in order."""
        lost = sorted((row for row in self.rows if row.loss >= LEAST_LOSS), key=lambda row: -row.loss)[:TURNS]
        return sorted(lost, key=lambda row: row.ply)

    def _board(self, ply: int, step: str) -> str:
        return f"{reverse('games:analysis', args=[self.game.pk])}?{urlencode({'ply': str(ply), 'after': step})}"


def waiting(looked_at: int) -> str:
    """How far it has come."""
    return ngettext(
        "The game is being evaluated: {looked_at} decision so far. Load this page again in a minute.",
        "The game is being evaluated: {looked_at} decisions so far. Load this page again in a minute.",
        looked_at,
    ).format(looked_at=looked_at)


def lead(points: float) -> str:
    """A lead with its sign."""
    sign = "+" if points > 0 else "\N{MINUS SIGN}" if points < 0 else ""
    return sign + number_format(abs(points), 1)
