"""The mini cups that there are: small events for three or four that begin as soon as enough players wait. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games.clock.controls import TimeControl
from games.rules import RULES
from games.rules.base import Rules
from tournaments.event_rules.layouts import Form, Layout
from tournaments.formats.duration import course_of

CLOCK = TimeControl.days_per_turn(3)
SEASON, ROUND = 42, 28  # days until the deadline of all games, or of one round of a knockout
AT_TABLES = (3, 4)  # seats at one table, of games that are for so many


@dataclass(frozen=True, slots=True)
class MiniCup:
    """What is played as soon as ``players`` wait for it. ``slug`` names it for programs and in the queue."""

    slug: str
    rules: str
    players: int
    layout: Layout

    @property
    def game_title(self) -> str:
        return RULES[self.rules].title

    @property
    def title(self) -> str:
        """What it is called beside the others of its game."""
        if self.layout.form == Form.KNOCKOUT:
            return gettext("Knockout of {players}").format(players=self.players)
        if self.layout.seats > 2:
            return gettext("Table of {players}").format(players=self.players)
        return gettext("Round robin of {players}").format(players=self.players)

    @property
    def event_name(self) -> str:
        """What its events are called, in the language of the service."""
        form = "knockout" if self.layout.form == Form.KNOCKOUT else "table" if self.layout.seats > 2 else "round robin"
        return f"{self.game_title} mini cup, {form} of {self.players}"

    @property
    def meaning(self) -> str:
        """What is played, in a sentence."""
        if self.layout.form == Form.KNOCKOUT:
            return gettext("Semi-finals, final and a match for third place, each a match of 2 games.")
        if self.layout.seats > 2:
            return gettext("{games} games at one table, in which everybody sits in each seat once.").format(
                games=self.players
            )
        return gettext("Everybody plays 2 games against each of the others, one from each seat.")

    @property
    def most_days(self) -> int:
        """After so many days the last round is over at the latest, each put off once, if no director puts it off."""
        course = course_of(self.layout, self.players)
        return course.most_days if course else 0


def _of_game(rules: Rules[Any, Any]) -> list[MiniCup]:
    once = 1 if rules.is_uneven else 2  # a meeting is two games there already
    duels = Layout(form=Form.ROUND_ROBIN, cycles=once, round_days=SEASON)
    cups = [
        MiniCup(f"{rules.slug}-3", rules.slug, 3, duels),
        MiniCup(f"{rules.slug}-4", rules.slug, 4, Layout(form=Form.KNOCKOUT, round_days=ROUND)),
    ]
    for seats in AT_TABLES:
        if seats in rules.seats:
            layout = Layout(form=Form.ROUND_ROBIN, seats=seats, round_days=SEASON)
            cups.append(MiniCup(f"{rules.slug}-table-{seats}", rules.slug, seats, layout))
    return cups


MINI_CUPS: dict[str, MiniCup] = {cup.slug: cup for rules in RULES.values() for cup in _of_game(rules)}
