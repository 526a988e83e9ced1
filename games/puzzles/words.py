"""Sentences of the pages of solo puzzles."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext


def how_to_write(sets: int) -> str:
    """How a solution is written; ``sets``: how often each twig is used."""
    if sets == 1:
        return gettext("All twelve twigs, written as in the game and in any order.")
    return gettext("All 24 twigs, each twice, written as in the game and in any order.")


def most_possible(most: int | None, *, is_reached: bool) -> str:
    """What is known of the highest possible score; empty if nothing is."""
    if is_reached:
        return gettext("No figure can have more.")
    return gettext("No figure can have more than {most}.").format(most=most) if most else ""


def solutions(count: int) -> str:
    """ "1 solution", "3 solutions"."""
    return ngettext("{count} solution", "{count} solutions", count).format(count=count)


def you_solved_it(unit: str, best: int | None) -> str:
    """That the viewer has solved a puzzle, with the best score where it has scores."""
    if unit:
        return gettext("You have solved it, with {score} {unit} at best:").format(score=best, unit=gettext(unit))
    return gettext("You have solved it:")


def summary(solvers: int, to_beat: int | None, unit: str) -> str:
    """How many have solved a puzzle, and the score to beat if there is one."""
    if solvers:
        solved = ngettext("Solved by {count} player.", "Solved by {count} players.", solvers).format(count=solvers)
    else:
        solved = gettext("Nobody has solved it yet.")
    if to_beat is None:
        return solved
    return gettext("Score to beat: {score} {unit}. {solved}").format(score=to_beat, unit=gettext(unit), solved=solved)


def own_result(count: int, unit: str, best: int | None) -> str:
    """What the viewer has achieved."""
    if unit:
        return gettext("You: {score} {unit}").format(score=best, unit=gettext(unit))
    return gettext("You: {solutions}").format(solutions=solutions(count))


def gives_away(count: int) -> str:
    """That looking at figures spoils the puzzle for a viewer who has not solved it."""
    return ngettext(
        "You have not solved this puzzle yourself yet. The figure gives it away.",
        "You have not solved this puzzle yourself yet. The figures give it away.",
        count,
    )


def show_anyway(count: int) -> str:
    """What the button says that shows the figures."""
    return ngettext("Show it anyway", "Show them anyway", count)
