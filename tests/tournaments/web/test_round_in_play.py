"""Pages of rounds: the directors' page of one that is being played, and many matches, folded by round."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.conftest import NOON, after
from tests.tournaments.playing import better_of, lose, running, settle, started
from tests.tournaments.web.test_pages import shown_to, signed_in, words_of, words_to
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event, Fixture, Round

pytestmark = pytest.mark.django_db


def page(event: Event, status: int = 200, who: str = "cleo") -> str:
    held = Round.objects.get(division__event=event)
    address = f"/events/autumn/console/divisions/{held.division_id}/rounds/{held.number}/"
    answer = signed_in(who).get(address)
    assert answer.status_code == status
    return answer.content.decode()


def test_page_of_a_round_shows_what_holds_it_up_and_lets_the_director_act() -> None:
    event = started(Layout(form="swiss", rounds=3, round_days=10), 5, most=9)
    ended, still_open = running(event)
    lose(ended, better_of(ended)[1][0], after(1))
    shown = page(event)
    words = words_of(shown)
    assert "1 of 2 games is open." in words or "1 of 2 games are open." in words
    assert "Its deadline is over, and moves by a week now." in words  # 12 March 2026
    to_move = still_open.seats.get(number=still_open.to_act).player.username
    assert f"To move, with the number of games: {to_move} (1)." in words
    assert f"Game {still_open.pk} :" in words
    assert f"Game {ended.pk} :" not in words
    assert "pairing bye" in words
    assert "console/move-deadline/?round=1" in shown
    assert f"console/adjudicate/?game={still_open.pk}" in shown
    console = words_to("cleo", "/events/autumn/console/")
    assert "Round 1: 1 open game" in console
    page(event, 403, "anna")


def test_round_whose_deadline_is_ahead_says_when_what_is_open_is_decided() -> None:
    event = started(Layout(form="swiss", rounds=3, round_days=10), 4, most=9)
    Round.objects.update(deadline=timezone.now() + timedelta(days=9))
    assert "Games that are open then get a week, once; what is open on" in words_of(page(event))
    Round.objects.update(is_extended=True)
    assert "Its deadline has moved by a week" in words_of(page(event))
    for game in running(event):
        lose(game, better_of(game)[1][0], after(1))
    assert "No game of this round is open." in words_of(page(event))


def test_round_without_a_deadline_says_how_long_its_games_can_last() -> None:
    event = started(Layout(form="swiss", rounds=3), 4, most=9)
    assert "The round has no deadline; by their clocks its games can last until" in words_of(page(event))


AT = NOON + timedelta(hours=1)

SUMMARY = re.compile(r'<details class="part[^>]*?( open)?>\s*<summary><h[24]>Round (\d+)')


def unfolded(event: Event, page: str) -> dict[int, bool]:
    """Whether each round is unfolded on a page of the event, by number."""
    text = shown_to("", f"/events/{event.slug}/{page}")
    return {int(number): bool(is_open) for is_open, number in SUMMARY.findall(text)}


def of_six() -> Event:
    event = started(Layout(), 6)
    settle(event, NOON)
    return event


def test_first_round_that_is_still_played_is_unfolded_and_few_rounds_are_all() -> None:
    few = started(Layout(), 4, name="Few")
    assert unfolded(few, "fixtures/") == {1: True, 2: True, 3: True}
    event = of_six()
    assert unfolded(event, "fixtures/") == {1: True, 2: False, 3: False, 4: False, 5: False}
    for fixture in Fixture.objects.filter(round__number=1, round__division__event=event):
        game = fixture.games.get().game
        lose(game, better_of(game)[1][0], AT)
    settle(event, AT)
    assert unfolded(event, "fixtures/") == {1: False, 2: True, 3: False, 4: False, 5: False}


def test_rounds_with_assumptions_are_unfolded() -> None:
    event = of_six()
    fixture = Fixture.objects.filter(round__number=3, round__division__event=event)[0]
    assert unfolded(event, "what-if/") == {1: True, 2: False, 3: False, 4: False, 5: False}
    assert unfolded(event, f"what-if/?f{fixture.pk}=1") == {1: True, 2: False, 3: True, 4: False, 5: False}
