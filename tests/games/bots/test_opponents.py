"""House opponents: challenged, playing by their task, and taking over seats."""

from __future__ import annotations

from datetime import timedelta
from itertools import count
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from games import tasks
from games.accounts.bots import declare_bot
from games.archive.checks import check_game
from games.bots import Strength, choose_move
from games.clock.controls import TimeControl
from games.exceptions import NothingOffered, ProposalError
from games.lobby.proposals import play_house, propose_game
from games.models import Game, GameEvent, Player, Proposal
from games.play import agreements, house_players
from games.play.creation import create_game
from games.play.moving import play_move
from games.rules import RULES
from games.rules.base import FormatError
from seeds.celery import app
from tests.games.browsing import Browser
from tests.games.conftest import NOON, Start, after
from tests.games.programs import Program

pytestmark = pytest.mark.django_db

CONTROL = TimeControl.days_per_turn(3)
BOTS = ["house-seedling", "house-bush", "house-sapling", "house-oak"]


@pytest.fixture
def anna() -> Player:
    cache.clear()
    return Player.objects.create(username="anna")


def play_all(game: Game) -> Game:
    """Let the task work until the house has nothing more to do."""
    while house_players.waiting_games().filter(pk=game.pk).exists():
        tasks.play_house_bot(game.pk)
    game.refresh_from_db()
    return game


def test_the_house_has_labelled_accounts_that_nobody_can_enter() -> None:
    accounts = house_players.accounts()
    assert list(accounts) == BOTS
    assert all(account.is_bot and not account.has_usable_password() for account in accounts.values())


@pytest.mark.parametrize(("slug", "bot"), list(zip(RULES, BOTS, strict=True)))
def test_a_house_bot_accepts_at_once_and_answers(anna: Player, slug: str, bot: str) -> None:
    game = play_house(player=anna, rules=slug, bot=bot, control=CONTROL, at=NOON)
    assert not game.rated
    play_all(game)
    seat = game.seats.get(player=anna).number
    assert (game.status, game.to_act) == ("running", seat)
    assert set(game.events.filter(kind="step").values_list("cause", flat=True)) <= {"house_bot", "forced"}


def test_a_house_bot_chooses_anew_once_a_nonce_was_drawn() -> None:
    house, played = list(house_players.accounts().values()), []
    for nonce in ("", "", "0f" * 16):
        game = create_game(rules="btt", players=house[:2], control=CONTROL, at=NOON, secret="0f" * 32)
        Game.objects.filter(pk=game.pk).update(nonce=nonce)
        for _ in range(4):
            tasks.play_house_bot(game.pk)
        played.append(list(game.events.filter(kind="step").values_list("text", flat=True)))
    assert played[0] == played[1] != played[2]


def test_a_table_with_bots_waits_for_people_only(anna: Player) -> None:
    bert = Player.objects.create(username="bert")
    invited = [bert, *house_players.accounts().values()]
    proposal = propose_game(proposer=anna, rules="btt", seats=6, control=CONTROL, at=NOON, invited=invited)
    answers = {asked.player.username: asked.answer for asked in proposal.invitations.all()}
    assert answers == {"bert": "waiting", **dict.fromkeys(BOTS, "accepted")}
    assert (proposal.status, proposal.rated) == (Proposal.Status.OPEN, False)


def test_the_house_plays_a_seat_that_was_left_and_the_log_says_so(start: Start) -> None:
    game = start("anna", "bert", "carl")
    agreements.resign(game_id=game.pk, player_id=Player.objects.get(username="anna").pk, at=after(1), source="page")
    play_all(game)
    assert [event.cause for event in game.events.filter(kind="step", seat=0)] == ["house_bot"]
    assert house_players.strength_of(game.seats.get(number=0)) == Strength.MIDDLE
    assert check_game(game) == []


def bot_to_move(anna: Player, bot: str = "house-oak") -> Game:
    """A game of BTT in which the bot has the first seat."""
    invited = [house_players.accounts()[bot]]
    proposal = propose_game(
        proposer=anna, rules="btt", seats=2, control=CONTROL, at=NOON, invited=invited, seating="chosen", chosen_seat=1
    )
    assert proposal.game is not None
    return proposal.game


