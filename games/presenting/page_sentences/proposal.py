"""Sentences on a game that is proposed: on cards in the lobby, and before it is sent."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext


def title(game: str, proposer: str) -> str:
    """ "Twigs, proposed by anna"."""
    return gettext("{game}, proposed by {proposer}").format(game=game, proposer=proposer)


def challenges_you(proposer: str) -> str:
    """That the viewer is asked."""
    return gettext("{proposer} challenges you").format(proposer=proposer)


def players(seats: int, asked: Sequence[tuple[str, str]], free: int) -> str:
    """How many play, the answers of those who are asked, and how many seats anybody may take.

    ``asked`` has pairs of a name and an answer; ``free`` is 0 where the proposal is closed.
    """
    answers = ", ".join(gettext("{player} ({answer})").format(player=player, answer=answer) for player, answer in asked)
    still_free = ngettext("{count} seat free", "{count} seats free", free).format(count=free)
    if answers and free:
        return gettext("{seats}: {answers}; {free}").format(seats=seats, answers=answers, free=still_free)
    if answers or free:
        return gettext("{seats}: {details}").format(seats=seats, details=answers or still_free)
    return str(seats)


def time_for_answers(span: str) -> str:
    """How long each answer out of turn may take."""
    return gettext("{span} each").format(span=span)


def seat_of(seating: str, proposer: str, chosen_seat: int | None) -> str:
    """How the seats are given, as everybody reads it; ``chosen_seat`` is counted from 1."""
    if seating == "chosen":
        return gettext("{proposer} takes seat {number}").format(proposer=proposer, number=chosen_seat)
    return _seating(seating)


def own_seat(seating: str, chosen_seat: int | None) -> str:
    """How the seats are given, as the proposer reads it; ``chosen_seat`` is counted from 1."""
    if seating == "chosen":
        return gettext("you take seat {number}").format(number=chosen_seat)
    return _seating(seating)


def _seating(seating: str) -> str:
    if seating == "alternating":
        return gettext("moved on by one from your last game together")
    return gettext("drawn by lot")


def seats_and_rating(seats: str, *, is_rated: bool, is_for_people: bool) -> str:
    """How the seats are given, whether the result counts for ratings, and whether bots can take seats."""
    if is_rated:
        return gettext("{seats}; rated").format(seats=seats)
    if is_for_people:
        return gettext("{seats}; casual, people only").format(seats=seats)
    return gettext("{seats}; casual").format(seats=seats)


def latest_end_heading() -> str:
    """Over the pauses and the latest end of a game that is proposed."""
    return gettext("Pauses and latest end")


def begun_now(latest_end: str) -> str:
    """When the game would be over if it began now."""
    return gettext("Begun now, over by {latest_end}").format(latest_end=latest_end)


def match(games: int, schedule: str) -> str:
    """What match it is: "4 games, all at once; colours alternate"; nothing for a single game."""
    if games == 1:
        return ""
    if schedule == "best-of":
        return gettext("the best of {count} games, one after another; colours alternate").format(count=games)
    if schedule == "in-turn":
        return gettext("{count} games, one after another; colours alternate").format(count=games)
    return gettext("{count} games, all at once; colours alternate").format(count=games)


def what_follows_from_the_secret(*, has_dice: bool, is_match: bool = False) -> str:
    """What the sealed secret decides, and that everybody can recheck it."""
    if is_match:
        return gettext(
            "The lot for the colours of the first game will follow from it, and everybody can recheck that. Each game "
            "has a secret of its own besides."
        )
    if has_dice:
        return gettext(
            "The lot for the seats and the dice will follow from it and from the words that players give, and everybody"
            " can recheck that at the end."
        )
    return gettext(
        "The lot for the seats will follow from it and from the words that players give, and everybody can recheck that"
        " at the end."
    )


def accept_button(*, is_challenge: bool) -> str:
    """What the button says that takes a seat."""
    return gettext("Accept") if is_challenge else gettext("Take a seat")


def challenged(players: Sequence[str]) -> str:
    """Which players are asked by name."""
    return ", ".join(players) or gettext("nobody by name: the seats are open to all")


def if_begun_now(latest_end: str) -> str:
    """The latest end of a game, counted from this moment."""
    return gettext("{latest_end} This assumes that it begins now.").format(latest_end=latest_end)


def send_button(*, is_challenge: bool) -> str:
    """What the button says that sends a proposal."""
    return gettext("Send the challenge") if is_challenge else gettext("Open the seek")


def quoted(message: str) -> str:
    """What a player has written."""
    return gettext("“{message}”").format(message=message)
