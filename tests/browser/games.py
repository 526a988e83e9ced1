"""Games that ada begins, and what others do in them while she looks at their pages."""

from __future__ import annotations

from random import Random

from django.utils import timezone
from playwright.sync_api import expect

from games.clock.controls import TimeControl
from games.models import Game, Player
from games.play.creation import create_game
from games.play.moving import play_move
from games.rules.choices import choices_of
from tests.browser.conftest import Reader, Visit

NAMES = ("ada", "ben", "cleo", "dan", "eva", "fay", "gil", "hana")


def begin(rules: str, seats: int = 2) -> Game:
    players = [Player.objects.get_or_create(username=name)[0] for name in NAMES[:seats]]
    control = TimeControl.days_per_turn(3)
    return create_game(rules=rules, players=players, control=control, at=timezone.now(), secret="5e" * 32)


def send(game: Game, text: object) -> None:
    """A move of the player to act, by mail."""
    game.refresh_from_db()
    player = game.seats.get(number=game.to_act).player_id
    play_move(game_id=game.pk, player_id=player, text=str(text), ply=game.ply, at=timezone.now(), source="mail")
    game.refresh_from_db()


def play_on(game: Game, random: Random, plies: int = 0) -> Game:
    """All play by chance until the game has so many plies, and then on until ada is to act."""
    game.refresh_from_db()
    while game.status == Game.Status.RUNNING and (game.ply < plies or game.to_act != 0):
        send(game, random.choice(choices_of(game.game_rules, game.load_position()).steps).text)
    return game


def played(rules: str, plies: int, seats: int = 2) -> Game:
    """A game in which all have played by the same chance."""
    return play_on(begin(rules, seats), Random(f"{rules} {plies}"), plies)


def own_steps(game: Game) -> list[str]:
    """What ada has played."""
    return list(game.events.filter(seat=0, ply__isnull=False, cause="").order_by("ply").values_list("text", flat=True))


def ada_at(visit: Visit, game: Game, screen: str = "phone") -> Reader:
    """Ada at the page of a game, with d3 on the screen and the board ready to be touched."""
    reader = visit(screen, player="ada")
    reader.open(f"/games/{game.pk}/")
    ready = ".places .lit" if game.rules == "btt" else ".places .lit, .offer-group button"
    expect(reader.page.locator(ready).first).to_be_attached()
    if (d3 := reader.page.locator('.places [data-place="d3"]')).count():
        d3.scroll_into_view_if_needed()
    return reader
