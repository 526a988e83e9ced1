"""Moves among decoration and polite words are read; moves that somebody only speaks of are never played."""

from __future__ import annotations

import time
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.lessons import LESSONS
from games.lessons.base import Lesson
from games.rules.base import MoveError, split_steps
from notifications.mail_format.command_blocks import Reading, read_orders
from notifications.mail_format.commands import Order, read_subject
from notifications.mail_format.loose_moves import MoveReader, suggestion
from notifications.mail_format.parsing import text_of_html
from notifications.mail_format.trimming import own_lines
from tests.notifications.mail_format.spellings import CASES, CHAT, TRAPS, reader_of, spellings_of
from tests.pace import scaled

READERS = {game: reader_of(game) for game in CASES}
SPELLINGS = [(game, text) for game, (_, move) in CASES.items() for text in spellings_of(move)]


NAMES = frozenset(("anna", "bert"))


def read(game: str, text: str, names: frozenset[str] = NAMES) -> Reading:
    """The reading of a mail by somebody with these names."""
    reader = READERS[game]
    return read_orders(own_lines(text), reader, readers=[reader], names=names)


def played(game: str, text: str, names: frozenset[str] = NAMES) -> str:
    """The one move that a mail plays, as the notation has it; empty if it plays none."""
    reading = read(game, text, names)
    if reading.is_ambiguous:
        return ""
    try:
        return "; ".join(dict.fromkeys(canonical(READERS[game], order) for order in reading.orders))
    except MoveError:  # refused with the reason
        return ""


def canonical(reader: MoveReader, order: Order) -> str:
    steps = dict.fromkeys(split_steps(order.text))
    return "; ".join(reader.rules.format(reader.rules.parse(step, reader.position), reader.position) for step in steps)


def suggested(game: str, text: str) -> str:
    """The one move that a mail is answered with as a suggestion; empty if there is none."""
    if doubted := read(game, text).doubted:
        return "; ".join(dict.fromkeys(canonical(READERS[game], order) for order in doubted if order.verb == "move"))
    found = suggestion(own_lines(text), [READERS[game]])
    return found[1].text if found else ""


def outcome(game: str, text: str, names: frozenset[str] = NAMES) -> str:
    """What a mail by somebody with these names leads to: "plays", "announces", "suggests", "asks back", or "WRONG"."""
    move = CASES[game][1]
    if made := played(game, text, names):
        told = "announces" if read(game, text, names).is_held else "plays"
        return told if made == move else f"WRONG {made}"
    meant = suggested(game, text)
    if meant.lower() != move.lower():
        return "asks back"
    found = suggestion(own_lines(text), [READERS[game]])
    return "announces" if found and not (read(game, text, names).unknown or found[1].is_doubted) else "suggests"


@pytest.mark.parametrize("game", CASES)
def test_spellings_play_or_are_answered_by_one_suggestion(game: str) -> None:
    found = {text: outcome(game, text) for text in spellings_of(CASES[game][1])}
    assert not [text for text, what in found.items() if what.startswith("WRONG")]
    assert [text for text, what in found.items() if what == "asks back"] == []
    assert sum(what == "plays" for what in found.values()) >= len(found) // 2


@pytest.mark.parametrize("trap", TRAPS)
def test_move_that_somebody_only_speaks_of_is_not_played(trap: str) -> None:
    for game, (_, move) in CASES.items():
        assert outcome(game, trap.replace("{}", move)) != "plays"


def test_every_move_below_a_line_that_reports_them_is_stopped() -> None:
    assert outcome("btt", "The last moves were:\nnull d3\nnull d2") != "plays"


@pytest.mark.parametrize("command", ["undo", "cancel", "Stop!"])
def test_command_that_may_take_a_move_back_is_asked_about(command: str) -> None:
    assert read("btt", f"null d3\n{command}").is_ambiguous


ATTRIBUTIONS = (
    "On Mon, 2 Mar 2026 at 13:00, Seeds <seeds@play.example> wrote:", "On 02.03.26 13:00, Bert wrote:",
    "Am 02.03.2026 um 13:00 schrieb Bert <bert@play.example>:", "Le 2 mars 2026 à 13:00, Bert a écrit :",
    "El 2/3/26 a las 13:00, Bert escribió:", "Il 02/03/26 13:00, Bert ha scritto:",
    "Op 02-03-2026 om 13:00 schreef Bert:", "W dniu 2.03.2026 o 13:00, Bert pisze:",
)  # fmt: skip


def test_name_below_a_move_is_no_doubt() -> None:
    assert played("btt", "null d3\n\nAnna Example\nClub secretary") == "null d3"


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_move_below_words_of_a_quotation_without_marks_is_only_suggested(attribution: str) -> None:
    assert {outcome("btt", f"{attribution}{gap}null d3") for gap in ("\n", "\n\n")} == {"suggests"}
    assert played("btt", f"{attribution}\n> your turn\n\nnull d3") == "null d3"


@pytest.mark.parametrize("tag", ["s", "strike", "del"])
def test_move_that_is_struck_out_is_not_read(tag: str) -> None:
    html = f"<html><body><div><{tag}>null d4</{tag}></div><div>null d3</div></body></html>"
    assert played("btt", text_of_html(html)) == "null d3"


@pytest.mark.parametrize("text", ["Ich setze ein Blatt auf b3", "I'd place a leaf at b3", "L b3 sch\xf6ne Gr\xfc\xdfe"])
def test_other_spelling_of_the_notation_among_words_is_read(text: str) -> None:
    assert outcome("treeblox", text) in ("plays", "announces", "suggests")


REPORTS = (
    "Your last move was", "Your last move was:", "You played", "I already played", "Bert played:", "Did you see my",
    "Dein letzter Zug:", "Du hast zuletzt gespielt", "Du spieltest:", "Ton dernier coup :", "Tu as jou\xe9 :",
    "Tu \xfaltima jugada:", "Has jugado:", "La tua ultima mossa:", "Hai giocato:", "Je laatste zet:", "Je speelde:",
    "Ditt senaste drag:", "Du spelade:", "Dit sidste tr\xe6k:", "Tw\xf3j ostatni ruch:", "Zagra\u0142e\u015b:",
    "O seu \xfaltimo lance foi",
)  # fmt: skip


@pytest.mark.parametrize("report", REPORTS)
def test_move_that_is_reported_is_only_suggested(report: str) -> None:
    for (game, (_, move)), between in product(CASES.items(), "\n "):
        assert outcome(game, f"{report}{between}{move}") != "plays"


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
    assert outcome(game, text) != "plays"


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


@pytest.mark.parametrize("game", CASES)
def test_hostile_line_is_read_in_no_time(game: str) -> None:
    assert READERS[game].legal
    for line in ("a " * 80, "(" * 160, "please " * 22, "1. " * 50, ":) " * 50, "null d3 " * 19, "-1" * 80):
        began = time.process_time()
        read(game, "\n".join([line] * 40))
        assert time.process_time() - began < scaled(0.2), line


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_solution_of_every_exercise_is_read_as_a_move(lesson: Lesson) -> None:
    for number, exercise in enumerate(lesson.exercises, 1):
        reader = MoveReader(lesson.rules, lesson.positions[number - 1], True)
        (order,) = read_orders(exercise.solution.splitlines(), reader, readers=[reader]).orders
        assert (number, order.verb) == (number, "move")
