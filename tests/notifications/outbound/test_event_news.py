"""Mails about events: who is told of what, once, in which words."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, Player
from games.play import agreements
from games.play import directing as directed
from notifications.addresses.preferences import choose
from notifications.choices.topics import Pace, Topic
from notifications.outbound import digests
from tests.notifications.mailbox import Mailbox, PostOffice
from tests.tournaments.acting import act, leave_event
from tests.tournaments.conftest import THREE_DAYS
from tests.tournaments.playing import NAMES, next_season, play_all, running, settle
from tournaments.entries import admission
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event
from tournaments.running import ladders, seasons, services
from tournaments.scheduling import standby, timetable

pytestmark = pytest.mark.django_db


@pytest.fixture
def boxes(office: PostOffice) -> dict[str, Mailbox]:
    return {name: office.box(name) for name in ("cleo", *NAMES)}


def begin(office: PostOffice, boxes: dict[str, Mailbox], layout: Layout, players: int, rules: str = "btt") -> Event:
    """An event of the first players of the alphabet, directed by cleo."""
    director = boxes["cleo"].player
    event = services.create_event(
        name="Autumn", director=director, rules=rules, control=THREE_DAYS, at=office.now, layout=layout,
        most_entrants=players,
    )  # fmt: skip
    services.open_entries(event_id=event.pk, player=director)
    for name in NAMES[:players]:
        services.enter_event(event_id=event.pk, player=boxes[name].player, at=office.now)
    started = services.start_event(event_id=event.pk, player=director, at=office.now)
    settle(started, office.now)
    return started


def about(box: Mailbox, words: str) -> list[str]:
    """The texts of a player's mails whose subject has these words."""
    return [" ".join(mail.text.split()) for mail in box.mails() if words in mail.subject]


def test_player_who_holds_a_round_up_is_told_before_its_end_once(office: PostOffice, boxes: dict[str, Mailbox]) -> None:
    event = begin(office, boxes, Layout(form="swiss", rounds=3, round_days=10), 4)
    office.wait(days=8)
    for _ in range(3):
        timetable.remind_delaying_players(event.pk, now=office.now)
    moved, waiting = (game.seats.get(number=game.to_act).player.username for game in running(event))
    with office.undone():
        described = {name: about(boxes[name], "a round ends soon") for name in NAMES[:4]}
        assert {name for name, texts in described.items() if len(texts) == 1} == {moved, waiting}
        assert "It is your turn in 1 game of a round that ends on" in described[waiting][0]
    agreements.resign(game_id=running(event)[0].pk, player_id=boxes[moved].player.pk, at=office.now, source="page")
    assert about(boxes[moved], "a round ends soon") == []


def test_end_of_a_season_that_is_put_off_is_told_once(office: PostOffice, boxes: dict[str, Mailbox]) -> None:
    event = begin(office, boxes, Layout(form="league", pool_size=4, season_days=10), 4)
    assert Game.objects.filter(seats__player=boxes["anna"].player, status="running").count() == 3
    office.wait(days=10)
    timetable.follow(now=office.now)
    (described,) = about(boxes["anna"], "a new deadline")
    assert "The deadline of all rounds is now" in described
    assert "Your open games: games " in described
    assert "The scores on the board decide games that are open then." in described
    assert "a week more" not in described
    assert event.log_entries.filter(kind="deadline_moved").count() == 1


def test_moved_deadline_is_told_in_the_zone_of_its_reader(office: PostOffice, boxes: dict[str, Mailbox]) -> None:
    Player.objects.filter(username="anna").update(time_zone="Europe/Berlin")
    event = begin(office, boxes, Layout(form="swiss", rounds=3, round_days=10), 4)
    act(
        "move-deadline",
        event,
        round=1,
        deadline=office.now + timedelta(days=9),
        by=boxes["cleo"].player,
        reason="Holidays.",
        at=office.now,
    )
    here, there = about(boxes["anna"], "a new deadline"), about(boxes["bert"], "a new deadline")
    assert "In your time zone, that is Wed 11 March 2026, 13:00 (Europe/Berlin)." in here[0]
    assert "In your time zone" not in there[0]
    assert "Games that are open then get a week more, once." in here[0]


def test_bye_in_the_last_round_promises_no_next_one(office: PostOffice, boxes: dict[str, Mailbox]) -> None:
    event = begin(office, boxes, Layout(form="swiss", rounds=2), 3)
    play_all(event, office.now)
    (described,) = [text for name in NAMES[:3] for text in about(boxes[name], "no opponent in this round")]
    assert "In round 2 you have no opponent." in described
    assert "It is the last round: when it is over, the final table is mailed to you." in described
    assert "next round" not in described


