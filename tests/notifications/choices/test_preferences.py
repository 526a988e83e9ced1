"""How soon each kind of mail comes: game before event before player; quiet hours; what ending mails means."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock.calendars import Calendar
from games.clock.controls import TimeControl
from games.models import CurrentTurn, Game, Player
from games.play.agreements import resign
from games.play.moving import play_move
from notifications.addresses.preferences import (
    PreferenceError,
    choose,
    choose_times,
    end_digest,
    pace_of,
    preference_of,
    set_digest,
    stop,
    unsubscribe,
)
from notifications.addresses.unsubscribing import DIGEST
from notifications.choices.schedules import last_digest, next_digest
from notifications.choices.topics import PACES, USUAL_PACES, Every, Pace, Topic
from notifications.mail_format.command_list import KINDS_OF_MAIL
from notifications.models import MailPreference, OutboundMail, TopicPreference
from notifications.outbound import sending
from tests.games.conftest import NOON, THREE_DAYS, Start, after
from tests.notifications.mailbox import PostOffice
from tournaments.running import services as tournaments

pytestmark = pytest.mark.django_db


def state(game: Game, kind: str = "turn", name: str = "anna") -> tuple[str, str]:
    mail = OutboundMail.objects.filter(game=game, kind=kind, reader__username=name)[0]
    return mail.state, mail.reason


def move(game: Game, name: str, text: str, at: datetime) -> None:
    game.refresh_from_db()
    player = Player.objects.get(username=name)
    play_move(game_id=game.pk, player_id=player.pk, text=text, ply=game.ply, at=at, source="page")


# The nearest counts ---------------------------------------------------------------------------------------------------


def test_game_counts_before_event_and_event_before_player(start: Start) -> None:
    anna, bert, cora = (Player.objects.create(username=name) for name in ("anna", "bert", "cora"))
    event = tournaments.create_event(name="Cup", director=anna, rules="btt", control=THREE_DAYS, at=NOON, rated=False)
    tournaments.open_entries(event_id=event.pk, player=anna)
    for player in (anna, bert, cora):
        tournaments.enter_event(event_id=event.pk, player=player, at=NOON)
    tournaments.start_event(event_id=event.pk, player=anna, at=NOON)
    games = list(Game.objects.filter(fixture_game__isnull=False, seats__player=anna))
    friendly = start("anna", "bert")
    choose(player_id=anna.pk, paces={Topic.TURNS: Pace.OFF}, at=NOON)
    choose(player_id=anna.pk, paces={Topic.TURNS: Pace.DIGEST}, event_id=event.pk, at=NOON)
    choose(player_id=anna.pk, paces={Topic.TURNS: Pace.URGENT}, game_id=games[0].pk, at=NOON)
    paces = {game.pk: pace_of(anna.pk, Topic.TURNS, game_id=game.pk) for game in (*games, friendly)}
    assert paces == {games[0].pk: "urgent", games[1].pk: "digest", friendly.pk: "off"}
    assert pace_of(anna.pk, Topic.TURNS, event_id=event.pk) == "digest"
    choose(player_id=anna.pk, paces={Topic.TURNS: None}, game_id=games[0].pk, at=NOON)
    assert pace_of(anna.pk, Topic.TURNS, game_id=games[0].pk) == "digest"
    assert pace_of(bert.pk, Topic.TURNS, game_id=games[0].pk) == "now"


@pytest.mark.parametrize(
    ("topic", "pace", "where", "words"),
    [
        (Topic.NEWS, Pace.URGENT, {}, "now, digest, off, not urgent"),
        (Topic.REMINDERS, Pace.DIGEST, {}, "now, urgent, off, not digest"),
        (Topic.CHALLENGES, Pace.OFF, {"game_id": 1}, "only for all mails"),
    ],
)
def test_what_cannot_be_chosen_says_what_can(topic: Topic, pace: Pace, where: dict[str, int], words: str) -> None:
    anna = Player.objects.create(username="anna")
    with pytest.raises(PreferenceError, match=words):
        choose(player_id=anna.pk, paces={topic: pace}, at=NOON, **where)
    assert not TopicPreference.objects.exists()


# Now, later, in the digest, never ---------------------------------------------------------------------------------


def test_turn_that_is_not_urgent_waits_until_a_day_is_left(office: PostOffice, start: Start) -> None:
    anna = office.box("anna")
    choose(player_id=anna.player.pk, paces={Topic.TURNS: Pace.URGENT}, at=NOON)
    game = start("anna", "bert")
    office.work()
    assert state(game) == ("waiting", "Only urgent mails are wanted: it waits until a day is left.")
    assert anna.mails() == []
    office.now = after(48)
    assert "You have 1 day, until" in anna.newest.text
    assert OutboundMail.objects.get(game=game, kind="turn").attempts == 1


def test_turn_without_an_end_is_never_urgent(office: PostOffice, start: Start) -> None:
    anna = office.box("anna")
    choose(player_id=anna.player.pk, paces={Topic.TURNS: Pace.URGENT}, at=NOON)
    game = start("anna", "bert")
    CurrentTurn.objects.update(deadline=None, due_at=None)
    office.work()
    assert state(game)[0] == "dropped"


@pytest.mark.parametrize(
    ("hour", "passes", "agreed"), [(12, True, False), (23, False, False), (23, False, True), (6, False, False)]
)
def test_mails_wait_for_the_end_of_quiet_hours(
    office: PostOffice, start: Start, hour: int, passes: bool, agreed: bool
) -> None:
    anna = office.box("anna")
    Player.objects.filter(pk=anna.player.pk).update(time_zone="Europe/Berlin")
    choose_times(player_id=anna.player.pk, at=NOON, quiet=(time(22), time(7)), urgent_at_night=agreed)
    game = start("anna", "bert")
    office.now = datetime(2026, 3, 3, hour - 1, tzinfo=UTC)
    office.work()
    assert (state(game)[0] == "sent") is passes
    office.now = datetime(2026, 3, 4, 6, tzinfo=UTC)  # seven in Berlin
    office.work()
    assert state(game)[0] == "sent"


@pytest.mark.parametrize("agreed", [True, False])
def test_turn_that_cannot_wait_for_the_morning_comes_at_night_only_if_agreed(
    office: PostOffice, start: Start, agreed: bool
) -> None:
    anna = office.box("anna")
    choose_times(player_id=anna.player.pk, at=NOON, quiet=(time(11), time(20)), urgent_at_night=agreed)
    start("anna", "bert", control=TimeControl(timedelta(hours=6), timedelta(hours=1), timedelta(hours=6)))
    assert bool(anna.mails()) is agreed


def test_receipt_of_a_move_made_at_night_comes_at_once(office: PostOffice, start: Start) -> None:
    anna = office.box("anna")
    game = start("anna", "bert")
    turn = anna.newest
    choose_times(player_id=anna.player.pk, at=NOON, quiet=(time(11), time(20)))
    anna.want_receipts()
    anna.answer("null d3", turn)
    assert state(game, "receipt") == ("sent", "")


@pytest.mark.parametrize(("hours", "moves", "state_of_it"), [(23.9, 1, "waiting"), (24, 1, "sent"), (24, 2, "dropped")])
def test_receipt_comes_only_if_no_other_mail_of_the_game_does_for_a_day(
    office: PostOffice, start: Start, hours: float, moves: int, state_of_it: str
) -> None:
    anna, bert = office.box("anna"), office.box("bert")
    game = start("anna", "bert")
    for box, text in ((anna, "null d3"), (bert, "root e2"))[:moves]:
        box.answer(text)
    assert state(game, "receipt")[0] == "waiting"
    office.now = after(hours)
    office.work()
    assert OutboundMail.objects.filter(kind="receipt", reader=anna.player).get().state == state_of_it


def test_newer_turn_mail_replaces_an_older_one_that_has_not_gone_out(office: PostOffice, start: Start) -> None:
    anna = office.box("anna")
    set_digest(player_id=anna.player.pk, hour=8, at=NOON)
    game = start("anna", "bert")
    office.work()
    assert state(game)[0] == "collected"
    move(game, "anna", "null d3", after(1))
    move(game, "bert", "root e2", after(2))
    office.now = after(2)
    office.work()
    mails = OutboundMail.objects.filter(game=game, kind="turn", reader=anna.player).order_by("pk")
    assert [(mail.ply, mail.state) for mail in mails] == [(0, "dropped"), (2, "collected")]
    assert mails[0].reason == "A newer mail about the same game replaces it."


def test_turn_whose_time_ends_before_the_digest_is_told_at_once(office: PostOffice, start: Start) -> None:
    anna = office.box("anna")
    set_digest(player_id=anna.player.pk, hour=8, at=NOON)
    quick, slow = start("anna", "bert", control=TimeControl.days_per_turn(0.5)), start("anna", "bert")
    office.work()
    assert (state(quick)[0], state(slow)[0]) == ("sent", "collected")


# Ending mails -----------------------------------------------------------------------------------------------------


def test_stop_while_a_game_runs_makes_a_digest_and_says_what_the_clock_does(start: Start) -> None:
    game = start("anna", "bert")
    anna = Player.objects.get(username="anna")
    said = stop(player_id=anna.pk, at=NOON)
    assert "of any kind. As long as a game of yours runs, one mail a day at most, at 08:00 (UTC)," in said
    assert f"your time in game {game.pk} is over on 5 March 2026, 12:00 (UTC)" in said
    paces = {topic: pace_of(anna.pk, topic) for topic in Topic}
    assert paces.pop(Topic.REMINDERS) == "urgent"
    assert paces.pop(Topic.RECEIPTS) == "off"
    assert set(paces.values()) == {"digest"}
    said = stop(player_id=anna.pk, at=NOON)
    assert "a notice is shown on the site for 24 hours" in said
    assert {pace_of(anna.pk, topic) for topic in Topic} == {"off"}


def test_stop_for_one_game_leaves_the_others(start: Start) -> None:
    game, other = start("anna", "bert"), start("anna", "bert")
    bert = Player.objects.get(username="bert")
    said = stop(player_id=bert.pk, game_id=game.pk, at=NOON)
    assert said.startswith(f"No more single mails about game {game.pk}. As long as it runs,")
    assert "when it is your turn, your time runs, whether or not you have read a mail" in said
    assert pace_of(bert.pk, Topic.TURNS, game_id=game.pk) == "digest"
    assert pace_of(bert.pk, Topic.TURNS, game_id=other.pk) == "now"


def test_mail_that_a_mail_program_writes_to_unsubscribe_ends_that_kind(office: PostOffice, start: Start) -> None:
    anna = office.box("anna")
    start("anna", "bert")
    by_mail = anna.newest.header("List-Unsubscribe").split("<mailto:")[1].strip(">")
    address, _, subject = by_mail.partition("?subject=")
    raw = f"From: {anna.address}\r\nTo: {address}\r\nSubject: {unquote(subject)}\r\n\r\n".encode()
    office.deliver(raw, address, sender=anna.address)
    assert pace_of(anna.player.pk, Topic.TURNS) == "digest"
    assert all(pace_of(anna.player.pk, topic) == USUAL_PACES[topic] for topic in Topic if topic != Topic.TURNS)


def test_every_kind_of_mail_can_be_stopped_by_its_name_and_all_come_back(start: Start) -> None:
    game = start("anna", "bert")
    anna = Player.objects.get(username="anna")
    assert {*KINDS_OF_MAIL} == {*Topic, DIGEST}
    stop(player_id=anna.pk, game_id=game.pk, at=NOON)
    for _ in range(2):
        stop(player_id=anna.pk, at=NOON)
    end_digest(player_id=anna.pk, at=NOON)
    assert {topic: pace_of(anna.pk, topic, game_id=game.pk) for topic in Topic} == USUAL_PACES


def test_stop_without_a_running_game_ends_everything_at_once(start: Start) -> None:
    game = start("anna", "bert")
    anna = Player.objects.get(username="anna")
    resign(game_id=game.pk, player_id=anna.pk, at=after(1), source="page")
    assert "None of your running games is affected." in stop(player_id=anna.pk, at=after(1))
    assert {pace_of(anna.pk, topic) for topic in Topic} == {"off"}


def test_stop_for_everything_forgets_nearer_wishes(start: Start) -> None:
    game = start("anna", "bert")
    anna = Player.objects.get(username="anna")
    choose(player_id=anna.pk, paces={Topic.TURNS: Pace.NOW}, game_id=game.pk, at=NOON)
    stop(player_id=anna.pk, at=NOON)
    assert pace_of(anna.pk, Topic.TURNS, game_id=game.pk) == "digest"


def test_digest_brings_mails_back_after_a_stop(start: Start) -> None:
    start("anna", "bert")
    anna = Player.objects.get(username="anna")
    stop(player_id=anna.pk, at=NOON)
    stop(player_id=anna.pk, at=NOON)
    said = set_digest(player_id=anna.pk, hour=18, at=NOON)
    assert "one mail a day at most, at 18:00 (UTC), has all games that wait for you" in said
    assert "Your clocks keep running" in said
    assert (pace_of(anna.pk, Topic.TURNS), pace_of(anna.pk, Topic.REMINDERS)) == ("digest", "urgent")
    assert "one mail an hour at most" in set_digest(player_id=anna.pk, hour=None, at=NOON)
    assert preference_of(anna.pk).digest_every == "hour"


@pytest.mark.parametrize("hour", [-1, 24, 100])
def test_hour_that_no_day_has_is_refused(hour: int) -> None:
    anna = Player.objects.create(username="anna")
    with pytest.raises(PreferenceError, match="from 0 to 23, such as 8"):
        set_digest(player_id=anna.pk, hour=hour, at=NOON)


@pytest.mark.parametrize("topic", [Topic.TURNS, Topic.NEWS, Topic.EVENTS])
def test_link_in_a_mail_ends_its_topic_everywhere_and_twice_is_once(start: Start, topic: Topic) -> None:
    game = start("anna", "bert")
    anna = Player.objects.get(username="anna")
    if topic in (Topic.TURNS, Topic.NEWS):
        choose(player_id=anna.pk, paces={topic: Pace.NOW}, game_id=game.pk, at=NOON)
    for _ in range(2):
        unsubscribe(player_id=anna.pk, topic=topic, at=NOON)
        ended = Pace.DIGEST if topic == Topic.TURNS else Pace.OFF
        assert pace_of(anna.pk, topic, game_id=game.pk) == ended
        assert all(pace_of(anna.pk, other) == USUAL_PACES[other] for other in Topic if other != topic)


def test_link_in_a_digest_ends_it_and_leaves_what_comes_at_once(start: Start) -> None:
    start("anna", "bert")
    anna = Player.objects.get(username="anna")
    choose(player_id=anna.pk, paces={Topic.TURNS: Pace.DIGEST, Topic.NEWS: Pace.DIGEST}, at=NOON)
    for _ in range(2):
        unsubscribe(player_id=anna.pk, topic=Topic.TURNS, at=NOON, is_digest=True)
    assert [pace_of(anna.pk, topic) for topic in (Topic.TURNS, Topic.NEWS, Topic.RESULTS)] == ["off", "off", "now"]


def test_game_that_nobody_wants_to_hear_of_is_not_lost_without_a_notice(office: PostOffice, start: Start) -> None:
    from games.play.timeouts import flag_overdue
    from notifications.outbound import reminders
    from tests.games.conftest import all_read

    anna = office.box("anna")
    game = start("anna", "bert")
    for _ in range(2):
        stop(player_id=anna.player.pk, at=NOON)
    for hours in (36, 58, 70):
        office.now = after(hours)
        reminders.remind(now=office.now)
        office.work()
    assert anna.mails() == []
    all_read(after(80))
    assert flag_overdue(now=after(80)) == []
    game.refresh_from_db()
    assert game.status == "running"
    all_read(after(105))
    assert flag_overdue(now=after(105)) == [game.pk]


# When a digest is due -------------------------------------------------------------------------------------------------

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu")
MOMENTS = st.datetimes(
    NOON.replace(tzinfo=None, year=2024), NOON.replace(tzinfo=None, year=2028), timezones=st.just(UTC)
)


@given(now=MOMENTS, zone=st.sampled_from(ZONES), hour=st.integers(0, 23), every=st.sampled_from(list(Every)))
def test_one_digest_follows_another_and_now_lies_between(now: datetime, zone: str, hour: int, every: Every) -> None:
    last, coming = last_digest(now, zone, every, hour), next_digest(now, zone, every, hour)
    assert last <= now < coming
    assert next_digest(last, zone, every, hour) == coming
    assert last_digest(coming - timedelta(microseconds=1), zone, every, hour) == last
    assert coming - last <= timedelta(hours=25) if every == Every.DAY else coming - last == timedelta(hours=1)


@pytest.mark.parametrize(
    ("day", "hour", "utc"),
    [
        (date(2026, 3, 28), 8, "07:00"),
        (date(2026, 3, 29), 8, "06:00"),  # summer time began in the night
        (date(2026, 3, 29), 2, "01:00"),  # an hour that does not exist
        (date(2026, 10, 25), 2, "00:00"),  # an hour that comes twice
        (date(2026, 10, 25), 8, "07:00"),
    ],
)
def test_digest_comes_at_the_players_own_hour_in_summer_and_winter(day: date, hour: int, utc: str) -> None:
    noon = Calendar(zone="Europe/Berlin").instant(day, time(12))
    assert f"{last_digest(noon, 'Europe/Berlin', Every.DAY, hour):%H:%M}" == utc


def test_every_topic_can_come_at_once_and_be_switched_off() -> None:
    assert all(paces[0] == Pace.NOW and paces[-1] == Pace.OFF for paces in PACES.values())
    assert set(PACES) == set(Topic)


def test_moment_of_a_wish_is_that_from_which_digests_are_owed() -> None:
    anna = Player.objects.create(username="anna")
    choose(player_id=anna.pk, paces={Topic.TURNS: Pace.DIGEST}, at=NOON)
    assert MailPreference.objects.get(pk=anna.pk).digested_until == NOON
    choose(player_id=anna.pk, paces={Topic.NEWS: Pace.DIGEST}, at=after(1))
    assert MailPreference.objects.get(pk=anna.pk).digested_until == NOON


def test_waiting_is_no_attempt(office: PostOffice, start: Start, settings: Any) -> None:
    anna = office.box("anna")
    choose_times(player_id=anna.player.pk, at=NOON, quiet=(time(11), time(20)))
    game = start("anna", "bert")
    mail = OutboundMail.objects.get(game=game, kind="turn")
    for _ in range(12):
        assert not sending.send([mail.pk], now=NOON)
    mail.refresh_from_db()
    assert (mail.state, mail.attempts, mail.due_at) == ("waiting", 0, datetime(2026, 3, 2, 20, tzinfo=UTC))
