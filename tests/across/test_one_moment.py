"""Answers are of one moment: what is written while one is being made is on all of it or on nothing of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import connection, transaction
from django.test import Client

from games.feed import reading, topics
from games.models import FeedEntry, Game, Player
from games.play.moving import play_move
from tests.games.conftest import Start, after
from tests.tournaments.acting import begun
from tests.tournaments.conftest import after as days
from tests.tournaments.conftest import friend
from tournaments.directing.director_notes import write_note
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

PASSING = re.compile(r'name="(?:nonce|csrfmiddlewaretoken)" value="[^"]*"|<data id="moment" value="\d+">')
NUMBER = re.compile(r'<data id="moment" value="(\d+)">')


def move(game: Game) -> None:
    """Whoever is to move plays the first legal move."""
    game.refresh_from_db()
    position, seat = game.load_position(), game.seats.get(number=game.to_act)
    text = game.game_rules.format(next(iter(position.legal_moves())), position)
    play_move(game_id=game.pk, player_id=seat.player_id, text=text, ply=game.ply, at=after(game.ply), source="page")


def elsewhere(do: Callable[[], object]) -> None:
    """Do it in another thread, which has a connection of its own, and wait for it."""

    def alone() -> None:
        do()
        connection.close()

    with ThreadPoolExecutor(1) as threads:
        threads.submit(alone).result()


class Meanwhile:
    """Does something elsewhere once, after so many statements that read the tables of the service; counts them."""

    def __init__(self, after: int, do: Callable[[], object], *, of: str = "games_game") -> None:
        self.count, self.after, self.do, self.of = 0, after, do, of

    def __call__(self, execute: Callable[..., object], sql: str, *rest: object) -> object:
        answer = execute(sql, *rest)
        if f'FROM "{self.of}' in sql:
            self.count += 1
            if self.count == self.after:
                elsewhere(self.do)
        return answer


def read(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.slow
@pytest.mark.parametrize(("path", "reader"), [("/games/{}/", "bert"), ("/api/v1/games/{}/", "")])
def test_move_that_comes_while_a_game_is_read_is_all_of_the_answer_or_nothing(
    each_database: None, start: Start, path: str, reader: str
) -> None:
    game = start("anna", "bert")
    path, client = path.format(game.pk), Client()
    if reader:
        client.force_login(Player.objects.get(username=reader))
    counting = Meanwhile(0, list)
    with connection.execute_wrapper(counting):
        read(client, path)
    for statement in range(1, counting.count + 1):
        before = read(client, path)
        with connection.execute_wrapper(Meanwhile(statement, partial(move, game))):
            between = read(client, path)
        assert PASSING.sub("", between) == PASSING.sub("", before), f"torn at the {statement}. statement"
        assert PASSING.sub("", read(client, path)) != PASSING.sub("", before), "it was played"


def test_number_of_a_page_is_that_of_the_newest_entry_which_it_shows(each_database: None, start: Start) -> None:
    game = start("anna", "bert")
    for ply in range(2):
        page = f"/games/{game.pk}/"
        newest = FeedEntry.objects.latest("pk").pk
        with connection.execute_wrapper(Meanwhile(1, partial(move, game))):
            assert NUMBER.findall(read(Client(), page)) == [str(newest)]
        portion = reading.read([topics.of_game(game.pk)], after=newest)
        assert [entry.facts["ply"] for entry in portion.entries] == [ply + 1], "the feed goes on from there"


def test_page_of_a_player_called_feed_has_a_number_like_any_other() -> None:
    Player.objects.create(username="feed")
    assert NUMBER.search(read(Client(), "/players/feed/"))


@pytest.mark.slow
def test_form_of_an_event_that_is_refused_is_of_one_moment(each_database: None) -> None:
    """Its name and its notes change together: the page that says why has both as they were, or both as they are."""
    event, client = begun("round robin", ended=0), Client()
    client.force_login(friend("cleo"))
    note = write_note(event_id=event.pk, player=friend("cleo"), text="note 0", at=days(1))

    def change(number: int) -> None:
        with transaction.atomic():
            Event.objects.filter(pk=event.pk).update(name=f"Autumn {number}")
            type(note).objects.filter(pk=note.pk).update(text=f"note {number}")

    def page() -> str:
        answer = client.post(f"/events/{event.slug}/console/pause/", {"nonce": "n"})
        assert answer.status_code == 400
        return " ".join(sorted(set(re.findall(r"(?:Autumn|note) \d+", answer.content.decode()))))

    change(0)
    counting = Meanwhile(0, list, of="tournaments_")
    with connection.execute_wrapper(counting):
        parts = page().count("0")
    assert counting.count > 1
    for statement in range(1, counting.count + 1):
        with connection.execute_wrapper(Meanwhile(statement, partial(change, statement), of="tournaments_")):
            numbers = re.findall(r"\d+", page())
        assert (len(numbers), len(set(numbers))) == (parts, 1), f"torn at the {statement}. statement"
