"""The demo league from the first mail to the last table, on the real service and on PostgreSQL.

Web server, Celery worker, beat and the SMTP server are processes of their own. Two players only answer the mails that
were really sent, one fills in forms, one is a program; one lets her time run out.
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
        for match in service.ask("/api/v1/events/demo-league/fixtures/")
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
Subject: Game {game}: anna against ben, Treeblox, Demo League

It is your turn in game {game}.
"""


def leave_old_mail(service: Service) -> None:
    games = service.ask("/api/v1/games/?rules=treeblox&page_size=200")["results"]
    (game,) = [game["id"] for game in games if [seat["player"] for seat in game["seats"]] == ["anna", "ben"]]
    text = LEFT_BEHIND.format(game=game) + "\n" + "-" * 79 + "\n"
    folder = service.var / "mail"
    folder.mkdir(exist_ok=True)
    (folder / "00000000-000000-1.log").write_text(text)


@pytest.mark.slow
def test_league_is_played_to_the_end_by_mail_page_and_rest(service: Service) -> None:
    leave_old_mail(service)
    said = service.manage("play_demo", "--site", service.site, "--mail-smtp", f"127.0.0.1:{service.mail_port}")

    # Everybody used the one door that is theirs, by what the service itself has recorded.
    doors: dict[str, set[str]] = {}
    for game in service.ask("/api/v1/games/?rules=treeblox&page_size=200")["results"]:
        players = [seat["player"] for seat in game["seats"]]
        for event in service.ask(f"/api/v1/games/{game['id']}/events/"):
            if event["kind"] == "step" and not event["cause"]:
                doors.setdefault(players[event["seat"] - 1], set()).add(event["source"])
    assert doors == {"anna": {"mail"}, "ben": {"mail"}, "chloe": {"page"}, "dora": {"api"}}

    # Active leaves of each pair's two games, the winner of a game lost on time counting at least par, 8:
    #   anna-ben   3:1 and 1:3 -> 4:4, drawn         ben-chloe   1:1 and 1:3 -> 2:4, chloe by 2
    #   anna-chloe 5:2 and 3:2 -> 8:4, anna by 4     ben-dora    2:0 and 2:1 -> 4:1, ben by 3
    #   anna-dora  1:2 and 2:3 -> 3:5, dora by 2     chloe-dora  2:1 and 8:0 -> 10:1, chloe by 9
    # Points: chloe 0+1+1 = 2, anna ½+1+0 = 1½, ben ½+0+1 = 1½, dora 1+0+0 = 1.
    # Leaf difference: chloe -4+2+9 = 7, anna 0+4-2 = 2, ben 0-2+3 = 1, dora 2-3-9 = -10. Leaves for: 18, 15, 10, 7.
    # Sonneborn-Berger: chloe beat ben (1½) and dora (1) = 2½; anna beat chloe (2) and half of ben = 2¾;
    # ben beat dora (1) and half of anna = 1¾; dora beat anna = 1½.
    # Anna and Ben drew 4:4, so direct encounter leaves them level (½, 0), and leaf difference parts them, 2 to 1.
    table = service.ask("/api/v1/events/demo-league/standings/")
    shown = [
        (row["rank"], row["player"], row["points"], {value["code"]: value["value"] for value in row["tie_breaks"]})
        for row in table["standings"]
    ]
    assert shown == [
        (1, "chloe", "2", {"DE": "", "DELD": "", "LD": "+7", "LF": "18", "SB": "2½"}),
        (2, "anna", "1½", {"DE": "½", "DELD": "0", "LD": "+2", "LF": "15", "SB": "2¾"}),
        (3, "ben", "1½", {"DE": "½", "DELD": "0", "LD": "+1", "LF": "10", "SB": "1¾"}),
        (4, "dora", "1", {"DE": "", "DELD": "", "LD": "-10", "LF": "7", "SB": "1½"}),
    ]
    assert (table["version"], table["waiting"]) == (14, 0)
    assert table["ties"] == [
        "anna and ben were level on points, and direct encounter and leaf difference among the tied did not separate "
        "them. What decided was leaf difference: anna +2 and ben +1."
    ]
    assert service.ask("/api/v1/events/demo-league/")["state"] == "finished"

    # The drawn match, and the loss on time.
    drawn = match_of(service, "anna", "ben")
    assert (totals_of(drawn), drawn["verdict"]) == ({"anna": "4", "ben": "4"}, "The match is drawn.")
    late = match_of(service, "chloe", "dora")
    assert (totals_of(late), late["verdict"]) == ({"chloe": "10", "dora": "1"}, "chloe wins the match by 9.")
    assert sum("dora lost on time" in game["note"] for game in late["games"]) == 1

    # The page and the command show the same table.
    page = re.sub(r"<[^>]*>", " ", service.get("/events/demo-league/standings/"))
    assert re.search(
        r"1 \s+ chloe \s+ 2 .* 2 \s+ anna \s+ 1½ .* 3 \s+ ben \s+ 1½ .* 4 \s+ dora \s+ 1 ", page, re.S | re.X
    )
    assert re.findall(r"^  (\d)\. (\w+) +(\S+) ", said, re.MULTILINE) == [
        ("1", "chloe", "2"), ("2", "anna", "1½"), ("3", "ben", "1½"), ("4", "dora", "1"),
    ]  # fmt: skip

    # Every stored position still follows from its log.
    service.manage("check_games")
