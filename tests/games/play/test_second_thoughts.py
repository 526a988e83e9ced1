"""Second thoughts before anybody else knows: moves that are held for a while, and drafts."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.archive.checks import check_game
from games.exceptions import GameOver, MoveHeld, NothingHeld, NotSeated, NotYourTurn, RefusedMove, StalePly
from games.models import CurrentTurn, Game, Player, Submission
from games.play.agreements import resign
from games.play.drafts import draft_of, keep_draft
from games.play.held_moves import cancel_held, publish_held
from games.play.planning import set_plan
from games.play.timeouts import flag_overdue
from notifications.models import OutboundMail
from tests.games.browsing import Browser
from tests.games.conftest import Start, after, all_read, begin, pk, play, warn
from tests.games.programs import Program

pytestmark = pytest.mark.django_db


def hold(name: str, minutes: int = 30) -> None:
    Player.objects.filter(username=name).update(hold_minutes=minutes)


@pytest.fixture
def game(start: Start) -> Game:
    """A game of Treeblox in which anna, whose moves are held for half an hour, is to move."""
    game = start("anna", "bert", rules="treeblox")
    hold("anna")
    return game


# Held moves -----------------------------------------------------------------------------------------------------------


def test_held_move_leaves_no_trace_until_it_is_published_as_of_its_arrival(game: Game) -> None:
    before = Game.objects.values("ply", "seq", "receipt", "to_act", "turn__deadline", "clocks", "position").get()
    mails = OutboundMail.objects.count()
    receipt = play(game, "anna", "L 2,2,1", hours=10)
    assert receipt.submission.state == "held"
    assert Game.objects.values(*before).get() == before
    assert OutboundMail.objects.count() == mails
    assert publish_held(now=after(10.4)) == []
    assert publish_held(now=after(10.6)) == [game.pk]
    assert publish_held(now=after(10.7)) == []
    game.refresh_from_db()
    event = game.events.get(ply=1)
    assert (event.text, event.at, event.source, game.turn.held_id) == ("L 2,2,1", after(10), "page", None)
    assert (game.turn.started_at, game.deadline) == (after(10.6), after(10.6 + 72)), "bert has all his time"
    assert check_game(game) == []


def test_cancelled_move_was_never_there_and_the_clock_has_run_on(game: Game) -> None:
    play(game, "anna", "L 2,2,1", hours=10)
    cancel_held(game_id=game.pk, player_id=pk("anna"), at=after(10.2), source="page")
    assert publish_held(now=after(12)) == []
    game.refresh_from_db()
    assert (game.ply, game.seq, game.deadline) == (0, 1, after(72))
    play(game, "anna", "L 3,3,1", hours=12)
    publish_held(now=after(13))
    assert game.events.get(ply=1).at == after(12)


def test_nothing_is_cancelled_that_is_not_held(game: Game) -> None:
    with pytest.raises(NothingHeld):
        cancel_held(game_id=game.pk, player_id=pk("anna"), at=after(1), source="page")
    play(game, "anna", "L 2,2,1", hours=10)
    with pytest.raises(NothingHeld) as described:
        cancel_held(game_id=game.pk, player_id=pk("bert"), at=after(10.1), source="page")
    assert "L 2,2,1" not in described.value.message
    with pytest.raises(NothingHeld):
        cancel_held(game_id=game.pk, player_id=pk("anna"), at=after(10.5), source="page")


@pytest.mark.parametrize("name", ["anna", "bert"])
def test_held_move_of_a_game_that_ends_first_is_refused_because_the_game_is_over(game: Game, name: str) -> None:
    play(game, "anna", "L 2,2,1", hours=10)
    resign(game_id=game.pk, player_id=pk(name), at=after(10.1), source="page")
    refused = Submission.objects.filter(state="rejected").values_list("text", "message")
    assert list(refused) == [("L 2,2,1", f"Game {game.pk} is over (resignation).")][: name == "bert"]
    with pytest.raises(GameOver, match="is over"):
        cancel_held(game_id=game.pk, player_id=pk("anna"), at=after(10.2), source="page")
    assert publish_held(now=after(12)) == []
    assert Game.objects.get().ply == 0


def test_another_move_waits_for_the_held_one_and_the_same_one_is_the_same(game: Game) -> None:
    with pytest.raises(RefusedMove):
        play(game, "anna", "L 9,9,9")
    assert game.turn.held_id is None, "it is judged when it comes"
    play(game, "anna", "L 2,2,1")
    assert play(game, "anna", "l 2,2,1").repeated
    with pytest.raises(MoveHeld, match="Cancel it first"):
        play(game, "anna", "L 3,3,1")


def test_move_is_never_held_past_the_deadline_and_no_flag_falls_on_it(game: Game) -> None:
    warn(game)
    play(game, "anna", "L 2,2,1", hours=71.9)
    assert game.turn.held_until == game.deadline == after(72)
    all_read(after(80))
    assert flag_overdue(now=after(80)) == []
    game.refresh_from_db()
    assert (game.status, game.ply, game.to_act) == ("running", 1, 1)
    assert game.events.get(ply=1).at == after(71.9)


def test_player_who_cannot_wait_finds_the_move_published_when_its_time_has_come(game: Game) -> None:
    play(game, "anna", "L 2,2,1", hours=1)
    with pytest.raises(NotYourTurn):
        play(game, "bert", "L 3,3,1", hours=1.2)
    assert game.events.filter(ply=1).count() == 0
    with pytest.raises(NotYourTurn):
        play(game, "bert", "L 3,3,1", hours=1.6)
    assert game.events.filter(ply=1).count() == 1


def test_held_move_that_can_be_played_no_more_is_let_go_and_says_why(game: Game) -> None:
    play(game, "anna", "L 2,2,1", hours=10)
    nine_hours = timedelta(hours=9) // timedelta(milliseconds=1)
    CurrentTurn.objects.update(time=nine_hours, deadline=after(9), held_until=after(9))  # its end is earlier meanwhile
    assert publish_held(now=after(11)) == []
    game.refresh_from_db()
    assert (game.ply, game.turn.held, game.turn.held_until) == (0, None, None)
    refused = Submission.objects.filter(player__username="anna").order_by("pk").last()
    assert refused is not None
    assert (refused.state, refused.code, refused.text) == ("rejected", "out_of_time", "L 2,2,1")
    assert "Your time ran out" in refused.message


def test_opponents_plan_replies_when_the_move_is_published(game: Game) -> None:
    set_plan(game_id=game.pk, player_id=pk("bert"), text="if * then L 3,3,1", at=after(0.5), source="page")
    play(game, "anna", "L 2,2,1", hours=1)
    assert game.ply == 0
    publish_held(now=after(2))
    game.refresh_from_db()
    assert (game.ply, game.to_act) == (2, 0)


def test_page_shows_a_held_move_to_its_player_and_cancels_it() -> None:
    game = begin("anna", "bert", rules="treeblox")
    anna = Browser("anna")
    page = anna.fill(anna.get("/settings/"), hold_minutes="20")
    assert "held for 20 minutes" in page.note("success")
    page = anna.fill(anna.get(f"/games/{game.pk}/"), f"/games/{game.pk}/play/", text="L 2,2,1", play="1")
    assert "Move held." in page.note("success")
    assert "L 2,2,1 is held until" in page.text
    assert not page.has("textarea[name=text]")
    page = anna.fill(anna.get(f"/games/{game.pk}/cancel/"))
    assert "is cancelled" in page.note()
    page = anna.fill(page, f"/games/{game.pk}/play/", text="L 2,2,1; hm", draft="1")
    assert "Draft saved" in page.note("success")
    assert page.form("/play/")["text"] == "L 2,2,1; hm"


def test_program_is_told_that_its_move_is_held_and_keeps_a_draft() -> None:
    game = begin("anna", "bert", rules="treeblox")
    hold("anna")
    anna, bert, path = Program("anna"), Program("bert"), f"games/{game.pk}/draft/"
    held = anna.post(f"games/{game.pk}/play/", {"text": "L 2,2,1", "ply": 0}).json()
    assert (held["state"], held["ply"], held["to_act"], held["first_seq"]) == ("held", 0, 1, None)
    assert bert.post(f"games/{game.pk}/cancel/").json()["code"] == "nothing_held"
    assert anna.post(f"games/{game.pk}/cancel/").status_code == 200
    assert anna.put(path, {"text": "L 2,2,1", "ply": 0}).json() == {"text": "L 2,2,1", "ply": 0}
    assert bert.get(path).json() == {"text": "", "ply": 0}
    assert bert.put(path, {"text": "L 2,2,1", "ply": 0}).json()["code"] == "stale"
    assert anna.put(path, {"text": "", "ply": 0}).json()["text"] == ""


# Drafts ---------------------------------------------------------------------------------------------------------------


def test_draft_is_for_one_moment_of_the_game(game: Game) -> None:
    hold("anna", 0)
    keep_draft(game_id=game.pk, player_id=pk("anna"), text="L 2,2,1; and then?", ply=0)
    assert draft_of(game.seats.get(number=0)) == "L 2,2,1; and then?"
    play(game, "anna", "L 3,3,1")
    assert draft_of(game.seats.get(number=0)) == ""
    with pytest.raises(StalePly):
        keep_draft(game_id=game.pk, player_id=pk("anna"), text="L 2,2,1", ply=1)
    Player.objects.create(username="carl")
    with pytest.raises(NotSeated):
        keep_draft(game_id=game.pk, player_id=pk("carl"), text="L 2,2,1", ply=1)
