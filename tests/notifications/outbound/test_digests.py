"""The digest: one mail at the player's hour with all games that wait; once a period; none when there is no news."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from games.clock.controls import TimeControl
from games.models import Game, Player
from games.play.agreements import resign
from notifications.addresses.preferences import choose, choose_times, set_digest
from notifications.choices.topics import Every, Pace, Topic
from notifications.lab.mail_client import ReadMail
from notifications.models import OutboundMail
from notifications.outbound import digests
from tests.games.conftest import NOON, Start, after, play
from tests.notifications.mailbox import Mailbox, PostOffice

pytestmark = pytest.mark.django_db

EIGHT = datetime(2026, 3, 3, 8, tzinfo=UTC)  # on the day after NOON


@pytest.fixture
def anna(office: PostOffice) -> Mailbox:
    anna, _ = office.box("anna"), office.box("bert")
    set_digest(player_id=anna.player.pk, hour=8, at=NOON)
    return anna


def run(office: PostOffice, at: datetime) -> int:
    """Beat and the workers at a moment; how many digests had something to say."""
    office.now = at
    office.work()
    written = digests.write_due(now=at)
    office.work()
    return written


def digest_to(anna: Mailbox) -> ReadMail:
    return [mail for mail in anna.mails() if mail.header("Feedback-ID").startswith("digest:")][-1]


def test_all_games_stand_in_one_mail_the_urgent_one_first_each_with_its_own_address(
    office: PostOffice, start: Start, anna: Mailbox
) -> None:
    slow = start("anna", "bert", control=TimeControl.days_per_turn(7))
    urgent = start("anna", "bert", rules="treeblox", control=TimeControl.days_per_turn(2))
    office.work()
    assert anna.mails() == []
    assert run(office, EIGHT) == 1
    [mail] = anna.mails()
    assert mail.subject == "Your games: 2 games wait for you"
    assert mail.text.index(f"Game {urgent.pk}, Treeblox") < mail.text.index(f"Game {slow.pk}, Branches")
    assert mail.text.count("moves to turn-") == 2
    for game in (slow, urgent):
        board = game.game_rules.text(game.load_position()).rstrip().splitlines()
        assert all(line in mail.text for line in board)
    assert mail.reply_to.startswith("personal-")
    assert len(mail.message.as_bytes()) < 100_000


def test_move_to_the_address_of_a_game_is_played_and_a_bare_one_gets_the_list(
    office: PostOffice, start: Start, anna: Mailbox
) -> None:
    game, _ = start("anna", "bert"), start("anna", "bert")
    run(office, EIGHT)
    mail = digest_to(anna)
    assert anna.answer("null d3", mail).outcome == "refused"
    assert "moves to turn-" in anna.newest.text
    lines = mail.text.splitlines()
    first = next(line for line in lines if "moves to" in line).rpartition(" ")[2]
    from notifications.lab.mail_client import answer_to

    raw = answer_to(mail, "null d3", sender=anna.address).as_bytes()
    assert office.deliver(raw, first, sender=anna.address).outcome == "played"
    game.refresh_from_db()
    assert game.ply == 1


def test_exactly_one_a_day_however_often_beat_runs(office: PostOffice, start: Start, anna: Mailbox) -> None:
    start("anna", "bert")
    written = [run(office, EIGHT + timedelta(minutes=minutes)) for minutes in (-30, 0, 0, 1, 5, 90, 600, 24 * 60 - 1)]
    assert written == [0, 1, 0, 0, 0, 0, 0, 0]
    assert run(office, EIGHT + timedelta(days=1)) == 1
    assert OutboundMail.objects.filter(kind="digest").count() == 2


def test_nothing_to_say_is_no_mail_and_the_next_news_wait_for_the_next_hour(
    office: PostOffice, start: Start, anna: Mailbox
) -> None:
    assert run(office, EIGHT) == 0
    office.now = EIGHT + timedelta(minutes=10)
    start("anna", "bert")
    assert [run(office, EIGHT + timedelta(hours=hours)) for hours in (1, 5, 23)] == [0, 0, 0]
    assert run(office, EIGHT + timedelta(hours=24)) == 1


def test_turn_that_was_played_meanwhile_leaves_nothing_to_say(office: PostOffice, start: Start, anna: Mailbox) -> None:
    game = start("anna", "bert")
    office.work()
    play(game, "anna", "null d3")
    assert run(office, EIGHT) == 0
    assert not OutboundMail.objects.filter(state="collected").exists()


def test_what_else_has_happened_is_told_in_a_line_each(office: PostOffice, start: Start, anna: Mailbox) -> None:
    game, other = start("anna", "bert"), start("bert", "anna")
    bert = Player.objects.get(username="bert")
    resign(game_id=other.pk, player_id=bert.pk, at=after(1), source="page")
    run(office, EIGHT)
    text = digest_to(anna).text
    assert "What else has happened" in text
    assert f"| Game {other.pk}, " not in text
    assert f"| You have won game {other.pk}." in text
    assert f"| Game {game.pk}, " in text
    kept = OutboundMail.objects.get(kind="result", reader=anna.player)
    assert kept.reason == f"Sent in the digest, mail {OutboundMail.objects.get(kind='digest').pk}."
    assert run(office, EIGHT + timedelta(days=1)) == 1
    assert "is over" not in digest_to(anna).text


def test_digest_tells_what_the_others_have_done(office: PostOffice, start: Start, anna: Mailbox) -> None:
    game = start("anna", "bert")
    office.box("bert")
    play(game, "anna", "null d3")
    play(game, "bert", "root e2", 2)
    run(office, EIGHT)
    mail = digest_to(anna)
    assert "Since your last move:\n  2. purple [root e2]\n" in mail.text
    assert "2. purple [root e2]" in mail.html


def test_game_that_was_switched_off_is_in_no_digest(office: PostOffice, start: Start, anna: Mailbox) -> None:
    game, other = start("anna", "bert"), start("anna", "bert")
    choose(player_id=anna.player.pk, paces={Topic.TURNS: Pace.OFF}, game_id=game.pk, at=NOON)
    run(office, EIGHT)
    text = digest_to(anna).text
    assert f"Game {other.pk}, " in text
    assert f"Game {game.pk}, " not in text


def test_games_that_were_told_at_once_are_no_reason_for_a_digest(office: PostOffice, start: Start) -> None:
    anna = office.box("anna")
    choose(player_id=anna.player.pk, paces={Topic.NEWS: Pace.DIGEST}, at=NOON)
    start("anna", "bert")
    assert run(office, EIGHT) == 0


def test_digest_every_hour_keeps_quiet_at_night(office: PostOffice, start: Start, anna: Mailbox) -> None:
    set_digest(player_id=anna.player.pk, hour=None, at=NOON)
    choose_times(player_id=anna.player.pk, at=NOON, quiet=(time(22), time(7)))
    start("anna", "bert", control=TimeControl.days_per_turn(7))
    minutes = [run(office, NOON + timedelta(minutes=minute)) for minute in range(0, 24 * 60, 20)]
    assert sum(minutes) == 9 + 5  # 13 to 21 o'clock, 7 to 11


def test_digest_that_comes_once_is_followed_by_none_until_its_reader_comes(
    office: PostOffice, start: Start, anna: Mailbox
) -> None:
    start("anna", "bert")
    office.work()
    set_digest(player_id=anna.player.pk, hour=None, at=NOON, otherwise=Every.ONCE)
    assert run(office, after(1)) == 1
    start("anna", "bert")
    assert [run(office, after(hours)) for hours in (2, 3, 26)] == [0, 0, 0]
    anna.answer("digest once")
    assert "none until you have written or looked at the site" in " ".join(anna.newest.text.split())
    assert [run(office, after(hours)) for hours in (27, 28)] == [1, 0]


def test_turn_that_would_be_over_before_the_quiet_hours_end_is_told_in_them_to_a_player_who_agreed(
    office: PostOffice, start: Start, anna: Mailbox
) -> None:
    set_digest(player_id=anna.player.pk, hour=None, at=NOON)
    choose_times(player_id=anna.player.pk, at=NOON, quiet=(time(3), time(13)), urgent_at_night=True)
    start("anna", "bert", control=TimeControl.days_per_turn(3))
    urgent = start("anna", "bert", control=TimeControl.days_per_turn(1))
    office.now = NOON + timedelta(hours=16)  # in the quiet hours, and 8 hours before its end
    office.work()
    assert [mail.subject.partition(":")[0] for mail in anna.mails()] == [f"Game {urgent.pk}"]


def test_hour_that_is_changed_brings_no_second_digest_for_the_past(
    office: PostOffice, start: Start, anna: Mailbox
) -> None:
    start("anna", "bert")
    assert run(office, EIGHT) == 1
    set_digest(player_id=anna.player.pk, hour=7, at=EIGHT + timedelta(hours=1))
    assert run(office, EIGHT + timedelta(hours=2)) == 0
    assert run(office, EIGHT + timedelta(hours=23)) == 1


def test_beat_that_was_away_for_days_writes_one(office: PostOffice, start: Start, anna: Mailbox) -> None:
    start("anna", "bert", control=TimeControl.days_per_turn(14))
    assert run(office, EIGHT + timedelta(days=5, hours=3)) == 1
    assert run(office, EIGHT + timedelta(days=5, hours=4)) == 0


def test_what_was_kept_for_a_digest_is_told_also_to_a_player_who_wants_none_any_more(
    office: PostOffice, start: Start, anna: Mailbox
) -> None:
    other = start("bert", "anna")
    resign(game_id=other.pk, player_id=Player.objects.get(username="bert").pk, at=after(1), source="page")
    office.now = after(1)
    office.work()
    choose(player_id=anna.player.pk, paces=dict.fromkeys(Topic, Pace.NOW), at=after(2))
    assert run(office, EIGHT) == 1
    assert f"You have won game {other.pk}." in digest_to(anna).text


def test_digest_without_a_game_that_waits_has_one_heading(office: PostOffice, start: Start, anna: Mailbox) -> None:
    other = start("bert", "anna")
    resign(game_id=other.pk, player_id=Player.objects.get(username="bert").pk, at=after(1), source="page")
    run(office, EIGHT)
    assert f"No game waits for you. This has happened:\n\n| You have won game {other.pk}." in digest_to(anna).text
    assert "What else" not in digest_to(anna).text + digest_to(anna).html


def test_game_that_is_watched_has_one_line_however_often_it_moved_on(
    office: PostOffice, start: Start, anna: Mailbox
) -> None:
    from games.conversation.watching import watch

    office.box("cora")
    game = start("cora", "bert")
    watch(game_id=game.pk, player_id=anna.player.pk, at=NOON, source="page", each_turn=True)
    for number, (name, text) in enumerate((("cora", "null d3"), ("bert", "root e2"))):
        play(game, name, text, number)
        office.now = after(number)
        office.work()
    run(office, EIGHT)
    text = digest_to(anna).text
    assert text.count(f"| Game {game.pk}, which you watch, has moved on.") == 1


def test_link_in_a_digest_ends_it(office: PostOffice, start: Start, anna: Mailbox) -> None:
    from django.conf import settings
    from django.test import Client

    start("anna", "bert")
    run(office, EIGHT)
    link = digest_to(anna).header("List-Unsubscribe").partition(">")[0].strip("<")
    path = link.removeprefix(settings.SITE_URL)
    assert "The digest of your games" in Client().get(path).content.decode()
    assert Client().post(path).status_code == 200
    assert run(office, EIGHT + timedelta(days=1)) == 0


@pytest.mark.slow
def test_many_games_stay_within_what_mail_programs_show(office: PostOffice, start: Start, anna: Mailbox) -> None:
    for number in range(45):
        start("anna", "bert", rules=("btt", "twigs", "roots", "treeblox")[number % 4])
    run(office, EIGHT)
    mail = digest_to(anna)
    assert "5 more wait: see the site." in mail.text
    assert len(mail.html) < 100_000
    assert Game.objects.count() == 45


# The board sheet ------------------------------------------------------------------------------------------------------


def test_board_sheet_shows_every_board_once_a_day_to_a_player_whose_mails_come_at_once(
    office: PostOffice, start: Start
) -> None:
    anna = office.box("anna")
    office.box("bert")
    games = [start("anna", "bert", rules=rules) for rules in ("btt", "twigs")]
    start("bert", "anna")
    assert run(office, EIGHT) == 0
    choose_times(player_id=anna.player.pk, at=EIGHT, board_sheet=True)
    assert run(office, EIGHT + timedelta(hours=1)) == 0
    assert run(office, EIGHT + timedelta(days=1)) == 1
    assert run(office, EIGHT + timedelta(days=1, minutes=1)) == 0
    mail = digest_to(anna)
    assert set(mail.pictures) == {f"board-{game.pk}" for game in games}
    assert all(f'src="cid:board-{game.pk}"' in mail.html for game in games)


def test_board_sheet_leaves_out_games_that_were_switched_off(office: PostOffice, start: Start) -> None:
    anna = office.box("anna")
    game = start("anna", "bert")
    choose_times(player_id=anna.player.pk, at=NOON, board_sheet=True)
    choose(player_id=anna.player.pk, paces={Topic.TURNS: Pace.OFF}, game_id=game.pk, at=NOON)
    assert run(office, EIGHT + timedelta(days=1)) == 0


def test_player_whose_digest_comes_later_is_not_looked_at(
    office: PostOffice, start: Start, anna: Mailbox, django_assert_num_queries: Any
) -> None:
    start("anna", "bert")
    run(office, EIGHT)
    with django_assert_num_queries(1):
        assert digests.write_due(now=EIGHT + timedelta(hours=23)) == 0
    assert run(office, EIGHT + timedelta(days=1)) == 1


def test_mail_that_is_kept_and_a_changed_wish_have_the_player_looked_at_again(
    office: PostOffice, start: Start, anna: Mailbox
) -> None:
    run(office, EIGHT)
    choose_times(player_id=anna.player.pk, at=EIGHT, digest_hour=10, keep_quiet=True)
    start("anna", "bert")
    assert run(office, EIGHT + timedelta(hours=1)) == 0
    assert run(office, EIGHT + timedelta(hours=2)) == 1
