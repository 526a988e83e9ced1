"""Mails about events: everybody who entered hears once that it has begun and how it ended."""

from __future__ import annotations

import re

import pytest
from django.db import IntegrityError
from django.template.loader import render_to_string
from selectolax.lexbor import LexborHTMLParser

from games.models import Game, Player
from games.play.agreements import resign
from notifications.addresses.preferences import choose
from notifications.choices.topics import Pace, Topic
from notifications.models import OutboundMail
from notifications.templatetags.mails import barred
from tests.notifications.mailbox import Mailbox, PostOffice
from tests.tournaments.conftest import League, after, game_of
from tournaments.models import Event
from tournaments.running import progress, services
from tournaments.signals import STARTED, round_advanced

pytestmark = pytest.mark.django_db


def described(kind: str) -> list[str]:
    return sorted(OutboundMail.objects.filter(kind=kind).values_list("reader__username", flat=True))


def give_up(event: Event, loser: str, winner: str, first: str) -> None:
    """The loser resigns the game with the winner in which ``first`` moved first."""
    game = game_of(event, first, winner if first == loser else loser)
    resign(game_id=game.pk, player_id=Player.objects.get(username=loser).pk, at=after(1), source="page")


def finish(event: Event) -> None:
    for division in event.divisions.all():
        services.compute_standings(division.pk, at=after(2))
        assert progress.advance(division.pk, at=after(2))


def test_start_is_told_to_each_player_who_entered(league: League) -> None:
    league("anna", "bert")
    assert described("round") == ["anna", "bert"]


def test_start_names_fixtures_games_and_time(office: PostOffice, league: League) -> None:
    anna = office.box("anna")
    event = league("anna", "bert", "cora")
    mail = next(mail for mail in anna.mails() if mail.subject == "Spring: your games have begun")
    against_bert = sorted(game_of(event, *names).pk for names in (("anna", "bert"), ("bert", "anna")))
    assert f"against bert: games {against_bert[0]} and {against_bert[1]}\n" in mail.text
    assert mail.text.count("| round ") == 2
    assert "| Treeblox, rated\n| 3 days a turn\n" in mail.text
    assert f"/events/{event.slug}/" in mail.html
    assert mail.reply_to.startswith("personal-")


def test_start_is_told_once(league: League) -> None:
    event = league("anna", "bert")
    with pytest.raises(IntegrityError):
        round_advanced.send(Event, event=event, division=None, kind=STARTED)


def test_end_is_told_with_the_final_standings(office: PostOffice, league: League) -> None:
    anna, cleo = office.box("anna"), office.box("cleo")
    event = league("anna", "bert", rules="btt")
    first = event.entrants.get(number=1).player.username
    pair = ("anna", "bert") if first == "anna" else ("bert", "anna")
    resign(game_id=game_of(event, *pair).pk, player_id=anna.player.pk, at=after(1), source="page")
    assert described("standings") == []
    finish(event)
    assert described("standings") == ["anna", "bert", "cleo"]
    office.now = after(2)
    mail = anna.newest
    assert mail.subject == "Spring: final standings"
    assert (
        "| 1. bert, 1 point (1 won, 0 drawn, 0 lost)\n| 2. anna, 0 points (0 won, 0 drawn, 1 lost) - you" in mail.text
    )
    assert "bert, 1 point (1 won" in mail.html
    assert cleo.newest.subject == mail.subject
    assert len({mail.header("References") for mail in (anna.newest, cleo.newest)}) == 1


def reader_of_a_tie(office: PostOffice, league: League) -> Mailbox:
    """One of two players who have won a game each, once the standings are final."""
    anna, _ = office.box("anna"), office.box("bert")
    event = league("anna", "bert")
    for loser, winner in (("anna", "bert"), ("bert", "anna")):
        give_up(event, loser, winner, first=loser)
    finish(event)
    office.now = after(2)
    return anna


def test_tie_is_explained_behind_bars(office: PostOffice, league: League) -> None:
    anna = reader_of_a_tie(office, league)
    body = anna.newest.text.partition("this line ===\n")[2].partition("http")[0]
    assert "anna" in body
    assert all(line.startswith("| ") for line in body.splitlines() if line)


def test_sentence_on_a_screen_has_no_break_but_those_of_the_screen(office: PostOffice, league: League) -> None:
    anna = reader_of_a_tie(office, league)
    sentence = next(part for part in LexborHTMLParser(anna.newest.html).css("p") if "level" in part.text())
    breaks = sentence.css("br")
    assert breaks
    assert all("display: none" in (one.attributes["style"] or "") for one in breaks)


def mails_of_a_game(event: Event) -> dict[str, tuple[str, str]]:
    """The mails about one game of an event: reader and state, by kind."""
    game = Game.objects.filter(fixture_game__fixture__round__division__event=event).earliest("pk")
    rows = OutboundMail.objects.filter(game=game).values_list("kind", "reader__username", "state")
    return {kind: (reader, state) for kind, reader, state in rows}


def test_game_of_an_event_in_which_another_moves_first_stands_in_one_mail(office: PostOffice, league: League) -> None:
    office.box("anna"), office.box("bert")
    event = league("anna", "bert", rules="btt")
    office.work()
    office.wait(minutes=1)
    office.work()
    found = mails_of_a_game(event)
    assert [found[kind][1] for kind in ("turn", "started")] == ["sent", "dropped"]
    [mail] = [mail for mail in office.box(found["started"][0]).mails() if "have begun" in mail.subject]
    assert re.search(r"\| .*: games? \d", mail.text)


def test_reader_who_wants_no_mails_of_events_has_one_of_the_game(office: PostOffice, league: League) -> None:
    office.box("anna"), office.box("bert")
    for name in ("anna", "bert"):
        choose(player_id=Player.objects.get(username=name).pk, paces={Topic.EVENTS: Pace.OFF}, at=office.now)
    event = league("anna", "bert", rules="btt")
    office.work()
    office.wait(minutes=1)
    office.work()
    assert mails_of_a_game(event)["started"][1] == "sent"


def test_mail_of_a_game_with_dice_comes_beside_since_it_seals_them(office: PostOffice, league: League) -> None:
    office.box("anna"), office.box("bert")
    event = league("anna", "bert", rules="roots")
    office.work()
    assert mails_of_a_game(event)["started"][1] == "sent"


@pytest.mark.parametrize("template", ["txt", "html"])
def test_score_of_the_match_stands_above_the_board_of_a_game_that_ends(template: str) -> None:
    values = {
        "headline": "Over.", "places": ["1. anna"], "match": ["anna 8 : 8 bert"], "board": ["y x"], "game": Game(),
    }  # fmt: skip
    values |= {"picture": True, "in_words": "y x", "game": Game()}
    text = render_to_string(f"notifications/result.{template}", values)
    assert text.count("anna 8 : 8 bert") == 1
    assert text.index("1. anna") < text.index("anna 8 : 8 bert") < text.index("y x")


def test_line_that_names_many_players_goes_on_behind_a_bar() -> None:
    lines = barred("round 1 against " + ", ".join(["a-player-of-some-length"] * 5)).splitlines()
    assert len(lines) > 1
    assert all(line.startswith("| ") and len(line) <= 60 for line in lines)
