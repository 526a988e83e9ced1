"""The kinds of entries in a game's log: each has its one definition, and everything that shows the log has words."""

from __future__ import annotations

import re

import pytest

from games.log_kinds.kinds import (
    LOG_KINDS,
    PLIES,
    Kind,
    Sort,
    Told,
    cause_in_words,
    kinds_of,
    label_of,
    tell_history,
    tell_news,
)
from games.records.record import ROLL, STEP, UNDO
from games.turns.playing import Cause

TEXTS = {Kind.ROLL: "roll d6 4", Kind.UNDONE: "undo to 2"}
SILENT = {Kind.STARTED, Kind.RENEWED}  # mails of the beginning have words of their own; the other changes no turn


def described(kind: Kind, **values: str) -> Told:
    known = LOG_KINDS[kind]
    return Told(text=TEXTS.get(kind, "so it was"), who="anna", ply=7 if known.takes_ply else None, **values)


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_is_registered_and_has_words_everywhere(kind: Kind) -> None:
    known = LOG_KINDS[kind]
    assert known.kind is kind
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", kind.value), "a value is one word for programs"
    assert re.fullmatch(r"[a-z]+( [a-z]+)*", label_of(kind)), "a label is words for people"
    assert tell_history(kind, described(kind))
    assert bool(tell_news(kind, described(kind))) is (kind not in SILENT)


@pytest.mark.parametrize("kind", [kind for kind in Kind if LOG_KINDS[kind].by_director])
def test_what_a_director_did_is_told_with_who_and_why(kind: Kind) -> None:
    by_a_person = described(kind, director="dora", reason="A flood.")
    by_the_rules = described(kind, reason="A flood.")
    assert tell_history(kind, by_a_person).startswith("dora, as director, ")
    assert tell_history(kind, by_the_rules).startswith("The event ")
    assert "(dora, as director)" in tell_news(kind, by_a_person)
    assert "(by the rules)" in tell_news(kind, by_the_rules)
    assert all("Reason: A flood." in tell(kind, by_the_rules) for tell in (tell_history, tell_news))


def test_kinds_are_told_apart_by_what_they_are_about() -> None:
    assert {kind for sort in Sort for kind in kinds_of(sort)} == set(Kind) == set(LOG_KINDS)
    assert kinds_of(Sort.DEPARTURE) == {Kind.RESIGNED, Kind.FLAGGED, Kind.FORFEITED}
    assert {kind.value for kind in PLIES} == {STEP, ROLL, UNDO}, "as records number them"
    assert {cause for cause in Cause if not cause_in_words(cause)} == {Cause.SENT}


@pytest.mark.parametrize(
    ("kind", "facts", "history", "news"),
    [
        (Kind.DRAW_OFFERED, Told(who="anna"), "anna: offered a draw", "anna: draw offered"),
        (Kind.RESIGNED, Told("by plan", "anna"), "anna: resigned by plan", "anna has resigned by plan"),
        (Kind.FLAGGED, Told(who="anna"), "anna: ran out of time", "anna has run out of time"),
        (
            Kind.UNDONE, Told("undo to 2", ply=5), "the moves after move 2 were taken back",
            "5. back to move 2: what came after it is taken back",
        ),
        (Kind.FINISHED, Told("time"), "the game ended (time)", "the game is over: time"),
        (
            Kind.TIME_ADDED, Told("86400", "blue", details="1 day more", reason="A flood."),
            "The event added time: 1 day more for blue. Reason: A flood.",
            "blue time added (by the rules): 1 day more. Reason: A flood.",
        ),
        (
            Kind.PAUSED, Told(director="dora", reason="A flood."),
            "dora, as director, paused the game. Reason: A flood.",
            "paused (dora, as director). Reason: A flood.",
        ),
        (
            Kind.STEP, Told("lose 9,7", "blue", 3, Cause.DEFAULT), "lose 9,7",
            "3. blue [lose 9,7] (no answer in time)",
        ),
        (Kind.ROLL, Told("roll d6 4", ply=2), "roll d6 4", "2. [d6] shows 4"),
    ],
)  # fmt: skip
def test_sentences_of_kinds(kind: Kind, facts: Told, history: str, news: str) -> None:
    assert (tell_history(kind, facts), tell_news(kind, facts)) == (history, news)
