"""Proposing a game, and what follows from a proposal. Done to the number of a proposal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from django.utils.translation import gettext

from games.action.base import Call, Input, NoInputs, Outcome, PlayerAction
from games.lobby import proposals
from games.models import Invitation, Proposal
from games.presenting.page_sentences.proposal import match as terms_in_words
from games.records.dice import LONGEST_WORD
from games.rules import RULES
from ground.wording import and_list


@dataclass(frozen=True, slots=True)
class Terms:
    """What ``propose_game`` takes. Each door asks in its own way: the options follow from the game."""

    values: Mapping[str, Any]  # Any: arguments of many types


@dataclass(frozen=True, slots=True)
class Word:
    word: Annotated[str, Input("Your word", "Mixed into lots and dice; optional.", most=LONGEST_WORD)] = ""


@dataclass(frozen=True, slots=True)
class Reason:
    reason: Annotated[
        str, Input("Reason", "Shown to the proposer, in their language.", most=30,
                   choices=tuple(Invitation.Reason.values))
    ] = Invitation.Reason.GENERIC.value  # fmt: skip


@dataclass(frozen=True, slots=True)
class Proposed:
    """The proposal, and its game once the last seat is taken."""

    proposal: int
    game: int | None


class ProposeGame(PlayerAction[None, Terms]):
    slug, title = "propose", "Challenge a player, or seek opponents"
    meaning = "Anybody can take a seat for which nobody is invited. The game starts when the last seat is taken."
    Inputs, Facts = Terms, Proposed

    def perform(self, target: None, inputs: Terms, call: Call) -> Outcome:
        made = proposals.propose_game(**{"proposer": call.player, **inputs.values}, at=call.at)
        title = RULES[made.rules].title
        invited = and_list([one.player.username for one in made.invitations.select_related("player").order_by("pk")])
        if made.game_id is not None:
            text = gettext("Game {game_id} of {title} against {username} has begun.")
        elif invited:
            text = gettext("Challenge {number} is sent to {username}: {terms}. You get a mail when it is accepted.")
        else:
            text = gettext("Proposal {number} is in the lobby: {terms}. You get a mail when play begins.")
        terms = ", ".join(filter(None, (title, terms_in_words(made.games, made.schedule))))
        said = text.format(game_id=made.game_id, title=title, username=invited, number=made.pk, terms=terms)
        return Outcome((said,), Proposed(made.pk, made.game_id))


class AcceptProposal(PlayerAction[int, Word]):
    slug, title = "accept-proposal", "Take a seat"
    meaning = "Repeating the request changes nothing."
    Inputs, Facts = Word, Proposed

    def perform(self, target: int, inputs: Word, call: Call) -> Outcome:
        game = proposals.accept_proposal(proposal_id=target, player=call.player, at=call.at, word=inputs.word)
        if game is None:
            said = gettext("You have a seat. The game starts as soon as the others are taken.")
        elif Proposal.objects.get(pk=target).is_match:
            said = gettext("The match has started. A mail about it is on its way.")
        else:
            said = gettext("Game {game} has started. A mail about it is on its way.").format(game=game.pk)
        return Outcome((said,), Proposed(target, game.pk if game else None))


class DeclineProposal(PlayerAction[int, Reason]):
    slug, title = "decline-proposal", "Decline a challenge"
    meaning = "Declines a challenge to you, which closes it."
    Inputs = Reason

    def perform(self, target: int, inputs: Reason, call: Call) -> Outcome:
        proposals.decline_proposal(proposal_id=target, player=call.player, at=call.at, reason=inputs.reason)
        return Outcome((gettext("The challenge is declined. Its proposer is notified."),))


class WithdrawProposal(PlayerAction[int, NoInputs]):
    slug, title = "withdraw-proposal", "Withdraw your proposal"
    meaning = "Closes your own proposal before its game has started."
    lacks = {"mail": "The proposal has its page, which the lobby shows first."}

    def perform(self, target: int, inputs: NoInputs, call: Call) -> Outcome:
        proposals.withdraw_proposal(proposal_id=target, player=call.player, at=call.at)
        return Outcome((gettext("Your proposal is withdrawn."),))


PROPOSE, ACCEPT, DECLINE, WITHDRAW = ProposeGame(), AcceptProposal(), DeclineProposal(), WithdrawProposal()
