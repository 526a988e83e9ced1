"""Players who want nothing to do with each other, and names that could be taken for each other."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError

from games.accounts import bots
from games.conversation import remarks
from games.lobby.proposals import accept_proposal, propose_game
from games.models import Block, Player, Proposal
from games.moderation import blocks
from games.moderation.blocks import CannotBlock, OutOfReach
from games.moderation.names import players_like, skeleton
from games.play import queries
from games.play.house_players import accounts
from tests.games import conftest
from tests.games.conftest import NOON, THREE_DAYS, Start
from tournaments.entries.admission import invite
from tournaments.exceptions import NotAllowed
from tournaments.running import services

pytestmark = pytest.mark.django_db
player = partial(conftest.player, days=30)


def block(name: str, other: str) -> Block:
    player(other)
    return blocks.block(player=player(name), username=other, at=NOON)


def propose(name: str, *invited: str, seats: int = 2, **values: Any) -> Proposal:
    return propose_game(
        proposer=player(name), rules="roots", seats=seats, control=THREE_DAYS, at=NOON,
        invited=[player(other) for other in invited], **values,
    )  # fmt: skip


def test_blocked_player_is_refused_without_being_told_why() -> None:
    block("anna", "bert")
    with pytest.raises(OutOfReach, match=r"^anna does not take challenges or invitations now\.$"):
        propose("bert", "anna")
    with pytest.raises(OutOfReach, match="You have blocked bert"):
        propose("anna", "bert")
    assert not Proposal.objects.exists()


def test_no_seat_at_each_others_tables() -> None:
    block("anna", "bert")
    mine, theirs, third = propose("anna"), propose("bert"), propose("carl", seats=3)
    with pytest.raises(OutOfReach, match=r"^This seat is not free for you"):
        accept_proposal(proposal_id=mine.pk, player=player("bert"), at=NOON)
    with pytest.raises(OutOfReach, match="You have blocked bert"):
        accept_proposal(proposal_id=theirs.pk, player=player("anna"), at=NOON)
    assert accept_proposal(proposal_id=third.pk, player=player("anna"), at=NOON) is None
    with pytest.raises(OutOfReach, match=r"^This seat is not free for you"):
        accept_proposal(proposal_id=third.pk, player=player("bert"), at=NOON)


def test_lobby_shows_no_seeks_and_challenges_of_blocked_players() -> None:
    seek, challenge = propose("bert"), propose("bert", "anna")
    assert list(queries.open_seeks_for(player("anna"))) == [seek]
    assert list(queries.challenges_to(player("anna"))) == [challenge]
    block("anna", "bert")
    assert not queries.open_seeks_for(player("anna")).exists()
    assert not queries.challenges_to(player("anna")).exists()
    assert list(queries.open_seeks_for(player("carl"))) == [seek]


def test_words_of_blocked_players_are_not_shown(start: Start) -> None:
    game = start("anna", "bert", "carl", rules="roots")
    for name in ("anna", "bert", "carl"):
        remarks.say(game_id=game.pk, player_id=player(name).pk, text=name, at=NOON, source="page")
    block("anna", "bert")
    read = {
        name: [remark.text for remark in remarks.remarks_for(game, player(name))] for name in ("anna", "bert", "carl")
    }
    assert read == {"anna": ["anna", "carl"], "bert": ["anna", "bert", "carl"], "carl": ["anna", "bert", "carl"]}


def test_invitation_to_an_event_is_refused_and_entering_is_not() -> None:
    block("anna", "cleo")
    event = services.create_event(name="Cup", director=player("cleo"), rules="btt", control=THREE_DAYS, at=NOON)
    services.open_entries(event_id=event.pk, player=player("cleo"), at=NOON)
    with pytest.raises(NotAllowed, match="anna does not take challenges"):
        invite(event_id=event.pk, player=player("cleo"), usernames=["anna"], at=NOON)
    services.enter_event(event_id=event.pk, player=player("anna"), at=NOON)


def test_blocking_twice_is_once_and_unblocking_ends_it() -> None:
    assert block("anna", "bert") == blocks.block(player=player("anna"), username="Bert", at=NOON)
    assert blocks.unblock(player=player("anna"), username="BERT") == "bert"
    assert propose("bert", "anna").status == "open"
    with pytest.raises(CannotBlock, match="You have not blocked 'bert'"):
        blocks.unblock(player=player("anna"), username="bert")


@pytest.mark.parametrize("other", ["anna", "nobody", "x\0y"])
def test_nobody_else_can_be_blocked(other: str) -> None:
    with pytest.raises(CannotBlock):
        blocks.block(player=player("anna"), username=other, at=NOON)
    with pytest.raises(CannotBlock, match="House bots"):
        blocks.block(player=player("anna"), username=next(iter(accounts())), at=NOON)


def test_block_covers_the_bots_of_the_blocked_player() -> None:
    block("anna", "bert")
    bot = bots.declare_bot(owner=player("bert"), username="bert-bot", about="Moves at random.", at=NOON)
    with pytest.raises(OutOfReach, match=r"^anna does not take challenges or invitations now\.$"):
        propose("bert-bot", "anna")
    bots.declare_bot(owner=player("carl"), username="carl-bot", about="Moves at random.", at=NOON)
    block("dora", "carl-bot")
    assert propose("carl", "dora").pk, "the block of a bot covers that bot alone"
    with pytest.raises(OutOfReach, match="You have blocked bert"):
        propose("anna", "bert-bot")
    mine, theirs = propose("anna", rated=False), propose("bert-bot")
    with pytest.raises(OutOfReach, match=r"^This seat is not free for you"):
        accept_proposal(proposal_id=mine.pk, player=bot, at=NOON)
    with pytest.raises(OutOfReach, match="You have blocked bert"):
        accept_proposal(proposal_id=theirs.pk, player=player("anna"), at=NOON)
    assert theirs not in queries.open_seeks_for(player("anna"))
    assert theirs in queries.open_seeks_for(player("carl"))


LIKE = "looks too much like a name that is taken"
FEW = "a-z, 0-9, dots, dashes and underscores"


@pytest.mark.parametrize(
    ("known", "names", "sentence"),
    [
        ("anna", ["hanna", "ann", "anna2", "annabel"], ""),
        ("anna", ["anna.", "an.na", "an-na", "a_nna", "ANNA", "anna--"], r"taken|looks too much|already"),
        ("bob", ["b0b"], LIKE),
        ("lily", ["1i1y"], LIKE),
        ("marnie", ["mamie"], LIKE),
        ("owl", ["ovvl"], LIKE),
        ("b.o.b", ["bob"], LIKE),
        ("anna", ["аnna", "ⅿarta", "anna\N{ZERO WIDTH SPACE}", "ａnna", "../etc", "ada b", "Ädä"], FEW),  # noqa: RUF001
        ("anna", ["adm.in", "r00t", "seeds-", "post.master", "me", "Director", "m0derator", "-ada", "x" * 31], "."),
        ("anna", ["guest-1", "house-elm", "player-7"], "Names that begin with guest-, house- or player- are kept."),
    ],
)
def test_name_can_be_had_or_says_why_not(known: str, names: list[str], sentence: str) -> None:
    Player.objects.create(username=known)
    for name in names:
        if sentence:
            with pytest.raises(ValidationError, match=sentence):
                get_adapter().clean_username(name)
        else:
            assert get_adapter().clean_username(name) == name
        assert players_like(name).exists() == (skeleton(name) == skeleton(known)), "Python and the database agree"