def test_matches_of_the_last_round_of_a_knockout_are_named(office: PostOffice, boxes: dict[str, Mailbox]) -> None:
    event = begin(office, boxes, Layout(form="knockout"), 4)
    play_all(event, office.now)
    described = {name: " ".join(about(boxes[name], "your games have begun")) for name in NAMES[:4]}
    assert sum("| final, against" in text for text in described.values()) == 2
    assert sum("| match for third place, against" in text for text in described.values()) == 2
    assert all("| semi-final, against" in text for text in described.values())


def test_digest_names_the_event(office: PostOffice, boxes: dict[str, Mailbox]) -> None:
    anna = boxes["anna"].player
    choose(player_id=anna.pk, paces={Topic.EVENTS: Pace.DIGEST}, at=office.now)
    begin(office, boxes, Layout(), 2)
    office.work()
    office.wait(days=1)
    digests.write_due(now=office.now)
    (described,) = about(boxes["anna"], "Your games:")
    assert "| Autumn: An event that you entered has begun." in described


def test_player_who_has_left_a_table_holds_nothing_up(office: PostOffice, boxes: dict[str, Mailbox]) -> None:
    event = begin(office, boxes, Layout(form="league", seats=3, pool_size=4, season_days=10), 4)
    leaver = running(event)[0].seats.get(number=0)  # to act, and the house bot will be
    entrant = event.entrants.get(player=leaver.player)
    leave_event(event_id=event.pk, entrant_id=entrant.pk, player=leaver.player, reason="No time.", at=office.now)
    office.wait(days=8)
    timetable.remind_delaying_players(event.pk, now=office.now)
    assert about(boxes[leaver.player.username], "a round ends soon") == []


def test_withdrawal_is_told_to_the_director_and_by_the_director_to_the_player(
    office: PostOffice, boxes: dict[str, Mailbox]
) -> None:
    event = begin(office, boxes, Layout(), 4)
    for name, by in (("anna", "anna"), ("bert", "cleo")):
        entrant = event.entrants.get(player=boxes[name].player)
        leave_event(event_id=event.pk, entrant_id=entrant.pk, player=boxes[by].player, reason="No time.", at=office.now)
    (described,) = about(boxes["cleo"], "a player has left")
    assert "anna withdrew." in described
    (described,) = about(boxes["bert"], "you are no longer taking part")
    assert "You are no longer taking part in an event." in described
    assert "Why: No time." in described
    assert about(boxes["anna"], "you are no longer taking part") == []


def test_first_player_who_stands_by_takes_a_place_at_a_table_over_and_is_mailed(
    office: PostOffice, boxes: dict[str, Mailbox]
) -> None:
    event = begin(office, boxes, Layout(seats=3), 4)
    for name in ("kurt", "lena"):
        office.wait(minutes=1)
        services.enter_event(event_id=event.pk, player=boxes[name].player, at=office.now, standby=True)
    entrant = event.entrants.get(player=boxes["bert"].player)
    leave_event(event_id=event.pk, entrant_id=entrant.pk, player=boxes["bert"].player, reason="Moving.", at=office.now)
    assert [place.pk for place in standby.places_to_fill()] == [entrant.pk]
    for _ in range(3):
        timetable.follow(now=office.now)
    entrant.refresh_from_db()
    assert (entrant.player, entrant.status) == (boxes["kurt"].player, "active")
    assert event.log_entries.filter(kind="substituted").count() == 1
    assert not Game.objects.filter(status="running", seats__player=boxes["bert"].player).exists()
    (described,) = about(boxes["kurt"], "you have taken over a place")
    assert "You have taken over a player's place in an event" in described
    played = [str(game.pk) for game in running(event) if game.seats.filter(player=boxes["kurt"].player).exists()]
    assert f"Yours now: games {', '.join(played[:-1])} and {played[-1]}." in described
    assert "kurt took over the place of bert." in described
    assert about(boxes["lena"], "a substitute") == []
    assert [about(boxes[name], "part again") + about(boxes[name], "is back") for name in ("bert", "cleo", "kurt")] == [
        [],
        [],
        [],
    ]
    assert len(about(boxes["cleo"], "a substitute has taken over a place")) == 1


def test_player_who_stands_by_twice_over_is_put_in_by_two_schedulers_once(
    office: PostOffice, boxes: dict[str, Mailbox]
) -> None:
    event = begin(office, boxes, Layout(seats=3), 4)
    for name in ("kurt", "lena"):
        services.enter_event(event_id=event.pk, player=boxes[name].player, at=office.now, standby=True)
    with office.undone():  # who resigns a game keeps the place
        game = next(game for game in running(event) if game.seats.filter(player=boxes["bert"].player).exists())
        agreements.resign(game_id=game.pk, player_id=boxes["bert"].player.pk, at=office.now, source="page")
        assert standby.places_to_fill() == []
    entrant = event.entrants.get(player=boxes["bert"].player)
    leave_event(event_id=event.pk, entrant_id=entrant.pk, player=boxes["bert"].player, reason="Moving.", at=office.now)
    (first,), (second,) = standby.places_to_fill(), standby.places_to_fill()
    assert standby.fill(first, at=office.now) is not None
    assert standby.fill(second, at=office.now) is None
    assert event.entrants.get(player=boxes["lena"].player).status == "standby"


