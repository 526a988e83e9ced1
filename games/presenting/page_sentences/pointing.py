"""Words of a board that can be pointed at, and of the analysis board. Those in ``phrases`` and ``analysis_phrases`` are
for the script of the page, which fills them in."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext


def steps_open(count: int) -> str:
    """How many steps are left with a pick."""
    return ngettext("{count} step", "{count} steps", count).format(count=count)


def ask_me() -> str:
    """That no preference decides what comes up later."""
    return gettext("ask me")


def steps_title() -> str:
    """The title of steps that are offered whole."""
    return gettext("Steps")


def target(place: str, lies_there: str, detail: str) -> str:
    """A place as it is spoken: what lies there, and what picking it leads to."""
    if detail:
        return gettext("{place}: {lies_there}; {detail}").format(place=place, lies_there=lies_there, detail=detail)
    return gettext("{place}: {lies_there}").format(place=place, lies_there=lies_there)


def phrases() -> dict[str, str]:
    """What the script says, by name, with its placeholders."""
    return {
        "place": gettext("{place}: {lies_there}"),
        "nothing": gettext("{place}: {lies_there}; nothing can be done here"),
        "one": gettext("{place}: {lies_there}; {step}"),
        "some": gettext("{place}: {lies_there}; {count} steps"),
        "picked": gettext("{value}. Now choose: {next}"),
        "chosen": gettext("{step}. {effects}"),
        "play": gettext("Play: {move}"),
        "ready": gettext("Play to send it"),
        "undone": gettext("Taken back: {what}"),
        "failed": gettext("The server did not answer; nothing has changed. You can type the move into the box."),
        "moved_on": gettext("The game has moved on; the steps that you had chosen are gone: {steps}"),
        "moved_on_kept": gettext("The game has moved on. Kept: {kept}. Removed, because it no longer fits: {steps}"),
        "undo": gettext("Undo"),
        "ask_me": ask_me(),
        "steps": steps_title(),
        "closer": gettext("Zoomed in: tap the place you mean"),
        "prefer": gettext("By preference"),
        "confirm": gettext("{step}. {effects} Pick it again to choose it."),
        "sent": gettext("Sending {steps}"),
        "placement": gettext("Placement"),
        "turn_left": gettext("Turn left (R)"),
        "turn_right": gettext("Turn right (Shift+R)"),
        "flip": gettext("Flip (F)"),
        "previous": gettext("Previous"),
        "next": gettext("Next"),
        "hangs": gettext("{place}{effects}{step}; covers {covers}; {number} of {count}"),
        "of": gettext("{number} of {count}: {step}"),
    }


def after_step(step: str) -> str:
    """Where a line leaves the one above it; blank at the moment where all begin."""
    return gettext("after {step}:").format(step=step) if step else gettext("at the beginning:")


def not_our_dice() -> str:
    """What stands beside that button."""
    return gettext("at random, not the dice of the game")


def analysis_phrases() -> dict[str, str]:
    """What the script says, by name, with its placeholders."""
    return {
        "after_step": gettext("after {step}:"),
        "at_start": gettext("at the beginning:"),
        "throw": gettext("Throw"),
        "not_our_dice": not_our_dice(),
        "ready": gettext("The game is over here"),
        "copied": gettext("The address is copied."),
        "too_long": gettext(
            "Not everything fits into an address. It holds what fits: all lines without notes, or else the line "
            "that is shown."
        ),
    }
