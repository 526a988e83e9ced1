"""A game on its page: looking at it, playing, and what happens when something is wrong. No JavaScript is run."""

from __future__ import annotations

import hashlib
import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from games.models import CurrentTurn, Game, Player, Submission
from games.play import agreements, moving
from games.rules import RULES
from games.rules.drawing import dark_scheme
from tests.games.browsing import Browser, Page
from tests.games.conftest import begin

pytestmark = pytest.mark.django_db


def play(game: Game, *texts: str) -> None:
    """Let the seats to act play these messages by mail."""
    for text in texts:
        game.refresh_from_db()
        player = game.seats.get(number=game.to_act).player
        moving.play_move(
            game_id=game.pk, player_id=player.pk, text=text, ply=game.ply, at=timezone.now(), source="mail"
        )
    game.refresh_from_db()


def page_of(browser: Browser, game: Game) -> Page:
    return browser.get(f"/games/{game.pk}/")


def move(browser: Browser, page: Page, text: str, button: str = "play") -> Page:
    """Write a move into the box of a page and press a button."""
    action = f"{page.path.removesuffix('play/')}play/"
    return browser.fill(page, action, text=text, **{button: "1"})


def steps(game: Game) -> list[str]:
    return list(game.events.filter(ply__isnull=False).order_by("ply").values_list("text", flat=True))


# Looking at it ----------------------------------------------------------------------------------------------------


def test_page_shows_the_board_as_picture_words_and_text() -> None:
    game = begin("ada", "ben")
    play(game, "null d3", "root e2")
    page = page_of(Browser(), game)
    rules, position = game.game_rules, game.load_position()
    assert page.one(".board-figure svg").attributes["viewBox"]
    assert " ".join(rules.describe(position).split()) in page.text
    assert page.one("[data-part=words] pre").text().strip() == rules.text(position).strip()


def test_page_says_whose_turn_it_is_and_until_when_in_the_readers_time_zone() -> None:
    game = begin("ada", "ben")
    Player.objects.filter(username="ada").update(time_zone="Asia/Tokyo")
    assert game.deadline is not None
    page = page_of(Browser("ada"), game)
    assert "It is your turn." in page.text
    assert page.one(".acts [data-left]").text() == "2 d 23 h"
    assert f"{game.deadline + timedelta(hours=9):%H:%M} JST" in page.text
    other = page_of(Browser("ben"), game)
    assert "ada is to move." in other.text
    assert f"{game.deadline:%H:%M} UTC" in other.text


def test_only_the_player_to_move_has_a_move_box() -> None:
    game = begin("ada", "ben")
    assert page_of(Browser("ada"), game).has("textarea[name=text]")
    for reader in (Browser("ben"), Browser("cleo"), Browser()):
        assert not page_of(reader, game).has("textarea[name=text]")


def test_history_has_a_line_for_each_turn_with_who_when_and_how() -> None:
    game = begin("ada", "ben", rules="treeblox")
    play(game, "L 1,1,1", "L 4,4,1", "L 1,2,1", "L 4,3,1", "L 2,1,1", "L 3,4,1", "B 2,2,1; L 2,2,2")
    nodes = page_of(Browser(), game).tree.css(".history li")
    lines = [" ".join(node.text(separator=" ").split()) for node in nodes]
    assert len(lines) == 8, "the start and seven turns"
    assert lines[0].startswith("Game started.")
    assert [line[0] for line in lines[1:]] == ["1", "b", "2", "b", "3", "b", "4"], "a row a round"
    assert lines[-1] == "4 ada B 2,2,1; L 2,2,2"
    assert str(nodes[-1].attributes["title"]).endswith("by mail")


