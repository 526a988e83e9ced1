"""The analysis board, on which moves of all seats are tried from any moment of a game and nothing is written."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from games.exceptions import GameError
from games.plans.trying import lines_of
from games.play.choices import Ahead, ahead_at, position_for, try_lines
from games.presenting.page_sentences import pointing as sentences
from games.rules.base import split_steps
from games.rules.replay import format_roll
from games.turns.lines import Node, Tree, read_lines, write_lines
from games.web.game import find_game, ply_of, status_of, viewer_of
from games.web.game_page import GamePage
from games.web.pointing import Offer, Pointing, pointing_at
from games.work import Budget
from ground.expensive import expensive
from ground.lists import Row, link
from ground.sendings import new_nonce


@dataclass
class AnalysisPage:
    """Everything that the template needs. ``page`` is that of the game at the same moment, for its viewer."""

    page: GamePage
    tree: Tree
    shown: Node
    ahead: Ahead
    typed: str  # what stands in the box
    query: QueryDict
    problem: GameError | None = None
    lines: list[str] = field(init=False)
    nonce: str = field(default_factory=new_nonce)

    def __post_init__(self) -> None:
        self.lines = write_lines(self.tree.lines())

    @property
    def title(self) -> str:
        return gettext("Analysis of game {number}: {players}").format(
            number=self.page.game.pk, players=" \N{EN DASH} ".join([seat.player.username for seat in self.page.seats])
        )

    @property
    def begins_at(self) -> SafeString:
        game, ply = self.page.game, self.page.shown_ply
        address = reverse("games:game", args=[game.pk]) + ("" if ply == game.ply else f"?ply={ply}")
        return format_html(
            gettext("From move {ply} of {last} of {game}."),
            ply=ply,
            last=game.ply,
            game=link(address, gettext("game {number}").format(number=game.pk)),
        )

    @property
    def address(self) -> str:
        return reverse("games:analysis", args=[self.page.game.pk])

    @property
    def base(self) -> tuple[tuple[str, str], ...]:
        """What every address of this analysis has: the moment, and all lines."""
        return (("ply", str(self.page.shown_ply)), *(("line", line) for line in self.lines))

    @property
    def lines_text(self) -> str:
        """All lines, one in each line of text."""
        return "\n".join(self.lines)

    @cached_property
    def pointing(self) -> Pointing:
        return pointing_at(self.address, self.tree.rules, self.ahead, self.query, self.base)

    @property
    def throw(self) -> Offer | None:
        """A face of the die that falls next, thrown for this page alone; None where no die falls."""
        if (sides := self.shown.after.die) is None:
            return None
        step = format_roll(sides, secrets.randbelow(sides) + 1)
        address = self.pointing.leading_to((*self.shown.path, step))
        return Offer(gettext("Throw a d{sides}").format(sides=sides), address, sentences.not_our_dice())

    @property
    def not_tried(self) -> str:
        return gettext("This line cannot be shown.")

    @property
    def points(self) -> list[tuple[Any, int]]:
        """The seats with their points after the line that is shown."""
        return list(zip(self.page.seats, self.ahead.position.scores, strict=True))

    @property
    def rows(self) -> Iterator[Row]:
        """The lines, each without what it shares with the one above it."""
        before: list[Node] = []
        for path in self.tree.lines():
            nodes = [self.tree.add(path[:number]) for number in range(1, len(path) + 1)]
            shared = sum(1 for old, new in zip(before, nodes, strict=False) if old is new)
            leaves = sentences.after_step(nodes[shared - 1].text if shared else "") if before else ""
            yield {"after": leaves, "steps": tuple(map(self._step, nodes[shared:]))}
            before = nodes

    def _step(self, node: Node) -> Row:
        return {"text": node.text, "address": self.pointing.leading_to(node.path), "is_shown": node is self.shown}

    @property
    def may_take_over(self) -> bool:
        """Whether the viewer can make a plan of these lines: they begin now, and somebody else is to move."""
        return self.page.may_plan and self.page.is_present

    @property
    def plan(self) -> Iterator[Row]:
        """The viewer's plan, branch by branch."""
        seat, plan, game = self.page.my_seat, self.page.plan, self.page.game
        if seat is None or plan is None or seat.plan_ply is None:
            return
        tree = Tree(game.game_rules, position_for(game, seat.plan_ply), Budget())
        written = (text for _, text in plan.lines())
        for text, (depth, _, path) in zip(written, lines_of(tree, seat.number, plan), strict=True):
            base = (("ply", str(seat.plan_ply)),)
            there = Pointing(self.address, tree.rules, self.ahead, {}, base)
            yield {"depth": depth, "text": text, "address": "" if path is None else there.leading_to(path)}

    @property
    def for_script(self) -> dict[str, Any]:
        """What the script begins with."""
        return {"ply": self.page.shown_ply, "lines": self.tree.lines(), "after": self.shown.path}


@require_GET
@expensive
def analysis(request: HttpRequest, pk: int) -> HttpResponse:
    """Try moves from the moment ``ply``: the board after the steps in ``after``, beside the other lines in ``line``.

    A line that the rules refuse, and lines that take more work than a request may, are answered 422 with the reason.
    """
    game = find_game(pk)
    ply = ply_of(request, game)
    typed, problem = request.GET.get("after", ""), None
    try:
        tree = try_lines(game, ply, read_lines(request.GET.getlist("line")), Budget())
        shown = tree.add(split_steps(typed))
        ahead = ahead_at(shown, tree)
    except GameError as error:
        problem, tree = error, try_lines(game, ply, (), Budget())
        shown = tree.root
        ahead = ahead_at(shown, tree)
    page = GamePage(game, timezone.now(), viewer_of(request), ahead.position, ply)
    page.side = next(iter(game.game_rules.sides), "")
    found = AnalysisPage(page, tree, shown, ahead, typed, request.GET, problem)
    status = status_of(problem) if problem else 200
    return render(request, "games/analysis.html", {"analysis": found, "page": page, "game": game}, status=status)
