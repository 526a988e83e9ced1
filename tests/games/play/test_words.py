"""Words that players give for lot and dice: after the secret is sealed, mixed in, published, and checked."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import signing
from django.core.cache import cache
from django.test import Client

from games.archive import stored_records
from games.archive.checks import check_game
from games.exceptions import ProposalError
from games.lobby.proposals import accept_proposal, propose_game
from games.lobby.seals import VALID_SECONDS, new_seal, secret_of
from games.models import Game, Player, Proposal
from games.play.agreements import resign
from games.records import dice
from games.records.receipts import faults_of_log, receipt_of
from games.records.throws import faults_of, throws_of
from tests.games.browsing import Browser
from tests.games.conftest import NOON, THREE_DAYS, after
from tests.games.playing import SHORT_ROOTS, play_on
from tests.games.programs import Program

pytestmark = pytest.mark.django_db

SHORT = {name: str(value) for name, value in SHORT_ROOTS.items()}


@pytest.fixture(autouse=True)
def people() -> dict[str, Player]:
    cache.clear()
    return {name: Player.objects.create(username=name) for name in ("anna", "bert", "cleo")}


def agreed(people: dict[str, Player], *words: str, rules: str = "roots") -> Game:
    """A game of anna and the others, each with a word; the proposer's first."""
    anna, *others = list(people.values())[: len(words)]
    proposal = propose_game(proposer=anna, rules=rules, seats=len(words), control=THREE_DAYS, at=NOON,
                            options=SHORT_ROOTS if rules == "roots" else None,
                            seal=new_seal(anna).ticket, word=words[0])  # fmt: skip
    game = None
    for player, word in zip(others, words[1:], strict=True):
        game = accept_proposal(proposal_id=proposal.pk, player=player, at=NOON, word=word)
    assert game is not None
    return game


# The protocol -----------------------------------------------------------------------------------------------------


def test_a_seal_is_used_once_by_the_player_to_whom_it_was_shown(people: dict[str, Player]) -> None:
    ticket = new_seal(people["anna"]).ticket

    def propose(name: str, seal: str) -> Proposal:
        return propose_game(proposer=people[name], rules="btt", seats=2, control=THREE_DAYS, at=NOON, seal=seal)

    for wrong in (f"{ticket}x", "1.abc", people["anna"].username):
        with pytest.raises(ProposalError, match="cannot be used any more"):
            propose("anna", wrong)
    with pytest.raises(ProposalError, match="cannot be used any more"):
        propose("bert", ticket)
    proposal = propose("anna", ticket)
    assert proposal.commitment == dice.commit(secret_of(ticket, people["anna"]))
    with pytest.raises(ProposalError, match="with the same seal"):
        propose("anna", ticket)
    assert Proposal.objects.count() == 1


def test_a_seal_is_good_for_a_day(people: dict[str, Player], monkeypatch: pytest.MonkeyPatch) -> None:
    ticket, began = new_seal(people["anna"]).ticket, signing.time.time()
    secret = secret_of(ticket, people["anna"])
    monkeypatch.setattr(signing.time, "time", lambda: began + VALID_SECONDS - 60)
    assert secret_of(ticket, people["anna"]) == secret
    monkeypatch.setattr(signing.time, "time", lambda: began + timedelta(seconds=VALID_SECONDS + 60).total_seconds())
    with pytest.raises(ProposalError):
        secret_of(ticket, people["anna"])


@pytest.mark.parametrize("word", ["x" * 61, "two\nlines"])
def test_what_is_no_word_is_refused_at_both_ends(people: dict[str, Player], word: str) -> None:
    anna, bert = people["anna"], people["bert"]
    with pytest.raises(ProposalError, match="up to 60 printable characters"):
        propose_game(proposer=anna, rules="btt", seats=2, control=THREE_DAYS, at=NOON, seal=new_seal(anna).ticket,
                     word=word)  # fmt: skip
    proposal = propose_game(proposer=anna, rules="btt", seats=2, control=THREE_DAYS, at=NOON)
    with pytest.raises(ProposalError, match="up to 60 printable characters"):
        accept_proposal(proposal_id=proposal.pk, player=bert, at=NOON, word=word)
    assert not Game.objects.exists()


# What follows from them -------------------------------------------------------------------------------------------


