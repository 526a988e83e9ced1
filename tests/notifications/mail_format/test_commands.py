"""All verbs as people write them: what is read, what is prose, and what belongs to which command."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.formats import date_format
from hypothesis import given
from hypothesis import strategies as st

from games.rules import RULES
from games.rules.base import Position, Roll, Rules
from notifications.mail_format.command_blocks import read_orders
from notifications.mail_format.command_words import WORDS
from notifications.mail_format.commands import Order, moves_of, no_moves, read_hour, read_line, read_subject
from notifications.mail_format.dates import read_span
from notifications.mail_format.problems import nearest_moves, nearest_verbs

BTT = RULES["btt"]


def placing() -> Position[Any]:
    """A game in which the first pyramid is to be placed."""
    position: Position[Any] = BTT.start(2)
    for step in ("null d3", "root e2"):
        position = position.play(BTT.parse(step, position))
    return position


IS_MOVE = moves_of(BTT, placing())


def orders(text: str) -> list[tuple[str, str]]:
    return [(order.verb, order.text) for order in read_orders(text.splitlines(), IS_MOVE).orders]


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("undo #4", Order("undo", "", None, 4)), ("Take back.", Order("undo")), ("drop plan", Order("drop plan")),
        ("plan if c4>c5 then M d2>d3", Order("plan", "if c4>c5 then M d2>d3")),
        ("#4 plan: if * then resign", Order("plan", "if * then resign", None, 4)),
        ("say move #17 was great", Order("say", "move #17 was great")), ("12 say hello", Order("say", "hello", 12)),
        ("note: d3", Order("note", "d3")), ("show #17", Order("show", "", None, 17)),
        ("show game 12#17", Order("show", "", 12, 17)), ("watch 12", Order("watch", "", 12)),
        ("watch game 12 each turn", Order("watch", "each turn", 12)), ("unwatch 12", Order("unwatch", "", 12)),
        ("standings Spring League", Order("standings", "Spring League")),
        ("leave 2026-12-24 2027-01-02", Order("leave", "2026-12-24 2027-01-02")),
        ("leave 24 Dec - 2 Jan", Order("leave", "24 Dec - 2 Jan")),
        ("cancel leave 24.12.", Order("cancel leave", "24.12.")), ("digest 8", Order("digest", "8")),
        ("digest 7:00", Order("digest", "7:00")), ("language de", Order("language", "de")),
        ("Language: German.", Order("language", "de")), ("Sprache Englisch", Order("language", "en-gb")),
        ("Stop!", Order("stop")), ("unsubscribe", Order("stop")), ("help plans", Order("help", "plan")),
        ("help treeblox", Order("help", "game:treeblox")), ("I play M e3>e2", Order("move", "M e3>e2")),
    ],
)  # fmt: skip
def test_every_verb_is_read(line: str, order: Order) -> None:
    assert read_line(line, IS_MOVE, game_first=True) == order


@pytest.mark.parametrize(
    "line",
    [
        "plan for the evening", "watch out", "leave me alone", "leave from 24 December 2026 to 2 January 2027",
        "leave 12/24", "stop that", "digest of the week", "digest", "language", "language barrier", "language fr",
        "help me", "help is on its way", "undo it", "cancel my account", "say, are you there?", "14 . . . ? . . .",
    ],
)  # fmt: skip
def test_prose_that_begins_like_a_verb_is_none(line: str) -> None:
    assert read_line(line, IS_MOVE, game_first=True) is None


def test_everything_below_say_is_said_as_it_was_typed() -> None:
    reading = read_orders(["M e3>e2", "say “Hi” … ½", "", "see you"], IS_MOVE)
    assert reading.orders == (Order("move", "M e3>e2"), Order("say", "“Hi” … ½\n\nsee you"))
    assert (reading.unread, reading.doubt) == ((), "")


@pytest.mark.parametrize(
    ("below", "said"),
    [
        ("Regards, Anna", "good luck"), ("\nKind regards\nAnna Example", "good luck"),
        ("well played\n\nThanks,\nAnna\n", "good luck\nwell played"), ("Mit freundlichen Grüßen\nAnna", "good luck"),
        ("Best move of the year", "good luck\nBest move of the year"), ("Thanks, Bert", "good luck\nThanks, Bert"),
        ("thanks for the game", "good luck\nthanks for the game"),
        ("Regards, Anna\nand one more thing", "good luck\nRegards, Anna\nand one more thing"),
    ],
)  # fmt: skip
def test_sign_off_below_is_not_said(below: str, said: str) -> None:
    assert orders(f"say good luck\n{below}") == [("say", said)]


def test_lines_that_a_mail_program_has_broken_are_whole_again() -> None:
    long = "say " + "word " * 13
    assert orders(f"{long}\nwhich goes on\nshort") == [("say", f"{'word ' * 12}word which goes on\nshort")]


@pytest.mark.parametrize("below", ["resign", "M e3>e2", "stop", "plan if * then resign"])
def test_command_below_say_is_in_doubt(below: str) -> None:
    assert read_orders(["say hello", "you", below], IS_MOVE).doubt == below


def test_note_ends_at_the_next_command() -> None:
    assert orders("note first\nsecond\nM e3>e2") == [("note", "first\nsecond"), ("move", "M e3>e2")]


def test_plan_goes_on_as_long_as_it_can() -> None:
    text = "plan if null d3 then\nroot e2 (if * then\nresign\n)\nelse resign\nshow\nbye"
    assert orders(text) == [("plan", "if null d3 then root e2 (if * then resign ) else resign"), ("show", "")]


@pytest.mark.parametrize(
    ("subject", "order"),
    [
        ("M e3>e2", Order("move", "M e3>e2")), ("resign", Order("resign")),
        ("Re: Game 13: null against resign, BTT", None), ("game 13: resign", None),
        ("game 13 resign", Order("resign", "", 13)), ("Fwd: resign", None), ("", None),
    ],
)  # fmt: skip
def test_subject_is_a_command_as_a_whole_or_none(subject: str, order: Order | None) -> None:
    assert read_subject(subject, IS_MOVE) == order


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2026-12-24 2027-01-02", date(2026, 12, 24), date(2027, 1, 2)),
        ("24 Dec to 2 Jan", date(2026, 12, 24), date(2027, 1, 2)),
        ("24. Dezember bis 2. März", date(2026, 12, 24), date(2027, 3, 2)),
        ("24.12. - 2.1.", date(2026, 12, 24), date(2027, 1, 2)), ("24.12.2027", date(2027, 12, 24), date(2027, 12, 24)),
        ("December 24th, 2026 until Dec 26", date(2026, 12, 24), date(2026, 12, 26)),
        ("1 March", date(2027, 3, 1), date(2027, 3, 1)), ("29 Feb", date(2028, 2, 29), date(2028, 2, 29)),
        ("3. MÄRZ", date(2027, 3, 3), date(2027, 3, 3)), ("3 Sept. 2027", date(2027, 9, 3), date(2027, 9, 3)),
    ],
)  # fmt: skip
def test_days_are_read_as_people_write_them(text: str, first: date, last: date) -> None:
    assert read_span(text, date(2026, 11, 21)) == (first, last)


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_days_are_read_as_pages_write_them(language: str) -> None:
    days = [date(2027, month, 3) for month in range(1, 13)]
    with translation.override(language):
        written = [date_format(day, translation.gettext("j F Y")) for day in days]
    assert [read_span(text, days[0]) for text in written] == [(day, day) for day in days], f"{written} in dates.py"


@pytest.mark.parametrize("text", ["30 Feb", "2026-13-01", "31.4.2026", "0.0.", "12/24", "tomorrow", ""])
def test_days_that_no_calendar_has_are_none(text: str) -> None:
    assert read_span(text, date(2026, 11, 21)) is None


@pytest.mark.parametrize(
    ("text", "hour"),
    [("8", 8), ("7:00", 7), ("at 9 pm", 21), ("12 am", 0), ("um 21 uhr", 21), ("hourly", None), ("stündlich", None)],
)
def test_hours_are_read(text: str, hour: int | None) -> None:
    assert read_hour(text) == hour


@pytest.mark.parametrize(
    ("line", "meant"),
    [("M e3>e9", ["M e3>e2"]), ("M e3 e2", ["M e3>e2"]), ("\u041c e3>e2", ["M e3>e2"]), ("xyzzy", [])],
)
def test_legal_steps_that_are_written_alike_are_found(line: str, meant: list[str]) -> None:
    assert nearest_moves(line, BTT, placing()) == meant  # type: ignore[arg-type]


@given(st.text(max_size=90))
def test_looking_for_what_was_meant_never_raises(text: str) -> None:
    nearest_verbs(text)
    nearest_moves(text, BTT, placing())


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        ("Hilfe", "help"), ("aufgeben", "resign"), ("Remis", "draw"), ("Ja!", "accept"), ("digest stündlich", "digest"),
        ("sammelmail um 8 uhr", "digest"), ("fordere heraus ben btt match über 4 partien ungewertet", "challenge"),
        ("challenge anybody twigs gewertet nur menschen", "challenge"), ("yes, please", "accept"),
        ("no, thanks!", "decline"), ("games please", "games"), ("Ja, gerne", "accept"),
    ],
)  # fmt: skip
def test_natural_words_of_other_languages_and_polite_ones_are_commands(line: str, verb: str) -> None:
    order = read_line(line, no_moves)
    assert order is not None
    assert order.verb == verb


@pytest.mark.parametrize("rules", RULES.values(), ids=lambda rules: rules.slug)
def test_no_natural_word_is_a_move_of_a_game(rules: Rules[Any, Any]) -> None:
    choice, position = Random(5), rules.start(2)
    natural = {word for words in WORDS.values() for names in words.values() for word in names}
    for _ in range(30):
        if position.to_act is None:
            break
        if isinstance(position.to_act, Roll):
            position = position.roll([choice.randint(1, sides) for sides in position.to_act.dice])
            continue
        is_move = moves_of(rules, position)
        assert {word for word in natural if is_move(word)} == set()
        position = position.play(choice.choice(list(position.legal_moves())))


@pytest.mark.parametrize("line", ["sag Gut gespielt!", "Sag: Gut gespielt!", "say Gut gespielt!"])
def test_words_for_the_others_begin_behind_the_natural_word(line: str) -> None:
    (order,) = read_orders([line], no_moves).orders
    assert (order.verb, order.text) == ("say", "Gut gespielt!")


@pytest.mark.parametrize("line", ["yes it is", "yes, I saw that", "no way", "resigned, thanks", "please"])
def test_other_words_behind_a_command_make_it_none(line: str) -> None:
    assert read_line(line, no_moves) is None
