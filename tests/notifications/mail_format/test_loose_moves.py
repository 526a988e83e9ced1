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
    return (suggestion(own_lines(text), [READERS[game]]) or ("", ""))[1]


def outcome(game: str, text: str, names: frozenset[str] = NAMES) -> str:
    """What a mail by somebody with these names leads to: "plays", "suggests", "asks back", or "WRONG" and a move."""
    move = CASES[game][1]
    if found := played(game, text, names):
        return "plays" if found == move else f"WRONG {found}"
    return "suggests" if suggested(game, text).lower() == move.lower() else "asks back"


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


BESIDE = (
    "The book says:\n{}", "Bert wrote yesterday:\n{}", "History:\n{}", "I wonder what happens after\n{}", "FYI\n{}",
    "Moves so far:\n1. {}", "My options are\n{}", "See below.\n{}", "Not\n{}", "Never!\n{}", "Wait\n{}",
    "Which one?\n{}", "Should I?\n{}", "Is this legal?\n{}", "Du hattest\n{}", "{}\nwas a mistake, I think.",
    "{}\nis illegal, right?",
    "{}\n... is what I would never play", "{}\nThat is what you played, well done", "{}\nNOT", "{}\nhaha, no",
    "{}\nnah",
    "{}\nPlease ignore.", "{}\nSorry, wrong game!", "{}\nSorry, that was for another game", "{}\nthis is only a test",
    "{}\nOr is it?", "{}\nWhat do you think?", "{}\nDarf ich das?",
    "The computer suggests\n{}", "{}\nthat's what the computer suggests", "{}\n(that was a joke)", "I hate\n{}",
    "{}\nSorry, wrong window", "Anything but\n{}", "Ich meinte natürlich nicht\n{}", "{}\nStop. Not this.", "Test\n{}",
    "{}\nTest, bitte ignorieren", "{}\nNicht spielen!", "{}\nIs that what you meant", "Von: Bert\n{}",
    "{}\n^ your last move", "You could try\n{}", "My engine found\n{}", "Two years ago I started with\n{}",
    "{}\nWait until tomorrow", "{}\nnot sure yet", "{}\nPlease do not play this yet", "{}\nto be confirmed",
    "Maybe\n{}",
    "{}\nMaybe.", "Vielleicht\n{}", "Peut-être\n{}", "Quizás\n{}", "Forse\n{}", "Misschien\n{}", "Kanske\n{}",
    "Może\n{}", "Talvez\n{}", "{}\noder auch nicht", "{}\nou pas", "{}\no no", "{}\n... not", "For example\n{}",
    "{}\nI am only thinking aloud", "zum Beispiel\n{}", "e.g.\n{}", "Yesterday's move\n{}", "threatening\n{}",
    "so that you cannot play\n{}", "I was afraid of\n{}", "{}\nI will decide tonight", "{}\nHold this until I confirm",
    "{}\nNej", "Please ignore the following\n{}", "{}\nsent by mistake", "{}\nenvoyé par erreur",
    "{}\nversehentlich gesendet", "{}\nMy cat typed that", "{}\nactually I am not sure", "{}\nI'd rather not",
    "{}\nLet me sleep on it", "{}\nScrap that", "{}\nI take it back", "Nobody would ever answer\n{}",
    "I wish I could play\n{}",
)  # fmt: skip


@pytest.mark.parametrize("text", BESIDE)
@pytest.mark.parametrize("game", CASES)
def test_line_that_reports_doubts_or_goes_on_about_a_move_stops_it(game: str, text: str) -> None:
    assert outcome(game, text.replace("{}", CASES[game][1])) == "suggests"


@pytest.mark.parametrize(
    "text",
    [
        "I'm torn between\n{}\nand resigning.", "I was about to send\n{}\nwhen I saw your reply.",
        "Darf ich\n{}\noder ist das verboten", "Beim letzten Mal habe ich\n{}\ngesetzt.",
        "Everybody has a go at\n{}\nin this position.", "Ich sehe\n{}\nals letzte Rettung.",
    ],
)  # fmt: skip
@pytest.mark.parametrize("game", CASES)
def test_move_inside_a_sentence_that_runs_over_lines_is_only_suggested(game: str, text: str) -> None:
    assert outcome(game, text.replace("{}", CASES[game][1])) == "suggests"


@pytest.mark.parametrize(
    "text", ["Sorry for the delay\n{}\ngood luck", "Hi Ben\n{}\nnice game so far", "That was close!\n{}\nsee you there"]
)
def test_lines_that_are_no_sentence_around_a_move_do_not_stop_it(text: str) -> None:
    assert played("btt", text.replace("{}", "null d3")) == "null d3"


