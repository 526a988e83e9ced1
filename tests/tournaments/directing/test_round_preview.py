"""Directors see a Swiss round before its players do; it begins when they release it, or by itself at its date."""

from __future__ import annotations

from datetime import datetime, timedelta
from html import unescape

import pytest
from django.test import Client

from notifications.models import OutboundMail
from tests.built_once import built_once
from tests.tournaments.acting import act, cannot, dry_run
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import NOON, after, friend
from tests.tournaments.directing.test_pairing_by_hand import pairs_of, winners_of
from tests.tournaments.playing import better_of, lose, payload_of, play_round, running, settle, started
from tests.tournaments.web.test_console import through_the_page
from tests.tournaments.web.test_pages import shown_to, signed_in, words_of, words_to
from tournaments.event_rules.layouts import Layout, LayoutError
from tournaments.exceptions import EventError, NotNeutral
from tournaments.models import Division, Event, Round
from tournaments.running import progress
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


def cup(players: int = 4, hours: int = 24) -> Event:
    return started(Layout(form="swiss", rounds=3, round_days=10, preview_hours=hours), players, most=9)


def release_at(event: Event) -> datetime | None:
    return Division.objects.get(event=event).release_at


@built_once
def held_in_round_2() -> Event:
    """Round 1 was released and played; round 2 waits since three hours after NOON."""
    event = cup()
    act("release-round", event, at=after(1))
    play_round(event, after(3))
    return event


def test_round_begins_by_itself_when_its_hours_are_over() -> None:
    event = cup()
    assert (release_at(event), running(event)) == (NOON + timedelta(hours=24), [])
    settle(event, after(23))
    assert running(event) == []
    settle(event, after(24))
    assert (release_at(event), len(running(event))) == (None, 2)
    assert Round.objects.get().started_at == after(24)
    assert verify_event(event) == []


def test_event_is_over_if_all_but_one_leave_before_its_first_round_begins() -> None:
    event = cup()
    act("several-players", event, players=["anna", "bert", "dora"])
    settle(event, after(25))
    assert (event.state, verify_event(event)) == (Event.State.FINISHED, [])


def test_director_releases_a_round_once_and_the_log_says_so() -> None:
    event = cup()
    assert dry_run("release-round", event, at=after(1)).sentences == (
        "2 pairs of round 1 begin to play, and their players are notified.",
    )
    assert "begin to play" in through_the_page(signed_in("cleo"), event, "release-round")
    entry = event.log_entries.get(kind="round_paired")
    assert payload_of(entry).actor == friend("cleo").pk
    assert len(running(event)) == 2
    cannot("release-round", event, "No round of Autumn waits for its release", at=after(2))
    assert verify_event(event) == []


def test_director_sees_the_pairs_changes_one_and_players_see_none_before(client: Client) -> None:
    event = held_in_round_2()
    console = shown_to("cleo", "/events/autumn/console/")
    assert ("console/release-round/" in console, "console/pair-now/" in console) == (True, False)
    winners = winners_of(event)
    shown = call("cleo", "autumn/next-round/", method="get")
    assert (shown["number"], set(shown["pairs"][0]["players"])) == (2, set(winners))
    loser = next(max(pair) for pair in pairs_of(event, 1) if winners[0] not in pair)
    described = dry_run("set-pairing", event, pairs=[[winners[0], loser]], at=after(4)).sentences
    assert "These pairs of round 2 would be new:" in described[-1]
    act("set-pairing", event, pairs=[[winners[0], loser]], at=after(4))
    page = words_to("cleo", "/events/autumn/console/next-round/")
    assert "set by a director" in page
    assert pairs_of(event, 2) == set()
    public = words_of(client.get("/events/autumn/").content.decode())
    assert "Next round" in public
    act("release-round", event, at=after(5))
    call("cleo", "autumn/next-round/", 404, method="get")
    assert frozenset((winners[0], loser)) in pairs_of(event, 2)
    assert verify_event(event) == []


