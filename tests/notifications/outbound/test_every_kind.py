"""What every mail has, whatever its kind and its game: real mails of all kinds, looked at one by one."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation
from selectolax.lexbor import LexborHTMLParser

from games.conversation.watching import watch
from games.lessons import LESSONS
from games.lobby.proposals import decline_proposal, propose_game
from games.models import Game, GameEvent, Player
from games.moderation import decisions
from games.play.agreements import offer_draw, resign
from games.play.creation import create_game
from games.play.moving import play_move
from games.rules import RULES
from games.signals import plan_dropped
from games.timekeeping.leave import book_leave
from notifications.accounts.notices import (
    ADDRESS_ADDED,
    ADDRESS_REMOVED,
    CLOSED,
    DOWNLOADED,
    FACTORS_REMOVED,
    KEY_MADE,
    NOTICES,
    SIGNED_IN,
    Origin,
    send_notice,
)
from notifications.addresses import address_health, reply_addresses
from notifications.addresses.preferences import choose
from notifications.choices.topics import Pace, Topic
from notifications.lab.mail_client import ReadMail
from notifications.mail_format.command_list import KINDS_OF_MAIL
from notifications.mail_format.commands import no_moves, read_line
from notifications.mail_format.parsing import text_of_html
from notifications.models import AddressHealth, OutboundMail
from notifications.outbound import digests, reminders, sending
from notifications.outbound.envelopes import loop_mark, message_id
from notifications.outbound.messages import KINDS, message_for
from notifications.outbox import NewMail, enqueue
from tests.games.conftest import NOON, THREE_DAYS, after
from tests.notifications.addresses.test_health import dsn
from tests.notifications.mailbox import PostOffice
from tests.notifications.outbound.test_own_mails import pieces_of
from tests.tournaments.acting import act
from tournaments.models import Event
from tournaments.running import progress
from tournaments.running import services as tournaments
from tournaments.signals import event_announced

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

Kind = OutboundMail.Kind

LONGEST_LINE = 78
WITH_BOARD = {
    Kind.TURN, Kind.RECEIPT, Kind.PLAN, Kind.STARTED, Kind.OFFER, Kind.LEFT, Kind.RESULT, Kind.REMINDER, Kind.SHOW,
    Kind.PREVIEW, Kind.WATCHED, Kind.SAID,
}  # fmt: skip


@dataclass(frozen=True)
class Sent:
    """A mail as it went out, and its row."""

    row: OutboundMail
    mail: ReadMail

    @property
    def name(self) -> str:
        return f"{self.row.kind} of {self.row.game.rules if self.row.game else 'no game'}"


class House:
    """Drives the services until every kind of mail has gone out, to players who read this language."""

    def __init__(self, language: str = settings.LANGUAGE_CODE) -> None:
        self.office = PostOffice()
        self.boxes = {name: self.office.box(name) for name in ("anna", "bert", "cora")}
        for box in self.boxes.values():
            box.player.language = language
            box.player.save(update_fields=["language"])
        self.players = {name: box.player for name, box in self.boxes.items()}
        self.choice = random.Random(11)

    def play(self, game: Game, count: int = 1) -> None:
        for _ in range(count):
            game.refresh_from_db()
            position = game.load_position()
            move = game.game_rules.format(self.choice.choice(list(position.legal_moves())), position)
            player = game.seats.get(number=game.to_act).player
            with translation.override(player.language):  # as a page does
                play_move(
                    game_id=game.pk, player_id=player.pk, ply=game.ply, text=move, at=self.office.now, source="page"
                )
        self.office.work()

    def play_a_game(self, rules: str) -> None:
        anna, bert, office = self.players["anna"], self.players["bert"], self.office
        game = create_game(rules=rules, players=[anna, bert], control=THREE_DAYS, at=office.now)
        office.work()
        self.play(game, 3)
        watch(player_id=self.players["cora"].pk, game_id=game.pk, each_turn=True, at=office.now, source="page")
        self.play(game)
        offer_draw(game_id=game.pk, player_id=anna.pk, at=office.now, source="page")
        seat = game.seats.select_related("player", "game").get(number=0)
        plan_dropped.send(Game, seat=seat, reply="resign now", reason="It is not allowed.", at=office.now)
        office.work()
        game.refresh_from_db()
        for text in ("help", "show", "nonsense 5"):
            self.boxes["anna"].answer(text)
        self.post(Kind.GAMES, game, address="game")
        preview = {"steps": ["c4>c5"], "position": game.position, "address": "turn"}
        self.post(Kind.PREVIEW, game, **preview)
        self.post(Kind.DONE, game, described=["It is noted."], lines=["resign"])
        for number in range(len(LESSONS[rules].exercises) + 1):
            office.now += timedelta(seconds=1)
            self.post(
                Kind.LESSON, lesson=rules, number=number, result="wrong", verdict="Another leaf.", attempt="resign"
            )
        office.now = game.turn.started_at + timedelta(hours=40)
        reminders.remind(now=office.now)
        office.work()
        resign(game_id=game.pk, player_id=bert.pk, at=office.now, source="page")
        self.post(Kind.SAID, game)

    def post(self, kind: str, game: Game | None = None, name: str = "anna", **context: Any) -> None:
        cause = f"{game.pk if game else ''}:{self.office.now.isoformat()}"
        ids = {"game_id": game.pk, "ply": game.ply} if game else {}
        enqueue([NewMail(kind, self.players[name].pk, cause, context=context, **ids)], at=self.office.now)
        self.office.work()

    def leave_a_table(self, rules: str) -> None:
        game = create_game(rules=rules, players=list(self.players.values()), control=THREE_DAYS, at=self.office.now)
        resign(game_id=game.pk, player_id=self.players["cora"].pk, at=self.office.now, source="page")
        self.office.work()

    def hold_an_event(self) -> None:
        anna, cora, at = self.players["anna"], self.players["cora"], self.office.now
        event = tournaments.create_event(
            name="Resign Cup", director=cora, rules="btt", control=THREE_DAYS, at=at, rated=False
        )
        tournaments.open_entries(event_id=event.pk, player=cora)
        for name in ("anna", "bert"):
            tournaments.enter_event(event_id=event.pk, player=self.players[name], at=at)
        tournaments.start_event(event_id=event.pk, player=cora, at=at)
        act("announce", event, by=cora, text="resign\n\nWe meet at noon. " * 9, at=at)
        soon = at + timedelta(days=30)
        act("move-deadline", event, round=None, deadline=soon, by=cora, reason="resign", at=at)
        self.office.work()
        for game in Game.objects.filter(fixture_game__fixture__round__division__event=event):
            resign(game_id=game.pk, player_id=anna.pk, at=at, source="page")
        for division in event.divisions.all():
            tournaments.compute_standings(division.pk, at=at)
            assert progress.advance(division.pk, at=at)
        self.office.work()
        self.post(Kind.TABLE, event=event.pk)

    def live_beside_the_games(self) -> None:
        anna, bert, office = self.players["anna"], self.players["bert"], self.office
        proposal = propose_game(rules="btt", seats=2, control=THREE_DAYS, invited=[bert], proposer=anna, at=office.now)
        office.work()
        decline_proposal(proposal_id=proposal.pk, player=bert, at=office.now)
        game = create_game(rules="btt", players=[anna, bert], control=THREE_DAYS, at=office.now)
        office.work()
        book_leave(player_id=bert.pk, first=date(2026, 5, 4), last=date(2026, 5, 5), now=office.now)
        choose(player_id=anna.pk, paces={Topic.TURNS: Pace.DIGEST}, at=office.now)
        office.now += timedelta(days=1)
        assert digests.write_due(now=office.now) == 1
        office.work()
        forged = b"From: anna@example.org\r\nSubject: x\r\n\r\nnull d3\r\n"
        address = reply_addresses.turn_address(game.seats.get(number=0), game.ply)
        office.deliver(forged, address, sender="mallory@elsewhere.example", peer="192.0.2.1")
        turn = OutboundMail.objects.filter(reader=bert, state="sent")[0]
        office.deliver(dsn("failed", "5.1.1"), reply_addresses.return_path(turn), sender="")
        off = AddressHealth.objects.get()
        assert address_health.ask_again(player_id=bert.pk, address_id=off.pk, at=office.now)
        moderator = Player.objects.create(username="mia", is_superuser=True)
        for kind, days in (("warned", None), ("muted", 3), ("suspended", 3), ("suspended", None), ("closed", None)):
            decided = decisions.sanction(
                moderator=moderator, player=self.players["cora"], kind=kind, days=days, reason="resign\naccept",
                at=office.now,
            )  # fmt: skip
            office.work()
        decisions.revert(moderator=moderator, entry=decided, reason="resign", at=office.now)
        office.work()
        self.post(Kind.ACCOUNT, subject="A new password", text="Somebody asked for it.")
        origin = Origin("192.0.2.1", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
        others = (ADDRESS_ADDED, ADDRESS_REMOVED, SIGNED_IN, KEY_MADE, DOWNLOADED, FACTORS_REMOVED, CLOSED)
        for notice in (*NOTICES.values(), *others):
            facts = dict.fromkeys(("keys", "email", "from_email", "to_email", "name", "scopes"), "anna@example.org")
            send_notice(anna, notice, origin, at=office.now, **facts)
        for kind in (Kind.SIGN_UP, Kind.LOGIN_CODE):
            OutboundMail.objects.create(
                kind=kind, to="new@example.org", context={"subject": "A code", "text": "It is 1234."},
                dedupe_key=kind, created_at=office.now, due_at=office.now,
            )  # fmt: skip
        office.work()


@pytest.fixture(scope="module")
def sent(django_db_setup: None, django_db_blocker: Any) -> list[Sent]:
    with django_db_blocker.unblock():
        return mails_of_all_kinds()


def mails_of_all_kinds(language: str = settings.LANGUAGE_CODE) -> list[Sent]:
    """Real mails of every kind to readers of a language. Nothing of it stays in the database."""
    from django.core import mail as django_mail
    from django.db import transaction

    django_mail.outbox.clear()  # what the test before has sent lies there until this one begins
    with transaction.atomic():
        house = House(language)
        for rules in RULES:
            house.play_a_game(rules)
        for rules in ("btt", "twigs", "roots"):
            house.leave_a_table(rules)
        house.hold_an_event()
        house.live_beside_the_games()
        rows = {message_id(row): row for row in OutboundMail.objects.select_related("game", "reader")}
        mails = [ReadMail(message.message().as_bytes()) for message in django_mail.outbox]
        found = [Sent(rows[mail.message_id], mail) for mail in mails]
        transaction.set_rollback(True)
    return found


def by_kind(sent: list[Sent]) -> dict[str, set[str]]:
    games: dict[str, set[str]] = defaultdict(set)
    for one in sent:
        games[one.row.kind].add(one.row.game.rules if one.row.game else "")
    return games


def test_every_kind_has_a_message_and_was_sent_for_every_game(sent: list[Sent]) -> None:
    assert set(KINDS) == set(Kind)
    games = by_kind(sent)
    assert set(games) == set(Kind)
    for kind in WITH_BOARD - {Kind.LEFT}:
        assert games[kind] == set(RULES), kind
    assert games[Kind.LEFT] == {"btt", "twigs", "roots"}


def test_headers_say_whose_it_is_and_keep_machines_quiet(sent: list[Sent]) -> None:
    for one in sent:
        row, header = one.row, one.mail.header
        answers = row.kind in (*OutboundMail.ANSWERS, Kind.CONFIRM) and "inbound" in row.context
        assert header("Message-ID") == f"<mail-{row.pk}@{settings.MAIL_DOMAIN}>", one.name
        assert header("Auto-Submitted") in ("auto-generated", "auto-replied"), one.name
        assert header("Auto-Submitted") == "auto-replied" or not answers, one.name
        assert header("X-Auto-Response-Suppress") == "All", one.name
        assert header("Feedback-ID") == f"{row.kind}:seeds", one.name
        assert header("List-Id") == f"<{row.kind}.{settings.MAIL_DOMAIN}>", one.name
        assert header("X-Seeds-Loop") == loop_mark(row.pk), one.name
        assert header("From") == "Seeds <seeds@play.localhost>", one.name
        assert len(one.mail.message.get_all("To")) == 1, one.name


def test_every_kind_that_can_be_switched_off_says_how(sent: list[Sent]) -> None:
    for one in sent:
        can_end = bool(KINDS[one.row.kind].topic) or one.row.kind == Kind.DIGEST
        links = one.mail.header("List-Unsubscribe")
        assert bool(links) is can_end, one.name
        if can_end:
            by_mail = rf"mailto:personal-[a-z2-7]{{26}}@\S+\?subject=stop%20({'|'.join(KINDS_OF_MAIL)})"
            pattern = rf"<{settings.SITE_URL}/mail/off/[^<> ]+/>, <{by_mail}>"
            assert re.fullmatch(pattern, links), one.name
            assert one.mail.header("List-Unsubscribe-Post") == "List-Unsubscribe=One-Click", one.name
            link = links.partition(">")[0].strip("<")
            assert link in one.mail.text, one.name
            assert link in one.mail.html, one.name


def test_mails_of_one_game_are_one_thread(sent: list[Sent]) -> None:
    subjects = defaultdict(set)
    for one in sent:
        if one.row.game_id is None or one.row.kind == Kind.CONFIRM:
            continue
        root = f"<game-{one.row.game_id}@{settings.MAIL_DOMAIN}>"
        assert one.mail.header("References").split()[0] == root, one.name
        assert one.mail.header("In-Reply-To") == one.mail.header("References").split()[-1], one.name
        ending = {Kind.REMINDER: " (reminder)", Kind.RESULT: " (result)"}.get(Kind(one.row.kind), "")
        assert one.mail.subject.endswith(ending), one.name
        subjects[one.row.game_id].add(one.mail.subject.removesuffix(ending))
    assert all(len(found) == 1 for found in subjects.values()), subjects


def test_mails_of_one_event_begin_with_its_name_and_of_a_challenge_with_its_number(sent: list[Sent]) -> None:
    of_events = {Kind.ROUND, Kind.STANDINGS, Kind.ANNOUNCEMENT, Kind.EVENT, Kind.TABLE}
    assert {one.mail.subject.partition(": ")[0] for one in sent if one.row.kind in of_events} == {"Resign Cup"}
    made, closed = (
        next(one.mail.subject for one in sent if one.row.kind == kind)
        for kind in (Kind.CHALLENGE, Kind.CHALLENGE_CLOSED)
    )
    assert closed == f"{made} (declined)"


def test_challenge_says_how_to_answer_before_one_line_with_what_seals_its_lot(sent: list[Sent]) -> None:
    mail = next(one.mail for one in sent if one.row.kind == Kind.CHALLENGE)
    for text in (mail.text, mail.html):
        assert 0 < text.index("[accept]") < text.index("/lobby/") < text.index("sealed in advance: ")
        assert len(re.findall(r"\b[0-9a-f]{12}", text)) == 1


def test_end_of_a_watched_game_names_its_players_once(sent: list[Sent]) -> None:
    ends = [one.mail for one in sent if one.row.kind == Kind.WATCHED and "is over." in one.mail.text.splitlines()[0]]
    assert ends
    for mail in ends:
        assert len(re.findall(r"^\| .*anna \(", mail.text, re.MULTILINE)) == 1
        assert mail.html.count("anna (") == 1


def test_text_is_complete_in_itself_and_narrow(sent: list[Sent]) -> None:
    for one in sent:
        text = one.mail.text
        assert len(text.split()) > 3, one.name
        assert not re.search(r"\{[{%]|None\b|<[a-z]+>", text), one.name
        assert "\n\n\n" not in text, one.name
        board = set(board_of(one))
        for line in text.splitlines():
            assert len(line) <= LONGEST_LINE or line.strip() in board or line.startswith("http") or "@" in line, (
                one.name,
                line,
            )


def board_of(one: Sent) -> list[str]:
    """The lines of the board, which are as wide as the board is."""
    return [line.strip() for line in one.mail.text.splitlines() if line.startswith("  ")]


def test_html_says_the_same_is_small_and_knows_the_dark(sent: list[Sent]) -> None:
    for one in sent:
        html = one.mail.html
        assert len(html.encode()) < 100_000, one.name
        assert len(one.mail.message.as_bytes()) < 160_000, one.name
        assert "@media (prefers-color-scheme: dark)" in html, one.name
        assert re.search(r"@media \(max-width: 429px\) \{\s*pre \{\s*font-size: 7px !important", html), one.name
        assert '<html lang="en' in html, one.name
        assert re.search(r"<h1 style=", html), one.name
        assert not re.search(r"<script|<link|<iframe|\{[{%]|None\b|src=\"http", html), one.name
        headline = re.search(r"<h1[^>]*>(.*?)</h1>", html, re.DOTALL)
        assert headline, one.name
        assert headline[1].strip(), one.name


def test_board_is_a_small_picture_told_in_words(sent: list[Sent]) -> None:
    for one in sent:
        if one.row.kind in WITH_BOARD:
            assert one.mail.picture.startswith(b"\x89PNG"), one.name
        for picture in one.mail.pictures.values():
            assert 500 < len(picture) <= 40_000, one.name
        for picture_tag in LexborHTMLParser(one.mail.html).css("img"):
            assert len(picture_tag.attributes["alt"] or "") > 20, one.name


def test_answers_go_where_they_are_understood(sent: list[Sent]) -> None:
    for one in sent:
        found = reply_addresses.parse_address(one.mail.header("Reply-To"))
        kind = found.kind if found else ""
        if one.row.kind in (Kind.TURN, Kind.REMINDER):
            assert kind == "turn", one.name
        elif one.row.kind in (Kind.ACCOUNT, Kind.SECURITY, Kind.SIGN_UP, Kind.LOGIN_CODE, Kind.RECHECK):
            assert kind == "", one.name
        elif one.row.kind in (Kind.CONFIRM, Kind.CHALLENGE, Kind.LESSON):
            assert kind == "answer", one.name
        elif one.row.kind in (Kind.DIGEST, Kind.ROUND, Kind.STANDINGS, Kind.LEAVE):
            assert kind == "personal", one.name


def test_no_part_of_any_kind_is_a_command_wherever_a_program_breaks_its_lines(sent: list[Sent]) -> None:
    lines = {
        (line, one.name) for one in sent for text in (one.mail.text, text_of_html(one.mail.html))
        for line in text.splitlines() if not line.lstrip().startswith("|")
    }  # fmt: skip
    found = {
        f"{name}: {piece!r} in {line!r}"
        for line, name in lines
        for piece in pieces_of(line)
        if read_line(piece, no_moves) or read_line(piece, no_moves, game_first=True)
    }
    assert sorted(found) == []


def test_mail_that_is_rendered_twice_is_the_same_mail(sent: list[Sent]) -> None:
    from notifications.outbound.envelopes import render

    office = PostOffice()
    office.box("anna")
    create_game(rules="btt", players=[Player.objects.get(username="anna"), Player.objects.create(username="bert")],
                control=THREE_DAYS, at=NOON)  # fmt: skip
    row = OutboundMail.objects.get(kind="turn")
    first, second = (render(row, to="anna@example.org", now=NOON).message for _ in range(2))
    assert first.body == second.body
    assert first.extra_headers == second.extra_headers
    assert (first.from_email, first.reply_to) == (second.from_email, second.reply_to)


def test_announcement_is_told_to_everybody_in_the_event_and_once(office: PostOffice) -> None:
    anna, bert = office.box("anna").player, office.box("bert").player
    event = tournaments.create_event(name="Cup", director=anna, rules="btt", control=THREE_DAYS, at=NOON, rated=False)
    tournaments.open_entries(event_id=event.pk, player=anna)
    tournaments.enter_event(event_id=event.pk, player=bert, at=NOON)
    for _ in range(2):
        event_announced.send(
            Event, event=event, text="hello", players=[anna.pk, bert.pk], author=anna.pk, to_all=True, key="1", at=NOON
        )
    readers = OutboundMail.objects.filter(kind="announcement").values_list("reader__username", flat=True)
    assert sorted(readers) == ["anna", "bert"]
    assert "| hello\n" in office.box("bert").newest.text


def test_news_of_a_game_that_is_over_are_not_told_late(office: PostOffice) -> None:
    office.box("anna"), office.box("bert")
    anna, bert = Player.objects.get(username="anna"), Player.objects.get(username="bert")
    game = create_game(rules="btt", players=[anna, bert], control=THREE_DAYS, at=NOON)
    resign(game_id=game.pk, player_id=anna.pk, at=after(1), source="page")
    started = OutboundMail.objects.get(kind="started")
    assert not sending.send([started.pk], now=after(2))
    started.refresh_from_db()
    assert started.reason == "The game is over."
    assert GameEvent.objects.filter(game=game, kind="resigned").exists()
    assert message_for(started, after(2)).headline.startswith(f"Game {game.pk} has begun")