@pytest.mark.parametrize(
    "text",
    [
        "Do you mind if we stop here? I'd have continued\n{}", "Ich h\xe4tte gern\n{}", "Gern w\xfcrde ich hier\n{}",
        "Assuming nothing changes\n{}", "Sobald du annimmst\n{}", "Tomorrow\n{}", "Morgen spiele ich\n{}",
        "N\xe4chstes Mal\n{}",
        "Chloe just sent me\n{}", "I can't get it to work. I typed\n{}", "Mein Sohn meint\n{}", "Watch out for\n{}",
        "I am still between\n{}", "Please undo\n{}", "Laut Protokoll kam\n{}", "Your server rejected\n{}\nWhy?",
        "{}\n\nhat Ben vorgeschlagen.", "{}\n\nsays my son.", "{}\n\nDo you agree?", "{}\n\nOr not. We'll see.",
        "{}\n\n(not my final answer!)", "{}\n\nI'll send my real move tonight.", "{}\n\nThis is a draft.",
        "{}\n\nJust checking whether this arrives.", "{}\n\nHmm. Let me think some more.",
        "{}\n\nIch muss noch mal nachdenken.", "{}\n\nBitte noch nicht werten.", "{}\n\nNur so eine Idee.",
        "{}\n\nAch, Quatsch.", "Nur zum Testen\n{}", "Auf keinen Fall\n{}", "{}\n\nHaven't decided yet.",
        "{}\n\nThat was meant for Chloe.", "{}\n\nDas war f\xfcr die andere Partie.", "{}\n\nDas gilt f\xfcr Dora.",
        "In game 12\n{}", "{}\n\nPartie 12",
        "Somewhere I read\n{}", "Both of us missed\n{}", "Nehmen wir an\n{}", "Da hattest du\n{}",
        "{}\n\nLet me know if that's allowed.", "{}\n\nSag mir bitte, ob das geht.", "{}\n\nOops, wrong person",
        "{}\n\nKleiner Scherz!", "{}\n\nI'll send you the final one later.", "{}\n\nBitte zur\xfccknehmen",
        "I am on leave and will reply on my return.\n\n{}", "Auto-reply: I'm away.\n{}",
        "Ich bin derzeit abwesend.\n\n{}", "I am out of the office.\n\n{}",
    ],
)  # fmt: skip
@pytest.mark.parametrize("game", CASES)
def test_move_that_is_of_another_time_person_or_game_is_only_suggested(game: str, text: str) -> None:
    assert outcome(game, text.replace("{}", CASES[game][1])) == "suggests"


@pytest.mark.parametrize(
    "text",
    [
        "Dann {}", "Na gut, {}", "Jetzt spiele ich {}", "Hier mein Zug: {}", "Alright then... {}", "{}. Viel Spa\xdf!",
        "Was f\xfcr ein Zug!\n{}", "{}\n\nThis was fun, for once", "See you tomorrow\n{}",
    ],
)  # fmt: skip
@pytest.mark.parametrize("game", CASES)
def test_polite_words_of_english_and_german_leave_a_move_a_move(game: str, text: str) -> None:
    assert outcome(game, text.replace("{}", CASES[game][1])) == "plays"


def test_every_move_below_a_line_that_reports_them_is_stopped() -> None:
    assert read("btt", "The last moves were:\nnull d3\nnull d2").orders == ()


@pytest.mark.parametrize("text", ["sorry, {}", "no: {}", "better: {}", "Ich meine {}", "EDIT: {}", "I wanted {}"])
def test_another_move_below_is_asked_about(text: str) -> None:
    assert read("btt", f"null d3\n{text.replace('{}', 'null d4')}").is_ambiguous
    assert outcome("btt", f"null d3\n{text.replace('{}', 'null d3')}") == "suggests"


@pytest.mark.parametrize("command", ["undo", "cancel", "Stop!"])
def test_command_that_may_take_a_move_back_is_asked_about(command: str) -> None:
    assert read("btt", f"null d3\n{command}").is_ambiguous


ATTRIBUTIONS = (
    "On Mon, 2 Mar 2026 at 13:00, Seeds <seeds@play.example> wrote:", "On 02.03.26 13:00, Bert wrote:",
    "Am 02.03.2026 um 13:00 schrieb Bert <bert@play.example>:", "Le 2 mars 2026 à 13:00, Bert a écrit :",
    "El 2/3/26 a las 13:00, Bert escribió:", "Il 02/03/26 13:00, Bert ha scritto:",
    "Op 02-03-2026 om 13:00 schreef Bert:", "W dniu 2.03.2026 o 13:00, Bert pisze:",
)  # fmt: skip


@pytest.mark.parametrize("line", ["no, wait, rather", "never mind", "forget it, and also not", "Maybe"])
def test_move_that_is_not_to_be_played_leaves_no_other_command_alone(line: str) -> None:
    assert read("btt", f"resign\n{line}\nnull d3").is_ambiguous


def test_name_below_a_move_is_no_doubt() -> None:
    assert played("btt", "null d3\n\nAnna Example\nClub secretary") == "null d3"


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_move_below_words_of_a_quotation_without_marks_is_only_suggested(attribution: str, gap: str) -> None:
    assert outcome("btt", f"{attribution}{gap}null d3") == "suggests"
    assert played("btt", f"{attribution}\n> your turn\n\nnull d3") == "null d3"


@pytest.mark.parametrize("tag", ["s", "strike", "del"])
def test_move_that_is_struck_out_is_not_read(tag: str) -> None:
    html = f"<html><body><div><{tag}>null d4</{tag}></div><div>null d3</div></body></html>"
    assert played("btt", text_of_html(html)) == "null d3"


@pytest.mark.parametrize("text", ["Ich setze ein Blatt auf b3", "I'd place a leaf at b3", "L b3 sch\xf6ne Gr\xfc\xdfe"])
def test_other_spelling_of_the_notation_among_words_is_read(text: str) -> None:
    assert outcome("treeblox", text) in ("plays", "suggests")


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
    "text",
    [
        "I was away last week, sorry\n{}",
        "My move:\n{}",
        "Mein Zug:\n{}",
        "This turn I play\n{}",
        "{}\nSee you in Paris",
        "I think you are winning\n{}",
        "That was a nice move!\n{}",
        "{}\nNever played this before",
        "Ich hatte keine Zeit, sorry\n{}",
        "Not bad!\n{}",
        "{}\nNo idea what I am doing",
        "{}\nthat's what I play",
    ],
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
