"""Finding a game on the pages: what one proposes, what others see of it, and how it starts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from games.clock.controls import TimeControl
from games.lobby.proposals import propose_game
from games.models import Game, Player, Proposal
from games.play.agreements import resign
from games.play.creation import create_game
from games.rules import RULES
from tests.games.browsing import Browser, Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_noon")]


@pytest.fixture(autouse=True)
def people() -> dict[str, Player]:
    cache.clear()
    return {name: Player.objects.create(username=name) for name in ("ada", "ben", "cleo")}


def review(browser: Browser, rules: str = "btt", **values: str) -> Page:
    """Fill in the form for a game and see what it comes to."""
    page = browser.get(f"/lobby/new/{rules}/")
    return browser.fill(page, **values, review="1")


def send(browser: Browser, page: Page) -> Page:
    return browser.fill(page, send="1")


def test_a_challenge_is_shown_whole_before_it_is_sent() -> None:
    ada = Browser("ada")
    page = review(ada, invited="Ben", message="On the train?", seats="2", option_scoring="wiki")
    assert not Proposal.objects.exists(), "nothing is sent yet"
    latest = timezone.now() + timedelta(days=3 * RULES["btt"].most_turns(2, {}))
    for part in (
        "3 days a turn",
        "ben",
        "wiki",
        "“On the train?”",
        f"{latest:%-d %B %Y} without undos and pauses",
    ):
        assert part in page.text
    form = ada.fill(page, change="1").form()
    assert (form["invited"], form["seats"], form["message"]) == ("Ben", "2", "On the train?"), "one can go back"
    sent = send(ada, page)
    assert "Challenge" in send(ada, page).note(), "the first outcome"
    proposal = Proposal.objects.get()
    assert sent.path == f"/lobby/{proposal.pk}/"
    assert "is sent to" in sent.note("success")
    assert [invited.player.username for invited in proposal.invitations.all()] == ["ben"]
    assert proposal.options == {"board": "standard", "scoring": "wiki"}
    assert proposal.control == TimeControl.days_per_turn(3).dump()


def test_finished_game_leads_to_a_challenge_to_another_one_like_it(people: dict[str, Player]) -> None:
    control = TimeControl.days_per_turn(7)
    players = [people["ben"], people["ada"]]
    game = create_game(rules="btt", players=players, control=control, at=timezone.now(), options={"scoring": "wiki"})
    resign(game_id=game.pk, player_id=people["ben"].pk, at=timezone.now(), source="page")
    ada = Browser("ada")
    again = ada.get(f"/games/{game.pk}/").one('a[href*="again="]')
    assert again.text() == "Rematch"
    form = ada.get(str(again.attributes["href"]))
    send(ada, ada.fill(form, review="1"))
    proposal = Proposal.objects.get()
    assert [invited.player.username for invited in proposal.invitations.all()] == ["ben"]
    assert proposal.options == {"board": "standard", "scoring": "wiki"}
    assert proposal.control == control.dump()


def test_a_proposal_is_made_while_the_cache_is_away(settings: Any) -> None:
    away = {"BACKEND": "seeds.cache.ForgetfulRedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    settings.CACHES = {"default": away}
    ada = Browser("ada")
    assert "is in the lobby" in send(ada, review(ada)).note("success")
    assert Proposal.objects.count() == 1


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"control": "custom", "base": ""}, "Say how much time everybody has at first."),
        ({"control": "custom", "base": "soon"}, "such as 10 days, 36 hours or 1 day 12 hours"),
        (
            {"control": "custom", "base": "1 day", "increment": "9 weeks", "cap": "2 days"},
            "cannot be more than the cap.",
        ),
        ({"invited": "nobody-here"}, "There is no player called nobody-here."),
        ({"invited": "ben cleo", "seats": "2"}, "You can invite 1 to a game of 2."),
        ({"seats": "2", "option_board": "square7"}, "square7 is for exactly 3 players"),
        ({"seating": "chosen", "chosen_seat": "4", "seats": "2"}, "Choose a seat from 1 to 2."),
        ({"message": "x" * 201}, "at most 200"),
    ],
)
def test_what_cannot_be_proposed_says_what_would_be_right(values: dict[str, str], said: str) -> None:
    ada = Browser("ada")
    page = review(ada, **values)
    if page.status == 200:
        page = send(ada, page)
    assert page.status == 400
    assert said in page.text
    assert not Proposal.objects.exists()
    kept = page.form()
    assert all(kept[name] == value for name, value in values.items()), "what was typed is still there"


def test_a_challenge_accepted_on_the_page_is_a_game() -> None:
    ada, ben = Browser("ada"), Browser("ben")
    send(ada, review(ada, "treeblox", invited="ben", match="1", seating="chosen", chosen_seat="1"))
    page = ben.get("/lobby/")
    assert "ada challenges you" in page.text
    [action] = [str(form.attributes["action"]) for form in page.tree.css("form[action$='/accept/']")]
    started = ben.fill(page, action)
    game = Game.objects.get()
    assert started.path == f"/games/{game.pk}/"
    assert [seat.player.username for seat in game.seats.all()] == ["ben", "ada"], "ada took the second seat"
    assert f"It has started: game {game.pk}" in ada.get(f"/lobby/{Proposal.objects.get().pk}/").text


def test_control_and_options_in_ones_own_words_and_numbers() -> None:
    ada, values = Browser("ada"), {"seats": "4", "option_beads": "80", "answer": "36 hours", "control": "custom"}
    page = review(ada, "roots", **values, base="10 days", increment="1 day 12 hours", cap="2 weeks")
    for part in ("10 days + 36 hours a turn, up to 14 days", "Answers out of turn 36 hours each", "Nutrients 48"):
        assert part in " ".join(page.text.split())
    send(ada, page)
    proposal = Proposal.objects.get()
    assert proposal.control == {"base": 864_000, "increment": 129_600, "cap": 1_209_600, "answer": 129_600}
    assert proposal.options == {"beads": 80, "nutrients": 48, "value_at": "touch", "one_nutrient": "no"}
    assert "at most 14 days" in review(ada, "roots", answer="3 weeks").text
    assert "Answers out of turn" not in ada.get("/lobby/new/btt/").text
    for beads in ("19", "2.5", "many"):
        page = review(ada, "roots", option_beads=beads)
        assert (page.status, "Beads of a seat can be 20 to 180." in page.text) == (400, True)


def test_end_of_a_game_of_dice_is_told_as_usual_and_at_the_very_latest() -> None:
    text = " ".join(review(Browser("ada"), "roots").text.split())
    usual = timezone.now() + timedelta(days=3 * RULES["roots"].usual_turns(2, {}))
    assert f"{usual:%-d %B %Y} for a usual game of about 48 turns" in text
    assert text.index("Not enough finished games") < text.index("Must end by") < text.index("at the very latest")
    assert "after 404 turns (far more than a game needs)" in text


def test_link_to_an_open_game_begins_it_with_its_sender() -> None:
    ada, ben = Browser("ada"), Browser("ben")
    sent = ada.fill(ada.get("/lobby/"), "/lobby/open/", rules="twigs")
    link = sent.one("#link").attributes["value"] or ""
    page = ben.get(link.removeprefix("http://testserver"))
    assert ben.fill(page, f"{page.path}accept/").has("main.play")
    assert [seat.player.username for seat in Game.objects.get().seats.order_by("player__username")] == ["ada", "ben"]


def test_a_table_for_three_waits_for_the_third() -> None:
    ada, ben, cleo = Browser("ada"), Browser("ben"), Browser("cleo")
    send(ada, review(ada, seats="3"))
    path = f"/lobby/{Proposal.objects.get().pk}/accept/"
    assert "You have a seat." in ben.send(path).note("success")
    assert "You have a seat" in ben.get("/lobby/").text
    assert not Game.objects.exists()
    assert "has started." in cleo.send(path).note("success")
    assert Game.objects.get().seats.count() == 3
    Player.objects.create(username="dora")
    assert "already started with others" in Browser("dora").send(path).note("error")


def test_declining_and_withdrawing_end_a_proposal() -> None:
    ada, ben = Browser("ada"), Browser("ben")
    send(ada, review(ada, invited="ben"))
    send(ada, review(ada, "treeblox"))
    challenge, seek = Proposal.objects.order_by("pk")
    path = f"/lobby/{challenge.pk}/decline/"
    assert "There is no reason 'rain'. The reasons: generic, later" in ben.send(path, reason="rain").note("error")
    assert "The challenge is declined." in ben.send(path, reason="options").note("success")
    assert "It was declined. I would like other options of the game." in ada.get(f"/lobby/{challenge.pk}/").text
    assert "Only the player who proposed" in ben.send(f"/lobby/{seek.pk}/withdraw/").note("error")
    assert "is withdrawn" in ada.send(f"/lobby/{seek.pk}/withdraw/").note("success")
    assert not Browser().get("/lobby/").has(".cards form")
    assert {proposal.status for proposal in Proposal.objects.all()} == {"declined", "withdrawn"}


def test_strangers_see_open_seats_but_no_challenges(people: dict[str, Player]) -> None:
    common = {"proposer": people["ada"], "control": TimeControl.days_per_turn(3), "at": timezone.now()}
    challenge = propose_game(rules="btt", seats=2, invited=[people["ben"]], message="Just us", **common)
    seek = propose_game(rules="btt", seats=2, message="<img src=x> Anybody", **common)
    for reader in (Browser(), Browser("cleo")):
        lobby = reader.get("/lobby/")
        assert "<img src=x> Anybody" in lobby.text
        assert not lobby.has("img[src=x]")
        assert "Just us" not in lobby.text
        assert reader.get(f"/lobby/{seek.pk}/").status == 200
        assert reader.get(f"/lobby/{challenge.pk}/").status == 404
    assert Browser("ben").get(f"/lobby/{challenge.pk}/").has("form[action$='/decline/']")
    assert Browser("ben").client.get(f"/lobby/{seek.pk}/accept/").status_code == 405
    assert not Game.objects.exists(), "opening a page does nothing"


def test_home_lists_what_waits_most_urgent_first(people: dict[str, Player]) -> None:
    for days, rules in ((7, "btt"), (1, "treeblox"), (3, "btt")):
        create_game(
            rules=rules, players=[people["ada"], people["ben"]], control=TimeControl.days_per_turn(days),
            at=timezone.now(),
        )  # fmt: skip
    page = Browser("ada").get("/")
    assert "3 games wait for you" in page.text
    games = [node.attributes["href"] for node in page.tree.css(".boards a")]
    by_days = {game.control["base"] // 86_400: f"/games/{game.pk}/" for game in Game.objects.all()}
    assert games == [by_days[1], by_days[3], by_days[7]]
    assert "Waiting for others" in Browser("ben").get("/").text
