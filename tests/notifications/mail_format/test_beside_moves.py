"""A move plays only if all other words of a mail are known to say nothing about it."""

from __future__ import annotations

import re

import pytest

from notifications.mail_format.beside_moves import doubts, first_unknown, greets
from notifications.mail_format.small_talk import TOPICS
from notifications.mail_format.trimming import own_lines
from tests.notifications.mail_format.bodies import DOUBTFUL, PLAIN
from tests.notifications.mail_format.spellings import CASES
from tests.notifications.mail_format.test_loose_moves import outcome, read


@pytest.mark.parametrize("body", DOUBTFUL)
def test_move_that_is_not_meant_for_certain_is_only_suggested(body: str) -> None:
    for game, (_, move) in CASES.items():
        assert outcome(game, body.replace("{}", move)) in ("suggests", "asks back")


@pytest.mark.parametrize("body", PLAIN)
def test_move_beside_greetings_thanks_and_signatures_plays(body: str) -> None:
    for game, (_, move) in CASES.items():
        assert outcome(game, body.replace("{}", move), signed_in(body)) == "plays"


def signed_in(body: str) -> frozenset[str]:
    """The names in the last lines of a mail, as its From has them."""
    words = re.findall(r"[^\W\d_]+", body.partition("{}")[2])
    return frozenset(word.lower() for word in words if word[0].isupper())


@pytest.mark.parametrize(
    "body",
    [
        "Sorry for the delay, it's been a mad week.\n\n{}\n\nCheers, Ian", "{}\n\nHave a lovely weekend!",
        "Great move!\n\n{}\n\nYour turn, Bert", "Happy Easter to you and the family!\n{}",
        "{}\n\nThank you for your patience.", "Entschuldige die späte Antwort, ich war krank.\n\n{}\n\nGruß, Jörg",
        "{}\n\nIch glaube, du gewinnst.", "Hope you are feeling better!\n{}\nGet well soon, Bert",
        "Désolé pour le retard\n{}\nÀ bientôt", "{}\n\nGreetings from Berlin", "Back from holiday!\n\n{}",
    ],
)  # fmt: skip
def test_sentences_that_are_about_something_else_leave_a_move_a_move(body: str) -> None:
    for game, (_, move) in CASES.items():
        assert outcome(game, body.replace("{}", move)) == "plays"


@pytest.mark.parametrize("line", ["Great move", "What a nice move", "Schöner Zug"])
def test_praise_directly_above_a_move_may_be_of_that_move(line: str) -> None:
    assert outcome("btt", f"{line}\nnull d3") == "suggests"
    assert outcome("btt", f"{line}!\nnull d3") == outcome("btt", f"{line}\n\nnull d3") == "plays"


def test_your_move_is_said_below_a_move_and_may_report_one_above() -> None:
    assert outcome("btt", "null d3\nyour move") == "plays"
    assert outcome("btt", "your move\nnull d3") == "suggests"


@pytest.mark.parametrize("text", ["resign\nI think", "What if I\nresign", "resign\n\nAnna\n\nPS: not yet"])
def test_resignation_beside_other_words_is_asked_about(text: str) -> None:
    assert read("btt", text).orders == ()
    assert [order.verb for order in read("btt", text).doubted] == ["resign"]


def test_resignation_beside_polite_words_counts() -> None:
    assert [order.verb for order in read("btt", "Good game!\nresign\nThanks, Anna").orders] == ["resign"]


@pytest.mark.parametrize(
    "signature", ["-- \nJoe\n\nPS. Wrong game, ignore this", "Sent from my iPhone\n\nUgh. That is not what I typed."]
)
def test_words_below_a_signature_can_take_a_move_back(signature: str) -> None:
    assert outcome("btt", f"null d3\n\n{signature}") == "suggests"


@pytest.mark.parametrize(
    "below", ["Anna Example\nClub secretary\nTel. 0555 123456", "LG\nTina", "Best,\n\nA.", "cheers\nanna"]
)
def test_signature_below_a_move_leaves_it_a_move(below: str) -> None:
    assert outcome("btt", f"null d3\n\n{below}") == "plays"


@pytest.mark.parametrize("word", ["Hypothetically.", "Scherz", "Kidding", "Maybe", "Theoretisch", "Hmmmm", "Why"])
def test_word_in_the_place_of_a_name_is_no_name(word: str) -> None:
    assert outcome("btt", f"null d3\n\n{word}") == "suggests"


def test_greeting_is_said_to_names_and_to_all() -> None:
    assert all(map(greets, ["Hi", "Hello Ben,", "Dear all", "hi ben", "Guten Morgen!", "Sehr geehrte Frau Dr. Maier,"]))
    assert not any(map(greets, ["Hey don't play this", "Hi is this legal", "hello wait", "Dear me, what now"]))


