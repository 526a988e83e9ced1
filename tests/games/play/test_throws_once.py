"""One throw, one number: nothing that can happen to a message makes a die fall twice, or fall another way."""

from __future__ import annotations

import hmac
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.archive import stored_records
from games.archive.checks import check_game
from games.archive.imports import import_game
from games.exceptions import GameError, ProposalError
from games.lobby.proposals import accept_proposal, propose_game
from games.lobby.seals import new_seal, secret_of
from games.models import Game, Outage, Player
from games.play import moving
from games.play.renewing import renew_dice
from games.records import dice
from games.records.reading import read_record
from games.records.receipts import faults_of_log
from games.records.text_form import to_text
from games.records.throws import faults_of, throws_of
from games.rules.roots.stages import Choosing
from tests.at_once import at_once
from tests.games.browsing import Browser
from tests.games.conftest import THREE_DAYS, Start, after, pk
from tests.games.playing import SHORT_ROOTS, play_on

SECRET = "0f1e2d3c" * 8


def before_the_first_growth(start: Start) -> Game:
    """A game in which red is about to choose a die: beads are placed, and nutrients have spawned as their dice fell."""
    game = start("anna", "bert", rules="roots", options=SHORT_ROOTS, secret=SECRET)
    while not isinstance(game.load_position().stage, Choosing):
        game = play_on(game, 1)
    assert game.to_act == 0
    return game


@pytest.fixture
def growing(start: Start) -> Game:
    return before_the_first_growth(start)


def send(game: Game, text: str, source: str = "page", **values: Any) -> Any:
    return moving.play_move(
        game_id=game.pk, player_id=pk("anna"), text=text, ply=game.ply, at=after(1), source=source, **values
    )


def rolls(game: Game) -> list[tuple[int, str]]:
    return list(game.events.filter(kind="roll").order_by("ply").values_list("ply", "text"))


def faces_of_the_growth(game: Game, die: int) -> str:
    """The die that falls after it is chosen at the game's present ply."""
    return f"roll d{die} {dice.throw(dice.mix(SECRET), game.ply + 1, 0, die)}"


class PowerCut(Exception):
    """Something that ends a transaction before it commits."""


@pytest.mark.django_db
@pytest.mark.parametrize("doors", [("page", "page"), ("mail", "api")])
def test_a_transaction_that_is_tried_again_throws_the_same_face(growing: Game, doors: tuple[str, str]) -> None:
    before, seen = rolls(growing), []
    for source, fails in zip(doors, (True, False), strict=True):
        try:
            with transaction.atomic():
                send(growing, "d8", source)
                seen.append(rolls(growing))
                if fails:
                    raise PowerCut
        except PowerCut:
            assert rolls(growing) == before, "nothing of it is left"
    assert seen[0] == seen[1]
    assert (growing.ply + 2, faces_of_the_growth(growing, 8)) in seen[1]


@pytest.mark.django_db
def test_a_preview_throws_nothing_and_changes_no_throw(growing: Game) -> None:
    before = rolls(growing)
    for die in ("d4", "d6", "d8", "d10"):
        seen = moving.preview_move(
            game_id=growing.pk, player_id=pk("anna"), text=die, ply=growing.ply, at=after(1), source="page"
        )
        assert seen.steps == (die,), "no face is shown"
    assert rolls(growing) == before
    send(growing, "d8")
    assert (growing.ply + 2, faces_of_the_growth(growing, 8)) in rolls(growing)


@pytest.mark.django_db
def test_sending_it_again_throws_nothing_again(growing: Game) -> None:
    send(growing, "d8", "mail", key="mail:1")
    after_first = rolls(growing)
    assert send(growing, "d8", "mail", key="mail:1").repeated
    assert send(growing, "D8", "page").repeated, "the same words for the same ply are the same move"
    with pytest.raises(GameError):
        send(growing, "d6", "api")
    assert rolls(growing) == after_first