def test_a_game_that_fails_keeps_no_other_waiting(anna: Player) -> None:
    broken, sound = bot_to_move(anna), bot_to_move(anna, "house-sapling")
    Game.objects.filter(pk=broken.pk).update(position={})
    with pytest.raises(FormatError):
        tasks.play_house_bot(broken.pk)
    tasks.play_house_bot(sound.pk)
    sound.refresh_from_db()
    assert sound.ply == 1
    assert house_players.wake_forgotten_bots(now=NOON + timedelta(seconds=20)) == [], "it was told just now"
    assert house_players.wake_forgotten_bots(now=after(1)) == [broken.pk]
    queues = [
        app.amqp.router.route({}, f"games.tasks.{name}")["queue"].name
        for name in ("play_house_bot", "flag_overdue_games")
    ]
    assert queues == ["bots", "celery"]


def test_a_bot_moves_when_its_time_to_think_is_over(anna: Player) -> None:
    game, seconds = bot_to_move(anna), count(step=5)
    assert house_players.play_house_bot(game.pk, clock=lambda: NOON + timedelta(seconds=next(seconds)))
    assert next(seconds) == 15, "it looked at the clock when it began, before its first simulation, and when it moved"
    game.refresh_from_db()
    assert (game.ply, game.turn.started_at) == (1, NOON + timedelta(seconds=10))


@pytest.mark.parametrize(("waiting", "share"), [(0, 1), (50, 1), (100, 0.5), (500, 0.1), (10**6, 0)])
def test_bots_think_less_when_many_games_wait(waiting: int, share: float) -> None:
    rules = RULES["btt"]
    assert house_players.simulations_for(rules, waiting=waiting) == max(1, round(rules.simulations * share))


@pytest.mark.usefixtures("_same_chance_each_time")
def test_steps_up_to_the_next_throw_are_played_together() -> None:
    players = [Player.objects.get(username=name) for name in ("house-sapling", "house-sapling-2")]
    game = create_game(rules="roots", players=players, control=CONTROL, at=NOON)
    calls = 24
    for _ in range(calls):
        assert house_players.play_house_bot(game.pk, clock=lambda: NOON)
    assert game.events.filter(kind="step", cause="house_bot").count() > calls
    assert check_game(Game.objects.get()) == []


def test_a_newcomer_plays_from_the_lobby(anna: Player) -> None:
    browser = Browser("anna")
    lobby = browser.get("/lobby/")
    wanted = {"nonce": lobby.tree.css("input[name=nonce]")[0].attributes["value"], "rules": "twigs"}
    page = browser.send("/lobby/house/", bot="house-seedling", **wanted)
    game = Game.objects.get()
    assert page.path == f"/games/{game.pk}/"
    assert "It is your turn." in page.text
    assert {seat.player.username for seat in game.seats.all()} == {"anna", "house-seedling"}
    browser.send("/lobby/house/", bot="house-seedling", **wanted)
    assert Game.objects.count() == 1, "a second click starts no second game"


@pytest.mark.parametrize("slug", RULES)
def test_a_house_bot_takes_all_other_seats(anna: Player, slug: str) -> None:
    seats = RULES[slug].seats[-1]
    proposal = propose_game(proposer=anna, rules=slug, seats=seats, control=CONTROL, at=NOON, house="house-sapling")
    assert proposal.game is not None
    others = {seat.player.username for seat in proposal.game.seats.all()} - {"anna"}
    assert others == {"house-sapling", *(f"house-sapling-{number}" for number in range(2, seats))}
    play_all(proposal.game)
    assert Game.objects.get().to_act == proposal.game.seats.get(player=anna).number
    with pytest.raises(ProposalError, match="house-seedling, house-bush, house-sapling, house-oak"):
        play_house(player=anna, rules=slug, bot="house-elm", control=CONTROL, at=NOON)


def test_a_house_bot_fills_the_seats_that_nobody_is_invited_to(anna: Player) -> None:
    bert = Player.objects.create(username="bert")
    browser = Browser("anna")
    page = browser.fill(browser.get("/lobby/new/twigs/?house=house-oak"), invited="bert", seats="4", review="1")
    browser.fill(page, send="1")
    proposal = Proposal.objects.get()
    answers = {asked.player.username: asked.answer for asked in proposal.invitations.all()}
    assert answers == {bert.username: "waiting", "house-oak": "accepted", "house-oak-2": "accepted"}
    assert not proposal.rated


