"""Spans of time as people write them; rests and days in words."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.conf import settings
from django.utils import translation
from hypothesis import example, given
from hypothesis import strategies as st

from games.clock.controls import ControlError, read_words
from games.clock.pause_words import days_in_words, in_spans, span_in_words, why_in_words
from games.clock.pauses import Pause, Reason
from ground.wording import time_in_words
from tests.games.conftest import NOON


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("10 days", timedelta(days=10)),
        ("1 day 12 hours", timedelta(hours=36)),
        ("1 day, 3 hours and 20 minutes", timedelta(days=1, hours=3, minutes=20)),
        ("36h", timedelta(hours=36)),
        (" 2 Weeks ", timedelta(days=14)),
        ("3 Tage", timedelta(days=3)),
        ("1 Woche, 1 Tag und 12 Stunden", timedelta(days=8, hours=12)),
        ("keine Zeit", timedelta(0)),
        ("90 min", timedelta(minutes=90)),
        ("2d 6h 30m", timedelta(days=2, hours=6, minutes=30)),
        ("1 week 1w 1 hour 1 minute", timedelta(days=14, hours=1, minutes=1)),
        ("none", timedelta(0)),
        ("no time", timedelta(0)),
        ("0", timedelta(0)),
        ("999999 weeks " * 5000, timedelta(days=365_000)),
    ],
)
def test_people_may_write_a_span_in_several_ways(text: str, span: timedelta) -> None:
    assert read_words(text) == span


@pytest.mark.parametrize(
    "text", ["", "soon", "10", "3 dayz", "-1 day", "1 day ago", "0 days", "1.5 days", "day", "9" * 9]
)
def test_what_is_no_span_says_what_would_be(text: str) -> None:
    with pytest.raises(ControlError, match="such as 10 days, 36 hours or 1 day 12 hours"):
        read_words(text)


@given(st.integers(min_value=0, max_value=366 * 24 * 60), st.sampled_from([code for code, _ in settings.LANGUAGES]))
@example(0, "de")
def test_what_the_service_writes_it_reads_back_to_the_hour(minutes: int, language: str) -> None:
    span = timedelta(minutes=minutes)
    with translation.override(language):
        read = read_words(time_in_words(span))
    assert timedelta(0) <= span - read < timedelta(hours=1), "from two days on, words leaves minutes out"


@pytest.mark.parametrize(
    ("reasons", "described"),
    [
        ([], ""),
        ([Reason.SLEEP], "anna sleeps"),
        ([Reason.DAY_OFF, Reason.DAY_OFF], "it is a day off for anna"),
        ([Reason.HOLIDAY, Reason.SLEEP], "it is a holiday for anna, and anna sleeps"),
        (
            [Reason.LEAVE, Reason.PAUSE, Reason.LEAVE, Reason.OUTAGE],
            "anna is on leave, the director has paused the game, and the service was not reachable",
        ),
        ([Reason.NOTICE], "no warning had reached anna"),
    ],
)
def test_each_reason_why_a_clock_is_stopped_is_named_once(reasons: list[Reason], described: str) -> None:
    assert why_in_words([Pause(NOON, NOON + timedelta(days=1), reason) for reason in reasons], "anna") == described


@pytest.mark.parametrize(
    ("first", "last", "described"),
    [
        (date(2026, 3, 3), date(2026, 3, 3), "on 3 March 2026"),
        (date(2026, 3, 3), date(2026, 3, 5), "from 3 to 5 March 2026"),
        (date(2026, 3, 30), date(2026, 4, 2), "from 30 March 2026 to 2 April 2026"),
        (date(2026, 12, 30), date(2027, 1, 2), "from 30 December 2026 to 2 January 2027"),
        (date(2026, 3, 3), date(2027, 3, 3), "from 3 March 2026 to 3 March 2027"),
    ],
)
def test_span_of_days_in_words(first: date, last: date, described: str) -> None:
    assert span_in_words(first, last) == described


def test_days_in_a_row_are_one_span() -> None:
    days = [date(2026, 3, 9), date(2026, 3, 4), date(2026, 3, 3), date(2026, 3, 5), date(2026, 3, 11)]
    assert in_spans(days) == [(days[2], days[3]), (days[0], days[0]), (days[4], days[4])]
    assert days_in_words(days) == "from 3 to 5 March 2026, on 9 March 2026 and on 11 March 2026"
    assert (in_spans([]), days_in_words([])) == ([], "")
