"""When a game is over at the latest, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext

from games.clock.longest_end import SlowestEnds
from games.presenting.moments import write_day, write_weekday_and_day


def latest_end(ends: SlowestEnds) -> str:
    """The latest end, what can come on top of it, and that most games end sooner."""
    return " ".join([_latest(ends), _on_top(), gettext("Most games end far sooner.")])


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
