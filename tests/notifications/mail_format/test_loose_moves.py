"""Moves among decoration and polite words are read; moves that somebody only speaks of are never played."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.lessons import LESSONS
from games.lessons.base import Lesson
from games.rules.base import MoveError, split_steps
from notifications.mail_format.command_blocks import Reading, read_orders
from notifications.mail_format.commands import Order, read_subject
from notifications.mail_format.loose_moves import MoveReader, suggestion
from notifications.mail_format.trimming import own_lines
from tests.notifications.mail_format.spellings import CASES, CHAT, TRAPS, reader_of, spellings_of
from tests.pace import scaled

READERS = {game: reader_of(game) for game in CASES}
SPELLINGS = [(game, text) for game, (_, move) in CASES.items() for text in spellings_of(move)]


def read(game: str, text: str) -> Reading:
    reader = READERS[game]
    return read_orders(own_lines(text), reader, readers=[reader])


def played(game: str, text: str) -> str:
    """The one move that a mail plays, as the notation has it; empty if it plays none."""
    reading = read(game, text)
    if reading.is_ambiguous:
        return ""
    try:
        return "; ".join(dict.fromkeys(canonical(READERS[game], order) for order in reading.orders))
    except MoveError:  # refused with the reason
        return ""


def canonical(reader: MoveReader, order: Order) -> str:
    steps = dict.fromkeys(split_steps(order.text))
    return "; ".join(reader.rules.format(reader.rules.parse(step, reader.position), reader.position) for step in steps)


def outcome(game: str, text: str) -> str:
    move = CASES[game][1]
    if found := played(game, text):
        return "plays" if found == move else f"WRONG {found}"
    return "suggests" if suggestion(own_lines(text), [READERS[game]]).lower() == move.lower() else "asks back"


@pytest.mark.parametrize("game", CASES)
def test_spellings_play_or_are_answered_by_one_suggestion(game: str) -> None:
    found = {text: outcome(game, text) for text in spellings_of(CASES[game][1])}
    assert not [text for text, what in found.items() if what.startswith("WRONG")]
    assert [text for text, what in found.items() if what == "asks back"] == []
    assert sum(what == "plays" for what in found.values()) >= len(found) - 12


@pytest.mark.parametrize("trap", TRAPS)
def test_move_that_somebody_only_speaks_of_is_not_played(trap: str) -> None:
    for game, (_, move) in CASES.items():
        assert read(game, trap.replace("{}", move)).orders == ()


@pytest.mark.parametrize(
    "text",
    [
        "null d3\nwait, I meant null d4",
        "null d3\nOops, null d4 instead",
        "I'll play null d3\nif you promise to be kind",
        "Should I?\nI'll play null d3",
        "I'll play null d3\nI'll play null d4 thanks\n\nnull d5",
    ],
)
def test_move_that_is_taken_back_or_depends_on_something_is_asked_about(text: str) -> None:
    reading = read("btt", text)
    assert reading.is_ambiguous or not reading.orders or len(reading.orders) > 1


@pytest.mark.parametrize(
    "text",
    [
        "I would never play\n{}", "Not this one:\n{}", "Ich w\xfcrde nie spielen:\n{}", "Je ne jouerais jamais\n{}",
        "What do you think about\n{}\n?", "If you insist, I play\n{}", "{}\nno, wait", "{}\n\nForget it.",
        "{}\ndoch nicht", "{}\nbut then I lose", "I'll play {}\nnever mind",
    ],
)  # fmt: skip
@pytest.mark.parametrize("game", CASES)
def test_move_beside_a_line_that_speaks_against_it_is_only_suggested(game: str, text: str) -> None:
    assert outcome(game, text.replace("{}", CASES[game][1])) == "suggests"


REPORTS = (
    "Your last move was", "Your last move was:", "You played", "I already played", "Bert played:", "Did you see my",
    "Dein letzter Zug:", "Du hast zuletzt gespielt", "Du spieltest:", "Ton dernier coup :", "Tu as jou\xe9 :",
    "Tu \xfaltima jugada:", "Has jugado:", "La tua ultima mossa:", "Hai giocato:", "Je laatste zet:", "Je speelde:",
    "Ditt senaste drag:", "Du spelade:", "Dit sidste tr\xe6k:", "Tw\xf3j ostatni ruch:", "Zagra\u0142e\u015b:",
    "O seu \xfaltimo lance foi",
)  # fmt: skip


@pytest.mark.parametrize("report", REPORTS)
@pytest.mark.parametrize("game", CASES)
@pytest.mark.parametrize("between", ["\n", " "])
def test_move_that_is_reported_is_only_suggested(game: str, report: str, between: str) -> None:
    assert outcome(game, f"{report}{between}{CASES[game][1]}") != "plays"


@pytest.mark.parametrize(
    "text", ["I was away last week, sorry\n{}", "My move:\n{}", "Mein Zug:\n{}", "This turn I play\n{}"]
)
def test_words_about_the_past_do_not_stop_a_move(text: str) -> None:
    assert played("btt", text.replace("{}", "null d3")) == "null d3"


@pytest.mark.parametrize("text", ["I have no time today\n{}", "How are you?\n{}", "Here is my move:\n{}\nNot bad!"])
def test_chat_beside_a_move_does_not_stop_it(text: str) -> None:
    assert played("btt", text.replace("{}", "null d3")) == "null d3"


def test_correction_in_other_languages_is_asked_about() -> None:
    assert read("btt", "null d3\nQuatsch, null d4").is_ambiguous
    assert read("btt", "null d3\npardon, null d4").is_ambiguous


def test_words_for_others_are_no_moves() -> None:
    assert played("btt", "null d3\nI'll play null d3, thanks") == "null d3"
    assert read("btt", "null d3\ngood game, see you").unread == ("good game, see you",)


@pytest.mark.parametrize("letter", ["S", "C", "X", "s", "C.", "- S", "W"])
def test_initial_below_a_placement_is_no_second_move(letter: str) -> None:
    assert played("twigs", f"W4@-1,-1\n\n{letter}") == "W4@-1,-1"
    assert read_subject(letter, READERS["twigs"]) is None


QUOTES = (
    "On Sunday Seeds wrote:\n> {}", "Am Sonntag schrieb Seeds:\n> {}", "> {}", "| {}", "-----Original Message-----\n{}",
    "On Sun, 3 May 2026 at 10:00 Seeds <seeds@play.example> wrote:\n> {}", "Previous Replies\n{}",
    "From: Seeds <seeds@play.example>\nSent: Monday\nTo: anna\nSubject: game\n\n{}",
    "Le 3 mai 2026, Seeds a écrit :\n> {}",
    "________________________________\n{}", "-- \n{}",
)  # fmt: skip


@given(
    game=st.sampled_from(sorted(CASES)),
    chat=st.lists(st.sampled_from([*TRAPS, *CHAT]), max_size=4),
    quote=st.sampled_from(QUOTES),
    fill=st.text(max_size=12),
)
def test_traps_chat_and_quotations_in_any_mixture_play_nothing(
    game: str, chat: list[str], quote: str, fill: str
) -> None:
    move = CASES[game][1]
    lines = [*chat, *([fill.replace(";", " ")] if len(fill) > 3 else []), "", quote]
    text = "\n".join(lines).replace("{}", move)
    orders = read(game, text).orders
    assert not [order for order in orders if order.verb == "move"]


@given(
    spelling=st.sampled_from(SPELLINGS),
    below=st.lists(st.sampled_from(CHAT), max_size=3),
    quote=st.sampled_from(QUOTES),
)
def test_move_in_any_spelling_above_chat_and_quotations_plays_itself_or_nothing(
    spelling: tuple[str, str], below: list[str], quote: str
) -> None:
    game, text = spelling
    move = CASES[game][1]
    found = played(game, "\n".join([text, *below, "", quote.replace("{}", move)]))
    assert found in ("", move)


@pytest.mark.parametrize(
    "line", ["a " * 80, "(" * 160, "please " * 22, "1. " * 50, ":) " * 50, "null d3 " * 19, "-1" * 80]
)
@pytest.mark.parametrize("game", CASES)
def test_hostile_line_is_read_in_no_time(game: str, line: str) -> None:
    assert READERS[game].legal
    began = time.process_time()
    read(game, "\n".join([line] * 40))
    assert time.process_time() - began < scaled(0.2)


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_solution_of_every_exercise_is_read_as_a_move(lesson: Lesson) -> None:
    for number, exercise in enumerate(lesson.exercises, 1):
        reader = MoveReader(lesson.rules, lesson.positions[number - 1], True)
        (order,) = read_orders(exercise.solution.splitlines(), reader, readers=[reader]).orders
        assert (number, order.verb) == (number, "move")


LONG = "As far as I can see from here, a strong player in your place would set up"


@pytest.mark.parametrize("game", CASES)
@pytest.mark.parametrize(
    ("text", "plays"),
    [
        (f"{LONG}\n{{}}", False),
        (f"{LONG}\n\n{{}}", True),
        (f"{LONG}.\n{{}}", True),
        ("As far as I can see, this is a good one\n{}", True),
    ],
)
def test_move_below_a_full_line_may_be_the_end_of_its_sentence(game: str, text: str, plays: bool) -> None:
    assert bool(read(game, text.format(CASES[game][1])).orders) is plays