@pytest.mark.slow
def test_season_ends_with_where_the_place_leads_and_the_question_of_the_next(
    office: PostOffice, boxes: dict[str, Mailbox]
) -> None:
    event = begin(office, boxes, Layout(form="league", pool_size=3, season_days=180), 9)
    entrant = event.entrants.select_related("division").get(player=boxes["anna"].player)
    assert entrant.division is not None
    (described,) = about(boxes["anna"], "your games have begun")
    assert f"| Division {entrant.division.tier}.{entrant.division.number} |" in described
    assert "The season ends on " in described
    play_all(event, office.now + timedelta(hours=1))
    season = next_season(event.pk, now=office.now + timedelta(days=1))
    office.wait(days=2)
    standing = {name: about(boxes[name], "final standings")[0] for name in NAMES[:9]}
    assert sum("you move up a division" in text for text in standing.values()) >= 1
    assert sum("you move down a division" in text for text in standing.values()) >= 1
    assert all(text.count(" won, ") == 3 for text in standing.values())
    seasons.stay(event_id=season.pk, player_id=boxes["anna"].player.pk, stays=True, at=office.now)
    (described,) = about(boxes["bert"], "do you stay for the new season?")
    assert "If you have not said yes by the start, you are not in it." in " ".join(described.split())


def test_invitation_place_on_the_waiting_list_and_end_are_told(office: PostOffice, boxes: dict[str, Mailbox]) -> None:
    cleo = boxes["cleo"].player
    event = services.create_event(
        name="Autumn", director=cleo, rules="btt", control=THREE_DAYS, at=office.now, most_entrants=2, entry="invited"
    )
    names = ["anna", "bert", "dora"]
    admission.invite(event_id=event.pk, player=cleo, usernames=names, at=office.now)
    assert about(boxes["anna"], "you are invited") == []
    services.open_entries(event_id=event.pk, player=cleo)
    for name in names:
        (described,) = about(boxes[name], "you are invited")
        assert "Branches and Twigs and Thorns, rated | 3 days a turn" in described
        services.enter_event(event_id=event.pk, player=boxes[name].player, at=office.now)
    services.withdraw_entry(event_id=event.pk, player=boxes["bert"].player)
    (described,) = about(boxes["dora"], "you take part")
    assert "you were the next on the waiting list" in described
    act("call-off", event, by=cleo, reason="Too hot.", at=office.now)
    assert len(about(boxes["dora"], "called off")) == 1
    assert about(boxes["bert"], "called off") == []


def test_corrected_game_and_moved_deadline_reach_the_players(office: PostOffice, boxes: dict[str, Mailbox]) -> None:
    event = begin(office, boxes, Layout(form="swiss", rounds=3, round_days=30), 4)
    first, second = running(event)
    loser = Player.objects.get(seats__game=first, seats__number=0)
    agreements.resign(game_id=first.pk, player_id=loser.pk, at=office.now, source="page")
    cleo = boxes["cleo"].player
    act("correct-result", event, game=first.pk, places=(1, 2), by=cleo, reason="Agreed.", at=office.now)
    act(
        "move-deadline",
        event,
        round=1,
        deadline=office.now + timedelta(days=50),
        by=cleo,
        reason="Holidays.",
        at=office.now,
    )
    playing = set(second.seats.values_list("player__username", flat=True))
    for name in NAMES[:4]:
        assert len(about(boxes[name], "a new deadline")) == (name in playing)
        assert len(about(boxes[name], "was corrected")) == (name not in playing)


def test_ladder_is_told_its_start_its_challenges_who_leaves_and_its_end(
    office: PostOffice, boxes: dict[str, Mailbox]
) -> None:
    event = begin(office, boxes, Layout(form="ladder"), 3)
    first, second, third = [entrant.player for entrant in event.entrants.order_by("number")]
    (described,) = about(boxes["anna"], "it has begun")
    assert "Its page shows your rung and the players that you can challenge." in described
    assert "Your games run now" not in described
    ladders.challenge(event_id=event.pk, player=second, username=first.username, at=office.now)
    (game,) = running(event)
    (described,) = about(boxes[first.username], "a challenge has begun")
    assert f"{second.username} has challenged you. The games run now." in described
    (described,) = about(boxes[second.username], "a challenge has begun")
    assert f"You have challenged {first.username}. The games run now." in described
    assert "round 1" not in described
    with office.undone():
        entrant = event.entrants.get(player=first)
        leave_event(event_id=event.pk, entrant_id=entrant.pk, player=first, reason="No time.", at=office.now)
        agreements.resign(game_id=game.pk, player_id=first.pk, at=office.now, source="page")
        (described,) = about(boxes[second.username], "a player has left")
        assert "An opponent of yours has left a ladder." in described
        assert f"Your games there go on (game {game.pk}), but no longer count on the ladder." in described
        assert about(boxes[third.username], "a player has left") == []
        assert len(about(boxes["cleo"], "a player has left")) == 1
    act("finish", event, by=boxes["cleo"].player, reason="It is enough.", at=office.now)
    settle(event, office.now)
    agreements.resign(game_id=game.pk, player_id=first.pk, at=office.now, source="page")
    settle(event, office.now)
    for name in NAMES[:3]:
        (described,) = about(boxes[name], "the ladder ends")
        assert "When they are over, the final table is mailed to you." in described
        (table,) = about(boxes[name], "final standings")
        assert f"1. {second.username}" in table


