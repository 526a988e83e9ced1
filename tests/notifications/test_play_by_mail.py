"""Playing by answering mails, whatever program writes the answer."""

from __future__ import annotations

import pytest

from games.models import Game
from notifications.mailclient import PROGRAMS
from tests.games.conftest import Start
from tests.notifications.mailbox import Mailbox, PostOffice

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair(office: PostOffice, start: Start) -> tuple[Game, Mailbox, Mailbox]:
    boxes = office.box("anna"), office.box("bert")
    return start("anna", "bert"), *boxes


def steps(game: Game) -> list[str]:
    return list(game.events.filter(ply__isnull=False).order_by("ply").values_list("text", flat=True))


@pytest.mark.parametrize("program", PROGRAMS)
def test_answer_of_any_program_plays_the_move(office: PostOffice, start: Start, program: str) -> None:
    anna, bert = office.box("anna", program), office.box("bert", program)
    game = start("anna", "bert")
    assert anna.answer("null d3").outcome == "played"
    assert bert.answer("Root  E2").outcome == "played"
    assert anna.answer("m e3>e2").outcome == "played"
    assert steps(game) == ["null d3", "root e2", "M e3>e2"]
