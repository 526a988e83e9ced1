"""Sentences on a game that is proposed: on cards in the lobby, and before it is sent."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from games.presenting.page_sentences.game import rated_or_casual


def in_short(time: str, seats: int, *, is_rated: bool) -> str:
    """The time, the number of players, and whether it counts, in a line."""
    many = ngettext("{count} player", "{count} players", seats).format(count=seats)
    return " \N{MIDDLE DOT} ".join([many, time, rated_or_casual(is_rated=is_rated)])


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
        return gettext("Seats rotate from your last game together")
    return gettext("Random seats")


def seats_and_rating(seats: str, *, is_rated: bool, is_for_people: bool, has_bots: bool = False) -> str:
    """How the seats are given, whether the result counts for ratings, and whether bots can take seats."""
    if is_rated and has_bots:
        return gettext("{seats}, rated in the list of bots").format(seats=seats)
    if is_rated:
        return gettext("{seats}, rated").format(seats=seats)
    if is_for_people:
        return gettext("{seats}, unrated, people only").format(seats=seats)
    return gettext("{seats}, unrated").format(seats=seats)


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
            "It decides the colours of the first game, which anyone can verify. Each game has a secret of its own."
        )
    if has_dice:
        return gettext(
            "It decides the seats and the dice, together with the randomness that players add. Anyone can verify that "
            "at the end."
        )
    return gettext(
        "It decides the seats, together with the randomness that players add. Anyone can verify that at the end."
    )


def challenged(players: Sequence[str]) -> str:
    """Which players are asked by name."""
    return ", ".join(players) or gettext("nobody by name: the seats are open to all")


def quoted(message: str) -> str:
    """What a player has written."""
    return gettext("“{message}”").format(message=message)
