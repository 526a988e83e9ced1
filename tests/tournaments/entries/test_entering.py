"""Coming into an event and leaving it: who may, who waits, who comes back."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from games.clock.calendars import LeaveRule, PauseRules
from games.feed import reading, topics
from games.timekeeping.leave import book_leave
from tests.built_once import built_once
from tests.tournaments.acting import act, begun, leaves
from tests.tournaments.conftest import NOON, after, friend
from tests.tournaments.playing import (
    better_of,
    lose,
    next_season,
    opened,
    play_all,
    play_round,
    running,
    settle,
    started,
)
from tests.tournaments.web.test_pages import shown_to, signed_in, words_of
from tournaments.entries import admission
from tournaments.entries.coming_back import come_back
from tournaments.entries.withdrawals import withdraw_entrant
from tournaments.event_log.kinds import Withdrawn
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EntriesClosed, EntryRefused, EventError, Meanwhile
from tournaments.models import Entrant, EntryBlock, Event
from tournaments.presenting.entry_options import Standing, standing_of
from tournaments.queries import standby_of
from tournaments.running import seasons, services
from tournaments.running.decisions import Decision
from tournaments.running.departures import take_out
from tournaments.running.substitution import replace_player
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


def test_player_who_waits_and_enters_again_keeps_the_place_in_the_list() -> None:
    event = open_event()
    for hour, name in enumerate(("anna", "bert", "dora", "emil", "dora")):
        services.enter_event(event_id=event.pk, player=friend(name), at=after(hour))
    services.withdraw_entry(event_id=event.pk, player=friend("anna"))
    assert event.entrants.get(player=friend("dora")).status == Entrant.Status.ACTIVE
    assert event.entrants.get(player=friend("emil")).status == Entrant.Status.WAITING


def test_entrants_who_come_and_go_are_news_of_the_event() -> None:
    event, other = opened("Spring", "anna"), opened("Autumn", "anna")
    services.enter_event(event_id=event.pk, player=friend("bert"), at=NOON, standby=True)
    services.enter_event(event_id=event.pk, player=friend("bert"), at=NOON)
    services.withdraw_entry(event_id=event.pk, player=friend("anna"))
    assert news_of(event) == [(topics.ENTRANTS, {"event": "spring"})] * 4
    assert news_of(other) == [(topics.ENTRANTS, {"event": "autumn"})]


def news_of(event: Event) -> list[tuple[str, dict[str, Any]]]:
    """What the feed says of the event."""
    return [(entry.what, entry.facts) for entry in reading.read([topics.of_event(event.pk)], after=0).entries]


def test_player_who_is_disqualified_or_has_left_does_not_enter_again() -> None:
    event = started(Layout(form="swiss", rounds=3, round_days=30), 4, most=8)
    for name, slug in (("anna", "disqualify"), ("bert", "withdraw")):
        act(slug, event, player=name, at=after(1))
    with pytest.raises(EntryRefused, match="You are disqualified"):
        services.enter_event(event_id=event.pk, player=friend("anna"), at=after(2))
    with pytest.raises(EntryRefused, match="You have left"):
        services.enter_event(event_id=event.pk, player=friend("bert"), at=after(2))


@pytest.mark.parametrize(("form", "standby"), [("swiss", False), ("round-robin", True)])
def test_player_who_is_disqualified_stays_out_though_a_substitute_has_the_place(form: str, standby: bool) -> None:
    event = started(Layout(form=form), 4, most=8)
    mistaken = act("disqualify", event, player="bert")
    act("revert-entry", event, entry=mistaken.seq)
    act("disqualify", event, player="anna")
    for old, new in (("anna", "kurt"), ("bert", "lena")):
        act("substitute", event, player=old, substitute=friend(new).username)
    assert "You are disqualified" in box(event, "anna").described[0]
    with pytest.raises(EntryRefused, match="You are disqualified"):
        services.enter_event(event_id=event.pk, player=friend("anna"), at=after(3), standby=standby)
    assert services.enter_event(event_id=event.pk, player=friend("bert"), at=after(3), standby=True).pk


# What the page of an event says and offers ---------------------------------------------------------------------------


def open_event(**values: Any) -> Event:
    return opened("Spring", **{"most_entrants": 2, **values})


def box(event: Event, name: str) -> Standing:
    event.refresh_from_db()
    return standing_of(event, friend(name), at=after(1))


def steps(event: Event, name: str) -> list[str]:
    return [step.name for step in box(event, name).steps]


def test_box_before_the_start_offers_what_can_be_done() -> None:
    event = open_event()
    assert steps(event, "anna") == ["enter", "standby"]
    for hour, name in enumerate(("anna", "bert", "dora", "emil")):
        services.enter_event(event_id=event.pk, player=friend(name), at=after(hour))
    services.enter_event(event_id=event.pk, player=friend("fred"), at=after(9), standby=True)
    assert steps(event, "anna") == ["withdraw"]
    assert "You are number 2 on the waiting list." in box(event, "emil").described[0]
    assert "All 2 places are taken, and 2 players wait for one." in box(event, "gina").described[0]
    assert standing_of(event, None, at=after(9)).described == (
        "All 2 places are taken. Sign in to join the waiting list.",
    )
    assert "as number 1" in box(event, "fred").described[0]
    assert steps(event, "fred") == ["enter", "withdraw"]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"entry": "invited"}, "is only for players whom its director, cleo, has invited"),
        ({"rating_from": 1600}, "with a rating from 1600 up; yours is 1500"),
        ({"rating_from": 1200, "rating_to": 1400}, "with a rating from 1200 to 1400; yours is 1500"),
    ],
)
def test_player_who_may_not_enter_is_told_why_and_a_player_who_is_invited_may(
    values: dict[str, Any], sentence: str
) -> None:
    event = open_event(**values)
    assert sentence in box(event, "anna").described[0]
    assert steps(event, "anna") == []
    admission.invite(event_id=event.pk, player=friend("cleo"), usernames=["anna"], at=NOON)
    assert steps(event, "anna") == ["enter", "standby"]
    assert box(event, "anna").described[0] == "You are invited."


def test_player_who_has_lost_on_time_is_told_until_when() -> None:
    before = started(Layout(), 2)
    game = running(before)[0]
    EntryBlock.objects.create(player=friend("anna"), game=game, since=NOON, until=after(24 * 30))
    event = open_event()
    assert "You can enter events again on 1 April 2026" in box(event, "anna").described[0]
    assert steps(event, "anna") == []


def test_leave_that_an_event_does_not_respect_is_warned_of_before_entering() -> None:
    anna = friend("anna")
    event = open_event(pause_rules=PauseRules(LeaveRule.FORBIDDEN))
    assert box(event, "anna").warnings == ()
    event.delete()
    book_leave(player_id=anna.pk, first=date(2026, 2, 3), last=date(2026, 2, 4), now=NOON - timedelta(days=30))
    book_leave(player_id=anna.pk, first=date(2026, 3, 10), last=date(2026, 3, 12), now=NOON)
    assert box(open_event(), "anna").warnings == ()
    Event.objects.all().delete()
    event = open_event(pause_rules=PauseRules(LeaveRule.FORBIDDEN))
    assert box(event, "anna").warnings == (
        "You have booked leave from 10 to 12 March 2026. This event forbids leave: your clocks in it run on.",
    )


def test_running_swiss_takes_late_entries_until_its_second_round_and_standbys_after() -> None:
    event = started(Layout(form="swiss", rounds=4, round_days=30), 4, most=8)
    assert steps(event, "mara") == ["enter", "standby"]
    assert steps(event, "anna") == ["sit_out", "withdraw", "requests"]
    signed_in("anna").post("/events/autumn/sit-out/", {"round": "2"})
    assert "You sit out round 2." in box(event, "anna").described
    assert steps(event, "anna") == ["play_after_all", "sit_out", "withdraw", "requests"]
    signed_in("anna").post("/events/autumn/play-after-all/", {"round": "2"})
    assert steps(event, "anna") == ["sit_out", "withdraw", "requests"]
    signed_in("mara").post("/events/autumn/enter/")
    assert event.entrants.get(player=friend("mara")).is_late
    for game in running(event):
        lose(game, better_of(game)[0], after(1))
    settle(event, after(1))
    assert steps(event, "lena") == ["standby"]


def test_swiss_of_one_round_takes_nobody_who_would_have_no_game() -> None:
    event = started(Layout(form="swiss", rounds=1), 4, most=8)
    assert steps(event, "kurt") == ["standby"]
    with pytest.raises(EntriesClosed):
        services.enter_event(event_id=event.pk, player=friend("kurt"), at=after(1))


@built_once
def groups_over() -> Event:
    """The finals of two groups of three, between anna and bert; kurt stands by."""
    event = started(Layout(form="groups", pool_size=3, qualifiers=1), 6)
    services.enter_event(event_id=event.pk, player=friend("kurt"), at=after(1), standby=True)
    play_round(event, after(1))
    return event


def test_player_who_did_not_reach_the_finals_is_told_so_and_finalists_do_not_leave_their_groups() -> None:
    event = groups_over()
    finalists = set(event.entrants.filter(division__stage__number=2).values_list("player__username", flat=True))
    for name in ("anna", "bert", "dora", "emil", "fred", "gina"):
        assert (box(event, name).described == ("You take part.",)) == (name in finalists)
        assert steps(event, name) == (["withdraw", "requests"] if name in finalists else [])
    before = event.entrants.get(player__username=min(finalists), division__stage__number=1)
    with pytest.raises(Meanwhile, match="The finals have begun"):
        withdraw_entrant(before, Decision(before.player, "Ill.", after(2)))
    with pytest.raises(Meanwhile, match="The finals have begun"):
        replace_player(before, friend("kurt"), Decision(friend("cleo"), "Ill.", after(2)))


def lose_all(event: Event, loser: str) -> None:
    """Somebody resigns every game that is open, and what follows from it is paired."""
    for game in running(event):
        if game.seats.filter(player__username=loser).exists():
            lose(game, loser, after(1))
    settle(event, after(1))


def test_player_who_is_knocked_out_is_told_by_whom_and_has_nothing_to_withdraw_from() -> None:
    event = started(Layout(form="knockout", third_place=False), 4)
    pairs = {name: other for game in running(event) for name, others in [better_of(game)] for other in others}
    (first, last), (other, _) = pairs.items()
    lose_all(event, last)
    assert box(event, last).described == (f"You are out. You lost to {first}: semi-final.",)
    assert steps(event, last) == []
    assert box(event, first).described == box(event, other).described == ("You take part.",)


def test_player_who_wins_by_a_correction_that_comes_too_late_is_out() -> None:
    event = started(Layout(form="knockout", third_place=False), 4)
    semi_finals = running(event)
    for loser in sorted({better_of(game)[1][0] for game in semi_finals}):
        lose_all(event, loser)
    winner, (loser,) = better_of(semi_finals[0])
    for game in semi_finals:
        if better_of(game)[0] == winner:
            places = [1 if seat.player.username == loser else 2 for seat in game.seats.order_by("number")]
            act("correct-result", event, game=game.pk, places=places)
    assert box(event, loser).described == (
        "You are out: the next round had been paired when your result was corrected.",
    )
    assert box(event, winner).described == ("You take part.",)


def test_player_who_has_lost_a_semi_final_plays_on_for_third_place() -> None:
    event = started(Layout(form="knockout"), 4)
    losers = sorted({better_of(game)[1][0] for game in running(event)})
    for loser in losers:
        lose_all(event, loser)
    assert {box(event, loser).described for loser in losers} == {("You take part.",)}
    lose_all(event, losers[1])
    assert box(event, losers[1]).described == (f"You lost the match for third place to {losers[0]}.",)


def test_player_who_takes_over_a_place_in_the_finals_stands_by_no_more() -> None:
    event = groups_over()
    place = event.entrants.filter(division__stage__number=2)[0]
    act("substitute", event, player=place.player.username, substitute="kurt", reason="Ill.", at=after(2))
    assert standby_of(event) == []
    assert verify_event(Event.objects.get()) == []


def test_player_who_leaves_a_running_event_sees_every_changed_place_and_says_why() -> None:
    event = begun("round robin")
    anna = signed_in("dora")
    page = anna.get("/events/autumn/withdraw/")
    text = words_of(page.content.decode())
    assert "Every place that changes" in text
    assert "which is less than half" in text
    refused = anna.post("/events/autumn/withdraw/", {"nonce": "n", "reason": ""})
    assert (refused.status_code, event.log_entries.filter(kind="withdrawn").count()) == (400, 0)
    for _ in range(2):
        anna.post("/events/autumn/withdraw/", {"nonce": "n", "reason": "No time."})
    assert event.log_entries.filter(kind="withdrawn").count() == 1
    assert box(event, "dora").described == ("You have left this event.",)


def test_no_show_comes_back_with_a_button_until_the_next_round() -> None:
    event = started(Layout(form="swiss", rounds=3, round_days=30), 4)
    entrant = event.entrants.get(player=friend("anna"))
    take_out(event.pk, entrant.pk, Withdrawn, Decision(None, "Did not appear for a game.", after(1)))
    assert steps(event, "anna") == ["come_back"]
    signed_in("anna").post("/events/autumn/come-back/")
    assert event.entrants.get(player=friend("anna")).status == "active"
    take_out(event.pk, entrant.pk, Withdrawn, Decision(None, "Did not appear for a game.", after(2)))
    for game in running(event):
        lose(game, better_of(game)[0], after(3))
    settle(event, after(3))
    assert steps(event, "anna") == ["requests"]
    with pytest.raises(EventError, match="until the next round is paired"):
        come_back(event_id=event.pk, player=friend("anna"), at=after(4))


@built_once
def second_season() -> Event:
    """The next season of a league of four, about which its players are asked."""
    event = started(Layout(form="league", pool_size=4, season_days=180), 4)
    play_all(event, after(1))
    return next_season(event.pk, now=after(48))


def test_player_who_was_asked_stays_or_leaves_and_can_stay_after_all_also_where_nobody_enters_uninvited() -> None:
    season = second_season()
    assert steps(season, "anna") == ["stay", "leave"]
    Event.objects.filter(pk=season.pk).update(entry=Event.Entry.INVITED)
    signed_in("anna").post(f"/events/{season.slug}/leave/")
    assert steps(season, "anna") == ["stay"]  # where she could not even stand by else
    signed_in("anna").post(f"/events/{season.slug}/stay/")
    signed_in("bert").post(f"/events/{season.slug}/leave/")
    statuses = {name: season.entrants.get(player=friend(name)).status for name in ("anna", "bert", "dora")}
    assert statuses == {"anna": "active", "bert": "withdrawn", "dora": "asked"}


def test_player_of_the_season_before_is_still_asked_when_an_invitation_is_withdrawn() -> None:
    season = second_season()
    names = ["anna", friend("kurt").username]
    admission.invite(event_id=season.pk, player=season.director, usernames=names, at=after(48))
    admission.withdraw_invitations(event_id=season.pk, player=season.director, usernames=names)
    assert not season.invitations.exists()
    assert steps(season, "anna") == ["stay", "leave"]


def test_challenge_on_a_ladder_is_a_choice_among_players_who_can_be_challenged() -> None:
    event = started(Layout(form="ladder"), 4, most=8)
    rungs = [entrant.player.username for entrant in event.entrants.order_by("number")]
    challenge, *_ = box(event, rungs[3]).steps
    assert [value for value, _ in challenge.choices] == rungs[1:3]
    page = shown_to(rungs[3], "/events/autumn/")
    assert f'<option value="{rungs[1]}">' in page
    signed_in(rungs[3]).post("/events/autumn/challenge/", {"player": rungs[1]})
    assert running(event)
    assert steps(event, rungs[3]) == ["withdraw", "requests"]


def test_only_a_player_who_was_asked_can_say_to_stay_and_a_player_who_says_no_leaves_a_place() -> None:
    event = started(Layout(form="league", pool_size=3, season_days=180), 3)
    services.enter_event(event_id=event.pk, player=friend("kurt"), at=after(1), standby=True)
    play_all(event, after(1))
    season = next_season(event.pk, now=after(2))

    def stay(name: str, stays: bool = True) -> Entrant:
        return seasons.stay(event_id=season.pk, player_id=friend(name).pk, stays=stays, at=after(3))

    for name in ("anna", "bert", "dora"):
        assert stay(name).status == "active"
    waiting = services.enter_event(event_id=season.pk, player=friend("kurt"), at=after(4))
    assert waiting.status == "waiting"
    with pytest.raises(EventError, match="You are not asked about Autumn, season 2; enter it like everybody else"):
        stay("kurt")
    stay("anna", stays=False)
    waiting.refresh_from_db()
    assert waiting.status == "active"


def test_player_who_left_the_season_before_is_not_asked_and_waits_like_everybody() -> None:
    event = started(Layout(form="league", pool_size=4, season_days=180), 4)
    leaves(event, "dora", at=after(1))
    play_all(event, after(1))
    season = next_season(event.pk, now=after(2))
    for name in ("anna", "bert", "emil"):
        seasons.stay(event_id=season.pk, player_id=friend(name).pk, stays=True, at=after(3))
    for name, status in (("kurt", "active"), ("dora", "waiting")):
        assert services.enter_event(event_id=season.pk, player=friend(name), at=after(4)).status == status
    with pytest.raises(EventError, match="You are not asked"):
        seasons.stay(event_id=season.pk, player_id=friend("dora").pk, stays=True, at=after(5))
