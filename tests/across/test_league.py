"""The demo league from the first mail to the last table, on the real service and on PostgreSQL.

Web server, Celery worker, beat and the SMTP server are processes of their own. Two players only answer the mails that
were really sent, three fill in forms, three are programs; one lets her time run out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from seeds import embedded
from tests.service import Service

pytestmark = pytest.mark.services


@pytest.fixture
def service(postgres_server: str, broker_url: str, tmp_path: Path) -> Iterator[Service]:
    """The whole service with the demo loaded, on a database of its own, and flags that fall without a grace."""
    with embedded.empty_database(postgres_server) as database_url:
        given = {"REDIS_URL": broker_url, "FLAG_GRACE_SECONDS": "0", "SWEEP_SECONDS": "1"}
        service = Service(tmp_path, DATABASE_URL=database_url, **given)
        service.start_and_wait()
        yield service
        service.discard()


def match_of(service: Service, first: str, second: str) -> dict[str, Any]:
    """The match of two players as REST tells it."""
    (match,) = [
        match
        for match in service.ask("/api/v1/events/garden-league-season-2/fixtures/")
        if set(match["players"]) == {first, second}
    ]
    return dict(match)


def totals_of(match: dict[str, Any]) -> dict[str, str]:
    return dict(zip(match["players"], match["totals"], strict=True))


# A mail that an earlier installation left in the folder: of the same game, with an address that this one does not know.
LEFT_BEHIND = """From: seeds@play.localhost
To: anna@demo.localhost
Reply-To: turn-aaaaaaaaaaaaaaaaaaaaaaaaaa@play.localhost
Message-ID: <left@behind>
Subject: Game {game}: chloe against anna, Treeblox, Garden League, season 2

It is your turn in game {game}.
"""


def leave_old_mail(service: Service) -> None:
    games = service.ask("/api/v1/games/?rules=treeblox&status=running&page_size=200")["results"]
    (game,) = [game["id"] for game in games if [seat["player"] for seat in game["seats"]] == ["chloe", "anna"]]
    text = LEFT_BEHIND.format(game=game) + "\n" + "-" * 79 + "\n"
    folder = service.var / "mail"
    folder.mkdir(exist_ok=True)
    (folder / "00000000-000000-1.log").write_text(text)


@pytest.mark.slow
def test_league_is_played_to_the_end_by_mail_page_and_rest(service: Service) -> None:
    leave_old_mail(service)
    running = service.ask("/api/v1/games/?rules=treeblox&status=running&page_size=200")["results"]
    said = service.manage("play_demo", "--site", service.site, "--mail-smtp", f"127.0.0.1:{service.mail_port}")

    doors: dict[str, set[str]] = {}  # by what the service itself has recorded
    for game in running:
        players = [seat["player"] for seat in game["seats"]]
        for event in service.ask(f"/api/v1/games/{game['id']}/events/")[game["seq"] :]:
            if event["kind"] == "step" and not event["cause"]:
                doors.setdefault(players[event["seat"] - 1], set()).add(event["source"])
    assert doors == {
        "anna": {"mail"}, "ben": {"mail"}, "chloe": {"page"}, "emil": {"page"}, "fay": {"page"}, "dora": {"api"},
        "gus": {"api"}, "hana": {"api"},
    }  # fmt: skip

    # Active leaves of each pair's two games, the winner of a game lost on time counting at least par, 8:
    #   anna-dora  5:7 and 6:10 -> 11:17, dora by 6      dora-chloe 5:8 and 6:8 -> 11:16, chloe by 5
    #   ben-chloe  6:7 and 6:9 -> 12:16, chloe by 4      chloe-anna 10:4 and 2:10 -> 12:14, anna by 2
    #   anna-ben   7:8 and 8:7 -> 15:15, drawn           ben-dora   10:6 and 8:0 -> 18:6, ben by 12
    # Points: chloe 1+1+0 = 2, ben 0+½+1 = 1½, anna 0+½+1 = 1½, dora 1+0+0 = 1.
    # Leaf difference: chloe 4+5-2 = 7, ben -4+0+12 = 8, anna -6+0+2 = -4, dora 6-5-12 = -11.
    # Leaves for: chloe 16+16+12 = 44, ben 12+15+18 = 45, anna 11+15+14 = 40, dora 17+11+6 = 34.
    # Sonneborn-Berger: chloe beat ben (1½) and dora (1) = 2½; anna beat chloe (2) and half of ben = 2¾; ben beat dora
    # (1) and half of anna = 1¾; dora beat anna = 1½. Direct encounter leaves anna and ben, who drew, level (½, 0).
    table = service.ask("/api/v1/events/garden-league-season-2/standings/")
    shown = [
        (row["rank"], row["player"], row["points"], {value["code"]: value["value"] for value in row["tie_breaks"]})
        for row in table["standings"]
    ]
    assert shown == [
        (1, "chloe", "2", {"DE": "", "DELD": "", "LD": "+7", "LF": "44", "SB": "2½"}),
        (2, "ben", "1½", {"DE": "½", "DELD": "0", "LD": "+8", "LF": "45", "SB": "1¾"}),
        (3, "anna", "1½", {"DE": "½", "DELD": "0", "LD": "-4", "LF": "40", "SB": "2¾"}),
        (4, "dora", "1", {"DE": "", "DELD": "", "LD": "-11", "LF": "34", "SB": "1½"}),
    ]
    assert table["ties"] == [
        "ben and anna were level on points, and direct encounter and leaf difference among the tied did not separate "
        "them. What decided was leaf difference: ben +8 and anna \N{MINUS SIGN}4."
    ]
    assert service.ask("/api/v1/events/garden-league-season-2/")["state"] == "finished"

    # The drawn match, and the loss on time.
    drawn = match_of(service, "anna", "ben")
    assert (totals_of(drawn), drawn["verdict"]) == ({"anna": "15", "ben": "15"}, "The match is drawn.")
    late = match_of(service, "ben", "dora")
    assert (totals_of(late), late["verdict"]) == ({"ben": "18", "dora": "6"}, "ben wins the match by 12.")
    assert sum("dora lost on time" in game["note"] for game in late["games"]) == 1

    # The page and the command show the same table.
    page = re.sub(r"<[^>]*>", " ", service.get("/events/garden-league-season-2/standings/"))
    assert re.search(r"chloe\s+2\s.*ben\s+1½\s.*anna\s+1½\s.*dora\s+▼\s+goes down\s+1\s", page, re.S)
    assert re.findall(r"^  (\d)\. (\w+) +(\S+) ", said, re.MULTILINE) == [
        ("1", "chloe", "2"), ("2", "ben", "1½"), ("3", "anna", "1½"), ("4", "dora", "1"),
    ]  # fmt: skip

    # Every stored position still follows from its log.
    service.manage("check_games")