def test_programs_find_house_bots_and_play_them(anna: Player) -> None:
    declare_bot(owner=anna, username="greedy-bot", about="Takes what it can.", at=NOON)
    everybody: Any = Program().get("bots/").json()["results"]
    house, others = (Program().get(f"bots/?kind={kind}").json()["results"] for kind in ("house", "player"))
    assert [(bot["username"], bot["strength"]) for bot in house] == list(zip(BOTS, Strength, strict=True))
    assert [(bot["username"], bot["owner"], bot["words"]) for bot in others] == [
        ("greedy-bot", "anna", "Takes what it can.")
    ]
    assert everybody == house + others
    assert house[0]["games"] == list(RULES)
    control = {"base": 86_400, "increment": 0, "cap": 86_400}
    body = {"rules": "roots", "invited": ["house-oak"], "control": control}
    made = Program("anna").post("proposals/", body).json()
    assert (made["status"], made["rated"]) == ("started", False)
    assert Game.objects.get(pk=made["game"]).rules == "roots"
    table = {"rules": "btt", "seats": 6, "house": "house-oak", "control": control}
    made = Program("anna").post("proposals/", table).json()
    assert Game.objects.get(pk=made["game"]).seats.count() == 6


def test_rated_game_with_a_house_bot_is_refused(anna: Player) -> None:
    control = {"base": 86_400, "increment": 0, "cap": 86_400}
    body: dict[str, Any] = {"rules": "btt", "control": control, "rated": True}
    for invited in ({"invited": ["house-oak"]}, {"house": "house-oak"}):
        answer = Program("anna").post("proposals/", body | invited)
        assert (answer.status_code, answer.json()["code"]) == (409, "proposal")
        assert answer.json()["detail"] == (
            "No game with a house bot is rated. Propose an unrated game, or leave the house bot out."
        )
    assert not Proposal.objects.exists()
    assert Program("anna").post("proposals/", body).json()["rated"]
    assert Program("anna").post("proposals/", {**body, "rated": None}).json()["rated"]


def opening(anna: Player, bot: str, strength: Strength) -> dict[str, Any]:
    """What anna asks in a game against a house bot in which she has played five moves of that strength."""
    game = play_all(play_house(player=anna, rules="btt", bot=bot, control=CONTROL, at=timezone.now()))
    for _ in range(5):
        position = game.load_position()
        move = choose_move(position, strength=strength, random=Random(1), simulations=0)
        text = game.game_rules.format(move, position)
        play_move(game_id=game.pk, player_id=anna.pk, text=text, ply=game.ply, at=timezone.now(), source="page")
        play_all(game)
    return {"game_id": game.pk, "player_id": anna.pk, "at": timezone.now(), "source": "page"}


@pytest.mark.usefixtures("_same_chance_each_time")  # the same moves of the bot
def test_house_bot_that_does_not_lead_agrees_to_a_draw(anna: Player) -> None:
    agreements.offer_draw(**opening(anna, "house-seedling", Strength.MIDDLE))
    game = Game.objects.get()
    assert (game.status, game.end_reason) == ("finished", "draw agreed")
    assert {seat.place for seat in game.seats.all()} == {1}
    check_game(game)
    other = play_all(play_house(player=anna, rules="btt", bot=BOTS[0], control=CONTROL, at=NOON))
    page = Browser("anna").get(f"/games/{other.pk}/")
    assert "Abandon …" in page.text
    assert "Offer a draw" in page.text
    agreements.offer_abandonment(game_id=other.pk, player_id=anna.pk, at=after(1), source="page")
    other.refresh_from_db()
    assert (other.status, other.end_reason, other.agreements) == ("finished", "abandoned", {})


@pytest.mark.usefixtures("_same_chance_each_time")  # the same moves of the bot
def test_house_bot_that_leads_declines_a_draw_once_a_move(anna: Player) -> None:
    asked = opening(anna, "house-sapling", Strength.PLAIN)
    agreements.offer_draw(**asked)
    game = Game.objects.get()
    assert (game.status, game.agreements) == ("running", {})
    assert [event.kind for event in game.events.order_by("-seq")[:2]] == [
        GameEvent.Kind.DRAW_DECLINED,
        GameEvent.Kind.DRAW_OFFERED,
    ]
    with pytest.raises(NothingOffered, match="after the next move"):
        agreements.offer_draw(**asked)
