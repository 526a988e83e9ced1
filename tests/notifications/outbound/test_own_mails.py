"""No line of a mail of ours is ever taken for a command of its reader, however a program wraps and quotes it."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from games.models import Game, Player
from games.play.agreements import resign
from games.play.creation import create_game
from games.play.moving import play_move
from games.rules import RULES
from games.rules.base import MoveError, Position, Roll, Rules
from notifications.lab.mail_client import ReadMail, answer_to
from notifications.lab.mail_programs import LANGUAGES, PROGRAMS
from notifications.mail_format.command_blocks import read_orders
from notifications.mail_format.command_list import COMMANDS
from notifications.mail_format.commands import IsMove, moves_of, no_moves, read_line
from notifications.mail_format.parsing import parse_mail, text_of_html
from notifications.mail_format.quotation import SentText
from notifications.mail_format.trimming import own_lines
from notifications.templatetags.mails import on_lines
from tests.games.conftest import NOON, THREE_DAYS, after
from tests.notifications.mailbox import PostOffice, without_drawing
from tournaments.running import progress
from tournaments.running import services as tournaments

pytestmark = pytest.mark.django_db

HOSTILE_NAMES = (("resign", "draw"), ("null", "help"), ("accept", "b1"), ("yes", "no"))
HOSTILE_TITLES = ("resign " * 17, "x" * 50 + " draw " + "y" * 60, "accept\ndraw", "L b2; L c3")
ANSWERS = (
    *("Z z9>z8", "help", "show", "resign now", "draw", "decline", "preview null d3", "?", "stop", "plan"),
    *("say resign\nnull d3?\n\nstop | accept", "note draw\nis what I want", "leave", "help moves", "help plan"),
)
QUOTES = ("> ", ">", "| ", "", "    ", "\t", ">> ", "* ", "\N{NO-BREAK SPACE}")


NARROWEST = 60  # characters; mail programs break longer lines, some at this width
WIDTHS = range(NARROWEST, 81)
LONGEST_MOVE = 12  # characters of a short step; to read longer pieces takes long


def broken(text: str, width: int) -> list[str]:
    """The lines of a text as a program breaks them."""
    return [piece for line in text.splitlines() for piece in textwrap.wrap(line, width) or [""]]


def play_on(game: Game, count: int, choice: random.Random) -> None:
    for number in range(count):
        game.refresh_from_db()
        if game.to_act is None:
            return
        position = game.load_position()
        move = choice.choice(list(position.legal_moves()))
        player = game.seats.get(number=game.to_act).player
        play_move(game_id=game.pk, player_id=player.pk, text=game.game_rules.format(move, position), ply=game.ply,
                  at=after(number / 10), source="page")  # fmt: skip


@pytest.fixture(scope="module")
def sent(django_db_setup: None, django_db_blocker: Any) -> list[tuple[ReadMail, IsMove]]:
    """Real mails of all kinds in one game, and of few in the others, each with what its reader's next answer would be
    read by."""
    mails = []
    with django_db_blocker.unblock(), transaction.atomic(), without_drawing():
        choice = random.Random(7)
        for number, rules in enumerate(("btt", "treeblox", "roots", "twigs")):
            office = PostOffice()
            names = HOSTILE_NAMES[number]
            boxes = [office.box(name) for name in names]
            players = [Player.objects.get(username=name) for name in names]
            for player, (language, _) in zip(players, cycle(django_settings.LANGUAGES), strict=False):
                Player.objects.filter(pk=player.pk).update(language=language)
            game = create_game(rules=rules, players=players, control=THREE_DAYS, at=NOON, secret=f"{number:064x}",
                               title=HOSTILE_TITLES[number])  # fmt: skip
            for box in boxes:
                box.want_receipts()
                box.mails()
            play_on(game, choice.randrange(0, 25), choice)
            game.refresh_from_db()
            for box in boxes:
                newest = box.newest
                for text in ANSWERS if number == 0 else (*ANSWERS[:2], "?"):
                    office.wait(hours=1)
                    box.answer(text, newest)
            boxes[0].answer("resign", boxes[0].newest)
            is_move = moves_of(game.game_rules, game.load_position())
            mails += [(mail, is_move) for box in boxes for mail in box.mails()]
        mails += [(mail, no_moves) for mail in mails_of_a_league()]
        transaction.set_rollback(True)
    return mails


def mails_of_a_league() -> list[ReadMail]:
    """What those who entered hear of a league whose name and whose players are commands."""
    office = PostOffice()
    anna, bert = (office.box(name) for name in HOSTILE_NAMES[0])
    event = tournaments.create_event(
        name="resign", director=anna.player, rules="btt", control=THREE_DAYS, at=NOON, rated=False
    )
    tournaments.open_entries(event_id=event.pk, player=anna.player)
    for box in (anna, bert):
        tournaments.enter_event(event_id=event.pk, player=box.player, at=NOON)
    tournaments.start_event(event_id=event.pk, player=anna.player, at=NOON)
    for game in Game.objects.filter(fixture_game__fixture__round__division__event=event):
        resign(game_id=game.pk, player_id=anna.player.pk, at=NOON, source="page")
    for division in event.divisions.all():
        tournaments.compute_standings(division.pk, at=NOON)
        assert progress.advance(division.pk, at=NOON)
    return anna.mails()


def test_enough_mails_are_looked_at(sent: list[tuple[ReadMail, IsMove]]) -> None:
    kinds = {mail.header("Feedback-ID").partition(":")[0] for mail, _ in sent}
    assert {"turn", "receipt", "started", "problem", "help", "show", "offer", "result", "round", "standings"} <= kinds


@given(data=st.data(), width=st.integers(NARROWEST, 100), quote=st.sampled_from(QUOTES), from_html=st.booleans())
def test_no_line_of_ours_is_a_command(
    sent: list[tuple[ReadMail, IsMove]], data: st.DataObject, width: int, quote: str, from_html: bool
) -> None:
    mail, is_move = data.draw(st.sampled_from(sent))
    text = text_of_html(mail.html) if from_html else mail.text
    for piece in broken(text, width):
        assert read_line(quote + piece, is_move) is None, piece
        assert read_line(quote + piece, no_moves, game_first=True) is None, piece


# Words with which a command can begin, the numbers in front of it among them.
BEGINNINGS = {name.split()[0] for command in COMMANDS for name in command.names} | {"game"}


def pieces_of(line: str, shortest: int = 50) -> Iterator[str]:
    """What a program that breaks lines no shorter than ``shortest`` may leave on a line, if it could be a command."""
    words = line.split()
    yield line
    if len(line) <= shortest:
        return
    for start, word in enumerate(words):
        if word.lower().rstrip(":.!?,") in BEGINNINGS or word.lstrip("#")[:1].isdigit():
            yield " ".join(words[start:])
            pieces = (" ".join(words[start:end]) for end in range(start + 1, len(words)))
            yield from (piece for piece in pieces if len(piece) >= shortest - 10)


def test_no_line_of_a_sentence_begins_or_ends_with_a_verb() -> None:
    rolled = "Rolled: d6: 5, d12: 1, d10: 9, d12: 6, d20: 14. Blue had no choice: [d10]. Red is to move."
    assert on_lines(rolled).splitlines() == [
        "Rolled: d6: 5, d12: 1, d10: 9, d12: 6, d20: 14. Blue",
        "had no choice: [d10]. Red is to move.",
    ]
    assert on_lines(f"See {'x' * 90} there.").splitlines() == ["See", "x" * 90, "there."]  # a link stays whole


@pytest.mark.parametrize("last", ["d8", "draw.", "say so", "help plan", "undo", "show 12#3", "sunbathe"])
def test_what_a_sentence_ends_in_never_stands_alone(last: str) -> None:
    is_move = moves_of(RULES["roots"], RULES["roots"].start(2))
    for length in range(150):
        lines = on_lines(f"{('that goes on ' * 12)[:length]} with {last}").splitlines()
        assert max(map(len, lines)) < NARROWEST
        assert [line for line in lines if read_line(line, is_move)] == []


def test_a_die_that_a_refusal_names_is_set_apart_by_no_program() -> None:
    rules, choice = RULES["roots"], random.Random(3)
    position, named = rules.start(2), 0
    while named < 20:
        if isinstance(position.to_act, Roll):
            position = position.roll([choice.randint(1, sides) for sides in position.to_act.dice])
            continue
        message = refusal(rules, position)
        named += "Blue places a bead with the d" in message
        pieces = {piece for width in WIDTHS for piece in broken(on_lines(message), width)}
        assert [piece for piece in pieces if read_line(piece, moves_of(rules, position))] == []
        position = position.play(choice.choice(list(position.legal_moves())))


def refusal(rules: Rules[Any, Any], position: Position[Any]) -> str:
    with pytest.raises(MoveError) as refused:
        rules.parse("Z z9>z8", position)
    return str(refused.value)


def test_no_short_piece_that_a_program_sets_apart_is_a_command(sent: list[tuple[ReadMail, IsMove]]) -> None:
    lines = {(line, is_move) for mail, is_move in sent for line in (mail.text + text_of_html(mail.html)).splitlines()}
    pieces = {
        (piece, is_move) for line, is_move in lines
        for width in WIDTHS[: max(len(line) - NARROWEST, 1)] for piece in broken(line, width)
    }  # fmt: skip
    found = {piece for piece, is_move in pieces if len(piece) <= LONGEST_MOVE and read_line(piece, is_move)}
    assert sorted(found) == []


def test_wherever_a_program_breaks_a_line_of_ours_no_part_is_a_command(sent: list[tuple[ReadMail, IsMove]]) -> None:
    lines = {line for mail, _ in sent for text in (mail.text, text_of_html(mail.html)) for line in text.splitlines()}
    found = {
        f"{piece!r} in {line!r}"
        for line in lines
        if not line.lstrip().startswith("|")
        for piece in pieces_of(line)
        if read_line(piece, no_moves) or read_line(piece, no_moves, game_first=True)
    }
    assert sorted(found) == []


@given(
    data=st.data(),
    width=st.integers(30, 100),
    quote=st.sampled_from(QUOTES),
    above=st.sampled_from(("", "thanks\n\n", "On Mon, 2 Mar 2026 at 12:00, Seeds wrote:\n")),
    from_html=st.booleans(),
)
def test_mail_quoted_in_any_style_at_any_width_says_nothing(
    sent: list[tuple[ReadMail, IsMove]], data: st.DataObject, width: int, quote: str, above: str, from_html: bool
) -> None:
    mail, is_move = data.draw(st.sampled_from(sent))
    text = text_of_html(mail.html) if from_html else mail.text
    lines = own_lines(above + "\n".join(quote + piece for piece in broken(text, width)), SentText([text]))
    assert read_orders(lines, is_move).orders == ()
    assert read_orders(lines, no_moves, game_first=True).orders == ()


@given(
    data=st.data(),
    program=st.sampled_from(sorted(PROGRAMS)),
    language=st.sampled_from(sorted(LANGUAGES)),
    text=st.sampled_from(("", "thanks")),
)
def test_mail_sent_back_without_a_command_says_nothing(
    sent: list[tuple[ReadMail, IsMove]], data: st.DataObject, program: str, language: str, text: str
) -> None:
    mail, is_move = data.draw(st.sampled_from(sent))
    answer = answer_to(mail, text, sender="anna@example.org", program=program, language=language)
    lines = own_lines(parse_mail(answer.as_bytes()).text)
    assert read_orders(lines, is_move).orders == ()
    assert read_orders(lines, no_moves, game_first=True).orders == ()
