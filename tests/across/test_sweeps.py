"""A sweep in which one thing is broken: it is logged and the run fails, but nothing else waits for it."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.core import mail as django_mail
from django.utils import timezone

from games.clock.controls import TimeControl
from games.models import Game, Player
from games.play.agreements import resign
from games.play.creation import create_game
from games.tasks import flag_overdue_games
from games.uptime.outages import record_heartbeat
from ground.sweeps import Sweep, SweepError
from notifications.inbound import intake
from notifications.lab.mail_client import answer_to
from notifications.models import InboundMail, OutboundMail
from notifications.tasks import read_waiting_mail, remind_players, send_waiting_mail
from tests.games.conftest import warn
from tests.notifications.mailbox import PostOffice
from tournaments.models import Event, EventLogEntry, StandingSnapshot
from tournaments.running import services
from tournaments.tasks import compute_stale_standings

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def begin(*names: str, days_ago: float) -> Game:
    players = [Player.objects.get_or_create(username=name)[0] for name in names]
    at = NOW - timedelta(days=days_ago)
    return create_game(rules="btt", players=players, control=TimeControl.days_per_turn(3), at=at)


def spoil(game: Game) -> None:
    """Let nothing that needs the board of the game work."""
    Game.objects.filter(pk=game.pk).update(position={"spoilt": True})


def test_broken_game_keeps_no_other_flag_from_falling(caplog: pytest.LogCaptureFixture) -> None:
    broken, sound = begin("anna", "bert", days_ago=5), begin("cora", "dora", days_ago=4)
    warn(sound)
    spoil(broken)
    now = timezone.now()
    record_heartbeat(name="mail intake", at=now, clear_until=now)
    with pytest.raises(SweepError, match=rf"^flags: 1 failed: game {broken.pk}\.$"):
        flag_overdue_games()
    sound.refresh_from_db()
    assert sound.end_reason == "time"
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert record.exc_info  # with its traceback


def finish_a_league(name: str) -> Event:
    """A league of two whose one game is over and not yet counted."""
    players = [Player.objects.get_or_create(username=name)[0] for name in ("anna", "bert")]
    control = TimeControl.days_per_turn(3)
    event = services.create_event(name=name, director=players[0], rules="btt", control=control, at=NOW)
    services.open_entries(event_id=event.pk, player=players[0])
    for player in players:
        services.enter_event(event_id=event.pk, player=player, at=NOW)
    services.start_event(event_id=event.pk, player=players[0], at=NOW)
    game = Game.objects.get(fixture_game__fixture__round__division__event=event)
    resign(game_id=game.pk, player_id=players[1].pk, at=NOW, source="page")
    return event


@pytest.mark.usefixtures("unguarded_logs")
def test_broken_result_keeps_no_other_standings_from_being_computed() -> None:
    broken, sound = finish_a_league("Spring"), finish_a_league("Autumn")
    EventLogEntry.objects.filter(event=broken).update(payload={})
    with pytest.raises(SweepError, match=r"^standings: 1 failed: division \d+\.$"):
        compute_stale_standings()
    assert StandingSnapshot.objects.get(division__event=sound).version == 3


def test_broken_game_keeps_nobody_else_from_being_reminded() -> None:
    broken, sound = begin("anna", "bert", days_ago=2), begin("cora", "dora", days_ago=2)
    Game.objects.filter(pk=broken.pk).update(to_act=5)  # nobody sits there
    with pytest.raises(SweepError, match=rf"^reminders: 1 failed: game {broken.pk}\.$"):
        remind_players()
    assert [mail.game for mail in OutboundMail.objects.filter(kind=OutboundMail.Kind.REMINDER)] == [sound]


def test_mail_that_cannot_be_written_keeps_no_other_from_going_out() -> None:
    office = PostOffice()
    for name in ("anna", "bert", "cora", "dora"):
        office.box(name)
    broken, sound = begin("anna", "bert", days_ago=1), begin("cora", "dora", days_ago=1)
    spoil(broken)
    with pytest.raises(SweepError, match=r"^mails out: 2 failed: turn mail \d+, started mail \d+\.$"):
        send_waiting_mail()
    assert [mail.state for mail in sound.mails.all()] == ["sent", "sent"]
    assert [mail.state for mail in broken.mails.all()] == ["waiting", "waiting"]  # and tried again later
    assert sorted(mail.to for mail in django_mail.outbox) == [["cora@example.org"], ["dora@example.org"]]


def test_mail_that_cannot_be_worked_on_keeps_no_other_from_being_read() -> None:
    office = PostOffice(now=NOW)
    boxes = {name: office.box(name) for name in ("anna", "bert", "cora", "dora")}
    broken, sound = begin("anna", "bert", days_ago=1), begin("cora", "dora", days_ago=1)
    turns = {boxes[name].address: boxes[name].newest for name in ("anna", "cora")}
    for player, turn in turns.items():
        raw = answer_to(turn, "null d3", sender=player).as_bytes()
        intake.receive(raw, envelope_from=player, envelope_to=turn.reply_to, source="smtp", peer="127.0.0.1", at=NOW)
    spoil(broken)
    with pytest.raises(SweepError, match=r"^mails in: 1 failed: mail \d+\.$"):
        read_waiting_mail()
    sound.refresh_from_db()
    assert sound.ply == 1
    assert sorted(InboundMail.objects.values_list("state", flat=True)) == ["done", "waiting"]


def test_error_of_the_sweep_itself_is_not_hidden() -> None:
    def sweep_and_fail() -> None:
        with Sweep("anything") as sweep:
            with sweep.one("first"):
                raise ValueError
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        sweep_and_fail()
