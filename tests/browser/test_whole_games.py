"""Whole games in a real browser, each kind in each way from its first move to its end.

Seats and options are drawn from a seed (``BOARD_SEED``, for another draw), among the games that end soon. The game is
first played in typed moves, and all of it is taken back; then the first seat makes the same moves by pointing. Both
leave the same rows and mails.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from threading import Lock
from typing import Any, TypeAlias

import pytest
from django.core.signals import request_started
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.clock.controls import TimeControl
from games.models import Game, Player
from games.play.creation import create_game
from games.play.moving import play_move
from games.rules import RULES
from games.rules.base import Option, OptionError, Position, Roll
from games.rules.choices import Choice, Then, choices_of
from games.rules.playout import random_faces
from tests.across.test_doors import left_by
from tests.browser.conftest import Reader, sign_in
from tests.browser.ways import pointing, treeblox, twigs
from tests.browser.ways.pointing import KEYBOARD, LINKS, MOUSE, TOUCH, WAYS
from tests.notifications.mailbox import PostOffice

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.usefixtures("at_noon"),
]

Setting: TypeAlias = tuple[int, dict[str, Any]]  # seats and options
Turn: TypeAlias = list[Choice]  # steps that are sent together

SEED = os.environ.get("BOARD_SEED", "0")
NAMES = ("ada", "ben", "cleo", "dan", "eva", "fay", "gil", "hana")
MAILED = 2  # of the players have an address
FEWEST, MOST = 4, {"btt": 17, "twigs": 12, "roots": 10}  # turns of the first seat; in two games hardly any have fewer
CASES = [(rules, WAYS[(number + turn) % len(WAYS)]) for turn in (0, 2) for number, rules in enumerate(RULES)]
CUBES = 5  # of a seat in Treeblox, before everybody passes


# What is played -------------------------------------------------------------------------------------------------------


def draw_setting(rules: str, random: Random) -> Setting:
    """Seats and options, drawn until they make a game in which the first seat has few turns."""
    game = RULES[rules]
    for _ in range(1000):
        seats = random.choice(list(game.seats))
        options = {option.name: _draw(option, random) for option in game.options}
        try:
            position = game.start(seats, game.check_options(seats, options))
        except OptionError:  # not with so many seats
            continue
        if rules not in MOST or FEWEST <= _turns_of(position, random) <= MOST[rules]:
            return seats, options
    raise AssertionError(f"No setting of {rules} ends soon.")


def _draw(option: Option, random: Random) -> Any:
    """A value of an option; of a range one of the lowest, which make the shortest games."""
    values = option.values
    return random.choice(values[:10] if isinstance(values, range) else values)


def _turns_of(position: Position[Any], random: Random) -> int:
    """How often the first seat sends something in a game of that kind, if all play by chance."""
    turns = 0
    while (to_act := position.to_act) is not None:
        if isinstance(to_act, Roll):
            position = position.roll(random_faces(to_act, random))
        else:
            position = position.play(position.random_move(random))
            turns += to_act == 0 and position.to_act != 0
    return turns


def draw_turn(game: Game, played: int, random: Random) -> Turn:
    """Steps of the first seat that can be sent together; those that take something off the board before others."""
    rules, position = game.game_rules, game.load_position()
    if game.rules == "treeblox":
        return [treeblox.cube_or_word(position, random, is_enough=played >= CUBES)]
    found: Turn = []
    while not found or (found[-1].then is Then.MORE and game.rules == "roots"):
        steps = choices_of(rules, position).steps
        found.append(random.choice([step for step in steps if step.marks] or steps))
        position = position.play(rules.parse(found[-1].text, position))
    return found


class Others:
    """The other seats, which play by mail as soon as they are to act. All mails of the game go out."""

    def __init__(self, game: Game, seed: str) -> None:
        self.pk, self.random, self.office, self.rounds = game.pk, Random(seed), PostOffice(now=timezone.now()), 0
        self.lock = Lock()  # a page can be asked for twice

    def play(self) -> None:
        with self.lock:
            game, begun = Game.objects.get(pk=self.pk), False
            while game.status == Game.Status.RUNNING and game.to_act != 0:
                player, begun = game.seats.get(number=game.to_act).player, True
                moves = {"text": self._text_of(game), "ply": game.ply, "at": timezone.now(), "source": "mail"}
                play_move(game_id=game.pk, player_id=player.pk, **moves)
                game.refresh_from_db()
            self.rounds += begun
            self.office.work()

    def _text_of(self, game: Game) -> str:
        position = game.load_position()
        if game.rules == "treeblox":
            return treeblox.cube_or_word(position, self.random, is_enough=self.rounds >= CUBES).text
        return game.game_rules.format(position.random_move(self.random), position)

    @contextmanager
    def before_each_page(self) -> Iterator[None]:
        """They have played when the service begins to make the page of the game."""

        def play(environ: dict[str, Any], **_: Any) -> None:
            if environ["PATH_INFO"] == f"/games/{self.pk}/":
                self.play()

        request_started.connect(play)
        try:
            yield
        finally:
            request_started.disconnect(play)


def begin(rules: str, setting: Setting) -> Game:
    seats, options = setting
    players = [Player.objects.get(username=name) for name in NAMES[:seats]]
    control, secret = TimeControl.days_per_turn(3), "5e" * 32
    return create_game(rules=rules, players=players, control=control, at=timezone.now(), options=options, secret=secret)


def play_typed(rules: str, setting: Setting, seed: str) -> tuple[list[Turn], dict[str, Any]]:
    """What the first seat types in a whole game, and all that the game leaves behind; then it has never been played."""
    turns: list[Turn] = []
    with transaction.atomic():  # the next game has the same number, on which the dice depend
        game, random = begin(rules, setting), Random(f"{seed} own")
        others = Others(game, seed)
        others.play()
        game.refresh_from_db()
        while game.status == Game.Status.RUNNING:
            turns.append(draw_turn(game, len(turns), random))
            move = {"text": texts_of(turns[-1]), "ply": game.ply, "at": timezone.now(), "source": "page"}
            play_move(game_id=game.pk, player_id=game.seats.get(number=0).player_id, **move)
            others.play()
            game.refresh_from_db()
        left = left_by(game)
        transaction.set_rollback(True)
    return turns, left


def texts_of(turn: Turn) -> str:
    return "; ".join(step.text for step in turn)


# How it is pointed at -------------------------------------------------------------------------------------------------


def point(page: Page, way: str, game: Game, turn: Turn, number: int) -> None:
    """Make the steps of a turn, the number of which counts from 0, on the board."""
    rules, position = game.game_rules, game.load_position()
    if game.rules == "twigs":
        return twigs.lay(page, way, rules.parse(turn[0].text, position), number)
    if game.rules == "treeblox":
        return treeblox.place(page, way, turn[0], position, number)
    before: list[str] = []
    for step in turn:
        pointing.choose(page, way, step, rules=rules, position=position, before=before)
        position = position.play(rules.parse(step.text, position))
        before.append(step.text)
    if len(turn) > 1 and way != LINKS:
        numbers = page.locator(".overlay .number").all_text_contents()
        several = [any(len(values) > 1 for values in step.facets.values()) for step in turn]  # beads of one end, say
        assert numbers == [str(number) for number, has_several in enumerate(several, 1) if not has_several]
    return None


def play_pointed(reader: Reader, way: str, game: Game, turns: list[Turn]) -> None:
    page = reader.page
    reader.open(f"/games/{game.pk}/")
    for number, turn in enumerate(turns):
        game.refresh_from_db()
        assert game.to_act == 0
        if way != LINKS:
            expect(page.locator("#pointing.scripted:not([aria-busy])")).to_be_attached()
        point(page, way, game, turn, number)
        expect(page.get_by_label("Your move")).to_have_value(texts_of(turn))
        reader.check_width()
        play = page.locator("#pointing [data-play]")
        if way == KEYBOARD:
            play.press("Enter")
        elif way == TOUCH:
            play.tap()
        else:
            play.click()
        expect(page.locator(f'.moment .board-figure:not([data-ply="{game.ply}"])')).to_be_attached()


def check_whole_game(chromium: Browser, address: str, rules: str, way: str) -> None:
    office, seed = PostOffice(), f"{SEED} {rules} {way}"
    for name in NAMES:
        Player.objects.get_or_create(username=name)
    for name in NAMES[:MAILED]:
        office.box(name)
    setting = draw_setting(rules, Random(seed))
    turns, typed = play_typed(rules, setting, seed)
    game = begin(rules, setting)
    reader = Reader(
        chromium,
        address,
        "phone" if way in (TOUCH, LINKS) else "desktop",
        "dark" if way == MOUSE else "light",
        touch=way == TOUCH,
        scripts=way != LINKS,
    )
    sign_in(reader, Player.objects.get(username="ada"))
    reader.page.emulate_media(reduced_motion="reduce")
    others = Others(game, seed)
    with others.before_each_page():
        play_pointed(reader, way, game, turns)
    assert left_by(game) == typed
    assert reader.complaints == []


@pytest.mark.parametrize(("rules", "way"), CASES)
def test_whole_game_leaves_what_typed_moves_leave(
    chromium: Browser, live_server: LiveServer, rules: str, way: str
) -> None:
    check_whole_game(chromium, live_server.url, rules, way)


@pytest.mark.services
@pytest.mark.usefixtures("postgres_database")
def test_whole_game_by_links_on_postgresql(chromium: Browser, live_server: LiveServer) -> None:
    check_whole_game(chromium, live_server.url, "btt", LINKS)
