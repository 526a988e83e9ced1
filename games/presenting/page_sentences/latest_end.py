"""When a game is over at the latest, in sentences."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext, ngettext

from games.clock.longest_end import SlowestEnds, UsualLength
from games.presenting.moments import write_day, write_weekday_and_day


def latest_end(ends: SlowestEnds) -> str:
    """The latest end, what can come on top of it, and that most games end sooner."""
    return " ".join([_latest(ends), _on_top(), gettext("Most games end far sooner.")])


def usual_end(length: UsualLength | None) -> str:
    """When such games usually end, and how that is known."""
    if length is None:
        return gettext("Not enough finished games to estimate the length.")
    if _span(length.middle) == _span(length.most):
        text = gettext("In 9 of 10 cases within {most}, going by the last {count} such games.")
        return text.format(most=_span(length.most), count=length.games)
    text = gettext("Usually within {middle}, and in 9 of 10 cases within {most}, going by the last {count} such games.")
    return text.format(middle=_span(length.middle), most=_span(length.most), count=length.games)


def _span(span: timedelta) -> str:
    """A span in whole days, at least one."""
    days = max(1, -(-span // timedelta(days=1)))
    return ngettext("{days} day", "{days} days", days).format(days=days)


def _latest(ends: SlowestEnds) -> str:
    if ends.is_decided:
        text = gettext(
            "{rested} at the latest: a game that is still running then is decided by the scores on the board."
        )
    elif ends.is_certain and ends.rested > ends.latest:
        text = gettext(
            "{rested} at the very latest, if every turn takes all its time, moves are taken back as often as the "
            "game allows, and everybody pauses whenever they can; {latest} without undos and pauses."
        )
    elif ends.is_certain:
        text = gettext("{rested} at the very latest, if every turn takes all its time.")
    elif ends.rested > ends.latest:
        text = gettext(
            "{usual} for a usual game of about {usual_turns} turns, if every turn takes all its time; "
            "{rested_day} at the very latest, after {most_turns} turns (far more than a game needs) with undos "
            "and pauses wherever the game allows them."
        )
    else:
        text = gettext(
            "{usual} for a usual game of about {usual_turns} turns, if every turn takes all its time; "
            "{rested_day} at the very latest, after {most_turns} turns (far more than a game needs)."
        )
    return text.format(
        rested=write_weekday_and_day(ends.rested),
        rested_day=write_day(ends.rested),
        latest=write_day(ends.latest),
        usual=write_weekday_and_day(ends.usual),
        usual_turns=ends.usual_turns,
        most_turns=ends.most_turns,
    )


def _on_top() -> str:
    return gettext("Only outages and a director's decisions can extend it.")