def test_lot_and_throws_follow_from_secret_and_words(people: dict[str, Player]) -> None:
    game = play_on(agreed(people, "tulip", "Regen!"))
    record = stored_records.record_of(game)
    assert {place.name: place.word for place in record.places} == {"anna": "tulip", "bert": "Regen!"}
    throws = throws_of(record)
    assert len(throws) > 10
    assert faults_of(record, throws) == []
    key = dice.mix(game.secret, ["tulip", "Regen!"])
    assert [throw.face for throw in throws] == [dice.throw(key, each.ply, each.die, each.sides) for each in throws]
    assert [record.lot[number] for number in dice.draw_order(key, 2)] == [place.name for place in record.places]
    without = dice.mix(game.secret)
    assert [throw.face for throw in throws] != [dice.throw(without, t.ply, t.die, t.sides) for t in throws]
    assert check_game(game) == []


def test_the_log_commits_to_the_words(people: dict[str, Player]) -> None:
    game = agreed(people, "tulip", "", "Regen!", rules="btt")
    assert game.events.get(seq=1).text == dice.seal(dice.commit(game.secret), game.words)
    Game.objects.update(words=["other", "", "Regen!"])
    assert "secret or words are not those that the first event commits to" in check_game(Game.objects.get())


# Doors ------------------------------------------------------------------------------------------------------------


def test_words_on_the_pages(people: dict[str, Player]) -> None:
    anna, bert = Browser("anna"), Browser("bert")
    page = anna.fill(anna.get("/lobby/new/roots/"), invited="bert", review="1",
                     **{f"option_{name}": value for name, value in SHORT.items()})  # fmt: skip
    assert "Add your own randomness" in page.text
    shown = page.one("form .receipt").text()
    anna.fill(page, word="tulip", send="1")
    proposal = Proposal.objects.get()
    assert (proposal.commitment, proposal.word) == (shown, "tulip")
    asked = bert.get(f"/lobby/{proposal.pk}/")
    assert shown in asked.text
    assert "tulip" not in asked.text, "words are published when the game begins"
    bert.send(f"/lobby/{proposal.pk}/accept/", **(asked.form("accept/") | {"word": "Regen!"}))
    game = Game.objects.get()
    assert sorted(game.words) == ["Regen!", "tulip"]
    shown_words = Browser().get(f"/games/{game.pk}/dice/").text
    assert "Word of anna “tulip”" in shown_words
    assert "Word of bert “Regen!”" in shown_words


def test_words_through_rest(people: dict[str, Player]) -> None:
    anna, bert = Program("anna"), Program("bert")
    seal = anna.post("seals/").json()
    body = {"rules": "roots", "control": {"base": 86_400, "increment": 0, "cap": 86_400}, "invited": ["bert"],
            "options": SHORT, "word": "tulip"}  # fmt: skip
    refused = anna.post("proposals/", body)
    assert (refused.status_code, Proposal.objects.count()) == (409, 0)
    assert "only after you were shown a seal" in refused.json()["message"]
    made = anna.post("proposals/", body | {"seal": seal["seal"]}).json()
    assert made["commitment"] == seal["commitment"]
    assert bert.post(f"proposals/{made['id']}/accept/", {"word": "x" * 61}).status_code == 400
    begun = bert.post(f"proposals/{made['id']}/accept/", {"word": "Regen!"}).json()
    game = anna.get(f"games/{begun['game']}/").json()
    assert {seat["player"]: seat["word"] for seat in game["seats"]} == {"anna": "tulip", "bert": "Regen!"}
    assert sorted(anna.get(f"games/{begun['game']}/dice/").json()["words"]) == ["Regen!", "tulip"]
    assert Program().post("seals/").status_code == 401


def test_the_log_that_rest_shows_leads_to_the_receipt_of_the_record(people: dict[str, Player]) -> None:
    game = play_on(agreed(people, "tulip", "Regen!"), 7)  # the shortest game has eight
    resign(game_id=game.pk, player_id=people["bert"].pk, at=after(30), source="mail")
    lines = Client().get(f"/api/v1/games/{game.pk}/events/").json()
    previous = ""
    for line in lines:
        previous = receipt_of(previous, game.pk, line)
        assert line["receipt"] == previous
    record = stored_records.record_of(Game.objects.get())
    assert record.receipt == previous
    assert faults_of_log(lines, record) == []
    assert {line["seat"] for line in lines} == {None, 1, 2}
    lines[3]["seat"] = 3 - (lines[3]["seat"] or 1)
    assert faults_of_log(lines, record) == ["The receipt of line 4 of the log does not fit what the line says."]
