"""Rests, leave and days in words. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from games.clock.pauses import Pause, Reason
from ground.wording import and_list, day_in_words, gettext, gettext_noop

_WHY = {
    Reason.SLEEP: gettext_noop("{who} sleeps"),
    Reason.DAY_OFF: gettext_noop("it is a day off for {who}"),
    Reason.HOLIDAY: gettext_noop("it is a holiday for {who}"),
    Reason.LEAVE: gettext_noop("{who} is on leave"),
    Reason.PAUSE: gettext_noop("the director has paused the game"),
    Reason.OUTAGE: gettext_noop("the service was not reachable"),
    Reason.NOTICE: gettext_noop("no warning had reached {who}"),
    Reason.QUESTION: gettext_noop("{who} has been asked about a move"),
}


def why_in_words(pause_spans: Sequence[Pause], who: str) -> str:
    """Why a clock is stopped, each reason once: "anna sleeps, and it is a day off for anna"."""
    reasons = list(dict.fromkeys(gettext(_WHY[rest.reason]).format(who=who) for rest in pause_spans))
    return (
        gettext("{reasons}, and {reasons_2}").format(reasons=", ".join(reasons[:-1]), reasons_2=reasons[-1])
        if len(reasons) > 1
        else "".join(reasons)
    )


def in_spans(days: Sequence[date]) -> list[tuple[date, date]]:
    """Days as spans from first to last, in order."""
    spans: list[tuple[date, date]] = []
    for day in sorted(days):
        if spans and day - spans[-1][1] == timedelta(days=1):
            spans[-1] = (spans[-1][0], day)
        else:
            spans.append((day, day))
    return spans


def span_in_words(first: date, last: date) -> str:
    """ "on 3 March 2026", "from 3 to 5 March 2026", "from 30 December 2026 to 2 January 2027"."""
    if first == last:
        return gettext("on {last}").format(last=day_in_words(last))
    if (first.year, first.month) == (last.year, last.month):
        return gettext("from {day} to {last}").format(day=first.day, last=day_in_words(last))
    return gettext("from {first} to {last}").format(first=day_in_words(first), last=day_in_words(last))


def days_in_words(days: Sequence[date]) -> str:
    """ "from 3 to 5 March 2026 and on 9 March 2026"."""
    return and_list([span_in_words(*span) for span in in_spans(days)])