def test_earlier_boards_can_be_stepped_through() -> None:
    game = begin("ada", "ben")
    play(game, "null d3", "root e2", "M e3>e2")
    reader = Browser("ben")
    rules = game.game_rules
    early = reader.get(f"/games/{game.pk}/?ply=1")
    assert (
        early.one("[data-part=words] pre").text().strip()
        == rules.text(rules.start(2).play(rules.parse("null d3", rules.start(2)))).strip()
    )
    assert early.note().startswith("The board after move 1 of 3: ada (blue) null d3 ,"), "who moved what, and when"
    assert not early.has("textarea[name=text]"), "nobody moves in the past"
    for ply in ("4", "-1", "x", "9" * 30, "²"):
        assert reader.get(f"/games/{game.pk}/?ply={ply}").status == 404
    assert "There is nothing here" in reader.get(f"/games/{'9' * 25}/").text
    assert {link.attributes["href"] for link in early.tree.css(".replay a:not([rel=nofollow])")} == {
        "?ply=0",
        "?ply=2",
        page_of(reader, game).path,
    }
    assert [link.attributes.get("rel") for link in early.tree.css(".replay a:not([rel=nofollow])")] == [
        None,
        "prev",
        "next",
        None,
    ]


def test_few_legal_steps_are_listed() -> None:
    game = begin("ada", "ben", rules="treeblox")
    page = page_of(Browser("ada"), game)
    listed = [node.text() for node in page.tree.css(".moves code")]
    position = game.load_position()
    assert listed == [game.game_rules.format(step, position) for step in position.legal_moves()]
    assert len(listed) == 16
    play(game, "L 1,1,1", "L 4,4,1")
    assert len(page_of(Browser("ada"), game).tree.css(".moves code")) == 29
    twigs = begin("ada", "ben", rules="twigs")
    assert not page_of(Browser("ada"), twigs).has(".moves"), "99 would be a wall"


@pytest.mark.parametrize("rules", sorted(RULES))
def test_pages_have_no_inline_script_and_only_the_style_that_the_policy_names(rules: str) -> None:
    game = begin("ada", "ben", rules=rules)
    browser = Browser("ada")
    for path in ["/", f"/games/{game.pk}/", f"/games/{game.pk}/log/", f"/rules/{rules}/", f"/lobby/new/{rules}/"]:
        page = browser.get(path)
        assert page.status == 200
        assert not page.has("script:not([src]), [style], [onclick], [onload]"), path
        assert {node.text() for node in page.tree.css("style")} <= {dark_scheme()}
        assert "'unsafe-inline'" not in page.headers["Content-Security-Policy"]
        assert page.headers["Content-Security-Policy"].count("'sha256-") == 1


# Playing ----------------------------------------------------------------------------------------------------------


def test_note_of_a_move_waits_for_the_page_where_a_script_looks_before_it() -> None:
    game, ada = begin("ada", "ben"), Browser("ada")
    address = f"/games/{game.pk}/"
    fields = page_of(ada, game).form(f"{address}play/") | {"text": "null d3", "play": "1"}
    token = ada.client.cookies["csrftoken"].value
    ada.client.post(f"{address}play/", {**fields, "csrfmiddlewaretoken": token})
    looked = ada.client.get(address, headers={"X-Look": "1"})
    assert "Move sent." not in looked.content.decode()
    assert "Move sent." in page_of(ada, game).note("success")


def test_a_typed_move_is_played_and_a_second_click_does_no_harm() -> None:
    game, ada = begin("ada", "ben"), Browser("ada")
    form = {"text": "null d3", "ply": "0", "nonce": "x", "play": "1"}
    assert ada.client.post(f"/games/{game.pk}/play/", form).status_code == 403, "a form from elsewhere"
    assert Browser().send(f"/games/{game.pk}/play/", **form).path == "/accounts/login/"
    page = page_of(ada, game)
    first, second = move(ada, page, "Null  D3"), move(ada, page, "Null  D3")
    sent = Submission.objects.get()
    assert steps(game) == ["null d3"]
    assert (sent.source, sent.state, sent.ply, sent.text) == ("page", "played", 0, "Null  D3")
    assert first.note("success") == "Move sent."
    assert "ben is to move." in first.text
    assert "You sent this before, so nothing new happened." in second.note()
    late = Browser("ben").send(f"/games/{game.pk}/play/", **form)
    assert late.status == 409
    assert "Move 1 was already played: null d3" in late.note("error")
    assert (late.form("/play/")["text"], late.form("/play/")["ply"]) == ("null d3", "1"), "it counts for the new board"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("null d9", "d9"),
        ("make me happy", "null"),
        ("  ", "There is no move in it."),
        ("", "box is empty"),
        ("null d3; root e2", "root e2"),
        ("</textarea><script>alert(1)</script>", ""),
    ],
)
def test_what_cannot_be_played_comes_back_in_the_box_with_the_reason(text: str, said: str) -> None:
    game = begin("ada", "ben")
    ada = Browser("ada")
    page = move(ada, page_of(ada, game), text)
    assert page.status in (400, 422)
    assert steps(game) == []
    assert said in page.note("error")
    assert page.form("/play/")["text"] == text
    assert not page.has("script:not([src])")
    assert move(ada, page, "null d3").status == 200