def test_unknown_line_is_the_first_of_its_kind() -> None:
    lines = own_lines("Hi Ben,\nthe book says\nnull d3\nor was it d4")
    assert first_unknown(lines, {2}) == "the book says"
    assert first_unknown(lines[:1] + lines[2:3], {1}) == ""


@pytest.mark.parametrize(
    "below",
    [
        "Misclick.", "Sorry. Misclick.", "Mist, Fehler.", "Thanks\nPlease check first", "Anna\nStill undecided",
        "Danke, Anna\nBitte ignorieren", "clearly losing for me", "your last move", "Dein Fehler", "Stockfish",
        "Sent from the wrong account, please ignore.", "Gesendet aus Versehen", "\U0001f937", "Anna\n\nPS: no",
        "Best,\nAnna (undecided)",
        "anna is unsure", "Anna\nProbably", "sorry, wait", "Lieber warten", "Keine Ahnung", "TBC", "no go", "go back",
        "Thanks\nskip",
        "Anna\nUnter Vorbehalt", "-- \nAnna\n\nEdit: wrong game", "That was too quick",
        "Anna\nAndere Partie", "unless Bert objects",
        "Viele Gr\xfc\xdfe\nAnna (noch am Gr\xfcbeln)",
    ],
)  # fmt: skip
def test_words_below_a_move_that_look_like_a_signature_are_none(below: str) -> None:
    for game, (_, move) in CASES.items():
        assert outcome(game, f"{move}\n{below}") == "suggests"


@pytest.mark.parametrize(
    "above",
    [
        "Nice move:",
        "What a move",
        "Sch\xf6ner Zug von dir:",
        "My last move:",
        "I love playing",
        "Hi, suppose:",
        "Beste Alternative",
    ],
)
def test_words_above_a_move_that_may_name_it_are_asked_about(above: str) -> None:
    assert outcome("btt", f"{above}\nnull d3") == "suggests"


def test_name_of_the_writer_is_known_and_another_is_not() -> None:
    assert outcome("btt", "null d3\n\nAnna") == outcome("btt", "null d3\n\nanna b.") == "plays"
    assert outcome("btt", "null d3\n\nCheers\nDora") == "plays"
    assert outcome("btt", "null d3\n\nDora Miller\nClub secretary") == "plays"
    assert outcome("btt", "null d3\n\nDora Miller") == "suggests"
    assert outcome("btt", "null d3\n\nDora") == "suggests"


@pytest.mark.parametrize(
    ("subject", "is_doubted"),
    [
        ("Draft, not yet", True),
        ("Is this legal?", True),
        ("Re: is this a test?", False),
        ("Game 12", False),
        ("", False),
    ],
)
def test_subject_that_is_no_answer_can_doubt_a_move(subject: str, is_doubted: bool) -> None:
    assert doubts(subject) is is_doubted


@pytest.mark.parametrize("verb", ["accept", "draw", "abandon"])
def test_agreement_beside_other_words_is_asked_about(verb: str) -> None:
    assert read("btt", f"I will not\n{verb}").orders == ()
    assert [order.verb for order in read("btt", f"Good game!\n{verb}\nThanks").orders] == [verb]


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("tom", "tomorrow"),
        ("may", "maybe"),
        ("can", "cancelled"),
        ("don", "don't"),
        ("theo", "theory"),
        ("sam", "Samstag"),
    ],
)
def test_word_that_begins_like_the_name_of_the_writer_is_no_name(name: str, word: str) -> None:
    assert outcome("btt", f"null d3\n{word}", frozenset((name,))) == "suggests"
    assert outcome("btt", f"null d3\n{name.title()}", frozenset((name,))) == "plays"


def test_topics_have_no_word_that_denies_or_doubts() -> None:
    doubting = frozenset(
        [
            "not",
            "no",
            "never",
            "wait",
            "if",
            "unless",
            "but",
            "maybe",
            "said",
            "wrong",
            "nicht",
            "kein",
            "nie",
            "wenn",
            "warten",
        ]
    )
    assert [topic.around & doubting for topic in TOPICS if topic.around & doubting] == []


@pytest.mark.parametrize("body", ["Hi Ben,\n\nThanks,\nAnna", "Anna", "Cheers\nDora", "Hi\ngood luck!", ""])
def test_text_of_a_mail_whose_subject_is_the_move_can_be_a_greeting_and_a_signature(body: str) -> None:
    assert read("btt", body).unknown == ""
    assert read("btt", f"{body}\nnot sure yet").unknown == "not sure yet"
