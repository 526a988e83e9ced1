"""Twigs on the pages: the sheet beside rules and games, a move by edges after a preview."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.models import Player
from games.play.creation import create_game
from tests.games.browsing import Browser
from tests.games.conftest import THREE_DAYS, Start

pytestmark = pytest.mark.django_db


def test_sheet_is_folded_beside_the_rules_and_beside_a_game(start: Start) -> None:
    game = start("anna", "bert", "cora", rules="twigs")
    for path in ("/rules/twigs/", f"/games/{game.pk}/"):
        page = Browser("anna").get(path)
        sheet = page.one("details.sheet")
        assert "open" not in sheet.attributes
        assert len(sheet.css("svg")) == 1
        assert "W11:" in page.one("details.sheet pre").text()


def test_games_whose_pieces_need_no_names_have_no_sheet(start: Start) -> None:
    game = start("anna", "bert")
    for path in ("/rules/btt/", f"/games/{game.pk}/"):
        assert not Browser("anna").get(path).has("details.sheet")


def test_twigs_of_four_seats_is_played_on_the_page_by_edges_after_a_preview() -> None:
    players = [Player.objects.create(username=name) for name in ("anna", "bert", "cora", "dora")]
    game = create_game(
        rules="twigs", players=players, control=THREE_DAYS, at=timezone.now(), options={"scoring": "size"}
    )
    anna = Browser("anna")
    path, box = f"/games/{game.pk}/", f"/games/{game.pk}/play/"
    edges = "0,0 se, 0,0 e, 0,0 w, 0,0 nw, 0,0 ne"
    seen = anna.fill(anna.get(path), box, text=edges, preview="1")
    assert "the board after C" in seen.text
    assert seen.form(box)["text"] == edges
    played = anna.fill(seen, box, play="1")
    assert "Move sent." in played.note()
    assert "bert is to move" in played.text
    bert = Browser("bert")
    refused = bert.fill(bert.get(path), box, text="C0@3,0")
    assert "another shape" in refused.note("error")