def test_player_who_is_taken_off_a_ladder_is_told_that_it_can_be_entered_again(
    office: PostOffice, boxes: dict[str, Mailbox]
) -> None:
    event = begin(office, boxes, Layout(form="ladder"), 3)
    first, second, third = [entrant.player for entrant in event.entrants.order_by("number")]
    for challenger, challenged, loser in ((second, first, first), (first, third, third), (third, first, first)):
        ladders.challenge(event_id=event.pk, player=challenger, username=challenged.username, at=office.now)
        (game,) = running(event)
        seat = game.seats.get(player=loser).number
        directed.forfeit_seat(game_id=game.pk, seat=seat, actor_id=None, reason="Never came.", at=office.now)
        settle(event, office.now)
        office.wait(days=15)
    timetable.follow(now=office.now)
    (described,) = about(boxes[first.username], "Autumn: you are no longer taking part")
    assert "You are no longer taking part in an event." in described
    assert "You can enter the ladder again, and begin on the last rung." in described
    assert "Lost on time as the one challenged" in described


def test_final_table_of_a_group_is_found_by_its_players_and_a_knockout_has_no_points(
    office: PostOffice, boxes: dict[str, Mailbox]
) -> None:
    event = begin(office, boxes, Layout(form="groups", pool_size=3, qualifiers=1), 6)
    play_all(event, office.now)
    with office.undone():
        Player.objects.filter(username__in=NAMES).update(language="de")
        tables = [about(boxes[name], "Autumn: Schlusstabelle")[0] for name in NAMES[:6]]
        assert sum("Das ist die Schlusstabelle von Gruppe " in table for table in tables) == 4
        assert sum("Das ist die Schlusstabelle von der Finalrunde." in table for table in tables) == 2
    found = {name: about(boxes[name], "final standings")[0] for name in NAMES[:6]}
    out = event.entrants.of_first_stage().exclude(
        player__in=event.entrants.filter(division__stage__number=2).values("player")
    )
    for entrant in out.select_related("player", "division"):
        assert entrant.division is not None
        described = found[entrant.player.username]
        assert f"In group {entrant.division.number}, these are the final standings." in described
        assert f"/divisions/{entrant.division.pk}/standings/" in described
    assert found["anna"].startswith("The event is over. In the finals, these are the final standings. ")
    assert "| 1. anna, 1 won, 0 drawn, 0 lost - you" in found["anna"]


def test_player_who_begins_without_a_game_is_told_what_comes_next(
    office: PostOffice, boxes: dict[str, Mailbox]
) -> None:
    event = begin(office, boxes, Layout(form="swiss", rounds=3, round_days=30), 3)
    (free,) = event.entrants.exclude(fixture_seats__isnull=False)
    (described,) = about(boxes[free.player.username], "it has begun")
    assert "In the first round you have no opponent. It counts as a win." in described
    assert "Opponents" not in described
    play_all(event, office.now)
    byes = [about(boxes[name], "no opponent in this round") for name in NAMES[:3]]
    assert sorted(map(len, byes)) == [0, 1, 1]


def test_what_is_reverted_is_told_to_whom_it_concerned(office: PostOffice, boxes: dict[str, Mailbox]) -> None:
    event = begin(office, boxes, Layout(form="swiss", rounds=3, round_days=30), 4)
    cleo, bert = boxes["cleo"].player, event.entrants.get(player=boxes["bert"].player)
    line = leave_event(event_id=event.pk, entrant_id=bert.pk, player=cleo, reason="Said so.", at=office.now)
    act("revert-entry", event, entry=line.seq, by=cleo, reason="A mistake.", at=office.now)
    (described,) = about(boxes["bert"], "you are taking part again")
    assert "You are taking part in an event again." in described
    assert "“bert was withdrawn.”" in described
    assert "Why: A mistake." in described
    assert about(boxes["anna"], "part again") == []
