"""Visitors get ready bytes as long as nothing has changed, never anything stale, and never what is another's."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.core.wsgi import get_wsgi_application
from django.db import connections, transaction
from django.test import Client, RequestFactory

from games.conversation.remarks import say
from games.models import Game, Player, Remark
from games.play.moving import play_move
from seeds import visitors
from seeds.visitors import KeptAnswers, Look
from tests.games.conftest import Start, after
from tests.pace import scaled
from tests.tournaments.circuits_of_friends import end, made, over
from tests.tournaments.conftest import end_with, game_of
from tournaments.models import Club, Event
from tournaments.running.services import compute_standings

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def text(self) -> str:
        is_packed = self.headers.get("Content-Encoding") == "gzip"
        return (gzip.decompress(self.content) if is_packed else self.content).decode()


@dataclass
class House:
    """The service as a web server calls it; ``made`` counts the answers that Django has made."""

    made: int = 0
    kept: KeptAnswers = field(init=False)

    def __post_init__(self) -> None:
        django = get_wsgi_application()

        def counted(environ: Any, start_response: Any) -> Any:
            self.made += 1
            return django(environ, start_response)

        self.kept = KeptAnswers(counted)

    def ask(self, address: str, method: str = "GET", **headers: str) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        request = RequestFactory(headers=named).generic(method, address)
        started: list[Any] = []
        body = self.kept(request.environ, lambda *given: started.extend(given))
        content = b"".join(body)
        getattr(body, "close", lambda: None)()
        return Answer(int(started[0].split()[0]), dict(started[1]), content)


@pytest.fixture
def house() -> Iterator[House]:
    found = House()
    yield found
    wrapper = found.kept.look._wrapper
    found.kept.look.close()
    if wrapper and wrapper.connection:
        wrapper.connection.close()  # Django leaves a database in memory open


def pages_of(game: Game) -> list[str]:
    page, api = f"/games/{game.pk}/", f"/api/v1/games/{game.pk}"
    rest = ["", "moves/", "steps/", "events/", "record/", "dice/", "positions/0/", "talk/"]
    return [page, f"{page}log/", "/games/", "/api/v1/games/", *(f"{api}/{one}" for one in rest)]


def addresses_of(event: Event) -> list[str]:
    division = event.divisions.get().pk
    there = ["", "standings/", "fixtures/", "crosstable/", "log/", "players/anna/"]
    rest = ["", "fixtures/", "standings/", "crosstable/", f"divisions/{division}/", f"divisions/{division}/rounds/"]
    return [*(f"/events/spring/{one}" for one in there), *(f"/api/v1/events/spring/{one}" for one in rest)]


def play(game: Game, text: str) -> None:
    game.refresh_from_db()
    player = game.seats.get(number=game.to_act).player_id
    play_move(game_id=game.pk, player_id=player, text=text, ply=game.ply, at=after(1), source="api")


def is_as_django_makes_it(house: House, address: str) -> bool:
    return house.ask(address).text == Client().get(address).content.decode()


def test_what_visitors_read_of_a_game_is_made_once_and_anew_after_each_move(house: House, start: Start) -> None:
    game = start("anna", "bert")
    for address in pages_of(game):
        first, made = house.ask(address, Accept_Encoding="gzip"), house.made
        again = house.ask(address, Accept_Encoding="gzip")
        known = house.ask(address, If_None_Match=first.headers["ETag"])
        assert (first.status, again, house.made) == (200, first, made), f"{address} is kept"
        assert (known.status, known.content) == (304, b""), address
    play(game, "null d3")
    for address in pages_of(game):
        if address.endswith("/positions/0/"):
            continue  # the start never changes
        made = house.made
        after_it = house.ask(address)
        assert house.made == made + 1, f"{address} was looked at before the move"
        assert is_as_django_makes_it(house, address)
        assert after_it.status == 200


@pytest.mark.slow
def test_what_visitors_read_of_an_event_is_made_anew_after_each_result(house: House, league: Any) -> None:
    event = league("anna", "bert", "carl")
    addresses = addresses_of(event)
    for address in addresses:
        first, made = house.ask(address), house.made
        assert (house.ask(address), house.made) == (first, made), f"{address} is kept"
    end_with(game_of(event, "anna", "bert"), 3, 1)
    for address in addresses:
        assert is_as_django_makes_it(house, address), f"{address} after the result"
    compute_standings(event.divisions.get().pk, at=after(1))
    for address in addresses:
        assert is_as_django_makes_it(house, address), f"{address} after the table"


def rename(game: Game) -> None:
    Player.objects.filter(username="anna").update(username="annabel")


def remove_remark(game: Game) -> None:
    Remark.objects.all().delete()


def say_something(game: Game) -> None:
    say(game_id=game.pk, player_id=game.seats.get(number=1).player_id, text="Good luck", at=after(1), source="page")


@pytest.mark.parametrize("change", [rename, remove_remark, say_something])
def test_what_no_log_has_is_shown_at_once_too(house: House, start: Start, change: Callable[[Game], None]) -> None:
    game = start("anna", "bert")
    anna = Player.objects.get(username="anna")
    say(game_id=game.pk, player_id=anna.pk, text="Hello", at=after(1), source="page")
    before = house.ask(f"/games/{game.pk}/")
    change(game)
    after_it = house.ask(f"/games/{game.pk}/")
    assert after_it.text != before.text
    assert is_as_django_makes_it(house, f"/games/{game.pk}/")


def test_event_names_its_club_as_it_is_called_now(house: House, league: Any) -> None:
    event = league("anna", "bert")
    event.club = Club.objects.create(name="Ulm", slug="ulm", founded_at=event.created_at)
    event.save(update_fields=["club"])
    assert ">Ulm<" in house.ask("/events/spring/").text
    Club.objects.update(name="Old Ulm")
    assert ">Old Ulm<" in house.ask("/events/spring/").text


def test_title_of_a_circuit_stands_on_a_profile_from_its_end_on(house: House) -> None:
    circuit = made(over("Autumn"))
    for _ in range(2):  # the first answer of all takes long
        assert "Tour" not in house.ask("/players/anna/").text
    end(circuit)
    assert "Tour" in house.ask("/players/anna/").text


def test_event_that_is_hidden_again_is_not_there_any_more(house: House, league: Any) -> None:
    league("anna", "bert")
    assert house.ask("/events/spring/").status == 200
    Event.objects.update(state=Event.State.DRAFT, started_at=None, seed="")
    assert [house.ask("/events/spring/").status, house.ask("/events/spring/").status] == [404, 404]


@pytest.mark.parametrize("mark", ["Cookie", "Authorization"])
def test_requests_of_somebody_are_answered_by_django_and_kept_for_nobody(house: House, start: Start, mark: str) -> None:
    game = start("anna", "bert")
    browser = Client()
    browser.force_login(Player.objects.get(username="anna"), backend="django.contrib.auth.backends.ModelBackend")
    own = (
        {"Cookie": f"sessionid={browser.cookies['sessionid'].value}"} if mark == "Cookie" else {mark: "Bearer seeds_x"}
    )
    address = f"/games/{game.pk}/"
    mine, made = house.ask(address, **own), house.made
    assert "no-store" in mine.headers["Cache-Control"]
    visitors = house.ask(address)
    assert house.made == made + 1, "nothing was kept of the answer to a player"
    assert "Sign in" in visitors.text
    assert house.ask(address, **own).headers["Cache-Control"] == mine.headers["Cache-Control"]


def test_cookie_of_a_guest_or_of_lessons_is_enough(house: House, start: Start) -> None:
    address = f"/games/{start('anna', 'bert').pk}/"
    house.ask(address)
    for cookie in ("guest=x", "lessons=x", "django_language=de", "other=1"):
        made = house.made
        house.ask(address, Cookie=cookie)
        assert house.made == made + 1, cookie


def test_each_language_form_and_host_has_its_own(house: House, start: Start) -> None:
    address = f"/games/{start('anna', 'bert').pk}/"
    english, german = house.ask(address), house.ask(address, Accept_Language="de-DE,de;q=0.9")
    assert ('lang="en-gb"' in english.text, 'lang="de"' in german.text) == (True, True)
    assert german.headers["Content-Language"] == "de"
    packed = house.ask(address, Accept_Encoding="gzip, br")
    assert (packed.headers["Content-Encoding"], packed.text) == ("gzip", english.text)
    head = house.ask(address, "HEAD", Accept_Encoding="gzip, br")
    assert (head.content, head.headers) == (b"", packed.headers)
    assert house.made == 2
    assert house.ask(address, Host="localhost").status == 200
    assert house.made == 3
    assert house.ask(address, Host="other.example").status == 400


def test_answer_is_kept_once_however_a_visitor_words_the_same_wish(house: House, start: Start) -> None:
    address = f"/api/v1/games/{start('anna', 'bert').pk}/"
    first = house.ask(address)
    for number in range(20):
        wishes = {"Accept": f"text/x{number}, */*;q=0.{number}", "Accept_Language": f"en;q=0.{number}1"}
        assert house.ask(address, **wishes).content == first.content
        assert house.ask(address, X_Forwarded_Proto=f"x{number}").content == first.content
    assert house.made == 2, "one of them through a proxy"
    for number in range(20):
        assert b"\n " in house.ask(address, Accept=f"application/json; indent={number % 8 + 1}").content
        assert house.ask(address, Host=f"testserver:{number + 1}").status == 200
    assert len(house.kept._store._kept) == 2


@pytest.mark.parametrize("wish", ["a{}b", "a;{}b", "a;q=1{}b", "{}"])
def test_wish_of_many_blanks_costs_no_time_before_anybody_counts_requests(wish: str) -> None:
    environ = RequestFactory(HTTP_ACCEPT=f"application/json, {wish.format(' ' * 15_000)}").get("/api/v1/games/1/").META
    began = time.process_time()
    visitors.key_of(environ)
    assert time.process_time() - began < scaled(0.1)


def test_few_answers_are_kept_and_none_for_long(house: House, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    address, kept = f"/games/{start('anna', 'bert').pk}/", house.kept._store._kept
    with monkeypatch.context() as at_once:
        at_once.setattr(visitors, "SECONDS", 0.0)
        for number in range(4):
            assert house.ask(f"{address}?page={number}").status == 200
        assert [key[1] for key in kept] == ["page=3"]
    monkeypatch.setattr(visitors, "MOST", 3)
    for number in range(10):
        house.ask(f"{address}?page={number}")
    assert [key[1] for key in kept] == ["page=7", "page=8", "page=9"]


def test_answers_say_that_a_proxy_may_keep_them_and_must_ask(house: House, start: Start) -> None:
    address = f"/api/v1/games/{start('anna', 'bert').pk}/"
    answer = house.ask(address)
    assert answer.headers["Cache-Control"] == "public, no-cache"
    assert {"accept-encoding", "accept-language", "cookie"} <= set(answer.headers["Vary"].split(", "))
    assert "RateLimit" not in answer.headers
    assert house.ask(address, If_None_Match=answer.headers["ETag"]).headers["Access-Control-Allow-Origin"] == "*"
    assert house.ask(address, Accept="text/html").status == 406


def test_one_tag_among_several_is_known(house: House, start: Start) -> None:
    address = f"/games/{start('anna', 'bert').pk}/"
    etag = house.ask(address).headers["ETag"]
    for known in (etag, etag.removeprefix("W/"), f'"other", {etag}', "*"):
        assert house.ask(address, If_None_Match=known).status == 304, known
    assert house.ask(address, If_None_Match='"other"').status == 200


class TestOnPostgreSQL:
    """Where a transaction with a lower number may end after one with a higher number."""

    pytestmark = pytest.mark.services

    @pytest.mark.slow
    def test_page_made_while_another_transaction_is_open_is_not_kept(
        self, postgres_database: str, house: House, start: Start
    ) -> None:
        game = start("anna", "bert")
        anna = Player.objects.get(username="anna")
        say(game_id=game.pk, player_id=anna.pk, text="Hello", at=after(1), source="page")
        other = connections.create_connection("default")
        try:
            with transaction.atomic():
                remove_remark(game)
                ours, connections["default"] = connections["default"], other
                try:
                    play(game, "null d3")
                    address = f"/games/{game.pk}/"
                    assert "Hello" in house.ask(address).text
                    made = house.made
                    house.ask(address)
                    assert house.made == made + 1, "what is open may still change it"
                finally:
                    connections["default"] = ours
            assert "Hello" not in house.ask(address).text
            made = house.made
            house.ask(address)
            assert house.made == made
        finally:
            other.close()


def test_news_is_read_again_after_a_database_that_was_away_for_several_questions(tmp_path: Path) -> None:
    look, before = Look(), connections.settings["default"]
    away = tmp_path / "away" / "db.sqlite3"
    connections.settings["default"] = before | {"NAME": str(away)}
    try:
        assert [look.ask("SELECT 1") for _ in range(3)] == [None, None, None]
        away.parent.mkdir()
        assert look.ask("SELECT 1") == (1,)
    finally:
        look.close()
        connections.settings["default"] = before
