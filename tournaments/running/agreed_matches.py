"""Matches that two players have agreed on in the lobby: events of two that begin at once and have no director."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.clock.calendars import PauseRules
from games.clock.controls import TimeControl
from games.models import Game, Player, Proposal
from tournaments.event_rules.layouts import Form, Layout
from tournaments.models import Entrant, Event
from tournaments.queries import games_of_event
from tournaments.running.services import start_event
from tournaments.setup.planning import plan_event, ruleset_for, save_planned

Schedule = Proposal.Schedule


@transaction.atomic
def start_agreed_match(*, proposal: Proposal, players: Sequence[Player], at: datetime) -> Game:
    """Start the match of a proposal that both have agreed to, and give its first game.

    The secret of the proposal, sealed since then, is the nonce of the event, so that nobody could choose the lot.
    """
    is_best_of = proposal.schedule == Schedule.BEST_OF
    layout = Layout(form=Form.MATCH, in_turn=proposal.schedule != Schedule.AT_ONCE)
    planned = plan_event(
        name=f"{proposal.game_rules.title} match {proposal.pk}",
        director=proposal.proposer,
        rules=proposal.rules,
        control=TimeControl.load(proposal.control),
        at=at,
        options=proposal.options,
        layout=layout,
        ruleset=ruleset_for(layout, proposal.rules, games_per_fixture=proposal.games, best_of=is_best_of),
        most_entrants=2,
        rated=proposal.rated,
        pause_rules=PauseRules.load(proposal.pause_rules),
        entry=Event.Entry.INVITED,
    )
    planned.agreed = proposal
    event = begin_at_once(planned, nonce=proposal.secret, players=players, at=at)
    return games_of_event(event).earliest("fixture_game__number")


def begin_at_once(planned: Event, *, nonce: str, players: Sequence[Player], at: datetime) -> Event:
    """Store an event that nobody organises, with these players, and start it. ``nonce`` was sealed before."""
    planned.state, planned.nonce = Event.State.OPEN, nonce
    event = save_planned(planned, numbered=True)
    Entrant.objects.bulk_create(Entrant(event=event, player=player, entered_at=at) for player in players)
    return start_event(event_id=event.pk, player=None, at=at)
