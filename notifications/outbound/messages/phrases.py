"""Sentences that the text and the HTML of a mail share: plain values in, text out."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext, pgettext


def offer_to_answer(what: str) -> str:
    """What the reader is asked to agree to, and how to answer; ``what`` is ``draw``, ``undo`` or ``abandon``."""
    if what == "draw":
        return gettext("You are offered a draw: answer with [accept] or [decline].")
    if what == "undo":
        return gettext("You are asked to let a move be taken back: answer with [accept] or [decline].")
    return gettext("You are asked to abandon the game: answer with [accept] or [decline].")


def moves_heading(*, is_by_nearness: bool) -> str:
    """Over the list of legal moves; ``is_by_nearness``: those like the last moves come first."""
    if is_by_nearness:
        return gettext("Your legal moves, those near the last moves first")
    return gettext("Your legal moves")


def points(count: int) -> str:
    """The game's own points of a seat."""
    return ngettext("{count} point", "{count} points", count).format(count=count)


def and_more(count: int) -> str:
    """How many moves are not listed; empty if all are."""
    return ngettext("and {count} more", "and {count} more", count).format(count=count) if count else ""


def rest_heading(*, is_after_a_line: bool) -> str:
    """Over the lines that were not looked at, after the one that was refused or in place of it."""
    return gettext("Not looked at after it:") if is_after_a_line else gettext("What we read:")


def yes_or_no() -> list[str]:
    """What answers a question."""
    return [pgettext("answer", "yes"), pgettext("answer", "no")]


def play(move: str) -> str:
    """What plays a move, whatever stands beside it."""
    return pgettext("answer", "play {move}").format(move=move)


def how_to_take_it(*, is_offered: bool) -> str:
    """How the one move is played that may have been meant; empty where there is more to choose from."""
    return gettext("Answer [yes] to play it, or write the move that you mean.") if is_offered else ""


def held_mail_came(game: int | None) -> str:
    """That a mail is held which may not be the player's own."""
    if game is None:
        return gettext("A mail came to your reply address.")
    return gettext("A mail for game {game} came to your reply address.").format(game=game)