def test_dry_run_of_reverting_a_set_pairing_shows_the_pairs_that_come_back() -> None:
    event = held_in_round_2()
    winners = winners_of(event)
    loser = next(max(pair) for pair in pairs_of(event, 1) if winners[0] not in pair)
    entry = act("set-pairing", event, pairs=[[winners[0], loser]], at=after(4))
    described = dry_run("revert-entry", event, entry=entry.seq, at=after(4)).sentences
    assert any(f"round 2 would be new: {winners[0]} and {winners[1]}" in sentence for sentence in described)
    apart = act("keep-apart", event, players=winners, at=after(4))
    described = dry_run("revert-entry", event, entry=apart.seq, at=after(4)).sentences
    assert "The pairs of round 2 stay as they are." in described


def test_player_and_director_who_plays_see_no_pairs_before() -> None:
    event = held_in_round_2()
    call("anna", "autumn/next-round/", 403, method="get")
    assert signed_in("anna").get("/events/autumn/console/next-round/").status_code == 403
    event.assistants.add(friend("anna"))
    answer = signed_in("anna").get("/events/autumn/console/set-pairing/", follow=True)
    assert "You play in the same division" in words_of(answer.content.decode())
    assert call("anna", "autumn/next-round/", 403, method="get")["code"] == "not_neutral"
    answer = signed_in("anna").get("/events/autumn/console/next-round/", follow=True)
    assert "You play in the same division" in words_of(answer.content.decode())
    cannot("release-round", event, error=NotNeutral, by=friend("anna"), at=after(4))


def test_player_who_leaves_before_the_release_is_not_paired() -> None:
    event = held_in_round_2()
    act("withdraw", event, player="bert", at=after(4))
    settle(event, after(27))
    assert "bert" not in set().union(*pairs_of(event, 2))
    assert verify_event(event) == []


def test_pause_moves_the_release_by_its_length() -> None:
    event = held_in_round_2()
    before = release_at(event)
    assert before is not None
    act("pause", event, at=after(4))
    with pytest.raises(EventError, match="is paused; resume it before you release a round"):
        dry_run("release-round", Event.objects.get(), at=after(5))
    act("resume", Event.objects.get(), at=after(9))
    assert release_at(event) == before + timedelta(hours=5)


def test_directors_who_do_not_play_are_notified_once_that_a_round_can_be_looked_at() -> None:
    event = cup()
    progress.advance(Division.objects.get().pk, at=after(1))
    letters = OutboundMail.objects.filter(context__what="round ready")
    assert [letter.reader.username for letter in letters] == ["cleo"]
    act("release-round", event, at=after(2))


@pytest.mark.parametrize(
    ("form", "title"),
    [("knockout", "Final"), ("double-elimination", "Winners' bracket, round 2; losers' bracket, round 1")],
)
def test_ties_of_a_bracket_wait_for_their_release(form: str, title: str) -> None:
    event = started(Layout(form=form, round_days=10, preview_hours=24), 4)
    shown = call("cleo", "autumn/next-round/", method="get")
    assert (shown["number"], len(shown["pairs"]), shown["pairs"][0]["points"]) == (1, 2, [])
    assert running(event) == []
    act("release-round", event, at=after(1))
    assert len(running(event)) == 4
    play_round(event, after(3))
    words = words_to("cleo", "/events/autumn/console/next-round/")
    assert f"{title}, before its release" in unescape(words)
    settle(event, after(27))
    assert len(running(event)) == 4
    assert verify_event(event) == []


def test_level_tie_of_a_knockout_is_played_on_while_another_waits_for_its_release() -> None:
    event = started(Layout(form="knockout", round_days=10, preview_hours=24, third_place=False), 3)
    act("release-round", event, at=after(1))
    one, two = running(event)
    first, others = better_of(one)
    lose(one, first, after(2))
    lose(two, others[0], after(2))
    settle(event, after(3))
    assert len(running(event)) == 2


def test_rounds_that_all_begin_at_once_are_not_seen_before() -> None:
    with pytest.raises(LayoutError, match="where one is paired after another"):
        Layout(form="round-robin", preview_hours=5)
    with pytest.raises(LayoutError, match="0 to 168 hours"):
        Layout(form="swiss", preview_hours=169)
