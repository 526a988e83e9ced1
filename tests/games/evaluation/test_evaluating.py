"""Finished games are looked back at in the background, fairly among players, and never while they run."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client

from games.evaluation import services as evaluating
from games.evaluation.services import ask_for_evaluation, evaluate_next, evaluation_of, moments_of
from games.exceptions import GameError
from games.models import Evaluation, Game, Player
from games.moderation.quotas import EVALUATIONS, QuotaReached
from games.play.agreements import resign
from games.play.moving import play_move
from tests.games.browsing import Browser
from tests.games.conftest import NOON, Start, after, player

pytestmark = pytest.mark.django_db


def clock() -> Any:
    """It stays noon: nothing is ever late."""
    return after(5)


def finished(start: Start, *names: str, moves: int = 3) -> Game:
    """A game in which so many random moves were played before the seat to act resigned."""
    game = start(*names)
    for _ in range(moves):
        mover = game.seats.get(number=game.to_act).player
        position = game.load_position()
        text = game.game_rules.format(position.random_move(Random(game.ply)), position)
        play_move(game_id=game.pk, player_id=mover.pk, text=text, ply=game.ply, at=after(1), source="page")
        game.refresh_from_db()
    resign(game_id=game.pk, player_id=game.seats.get(number=game.to_act).player_id, at=after(2), source="page")
    game.refresh_from_db()
    return game


def ask(game: Game, name: str = "anna", hours: float = 3) -> Evaluation:
    return ask_for_evaluation(game_id=game.pk, player=player(name), at=after(hours))


def work_off() -> None:
    while evaluate_next(clock=clock):
        pass


def test_each_decision_has_leads_and_a_legal_step_that_is_preferred(start: Start) -> None:
    game = finished(start, "anna", "bert")
    assert ask(game).pk == ask(game, "cleo").pk, "it is made once for everybody"
    work_off()
    found = evaluation_of(game)
    assert found is not None
    assert found.done_at is not None
    moments = moments_of(found)
    assert [moment.ply for moment in moments] == [0, 1, 2, 3]
    assert all(abs(sum(moment.leads)) < 0.1 for moment in moments), "one leads by what the other trails"
    rules = game.game_rules
    assert rules.parse(moments[0].best, rules.start(2, game.options))


def test_running_game_is_not_evaluated_and_one_that_goes_on_is_hidden(start: Start) -> None:
    running = start("anna", "bert")
    with pytest.raises(GameError, match="not over"):
        ask(running)
    page = Browser("anna").get(f"/games/{running.pk}/evaluation/")
    assert "when they are over" in page.text
    assert not page.has("main form")
    game = finished(start, "anna", "bert")
    ask(game)
    work_off()
    Evaluation.objects.update(plies=game.ply - 1)
    assert evaluation_of(game) is None


def test_player_has_few_evaluations_a_day(start: Start) -> None:
    games = [finished(start, "anna", "bert", moves=1) for _ in range(EVALUATIONS.most + 1)]
    Player.objects.update(date_joined=NOON - timedelta(days=30))
    for game in games[:-1]:
        ask(game)
    with pytest.raises(QuotaReached):
        ask(games[-1])
    assert ask(games[-1], hours=28)


def test_players_take_turns_however_many_games_one_of_them_asks_for(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluating, "SLICE", timedelta(seconds=-1))  # one decision, then the next game
    hers = [finished(start, "anna", "bert") for _ in range(2)]
    his = finished(start, "bert", "cleo")
    for game in hers:
        ask(game)
    ask(his, "bert", hours=4)
    moments = iter(range(1, 1000))
    looked_at = []
    for _ in range(4):
        before = {one.pk: len(one.moments) for one in Evaluation.objects.all()}
        evaluate_next(clock=lambda: after(5) + timedelta(seconds=next(moments)))
        looked_at += [one.asked_by.username for one in Evaluation.objects.all() if len(one.moments) > before[one.pk]]
    assert looked_at == ["anna", "bert", "anna", "bert"]


def test_house_bots_that_are_to_move_go_first(start: Start) -> None:
    ask(finished(start, "anna", "bert"))
    oak = Player.objects.get(username="house-oak")
    while (waiting := start("house-oak", "anna")).seats.get(number=waiting.to_act).player != oak:
        pass
    assert evaluate_next(clock=clock)
    assert len(Evaluation.objects.get().moments) == 1, "one decision, then the bots"


def test_page_shows_where_a_game_turned_with_links_to_the_analysis_board(start: Start) -> None:
    game = finished(start, "anna", "bert", moves=6)
    anna = Browser("anna")
    path = f"/games/{game.pk}/evaluation/"
    assert path in anna.get(f"/games/{game.pk}/").html
    page = anna.fill(anna.get(path))
    assert "is being evaluated" in page.text
    work_off()
    page = anna.get(path)
    assert len(page.tree.css("svg.course polyline")) == 2
    assert len(page.tree.css("tbody tr")) == 6
    board = page.tree.css("tbody a")[0].attributes["href"]
    assert anna.get(board or "").status == 200
    assert Client().get(path).status_code == 200
