"""What players say to each other, what they note for themselves, and who watches: services, pages and REST."""

from __future__ import annotations

from typing import Any

import pytest

from games.conversation import remarks, watching
from games.exceptions import GameError, GameOver, NotSeated
from games.models import Game, Mute, Note, Player, Remark, Watch
from games.moderation.quotas import QuotaReached
from games.play.agreements import resign
from games.play.planning import set_plan
from tests.games.browsing import Browser
from tests.games.conftest import Start, after, pk
from tests.games.programs import Program

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(start: Start) -> Game:
    return start("anna", "bert")


def say(game: Game, name: str, text: str, hours: float = 1, key: str | None = None) -> None:
    remarks.say(game_id=game.pk, player_id=pk(name), text=text, at=after(hours), source="page", key=key)


def heard(game: Game, name: str = "") -> list[str]:
    reader = Player.objects.get(username=name) if name else None
    return [remark.text for remark in remarks.remarks_for(game, reader)]


# Saying -----------------------------------------------------------------------------------------------------------


def test_remark_is_for_everybody_and_no_event_of_the_log(game: Game) -> None:
    game.refresh_from_db()
    before = (game.seq, game.receipt)
    for _ in range(2):
        say(game, "anna", "Good luck!", key="1")
    game.refresh_from_db()
    assert (game.seq, game.receipt) == before
    assert heard(game) == heard(game, "anna") == heard(game, "bert") == ["Good luck!"]
    [sent] = game.submissions.all()
    assert (sent.verb, sent.state, sent.text, sent.remark.text) == ("say", "played", "Good luck!", "Good luck!")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("a\r\nb\u2028c\u2029d\x85e", "a\nb\nc\nd\ne"),
        ("a\0b\x07c\x1b[31m", "abc[31m"),
        ("\u202eevil\u202c \u2066x\u2069", "evil x"),
        ("\n\n a \n\n\n b \n", "a\n\nb"),
        (
            "{{ 7|add:1 }} {% now 'Y' %} <script>alert(1)</script>",
            "{{ 7|add:1 }} {% now 'Y' %} <script>alert(1)</script>",
        ),
        ("½ … “quoted” — 👩\u200d👩\u200d👧", "½ … “quoted” — 👩\u200d👩\u200d👧"),
    ],
)
def test_words_are_kept_as_typed_without_what_could_act(game: Game, typed: str, kept: str) -> None:
    say(game, "anna", typed)
    assert heard(game) == [kept]


@pytest.mark.parametrize(
    ("text", "code"), [("", "empty"), (" \n\0\u202e", "empty"), ("x" * 501, "too_long"), ("x\n" * 13, "too_long")]
)
def test_nothing_and_too_much_are_refused_with_a_reason(game: Game, text: str, code: str) -> None:
    with pytest.raises(GameError) as caught:
        say(game, "anna", text)
    assert caught.value.code == code
    assert game.submissions.get().state == "rejected"
    assert heard(game) == []


def joined_long_ago(name: str) -> None:
    """A player whose account is not new, and has the usual quotas."""
    Player.objects.filter(username=name).update(date_joined=after(-24 * 30))


def test_only_players_of_the_game_may_speak(start: Start, game: Game) -> None:
    with pytest.raises(NotSeated):
        say(game, "carl", "hello from outside")
    three = start("anna", "bert", "carl")
    resign(game_id=three.pk, player_id=pk("carl"), at=after(1), source="page")
    with pytest.raises(NotSeated):
        say(three, "carl", "I have left")
    assert heard(three) == []
    resign(game_id=game.pk, player_id=pk("anna"), at=after(1), source="page")
    say(game, "bert", "Thank you for the game.", hours=2)
    assert heard(game) == ["Thank you for the game."], "players may talk after the end"
    Player.objects.filter(username="bert").update(is_active=False)
    assert heard(game) == []


def test_player_who_mutes_hears_only_themselves_until_they_unmute(game: Game) -> None:
    say(game, "bert", "hurry up")
    for _ in range(2):
        remarks.mute(game_id=game.pk, player_id=pk("anna"), at=after(2), source="page")
    say(game, "anna", "thinking", hours=3)
    assert (heard(game, "anna"), heard(game, "bert")) == (["thinking"], ["hurry up", "thinking"])
    remarks.unmute(game_id=game.pk, player_id=pk("anna"), at=after(4), source="page")
    assert heard(game, "anna") == ["hurry up", "thinking"]
    assert not Mute.objects.exists()


def test_remark_drops_plans_that_wait_for_one(start: Start) -> None:
    game = start("anna", "bert", rules="treeblox")
    plan = "if L 1,1,1 then L 2,2,1; wait if they write"
    set_plan(game_id=game.pk, player_id=pk("bert"), text=plan, at=after(1), source="page")
    say(game, "bert", "my own words do not matter")
    assert game.seats.get(number=1).plan
    say(game, "anna", "but yours do")
    assert not game.seats.get(number=1).plan


# Notes ------------------------------------------------------------------------------------------------------------


