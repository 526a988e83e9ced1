"""Every reader has pages, mails, feeds and errors in a language of their own."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone, translation
from selectolax.lexbor import LexborHTMLParser

from games.models import Game, Player
from games.play import agreements
from games.play.creation import create_game
from games.play.moving import play_move
from games.rules import RULES
from notifications.channels import feeds
from notifications.channels.messengers import message_of
from notifications.models import OutboundMail, Webhook
from notifications.outbound.messages import message_for
from tests.games.conftest import NOON, THREE_DAYS, Start
from tests.notifications.mailbox import PostOffice

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("accepted", "language"), [("de-AT,en;q=0.5", "de"), ("en-US", "en-gb"), ("fr", "en-gb")])
def test_a_visitor_reads_the_first_language_of_their_browser_that_we_have(accepted: str, language: str) -> None:
    answer = Client().get("/", headers={"Accept-Language": accepted})
    assert f'<html lang="{language}">' in answer.text
    assert answer["Content-Language"] == language
    assert "Accept-Language" in answer["Vary"]


def test_a_player_reads_the_language_of_their_settings_wherever_they_are(client: Client) -> None:
    client.force_login(Player.objects.create_user("anna", language="de"))
    for path in ("/", "/api/v1/players/me/"):
        assert client.get(path, headers={"Accept-Language": "en"})["Content-Language"] == "de"
    client.post("/settings/", {"language": "en-gb", "time_zone": "UTC", "hold_minutes": "0"})
    assert '<html lang="en-gb">' in client.get("/", headers={"Accept-Language": "de"}).text


def test_only_languages_with_a_catalogue_can_be_chosen(client: Client) -> None:
    client.force_login(Player.objects.create_user("anna"))
    refused = client.patch("/api/v1/players/me/", {"language": "tlh"}, content_type="application/json")
    assert refused.status_code == 400
    taken = client.patch("/api/v1/players/me/", {"language": "de"}, content_type="application/json")
    assert taken.json()["language"] == "de"


def test_joining_keeps_the_language_of_the_page(client: Client) -> None:
    account = {
        "username": "ada",
        "email": "ada@example.org",
        "password1": "a-Quiet-9-garden",
        "password2": "a-Quiet-9-garden",
    }
    client.post("/accounts/signup/", account, headers={"Accept-Language": "de"})
    assert Player.objects.get(username="ada").language == "de"


def test_each_player_of_a_game_is_mailed_in_their_own_language(start: Start) -> None:
    office = PostOffice()
    boxes = {name: office.box(name) for name in ("anna", "bert")}
    Player.objects.filter(username="bert").update(language="de")
    start("anna", "bert")
    office.work()
    assert {name: 'lang="de"' in box.newest.html for name, box in boxes.items()} == {"anna": False, "bert": True}


def test_drawings_that_are_kept_are_kept_for_each_language() -> None:
    """The first reader of a drawing does not choose the language of all others."""
    anna, bert = Player.objects.create_user("anna"), Player.objects.create_user("bert", language="de")
    create_game(rules="btt", players=[anna, bert], control=THREE_DAYS, at=NOON)
    for player, coins, sheet in ((anna, "number: coins", "The twigs,"), (bert, "Zahl: Münzen", "Die Zweige,")):
        with translation.override(player.language):
            mail = OutboundMail.objects.filter(reader=player).latest("pk")
            assert coins in message_for(mail, NOON).picture
            assert RULES["twigs"].sheet().text.startswith(sheet)


# A game between two languages -----------------------------------------------------------------------------------------


class Side:
    """A player of a game between two languages, with everything through which they hear of it."""

    def __init__(self, name: str) -> None:
        self.player = Player.objects.get(username=name)
        self.client = Client()
        self.client.force_login(self.player)
        self.letters = feeds.letters_of(feeds.renew_key(player_id=self.player.pk, at=NOON))
        self.hook = Webhook(player=self.player, kind="ntfy", nonce="n" * 32)

    def page(self, path: str) -> str:
        """What a browser shows that prefers the other language."""
        other = "en" if self.player.language == "de" else "de"
        return self.client.get(path, headers={"Accept-Language": other}).text

    def refused_move(self, game: Game) -> str:
        """The sentence of REST about a move that is none."""
        body = {"ply": game.ply, "text": "nothing of the kind"}
        answer = self.client.post(f"/api/v1/games/{game.pk}/play/", body, content_type="application/json")
        assert answer.status_code in (409, 422)
        return str(answer.json()["detail"])


def test_a_game_between_two_languages_speaks_to_each_player_in_their_own() -> None:
    """On its page with the drawing, in feeds, calendars, messages of other services, and errors of REST."""
    now = timezone.now()
    players = [Player.objects.create_user("anna"), Player.objects.create_user("bert", language="de")]
    game = create_game(rules="btt", players=players, control=THREE_DAYS, at=now)
    anna, bert = Side("anna"), Side("bert")
    assert anna.refused_move(game).startswith('"nothing of the kind" is not a step of this game.')
    assert bert.refused_move(game) == "Du bist nicht am Zug: Am Zug ist anna."
    assert f"SUMMARY:Your time runs out: game {game.pk}" in anna.page(f"/feeds/{anna.letters}/deadlines.ics")
    play_move(game_id=game.pk, player_id=anna.player.pk, text="null d3", ply=0, at=now, source="page")
    assert f"SUMMARY:Deine Zeit läuft ab: Partie {game.pk}" in bert.page(f"/feeds/{bert.letters}/deadlines.ics")
    agreements.resign(game_id=game.pk, player_id=bert.player.pk, at=now, source="page")
    for side, drawn, news, message in (
        (anna, {"blue", "purple", "root"}, "purple has resigned", "Game 1: a game is over"),
        (bert, {"blau", "lila", "Wurzel"}, "lila hat aufgegeben", "Partie 1: eine Partie ist zu Ende"),
    ):
        drawing = LexborHTMLParser(side.page(f"/games/{game.pk}/")).css_first("svg.board")
        assert drawing is not None
        assert drawn <= {text.text() for text in drawing.css("text")}
        assert news in side.page(f"/feeds/{side.letters}/moves.atom")
        assert message_of(side.hook, {"what": "result", "game": 1}, is_challenge=False).text == message
