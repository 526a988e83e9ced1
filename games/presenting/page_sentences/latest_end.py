"""When a game is over at the latest, in sentences."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext, ngettext

from games.clock.longest_end import SlowestEnds
from games.clock.usual_length import UsualLength
from games.presenting.moments import write_day, write_weekday_and_day


def latest_end(ends: SlowestEnds) -> str:
    """The latest end, what can come on top of it, and that most games end sooner."""
    return " ".join([_latest(ends), _on_top(), gettext("Most games end far sooner.")])


def usual_end(length: UsualLength | None) -> str:
    """When such games usually end, and how that is known."""
    if length is None:
        return gettext("How long such games usually take is not known yet: too few are over.")
    text = gettext("Usually within {middle}, and 9 of 10 games within {most}: so long took the last {count} of them.")
    return text.format(middle=_span(length.middle), most=_span(length.most), count=length.games)


def _span(span: timedelta) -> str:
    """A span in whole days, at least one."""
    days = max(1, -(-span // timedelta(days=1)))
    return ngettext("{days} day", "{days} days", days).format(days=days)


def _latest(ends: SlowestEnds) -> str:
    if ends.is_decided:
        text = gettext("{rested} at the latest: whatever is not over then is decided by what stands on the board.")
    elif ends.is_certain and ends.rested > ends.latest:
        text = gettext(
            "{rested} at the very latest: every turn with all its time, moves taken back as often as the game lets them"
            " be, and everybody resting whenever it lets them; without that {latest}."
        )
    elif ends.is_certain:
        text = gettext("{rested} at the very latest: every turn with all its time.")
    elif ends.rested > ends.latest:
        text = gettext(
            "{usual} in a usual game of about {usual_turns} turns, if all of them took all their time; at the very"
            " latest {rested_day}, after {most_turns} turns, which no game should come near, with moves taken back and"
            " everybody resting whenever the game lets them."
        )
    else:
        text = gettext(
            "{usual} in a usual game of about {usual_turns} turns, if all of them took all their time; at the very"
            " latest {rested_day}, after {most_turns} turns, which no game should come near."
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
    return gettext("Only outages and decisions of a director can add to that.")
