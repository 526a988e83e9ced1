"""Mini cups: small events that begin by themselves as soon as enough players have signed up."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import permutations

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games.action.base import Call, NoInputs
from games.models import Game, Player
from games.moderation.blocks import block, unblock
from games.records import dice
from notifications.models import OutboundMail
from notifications.outbound.messages import message_for
from tests.games.browsing import Browser
from tests.games.conftest import after
from tests.notifications.mailbox import Correspondent, PostOffice
from tests.tournaments.acting import leaves
from tests.tournaments.conftest import NOON, friend
from tests.tournaments.playing import NAMES, play_all, running, settle
from tournaments.exceptions import EntryRefused, EventError, NotAllowed
from tournaments.formats.mini_cups import MINI_CUPS
from tournaments.mini_cups import actions
from tournaments.mini_cups.queries import queue_rows
from tournaments.mini_cups.services import WAITS_FOR
from tournaments.models import CupPlace, CupQueue, EntryBlock, Event
from tournaments.queries import may_direct
from tournaments.running import services
from tournaments.scheduling import timetable
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


def sign_up(cup: str, *names: str, at: datetime = NOON) -> Event | None:
    """Players sign up one after the other; the event that the last of them begins."""
    begun = None
    for name in names:
        begun = actions.JOIN.do(cup, NoInputs(), Call(friend(name), at)).facts.event
    return Event.objects.filter(slug=begun).first()


def players_of(event: Event) -> list[str]:
    return sorted(event.entrants.values_list("player__username", flat=True))


def waiting(cup: str, viewer: str = "") -> int:
    (row,) = queue_rows(friend(viewer) if viewer else None, at=NOON, cups=[MINI_CUPS[cup]])
    return row.waiting


@pytest.mark.parametrize("cup", MINI_CUPS)
def test_every_cup_begins_with_its_last_player_and_one_of_each_form_is_played_and_verified(cup: str) -> None:
    names = NAMES[: MINI_CUPS[cup].players]
    assert sign_up(cup, *names[:-1]) is None
    event = sign_up(cup, names[-1])
    assert event is not None
    assert (event.state, players_of(event)) == ("running", list(names))
    assert not CupPlace.objects.exists()
    if cup in ("treeblox-3", "roots-4", "twigs-table-3"):
        play_all(event, after(1))
        assert (event.state, verify_event(event)) == ("finished", [])


def test_everybody_plays_both_seats_against_everybody_in_a_round_robin() -> None:
    for rules in ("btt", "treeblox"):
        event = sign_up(f"{rules}-3", "anna", "bert", "dora")
        assert event is not None
        seats = [[seat.player.username for seat in game.seats.select_related("player")] for game in running(event)]
        assert sorted(map(tuple, seats)) == list(permutations(("anna", "bert", "dora"), 2))


def test_cup_is_announced_has_sealed_lots_and_no_director_and_takes_nobody_later() -> None:
    sign_up("twigs-3", "anna")
    sealed = CupQueue.objects.get(cup="twigs-3").commitment
    event = sign_up("twigs-3", "bert", "dora")
    assert event is not None
    assert dice.commit(event.nonce) == sealed
    letter = OutboundMail.objects.get(reader=friend("anna"), kind=OutboundMail.Kind.ROUND)
    assert message_for(letter, NOON).headline == "The mini cup that you signed up for has begun. Your games run now."
    assert not any(may_direct(event, friend(name)) for name in ("anna", "bert", "dora"))
    with pytest.raises(EntryRefused, match="takes no entries"):
        services.enter_event(event_id=event.pk, player=friend("emil"), at=after(1), standby=True)
    assert CupQueue.objects.get(cup="twigs-3").commitment != sealed


def test_players_who_blocked_each_other_are_not_put_together_and_learn_nothing_of_it() -> None:
    block(player=friend("bert"), username=friend("anna").username, at=NOON)
    assert sign_up("btt-3", "anna", "bert", "dora") is None
    assert [waiting("btt-3", name) for name in ("anna", "bert", "dora")] == [2, 2, 2]
    event = sign_up("btt-3", "emil")
    assert event is not None
    assert players_of(event) == ["anna", "dora", "emil"]  # the first to sign up are the first to play
    assert list(CupPlace.objects.values_list("player__username", flat=True)) == ["bert"]


def test_cup_begins_when_a_block_is_lifted() -> None:
    block(player=friend("bert"), username=friend("anna").username, at=NOON)
    sign_up("btt-3", "anna", "bert", "dora")
    timetable.follow(now=after(1))
    assert not Event.objects.exists()
    unblock(player=friend("bert"), username="anna")
    timetable.follow(now=after(1))
    assert players_of(Event.objects.get()) == ["anna", "bert", "dora"]


def test_player_who_signs_up_twice_waits_once_and_longer() -> None:
    assert sign_up("btt-3", "anna") is None
    assert sign_up("btt-3", "anna", at=after(5)) is None
    place = CupPlace.objects.get()
    assert (place.since, place.until) == (NOON, after(5) + WAITS_FOR)


def test_player_who_leaves_the_queue_is_not_in_the_cup() -> None:
    sign_up("btt-3", "anna", "bert")
    call = Call(friend("anna"), NOON)
    assert actions.LEAVE.do("btt-3", NoInputs(), call).sentences == ("You have left the queue.",)
    assert actions.LEAVE.do("btt-3", NoInputs(), call).sentences == ("You do not wait for this mini cup.",)
    assert sign_up("btt-3", "dora") is None
    event = sign_up("btt-3", "emil")
    assert event is not None
    assert players_of(event) == ["bert", "dora", "emil"]


def test_place_lapses_after_two_weeks() -> None:
    sign_up("btt-3", "anna", "bert")
    late = NOON + WAITS_FOR
    assert sign_up("btt-3", "dora", at=late) is None
    timetable.follow(now=late)
    assert list(CupPlace.objects.values_list("player__username", flat=True)) == ["dora"]


def test_player_who_closed_the_account_or_lost_on_time_is_passed_over() -> None:
    sign_up("btt-3", "anna", "bert")
    Player.objects.filter(username="anna").update(is_active=False)
    cup = sign_up("twigs-3", "emil", "fred", "gina")
    assert cup is not None
    game = running(cup)[0]
    EntryBlock.objects.create(game=game, player=friend("bert"), since=NOON, until=after(100))
    assert sign_up("btt-3", "dora", "hans") is None
    event = sign_up("btt-3", "ines")
    assert event is not None
    assert players_of(event) == ["dora", "hans", "ines"]


def test_guests_bots_and_players_who_lost_on_time_cannot_sign_up() -> None:
    guest = Player.objects.create(username="guest-0123456789", is_guest=True)
    with pytest.raises(EntryRefused, match="players with an account"):
        sign_up("btt-3", guest.username)
    bot = Player.objects.create(username="clank", owner=friend("anna"))
    with pytest.raises(EntryRefused, match="bots are rated apart"):
        sign_up("btt-3", bot.username)
    cup = sign_up("twigs-3", "emil", "fred", "gina")
    assert cup is not None
    EntryBlock.objects.create(game=running(cup)[0], player=friend("emil"), since=NOON, until=after(100))
    with pytest.raises(EntryRefused, match="on time"):
        sign_up("btt-3", "emil")
    with pytest.raises(EventError, match="There is no mini cup 'chess-3'"):
        sign_up("chess-3", "anna")


def test_cups_that_one_waits_for_and_plays_in_are_limited() -> None:
    Player.objects.create(username="anna", date_joined=NOON - timedelta(days=30))
    for name in ("bert", "dora"):
        Player.objects.create(username=name, date_joined=NOON - timedelta(days=30))
    sign_up("twigs-3", "anna", "bert", "dora")
    sign_up("btt-3", "anna", "bert", "dora")
    for cup in ("roots-3", "roots-4", "twigs-4", "btt-4"):
        sign_up(cup, "anna")
    with pytest.raises(NotAllowed, match="6 mini cups"):
        sign_up("treeblox-3", "anna")
    assert sign_up("roots-3", "anna", at=after(1)) is None  # waits there already
    actions.LEAVE.do("roots-4", NoInputs(), Call(friend("anna"), NOON))
    assert sign_up("treeblox-3", "anna") is None


@pytest.mark.slow
def test_cup_has_an_end() -> None:
    """What still runs at the deadline and a week later is decided by the scores on the board."""
    for cup in ("btt-table-3", "twigs-4"):
        event = sign_up(cup, *NAMES[: MINI_CUPS[cup].players])
        assert event is not None
        at = NOON
        for _ in range(40):
            if event.state == "finished":
                break
            at += timedelta(days=7)
            timetable.follow(now=at)
            settle(event, at)
        assert event.state == "finished"
        assert at <= NOON + timedelta(days=MINI_CUPS[cup].most_days)
        assert verify_event(event) == []


def test_player_who_leaves_a_cup_gains_nothing() -> None:
    event = sign_up("btt-4", "anna", "bert", "dora", "emil")
    assert event is not None
    leaves(event, "anna", at=after(1))
    play_all(event, after(2))
    (first,) = [row for row in event.divisions.get().snapshot.standings.rows if row.rank == 1]
    assert event.entrants.get(pk=first.entrant).player.username != "anna"
    assert verify_event(event) == []


# Doors ----------------------------------------------------------------------------------------------------------------


def test_signing_up_and_leaving_on_the_page() -> None:
    anna = Browser("anna")
    page = anna.get("/events/cups/")
    assert "Round robin of 3" in page.text
    page = anna.fill(page, "/events/cups/btt-3/join/")
    assert "You are in the queue for Branches and Twigs and Thorns, Round robin of 3, until" in page.note()
    assert "1 of 3 waits" in Browser().get("/lobby/").text
    page = anna.fill(anna.get("/events/cups/"), "/events/cups/btt-3/leave/")
    assert "You have left the queue." in page.note()
    for name in ("bert", "dora"):
        sign_up("btt-3", name, at=timezone.now())
    page = anna.fill(anna.get("/events/cups/"), "/events/cups/btt-3/join/")
    assert "Branches and Twigs and Thorns mini cup, round robin of 3, 1 has begun." in page.note()
    assert "mini cup, round robin of 3, 1" in anna.get("/events/cups/").text
    assert "mini cup, round robin of 3, 1" not in anna.get("/events/").text


def test_visitors_and_guests_see_the_queues_and_have_no_button(client: Client) -> None:
    page = client.get("/events/cups/").content.decode()
    assert "Knockout of 4" in page
    assert "join/" not in page
    assert client.post("/events/cups/btt-3/join/").status_code == 302
    assert not CupPlace.objects.exists()


def test_signing_up_and_leaving_through_rest() -> None:
    api = APIClient()
    assert [row["cup"] for row in api.get("/api/v1/cups/").json()] == list(MINI_CUPS)
    api.force_authenticate(friend("anna"))
    joined = api.post("/api/v1/cups/btt-3/join/").json()
    assert (joined["event"], joined["queue"]["waiting"]) == (None, 1)
    assert joined["queue"]["commitment"] == CupQueue.objects.get(cup="btt-3").commitment
    assert api.post("/api/v1/cups/btt-3/leave/").json()["until"] is None
    assert api.post("/api/v1/cups/chess/join/").json()["code"] == "no_such_cup"
    for name in ("bert", "dora"):
        sign_up("btt-3", name, at=timezone.now())
    slug = api.post("/api/v1/cups/btt-3/join/").json()["event"]
    assert [row["slug"] for row in api.get("/api/v1/events/?cup=btt-3").json()["results"]] == [slug]
    assert api.get("/api/v1/events/").json()["results"] == []


def test_signing_up_and_leaving_by_mail() -> None:
    office = PostOffice()
    dora = Correspondent(office, "dora")
    dora.join()
    dora.write("cup")
    assert "cup twigs table 3 (Table of 3, nobody waits yet)" in dora.mails()[-1].text
    assert dora.write("cup twigs 3").outcome == "played"
    assert "You are in the queue for Twigs, Round robin of 3, until" in dora.mails()[-1].text
    assert CupPlace.objects.get().queue.cup == "twigs-3"
    dora.write("drop cup twigs 3")
    assert "You have left the queue." in dora.mails()[-1].text
    dora.write("cup treeblox table 3")
    assert "Say which mini cup." in dora.mails()[-1].text
    for name in ("anna", "bert"):
        sign_up("twigs-table-3", name, at=office.now)
    dora.write("Cup Twigs, table of 3.")
    assert Game.objects.count() == 3
    assert "Twigs mini cup, table of 3, 1 has begun." in " ".join(mail.text for mail in dora.mails())
