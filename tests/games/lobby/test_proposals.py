"""How a game comes about: seeks, challenges, seats."""

from __future__ import annotations

from typing import Any

import pytest

from games.exceptions import ProposalError
from games.lobby.proposals import accept_proposal, decline_proposal, propose_game, withdraw_proposal
from games.models import Game, Player, Proposal
from games.play.queries import open_seeks
from games.records.dice import draw_order, mix
from tests.games.conftest import THREE_DAYS, after, player

pytestmark = pytest.mark.django_db


def propose(name: str = "anna", *, seats: int = 2, invite: str = "", rules: str = "btt", **values: Any) -> Proposal:
    return propose_game(
        proposer=player(name),
        rules=rules,
        seats=seats,
        control=THREE_DAYS,
        at=after(0),
        invited=[player(other) for other in invite.split()],
        **values,
    )


def accept(proposal: Proposal, name: str) -> Game | None:
    return accept_proposal(proposal_id=proposal.pk, player=player(name), at=after(1))


def seated(game: Game | None) -> list[str]:
    assert game is not None
    return [seat.player.username for seat in game.seats.order_by("number")]


def test_open_seek_starts_with_the_first_to_accept() -> None:
    proposal = propose(seating="chosen", chosen_seat=1)
    assert seated(accept(proposal, "bert")) == seated(accept(proposal, "bert")) == ["bert", "anna"]
    assert Game.objects.count() == 1
    proposal.refresh_from_db()
    assert proposal.status == "started"
    with pytest.raises(ProposalError, match="already started with others"):
        accept(proposal, "carl")


def test_challenge_is_for_the_invited_only() -> None:
    proposal = propose(invite="bert")
    with pytest.raises(ProposalError, match="for somebody else"):
        accept(proposal, "carl")
    with pytest.raises(ProposalError, match="your own proposal"):
        accept(proposal, "anna")
    assert sorted(seated(accept(proposal, "bert"))) == ["anna", "bert"]


def test_game_of_four_waits_for_the_last_seat() -> None:
    proposal = propose(seats=4, invite="bert")
    assert accept(proposal, "carl") is None
    assert accept(proposal, "dora") is None
    with pytest.raises(ProposalError, match="for somebody else"):
        accept(proposal, "emil")  # the last seat is kept for bert
    assert sorted(seated(accept(proposal, "bert"))) == ["anna", "bert", "carl", "dora"]


def test_declined_challenge_is_over() -> None:
    proposal = propose(invite="bert")
    with pytest.raises(ProposalError, match="not invited"):
        decline_proposal(proposal_id=proposal.pk, player=player("carl"), at=after(1))
    decline_proposal(proposal_id=proposal.pk, player=player("bert"), at=after(1))
    with pytest.raises(ProposalError, match="declined"):
        accept(proposal, "bert")


def test_stranger_who_took_a_seat_cannot_close_the_seek_for_the_others() -> None:
    proposal = propose(seats=3)
    accept(proposal, "mallory")
    with pytest.raises(ProposalError, match="taken a seat already"):
        decline_proposal(proposal_id=proposal.pk, player=player("mallory"), at=after(1))
    assert sorted(seated(accept(proposal, "bert"))) == ["anna", "bert", "mallory"]


def test_closed_account_finds_no_opponents() -> None:
    proposal = propose()
    Player.objects.update(is_active=False)
    assert not open_seeks().exists()
    with pytest.raises(ProposalError, match="has closed the account"):
        accept(proposal, "bert")


def test_only_the_proposer_withdraws() -> None:
    proposal = propose()
    with pytest.raises(ProposalError, match="Only the player who proposed"):
        withdraw_proposal(proposal_id=proposal.pk, player=player("bert"), at=after(1))
    withdraw_proposal(proposal_id=proposal.pk, player=player("anna"), at=after(1))
    with pytest.raises(ProposalError, match="withdrawn"):
        accept(proposal, "bert")


def accept_with_carl() -> Proposal:
    proposal = propose(seats=3)
    accept(proposal, "carl")
    return proposal


def test_alternating_seats_move_on_from_the_last_game_together() -> None:
    first = seated(accept(propose(seating="chosen", chosen_seat=0), "bert"))
    assert first == ["anna", "bert"]
    assert seated(accept(propose(seating="alternating", invite="bert"), "bert")) == ["bert", "anna"]
    seated(accept(accept_with_carl(), "bert"))  # a game of three is no game of these two
    assert seated(accept(propose("bert", seating="alternating"), "anna")) == ["anna", "bert"]


def test_lot_comes_from_the_secret_that_the_game_keeps() -> None:
    proposal = propose(seats=3, rules="btt")
    accept(proposal, "bert")
    game = accept(proposal, "carl")
    assert game is not None
    assert game.secret == proposal.secret
    order = draw_order(mix(game.secret), 3)
    assert seated(game) == [("anna", "bert", "carl")[number] for number in order]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"rules": "chess"}, "There is no game 'chess'. The games: btt, treeblox"),
        ({"rules": "treeblox", "seats": 3}, "Treeblox is for 2 players, not 3"),
        ({"options": {"board": "round"}}, "board cannot be 'round'; it can be standard, rectangle, square7"),
        ({"options": {"speed": 1}}, "no option 'speed'"),
        ({"invite": "bert carl"}, "You can invite 1 to a game of 2"),
        ({"invite": "anna"}, "cannot invite yourself"),
        ({"seats": 4, "invite": "bert bert"}, "somebody twice"),
        ({"seating": "chosen"}, "Choose a seat from 1 to 2"),
        ({"seating": "chosen", "chosen_seat": 2}, "Choose a seat from 1 to 2"),
    ],
)
def test_proposal_that_cannot_be_played_is_refused(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ProposalError, match=sentence):
        propose(**values)
    assert not Proposal.objects.exists()