def test_a_refused_step_is_shown_with_its_number_and_the_rest() -> None:
    game = begin("ada", "ben", rules="treeblox")
    play(game, "L 1,1,1", "L 4,4,1", "L 1,2,1", "L 4,3,1", "L 2,1,1", "L 3,4,1")
    ada = Browser("ada")
    page = move(ada, page_of(ada, game), "B 2,2,1\nL 9,9,9\ndone")
    assert page.status == 422
    assert "We read it as step 2: L 9,9,9 ; after it stood done" in page.note("error")
    assert game.events.filter(ply__isnull=False).count() == 6, "no step of it was played"


def test_preview_shows_the_board_and_plays_nothing() -> None:
    game = begin("ada", "ben")
    ada = Browser("ada")
    page = move(ada, page_of(ada, game), "NULL d3", button="preview")
    rules = game.game_rules
    after = rules.start(2).play(rules.parse("null d3", rules.start(2)))
    assert page.one("[data-part=words] pre").text().strip() == rules.text(after).strip()
    assert "nothing is played yet" in page.note()
    assert not Submission.objects.exists()
    assert steps(game) == []
    assert page.form("/play/")["text"] == "NULL d3", "the move stays in the box"
    move(ada, page, page.form("/play/")["text"])
    assert steps(game) == ["null d3"]


# What is no move --------------------------------------------------------------------------------------------------


def test_resigning_is_asked_first_and_then_done() -> None:
    game = begin("ada", "ben")
    ada = Browser("ada")
    question = ada.get(f"/games/{game.pk}/resign/")
    game.refresh_from_db()
    assert game.status == "running", "opening the page does nothing"
    seal = hashlib.sha256(bytes.fromhex(game.secret)).hexdigest()
    assert (seal in ada.get(f"/games/{game.pk}/log/").text, game.secret in ada.get(f"/games/{game.pk}/log/").html) == (
        True, False,
    )  # fmt: skip
    page = ada.fill(question)
    log = ada.get(f"/games/{game.pk}/log/")
    receipts = [node.attributes["title"] for node in log.tree.css("td.receipt")]
    assert receipts == list(game.events.order_by("seq").values_list("receipt", flat=True))
    assert game.secret in log.text
    game.refresh_from_db()
    assert game.end_reason == "resignation"
    assert "to act" not in page_of(Browser(), game).one(".board-figure").text()
    assert "ben has won." in page.one(".act").text()
    assert "house bot" not in page.text
    assert not page.has("a[href$='/resign/']")
    larger = begin("ada", "ben", "cleo")
    page = ada.fill(ada.get(f"/games/{larger.pk}/resign/"))
    assert "left (resignation); the house bot plays on" in page.text
    assert not page.has("a[href$='/resign/']"), "one cannot resign twice"


