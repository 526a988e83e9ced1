"""What directors do to games: every action in the public log with its reason, once, and clocks that stay honest."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.archive.checks import check_game
from games.clock.controls import TimeControl
from games.exceptions import CannotDirect, GameOver, KeyReused, NotSeated
from games.models import Game, GameEvent, Player
from games.play import directing
from games.play.agreements import offer_draw, resign
from games.play.drafts import keep_draft
from games.play.held_moves import publish_held
from games.play.planning import set_plan
from games.play.timeouts import flag_overdue, resolve_timeout
from notifications.models import OutboundMail
from tests.games.browsing import Browser
from tests.games.conftest import Start, after, all_read, first_step, pk, play, warn

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
BANK = TimeControl(base=timedelta(days=10), increment=timedelta(hours=36), cap=timedelta(days=10))
Kind = GameEvent.Kind


@pytest.fixture
def cleo() -> Player:
    """The director."""
    return Player.objects.create(username="cleo")


def action(cleo: Player, game: Game, hours: float, **values: Any) -> dict[str, Any]:
    return {"game_id": game.pk, "actor_id": cleo.pk, "reason": "A flood.", "at": after(hours)} | values


def now(game: Game) -> Game:
    game.refresh_from_db()
    assert check_game(game) == []
    return game


def move(game: Game, hours: float, name: str = "") -> None:
    """A legal step of the player who is to act, or of the named one."""
    game = now(game)
    play(game, name or game.seats.get(number=game.to_act).player.username, first_step(game), hours)


def kinds(game: Game) -> list[str]:
    return [str(kind) for kind in game.events.order_by("seq").values_list("kind", flat=True)]


# Pauses ---------------------------------------------------------------------------------------------------------------


def test_paused_clock_is_stopped_until_the_game_goes_on(start: Start, cleo: Player) -> None:
    game = start("anna", "bert")
    directing.pause_game(**action(cleo, game, 24))
    assert now(game).deadline is None
    directing.resume_game(**action(cleo, game, 124))
    assert now(game).deadline == after(172)
    late = start("anna", "bert")
    directing.pause_game(**action(cleo, late, 71))
    directing.resume_game(**action(cleo, late, 171))
    assert now(late).deadline == after(171 + 12), "minutes are hours after a long pause"
    move(game, 130)
    assert kinds(game) == ["started", "paused", "resumed", "step"]


def test_move_in_a_pause_counts_and_the_next_clock_is_stopped_too(start: Start, cleo: Player) -> None:
    game = start("anna", "bert", control=BANK)
    directing.pause_game(**action(cleo, game, 24))
    move(game, 48)
    assert now(game).clocks[0] == 240 * 3_600_000
    assert game.deadline is None
    directing.resume_game(**action(cleo, game, 72))
    assert now(game).deadline == after(72 + 240)


def test_no_flag_falls_in_a_pause_and_time_that_was_over_before_it_is_over_after_it(start: Start, cleo: Player) -> None:
    game = start("anna", "bert")
    warn(game)
    directing.pause_game(**action(cleo, game, 73))  # an hour too late for anna
    all_read(after(100))
    assert flag_overdue(now=after(100)) == []
    assert not resolve_timeout(game.pk, now=after(100))
    directing.resume_game(**action(cleo, game, 100))
    all_read(after(101))
    assert flag_overdue(now=after(101)) == [game.pk]


def test_what_is_so_already_is_not_done_again(start: Start, cleo: Player) -> None:
    game = start("anna", "bert")
    first = directing.pause_game(**action(cleo, game, 1))
    assert directing.pause_game(**action(cleo, game, 2)) == first
    again = directing.resume_game(**action(cleo, game, 3))
    assert directing.resume_game(**action(cleo, game, 4)) == again
    assert kinds(game) == ["started", "paused", "resumed"]


# More time ------------------------------------------------------------------------------------------------------------


def test_time_for_the_player_who_is_to_move_and_for_everybody(start: Start, cleo: Player) -> None:
    game = start("anna", "bert", control=BANK)
    directing.add_time(**action(cleo, game, 1, seat=0, span=DAY))
    assert now(game).deadline == after(240 + 24)
    directing.add_time(**action(cleo, game, 2, seat=None, span=DAY, actor_id=None))
    assert now(game).deadline == after(240 + 48)
    assert game.clocks == [12 * 86_400_000, 11 * 86_400_000]
    move(game, 24)
    assert now(game).clocks[0] == 10 * 86_400_000, "what is above the cap lapses with the turn"
    assert game.deadline == after(24 + 264)


def test_same_key_adds_once_and_belongs_to_one_action(start: Start, cleo: Player) -> None:
    game = start("anna", "bert")
    first = directing.add_time(**action(cleo, game, 1, seat=0, span=DAY, key="round 2"))
    assert directing.add_time(**action(cleo, game, 2, seat=0, span=DAY, key="round 2")) == first
    assert now(game).deadline == after(96)
    with pytest.raises(KeyReused):
        directing.pause_game(**action(cleo, game, 3, key="round 2"))


REFUSED: list[tuple[Callable[..., Any], dict[str, Any], str]] = [
    *((directing.add_time, {"seat": 0, "span": span}, "Between a minute and 366 days")
      for span in (timedelta(0), -DAY, 367 * DAY)),
    (directing.add_time, {"seat": 0, "span": DAY}, "hard end"),
    (directing.add_time, {"seat": 1, "span": DAY}, "house bot"),
    *((directing.adjudicate_game, {"places": places}, "") for places in ([], [1], [1, 3], [0, 1], [2, 2], [1, 2, 3])),
    (directing.substitute_seat, {"seat": 5}, "seats 1 to 2"),
    (directing.resume_game, {}, "not paused"),
    *((directing.pause_game, {"reason": reason}, "Give a reason") for reason in ("", "   ", "two\nlines", "x" * 201)),
]  # fmt: skip


@pytest.mark.parametrize(("do", "values", "sentence"), REFUSED)
def test_what_directors_cannot_do(
    start: Start, cleo: Player, do: Callable[..., Any], values: dict[str, Any], sentence: str
) -> None:
    Player.objects.create(username="tin", is_bot=True)
    ends = after(24) if sentence == "hard end" else None
    game = start("anna", "tin", control=TimeControl(base=DAY, increment=DAY, cap=DAY, ends=ends))
    more = {"player_id": cleo.pk} if do is directing.substitute_seat else {}
    with pytest.raises(CannotDirect, match=sentence or None):
        do(**action(cleo, game, 1) | more | values)
    assert (kinds(game), now(game).status) == (["started"], "running")


# Ends -----------------------------------------------------------------------------------------------------------------


def test_adjudicated_game_has_the_places_given(start: Start, cleo: Player) -> None:
    game = start("anna", "bert", "carl")
    resign(game_id=game.pk, player_id=pk("anna"), at=after(1), source="page")
    with pytest.raises(CannotDirect, match="behind all players still in it"):
        directing.adjudicate_game(**action(cleo, game, 2, places=[1, 2, 2]))
    directing.adjudicate_game(**action(cleo, game, 2, places=[3, 2, 1]))
    assert list(now(game).seats.order_by("number").values_list("place", flat=True)) == [3, 2, 1]
    assert (game.status, game.end_reason, game.deadline) == ("finished", "adjudicated", None)
    with pytest.raises(GameOver):
        directing.pause_game(**action(cleo, game, 3))


def test_board_decides_when_no_places_are_given_and_a_player_who_left_comes_last(start: Start, cleo: Player) -> None:
    game = start("anna", "bert", "dora")
    resign(game_id=game.pk, player_id=game.seats.get(number=0).player_id, at=after(1), source="page")
    directing.adjudicate_game(**action(cleo, game, 2))
    assert list(now(game).seats.order_by("number").values_list("place", flat=True)) == [3, 1, 1]
    scored = start("anna", "bert")
    directing.adjudicate_game(**action(cleo, scored, 2, scores=[7, 9]))
    assert [(seat.place, seat.points) for seat in now(scored).seats.all()] == [(2, 5), (1, 5)]
    annulled = start("anna", "bert")
    directing.annul_game(**action(cleo, annulled, 2))
    assert [seat.place for seat in now(annulled).seats.all()] == [None, None]
    assert (annulled.status, annulled.end_reason) == ("finished", "annulled")


def test_no_show_loses_between_two_and_is_played_on_among_three(start: Start, cleo: Player) -> None:
    two = start("anna", "bert")
    directing.forfeit_seat(**action(cleo, two, 2, seat=1))
    assert [seat.place for seat in now(two).seats.all()] == [1, 2]
    assert two.end_reason == "forfeit"
    three = start("anna", "bert", "carl")
    first = directing.forfeit_seat(**action(cleo, three, 2, seat=1))
    assert directing.forfeit_seat(**action(cleo, three, 3, seat=1)) == first
    assert now(three).seats.get(number=1).left_reason == "forfeit"
    assert three.status == "running"


# Substitutes ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def dora() -> Player:
    return Player.objects.create(username="dora", time_zone="Europe/Berlin")


def test_substitute_plays_on_with_the_clock_as_it_stands(start: Start, cleo: Player, dora: Player) -> None:
    game = start("anna", "bert", control=BANK)
    directing.substitute_seat(**action(cleo, game, 48, seat=0, player_id=dora.pk))
    assert now(game).clocks[0] == 8 * 86_400_000
    assert game.deadline == after(240)
    with pytest.raises(NotSeated):
        move(game, 49, "anna")
    move(game, 50, "dora")
    assert now(game).ply == 1
    late = start("anna", "bert", control=BANK)
    directing.substitute_seat(**action(cleo, late, 239, seat=0, player_id=dora.pk))
    assert now(late).deadline == after(239 + 36), "one increment at least"


def test_substitute_takes_over_from_the_house_bot(start: Start, cleo: Player, dora: Player) -> None:
    game = start("anna", "bert", "carl")
    warn(game)
    all_read(after(80))
    assert flag_overdue(now=after(80)) == [game.pk]
    assert now(game).seats.get(number=0).has_left
    directing.substitute_seat(**action(cleo, game, 81, seat=0, player_id=dora.pk))
    assert now(game).deadline == after(81 + 72)
    assert not game.seats.get(number=0).has_left
    move(game, 90, "dora")


def test_what_the_old_player_had_prepared_is_gone(start: Start, cleo: Player, dora: Player) -> None:
    game = start("anna", "bert")
    anna, bert = (Player.objects.get(username=name) for name in ("anna", "bert"))
    set_plan(game_id=game.pk, player_id=bert.pk, text="if * then null a1", at=after(1), source="page")
    keep_draft(game_id=game.pk, player_id=anna.pk, text="null d3", ply=0)
    Player.objects.filter(pk=anna.pk).update(hold_minutes=30)
    offer_draw(game_id=game.pk, player_id=bert.pk, at=after(2), source="page")
    move(game, 2)
    assert now(game).turn.held_id is not None
    for seat, player in ((0, dora), (1, Player.objects.create(username="emil"))):
        directing.substitute_seat(**action(cleo, game, 2.1, seat=seat, player_id=player.pk))
    assert publish_held(now=after(3)) == []
    assert now(game).agreements == {}
    assert [(seat.plan, seat.draft, game.turn.held_id) for seat in game.seats.all()] == [("", "", None)] * 2


def test_substitute_is_somebody_who_does_not_play_there(start: Start, cleo: Player, dora: Player) -> None:
    game = start("anna", "bert")
    bot = Player.objects.create(username="tin", is_bot=True)
    for player in (Player.objects.get(username="bert"), bot):
        with pytest.raises(CannotDirect):
            directing.substitute_seat(**action(cleo, game, 1, seat=0, player_id=player.pk))
    first = directing.substitute_seat(**action(cleo, game, 1, seat=0, player_id=dora.pk))
    assert directing.substitute_seat(**action(cleo, game, 2, seat=0, player_id=dora.pk)) == first


def test_everybody_is_told_and_the_one_who_is_to_move_gets_an_address(start: Start, cleo: Player, dora: Player) -> None:
    game = start("anna", "bert", "carl")
    OutboundMail.objects.all().delete()
    directing.substitute_seat(**action(cleo, game, 1, seat=0, player_id=dora.pk))
    described = {mail.reader.username: mail.kind for mail in OutboundMail.objects.select_related("reader")}
    assert described == {"dora": "turn", "bert": "offer", "carl": "offer", "anna": "offer"}


# The pages ------------------------------------------------------------------------------------------------------------


def test_page_says_who_paused_the_game_and_why(start: Start, cleo: Player) -> None:
    game = start("anna", "bert")
    directing.pause_game(**action(cleo, game, 1))
    page = Browser("anna").get(f"/games/{game.pk}/")
    assert "The clock is stopped: the director has paused the game. Reason: A flood." in page.text
    assert "cleo, as director, paused the game. Reason: A flood." in page.text
    assert page.one(".plate.acts .clock").text() == "2 d 23 h"
    assert "It is not known yet when it will run again." in page.text
    directing.resume_game(**action(cleo, game, 2, actor_id=None))
    assert "The event resumed the game. Reason: A flood." in Browser().get(f"/games/{game.pk}/").text


def test_history_shows_every_move_with_the_player_who_made_it(start: Start, cleo: Player, dora: Player) -> None:
    game = start("anna", "bert")
    move(game, 1)
    move(game, 2)
    directing.substitute_seat(**action(cleo, game, 3, seat=0, player_id=dora.pk))
    directing.add_time(**action(cleo, game, 3, seat=0, span=DAY))
    move(game, 4)
    page = Browser().get(f"/games/{game.pk}/")
    names = [name.text() for name in page.tree.css("ol.history > li:has(a.ply) > .unseen")]
    assert names == ["anna", "bert", "dora"]
    assert "cleo, as director, named a substitute: dora plays on for anna. Reason: A flood." in page.text
    assert "cleo, as director, added time: 1 day more for dora. Reason: A flood." in page.text
    assert "dora plays on for anna" in Browser().get(f"/games/{game.pk}/log/").text


# The log --------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("unguarded_logs")
def test_reason_is_part_of_the_receipt(start: Start, cleo: Player) -> None:
    game = start("anna", "bert")
    directing.pause_game(**action(cleo, game, 1))
    GameEvent.objects.filter(kind=Kind.PAUSED).update(reason="No flood.")
    assert any("receipt" in problem for problem in check_game(Game.objects.get(pk=game.pk)))
