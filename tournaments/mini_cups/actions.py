"""Signing up for a mini cup, and leaving its queue. Done to the name of a cup."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from games.action.base import Call, NoInputs, Outcome, PlayerAction
from games.presenting.moments import write_short_day
from tournaments import permission
from tournaments.exceptions import EntryRefused
from tournaments.mini_cups.services import WAITS_FOR, begin, cup_named
from tournaments.models import CupPlace, CupQueue
from tournaments.running.services import check_block


@dataclass(frozen=True, slots=True)
class Joined:
    """The new event, if the player was the last that it needed."""

    event: str | None


class JoinCup(PlayerAction[str, NoInputs]):
    slug, title = "join-cup", "Sign up for a mini cup"
    meaning = "You wait for up to 14 days. Repeating the request starts the 14 days again."
    Facts = Joined

    def perform(self, target: str, inputs: NoInputs, call: Call) -> Outcome:
        wanted, player, until = cup_named(target), call.player, call.at + WAITS_FOR
        if player.is_guest:
            problem = gettext("Mini cups are for players with an account. Make one first; your games stay yours.")
            raise EntryRefused(problem)
        if player.is_program:
            raise EntryRefused(gettext("Mini cups are rated among people, and bots are rated apart."))
        CupQueue.objects.get_or_create(cup=wanted.slug)
        queue = CupQueue.objects.select_for_update().get(cup=wanted.slug)
        permission.check_may_join(player, at=call.at)
        check_block(player, call.at)
        if not queue.places.filter(player=player).update(until=until):
            permission.check_may_wait(player, at=call.at)
            CupPlace.objects.create(queue=queue, player=player, since=call.at, until=until)
        event = begin(queue, wanted, call.at)
        if event is not None and event.entrants.filter(player=player).exists():
            begun = gettext("{event} has begun. A mail about your games is on its way.")
            return Outcome((begun.format(event=event.name),), Joined(event.slug))
        waits = gettext("You are in the queue for {game}, {cup}, until {day}. A mail comes when the cup starts.")
        waits = waits.format(game=wanted.game_title, cup=wanted.title, day=write_short_day(until))
        return Outcome((waits,), Joined(None))


class LeaveCup(PlayerAction[str, NoInputs]):
    slug, title = "leave-cup", "Leave the queue for a mini cup"
    meaning = "Repeating the request changes nothing."

    def perform(self, target: str, inputs: NoInputs, call: Call) -> Outcome:
        queue = CupQueue.objects.select_for_update().filter(cup=cup_named(target).slug).first()
        if queue is not None and queue.places.filter(player=call.player).delete()[0]:
            return Outcome((gettext("You have left the queue."),))
        return Outcome((gettext("You do not wait for this mini cup."),))


JOIN, LEAVE = JoinCup(), LeaveCup()