def test_a_draw_is_offered_and_agreed_on_pages() -> None:
    game = begin("ada", "ben")
    ada, ben = Browser("ada"), Browser("ben")
    ada.fill(ada.get(f"/games/{game.pk}/abandon/"))
    page = ben.fill(ben.get(f"/games/{game.pk}/decline/"))
    assert "offers" not in page.note("warning")
    assert "ben: declined to abandon the game" in page.text
    assert "Nobody has offered anything" in ben.fill(ben.get(f"/games/{game.pk}/accept/")).note("error")
    ada.fill(ada.get(f"/games/{game.pk}/draw/"))
    page = page_of(ben, game)
    assert "ada offers a draw." in page.note("warning")
    assert page.has("a[href$='/accept/']")
    ended = ben.fill(ben.get(f"/games/{game.pk}/accept/"))
    assert "It is a draw. The game is over (draw agreed)." in " ".join(ended.one(".act").text().split())


# For the record ---------------------------------------------------------------------------------------------------


def test_the_board_file_is_sent_again_only_when_the_game_has_moved() -> None:
    game = begin("ada", "ben")
    client = Browser().client
    first = client.get(f"/games/{game.pk}/board.svg")
    assert first.headers["Content-Type"] == "image/svg+xml"
    assert first.content.decode() == game.game_rules.svg(game.load_position())
    again = client.get(f"/games/{game.pk}/board.svg", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    play(game, "null d3")
    assert (
        client.get(f"/games/{game.pk}/board.svg", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200
    )


@pytest.mark.parametrize(("hours", "is_urgent"), [(48, False), (23, True)])
def test_time_is_marked_as_urgent_on_its_last_day_only(hours: int, is_urgent: bool) -> None:
    game = begin("ada", "ben")
    CurrentTurn.objects.filter(game=game).update(deadline=timezone.now() + timedelta(hours=hours))
    page = Browser("ada").get("/")
    assert page.one(".boards .chip").text().strip()
    assert page.has(".boards .chip.urgent") is is_urgent


def test_two_offers_are_answered_one_by_one() -> None:
    game = begin("ada", "ben")
    ada = Player.objects.get(username="ada")
    for offer in (agreements.offer_draw, agreements.offer_abandonment):
        offer(game_id=game.pk, player_id=ada.pk, at=timezone.now(), source="mail")
    page = page_of(Browser("ben"), game)
    verbs = [link.attributes["href"] for link in page.tree.css(f'a[href^="/games/{game.pk}/"].btn:not([rel])')]
    assert [verb.split("/")[3] for verb in verbs if verb] == ["draw", "abandon", "decline", "resign"]
    assert "Offer a draw" not in page.text


def without_time(html: str | None) -> str:
    """The HTML without the milliseconds that are left on clocks, which are fewer in each answer."""
    return re.sub(r'data-left="\d+"', "", html or "")


def test_boards_of_several_moments_come_in_one_answer() -> None:
    game = begin("ada", "ben")
    play(game, "null d3", "root e2", "M e3>e2")
    page = Browser().get(f"/games/{game.pk}/boards/?ply=1")
    assert [section.attributes["data-ply"] for section in page.tree.css("section[data-ply]")] == ["1", "2", "3"]
    for ply, section in enumerate(page.tree.css("section[data-ply]"), start=1):
        alone = Browser().get(f"/games/{game.pk}/?ply={ply}")
        for part in ("moment", "links", "seats"):
            [found] = section.css(f"[data-part={part}]")
            assert without_time(found.html) == without_time(alone.one(f"[data-part={part}]").html)
    assert Browser().get(f"/games/{game.pk}/boards/?ply=4").status == 404


def test_sheet_of_twigs_is_folded_beside_the_rules_and_beside_a_game() -> None:
    game = begin("anna", "bert", "cora", rules="twigs")
    for path in ("/rules/twigs/", f"/games/{game.pk}/"):
        page = Browser("anna").get(path)
        sheet = page.one("details.sheet")
        assert "open" not in sheet.attributes
        assert len(sheet.css("svg")) == 1
        assert "W11:" in page.one("details.sheet pre").text()
    assert not page_of(Browser("anna"), begin("anna", "bert")).has("details.sheet"), "pieces without names"


def test_the_policy_lets_nothing_else_in() -> None:
    directives = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    assert directives["default-src"] == ["'self'"]
    assert directives["object-src"] == directives["frame-ancestors"] == ["'none'"]