@pytest.mark.django_db
def test_after_a_restored_backup_what_players_have_seen_says_nothing_of_throws_to_come(growing: Game) -> None:
    """A backup is what the transaction is rolled back to. The judge is of the standard library alone."""
    before, kept = growing.ply, transaction.savepoint()
    seen = [text for _, text in rolls(play_on(growing))]
    transaction.savepoint_rollback(kept)
    growing.refresh_from_db()
    assert renew_dice(now=after(0)) == 1
    Browser().get(f"/games/{growing.pk}/")  # the history has words for it
    growing.refresh_from_db()
    nonce, game = growing.nonce, play_on(growing)
    again = [text for _, text in rolls(game)]
    assert len(set(seen)) > 3
    assert seen != again
    record, key = stored_records.record_of(game), hmac.digest(bytes.fromhex(SECRET), b"[]", "sha256")
    later = hmac.digest(key, f"nonce:{nonce}".encode(), "sha256")
    for throw in throws_of(record):
        under = later if throw.ply >= before else key
        number = int.from_bytes(hmac.digest(under, f"throw:{throw.ply}:{throw.die}:0".encode(), "sha256")[:8])
        assert throw.face == number % throw.sides + 1
    assert check_game(game) == []
    read = read_record(to_text(record))
    assert faults_of(read, throws_of(read)) == []
    assert nonce in Browser().get(f"/games/{game.pk}/dice/").text
    hidden = replace(record, entries=tuple(entry for entry in record.entries if entry.text != nonce))
    assert faults_of(hidden, throws_of(hidden))
    lines = Client().get(f"/api/v1/games/{game.pk}/events/").json()
    assert faults_of_log(lines, record) == []
    early = replace(record, entries=tuple(sorted(record.entries, key=lambda entry: entry.text != nonce)))
    assert all("The log has other nonces than the record." in faults_of_log(lines, one) for one in (hidden, early))
    assert check_game(import_game(read, at=after(0))[0]) == []
    Game.objects.filter(pk=game.pk).update(nonce="")
    assert f"the game has the nonce '', its log {nonce!r}" in check_game(Game.objects.get(pk=game.pk))


@pytest.mark.django_db
def test_the_game_of_a_proposal_from_before_a_restored_backup_throws_anew() -> None:
    anna, bert = (Player.objects.create(username=name) for name in ("anna", "bert"))
    now = timezone.now()
    proposal, other = (
        propose_game(proposer=anna, rules=rules, seats=2, control=THREE_DAYS, at=now) for rules in ("roots", "btt")
    )
    with patch("time.time", return_value=now.timestamp() - 60):
        seal = new_seal(anna).ticket
    assert secret_of(seal, anna)
    renew_dice(now=now)
    games = [accept_proposal(proposal_id=each.pk, player=bert, at=now) for each in (proposal, other)]
    proposal.refresh_from_db()
    assert [list(game.events.filter(kind="dice_renewed").values_list("seq", "text")) for game in games if game] == [
        [(2, proposal.nonce)], []
    ]  # fmt: skip
    assert all(check_game(game) == [] for game in games if game)
    Outage.objects.create(part="web", starts_at=now, ends_at=timezone.now(), noted_at=now)
    with pytest.raises(ProposalError, match="Ask for a new one"):
        secret_of(seal, anna)
    assert secret_of(new_seal(anna).ticket, anna)


@pytest.mark.services
@pytest.mark.usefixtures("postgres_database")
def test_of_many_at_once_one_throws(start: Start) -> None:
    game = before_the_first_growth(start)
    before = rolls(game)
    at_once(*(lambda source=source: send(game, "d8", source) for source in ("page", "mail", "api") * 3))
    assert len({ply for ply, _ in rolls(game)}) == len(rolls(game))
    assert rolls(game)[len(before)] == (game.ply + 2, faces_of_the_growth(game, 8))
    assert len({event.submission_id for event in game.events.filter(ply__gt=game.ply)}) == 1
