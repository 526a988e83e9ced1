"""Answers of eleven mail programs in twelve languages: what people write comes back whole, and games are played."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from itertools import cycle
from random import Random
from typing import Any

import pytest

from games.models import Game
from games.rules.base import Position
from notifications.lab.mail_client import ReadMail, answer_to
from notifications.lab.mail_programs import LANGUAGES, PROGRAMS
from notifications.mail_format.automatic_mail import Sort, sort_of
from notifications.mail_format.parsing import parse_mail, text_of_html
from notifications.mail_format.quotation import MARKER
from notifications.mail_format.trimming import own_lines
from tests.games.conftest import Start
from tests.notifications.mailbox import Mailbox, PostOffice, kinds

# Every program in every language, so ordered that eleven in a row have each program and twelve each language.
MANNERS = tuple(
    (list(PROGRAMS)[number % len(PROGRAMS)], list(LANGUAGES)[number % len(LANGUAGES)])
    for number in range(len(PROGRAMS) * len(LANGUAGES))
)

OWN = {
    "move": "M e3>e2",
    "greeting and two lines": "Hi Bert,\n\nM e3>e2\nM d4>d5",
    "words of other languages": "M e3\N{EN DASH}e2\nGrüße, até já, 再见, до встречи",
    "nothing": "",
    "long turn": "; ".join(f"L {x},{y},{z}" for x in range(1, 5) for y in range(1, 5) for z in (1, 2)),
}
SIGNATURE_OF = {"outlook": ["Anna Example", "Club secretary"]}


def sent_mail() -> ReadMail:
    """A mail whose every line would be a command, if it were taken for its reader's own."""
    mail = EmailMessage()
    mail["From"] = "Seeds <seeds@play.example.org>"
    mail["To"] = "anna@example.org"
    mail["Date"] = "Mon, 02 Mar 2026 12:00:00 +0000"
    mail["Subject"] = "anna against bert, game 12: BTT"
    mail["Reply-To"] = "turn-abcdefghijklmnopqrstuvwxyz@play.example.org"
    mail["Message-ID"] = "<game-12@play.example.org>"
    mail.set_content(f"resign\n\nM d2>d3\n\n{MARKER}\nresign\n\n| resign\nM d2>d3\n")
    mail.add_alternative("<html><body><p>resign</p><div>M d2&gt;d3<br>resign</div></body></html>", subtype="html")
    return ReadMail(mail.as_bytes())


@pytest.mark.parametrize("own", OWN.values(), ids=OWN)
@pytest.mark.parametrize("program", PROGRAMS)
def test_what_a_person_wrote_comes_back_whole_and_nothing_else(program: str, own: str) -> None:
    for language in LANGUAGES:
        answer = answer_to(sent_mail(), own, sender="anna@example.org", program=program, language=language)
        parsed = parse_mail(answer.as_bytes())
        read = [" ".join(line.split()) for line in own_lines(parsed.text) if line.strip()]
        wanted = [line for line in own.splitlines() if line] + SIGNATURE_OF.get(program, [])
        if ";" in own:  # steps may come back on several lines, but none in pieces
            read, wanted = [" ".join(read)], [" ".join(wanted)]
        assert read == wanted, language
        assert sort_of(parsed, "anna@example.org", "turn") == Sort.REPLY


@pytest.mark.parametrize("program", [name for name in PROGRAMS if name not in ("thunderbird", "k-9", "mutt")])
def test_html_alone_says_the_same(program: str) -> None:
    for language in LANGUAGES:
        answer = answer_to(sent_mail(), OWN["move"], sender="anna@example.org", program=program, language=language)
        html = next(part for part in answer.walk() if part.get_content_type() == "text/html")
        read = own_lines(text_of_html(html.get_content()))
        assert read == [OWN["move"], *SIGNATURE_OF.get(program, [])], language


# Whole games ----------------------------------------------------------------------------------------------------------

Manner = tuple[str, str]


def next_turn(game: Game, choice: Random) -> list[str]:
    """Random steps for the player who is to act, up to where somebody else acts, dice fall or the game is over."""
    position: Position[Any] = game.load_position()
    seat = position.seat_to_act
    texts: list[str] = []
    while position.seat_to_act == seat and len(texts) < 31:
        move = choice.choice(list(position.legal_moves()))
        texts.append(game.game_rules.format(move, position))
        position = position.play(move)
    return texts


def play_by_mail(game: Game, boxes: list[Mailbox], manners: Iterator[Manner], choice: Random) -> set[Manner]:
    """Play a game to its end by answering the newest mail of the player who is to act, each time in another manner."""
    used = set()
    game.refresh_from_db()
    while game.status == Game.Status.RUNNING and (manner := next(manners, None)):
        assert game.to_act is not None
        box = boxes[game.to_act]
        texts = next_turn(game, choice)
        text = choice.choice(("\n", "; ")).join(texts)
        read = box.answer(text, program=manner[0], language=manner[1])
        assert read.outcome == "played", (manner, text, read.reason, read.own_text)
        used.add(manner)
        box.office.wait(minutes=10)
        game.refresh_from_db()
    return used


@pytest.mark.slow
@pytest.mark.django_db
def test_whole_games_of_every_kind_in_every_program_and_language(office: PostOffice, start: Start) -> None:
    boxes = [office.box("anna"), office.box("bert")]
    manners, choice = cycle(MANNERS), Random(6)
    used: set[Manner] = set()
    for rules, options in (
        ("twigs", None),
        ("roots", {"beads": 20, "nutrients": 10}),
        ("treeblox", None),
        ("btt", None),
    ):
        game = start("anna", "bert", rules=rules, options=options)
        used |= play_by_mail(game, boxes, manners, choice)
        assert game.status == Game.Status.FINISHED, rules
        assert kinds(boxes[0])[-1] == "result"
    assert {program for program, _ in used} == PROGRAMS.keys()
    assert {language for _, language in used} == LANGUAGES.keys()