def test_note_is_replaced_or_added_to(game: Game) -> None:
    sent = {"game_id": game.pk, "player_id": pk("anna"), "at": after(1), "source": "page"}
    remarks.keep_note(**sent, text="first", add=True)
    remarks.keep_note(**sent, text="second", add=True)
    anna = Player.objects.get(username="anna")
    assert remarks.note_on(game, anna) == "first\nsecond"
    remarks.keep_note(**sent, text="only")
    assert remarks.note_on(game, anna) == "only"
    remarks.keep_note(**sent, text=" ")
    assert remarks.note_on(game, anna) == ""
    with pytest.raises(remarks.NothingSaid):
        remarks.keep_note(**sent, text=" ", add=True)
    with pytest.raises(remarks.TooLong):
        remarks.keep_note(**sent, text="x" * 4001)


def test_note_is_shown_to_nobody_else(game: Game) -> None:
    remarks.keep_note(game_id=game.pk, player_id=pk("anna"), text="xyzzy-note", at=after(1), source="page")
    Player.objects.create(username="carl")
    assert Program("anna").get(f"games/{game.pk}/note/").json() == {"text": "xyzzy-note"}
    for name in ("bert", "carl"):
        assert Program(name).get(f"games/{game.pk}/note/").json() == {"text": ""}
        assert "xyzzy-note" not in Browser(name).get(f"/games/{game.pk}/").html
    assert "xyzzy-note" in Browser("anna").get(f"/games/{game.pk}/").html
    assert "xyzzy-note" not in Browser().get(f"/games/{game.pk}/").html


# Watching ---------------------------------------------------------------------------------------------------------


def test_watching_begins_changes_and_ends(game: Game) -> None:
    sent = {"game_id": game.pk, "player_id": pk("carl"), "at": after(1), "source": "page"}
    watching.watch(**sent)
    game.refresh_from_db()
    assert (game.is_watched, Watch.objects.get().each_turn) == (True, False)
    watching.watch(**sent, each_turn=True)
    assert Watch.objects.get().each_turn
    watching.unwatch(**sent)
    assert not Watch.objects.exists()
    with pytest.raises(watching.NotWatched):
        watching.unwatch(**sent)


def test_own_games_and_games_that_are_over_are_not_watched(game: Game) -> None:
    with pytest.raises(watching.OwnGame):
        watching.watch(game_id=game.pk, player_id=pk("anna"), at=after(1), source="page")
    resign(game_id=game.pk, player_id=pk("anna"), at=after(1), source="page")
    with pytest.raises(GameOver):
        watching.watch(game_id=game.pk, player_id=pk("carl"), at=after(1), source="page")


def test_nobody_watches_more_games_than_can_be_read_of(start: Start, game: Game) -> None:
    joined_long_ago("carl")
    Watch.objects.bulk_create(Watch(game=start("anna", "bert"), player_id=pk("carl")) for _ in range(50))
    with pytest.raises(QuotaReached):
        watching.watch(game_id=game.pk, player_id=pk("carl"), at=after(1), source="page")


# Doors ------------------------------------------------------------------------------------------------------------


def test_boxes_of_the_page_say_note_mute_and_show(game: Game) -> None:
    anna, path = Browser("anna"), f"/games/{game.pk}/"
    page = anna.get(path)
    assert "Everybody can read it" in page.one("#talk").text()
    page = anna.fill(page, f"{path}say/", words="Good <b>luck</b>\nto you")
    assert "Good &lt;b&gt;luck&lt;/b&gt;<br>to you" in page.html
    refused = anna.fill(page, f"{path}say/", words="x" * 501)
    assert (refused.status, refused.form("/say/")["words"]) == (409, "x" * 501)
    assert "may have 500 characters, and this has 501" in refused.text
    carl = Browser("carl")
    seen = carl.get(path)
    assert "luck" in seen.one("#talk").text()
    assert not seen.has("#id_words")
    seen = carl.fill(seen, f"{path}watch/", each_turn="1")
    assert "a mail after each turn" in seen.one("#talk").text()
    carl.fill(seen, f"{path}watch/", unwatch="1")
    assert not Watch.objects.exists()
    assert "luck" in Browser().get(path).one("#talk").text()
    page = anna.fill(page, f"{path}note/", note="watch e3")
    assert page.form("/note/")["note"] == "watch e3"
    page = anna.fill(page, f"{path}mute/", mute="1")
    assert "You have hidden the others" in page.one("#talk").text()
    page = anna.fill(page, f"{path}mute/", unmute="1")
    assert "You have hidden the others" not in page.one("#talk").text()
    assert Remark.objects.count() == Note.objects.count() == 1


def test_programs_talk_note_and_watch(game: Game) -> None:
    Player.objects.create(username="carl")

    def asked(name: str, method: str, what: str, **body: Any) -> Any:
        return Program(name).send(method, f"games/{game.pk}/{what}/", body or None)

    sent = asked("anna", "post", "talk", text="hello\nyou").json()
    assert (sent["state"], sent["ply"]) == ("played", 0)
    [remark] = asked("carl", "get", "talk").json()
    assert (remark["player"], remark["seat"], remark["text"]) == ("anna", 1, "hello\nyou")
    assert asked("carl", "post", "talk", text="hello").status_code == 403
    assert asked("anna", "put", "note", text="mine").status_code == 200
    assert asked("carl", "get", "watch").json() == {"watched": False, "each_turn": False}
    assert asked("carl", "post", "watch", each_turn=True).status_code == 200
    assert asked("carl", "get", "watch").json() == {"watched": True, "each_turn": True}
    assert asked("carl", "delete", "watch").status_code == 200
    assert asked("anna", "post", "mute").status_code == asked("anna", "delete", "mute").status_code == 200
