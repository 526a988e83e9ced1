"""The mail lab, the page of wishes, and the links that switch mails off."""

from __future__ import annotations

import re
from datetime import time
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client

from games.models import Game
from notifications.addresses.preferences import pace_of, preference_of
from notifications.choices.topics import Topic
from notifications.lab.mail_client import ReadMail
from notifications.models import InboundMail, OutboundMail, TopicPreference
from tests.games.conftest import Start
from tests.notifications.mailbox import Mailbox, PostOffice
from tests.second_factor import sign_in_staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(office: PostOffice, start: Start) -> Mailbox:
    anna, _ = office.box("anna"), office.box("bert")
    start("anna", "bert", title="<script>alert(1)</script>")
    office.work()
    return anna


def off_path(mail: ReadMail) -> str:
    return mail.header("List-Unsubscribe").partition(">")[0].strip("<").removeprefix(django_settings.SITE_URL)


# The mail lab -----------------------------------------------------------------------------------------------------


def test_lab_lists_what_went_out_and_came_in(anna: Mailbox, client: Client) -> None:
    read = anna.answer("null d9")
    page = client.get("/mail-lab/").content.decode()
    assert "your turn" in page
    assert "in: refused" in page
    for mail in OutboundMail.objects.all():
        shown = client.get(f"/mail-lab/out/{mail.pk}/")
        assert shown.status_code == 200
        assert "<script>alert" not in shown.content.decode()
    shown_in = client.get(f"/mail-lab/in/{read.pk}/").content.decode()
    assert "null d9" in shown_in
    assert "refused, with the reason" in shown_in
    assert "a mail that did nothing" in shown_in


SHOWN = (
    ("player=bert", "to bert", "to anna"), ("player=anna", "to anna", "to bert"),
    ("kind=started", "a game has started", "your turn"), ("game=999", "No such mail", "your turn"),
    ("state=refused", "in: refused", "out: sent"), ("state=dropped", "No such mail", "in: refused"),
    ("until=2026-03-02T11:00:00%2B00:00", "No such mail", "your turn"), ("state=nonsense", "your turn", "No such mail"),
)  # fmt: skip


def test_lab_shows_the_mails_that_are_asked_for(anna: Mailbox, client: Client) -> None:
    anna.answer("null d9")
    for query, shown, hidden in SHOWN:
        page = client.get(f"/mail-lab/?{query}").content.decode()
        rows = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page.partition('<ul class="rows">')[2]))
        assert (shown in rows, hidden in rows) == (True, False), query


def test_operator_sees_the_header_of_a_mail_without_what_could_be_used(
    office: PostOffice, start: Start, client: Client, settings: Any
) -> None:
    settings.MAIL_LAB = False
    anna = office.box("anna")
    start("anna", "bert")
    secret = anna.newest.reply_to.partition("@")[0]
    sign_in_staff(client)
    mail = OutboundMail.objects.get(kind="turn")
    page = client.get(f"/admin/notifications/outboundmail/{mail.pk}/change/").content.decode()
    assert "X-Auto-Response-Suppress" in page
    assert secret not in page
    assert "turn-xxxx@" in page
    assert "/mail/off/xxxx/" in page


def test_operator_sees_what_became_of_a_mail_and_changes_nothing(anna: Mailbox, client: Client) -> None:
    read = anna.answer("null d9")
    sign_in_staff(client)
    rows = client.get("/admin/notifications/inboundmail/?q=anna").content.decode()
    assert "refused, with the reason" in rows
    path = f"/admin/notifications/inboundmail/{read.pk}/change/"
    page = client.get(path).content.decode()
    assert "null d9" in page
    assert anna.mails()[0].reply_to.partition("@")[0] not in page
    assert client.post(path, {"outcome": "played"}).status_code == 403
    assert InboundMail.objects.get(pk=read.pk).outcome == "refused"


def test_mails_are_shown_to_operators_only(anna: Mailbox, client: Client) -> None:
    path = f"/admin/notifications/outboundmail/{OutboundMail.objects.earliest('pk').pk}/change/"
    assert client.get(path).status_code == 302
    client.force_login(anna.player)
    assert client.get(path).status_code == 302


def test_mail_in_its_frame_can_load_and_run_nothing(anna: Mailbox, client: Client) -> None:
    mail = OutboundMail.objects.get(kind="turn")
    framed = client.get(f"/mail-lab/out/{mail.pk}/html/")
    assert "default-src 'none'" in framed["Content-Security-Policy"]
    assert framed["X-Frame-Options"] == "SAMEORIGIN"
    assert 'src="data:image/png;base64,' in framed.content.decode()
    assert "<script" not in framed.content.decode()
    assert "sandbox" in client.get(f"/mail-lab/out/{mail.pk}/").content.decode()


def test_raw_mails_can_be_read(anna: Mailbox, client: Client) -> None:
    read = anna.answer("null d3")
    out = client.get(f"/mail-lab/out/{OutboundMail.objects.get(kind='started').pk}/raw/")
    assert out["Content-Type"].startswith("text/plain")
    assert b"Message-ID: <mail-" in out.content
    assert b"null d3" in client.get(f"/mail-lab/in/{read.pk}/raw/").content


@pytest.mark.parametrize("is_on", [True, False])
def test_pages_lead_to_the_lab_where_it_is_open(client: Client, settings: Any, is_on: bool) -> None:
    settings.MAIL_LAB = is_on
    assert ('href="/mail-lab/"' in client.get("/").content.decode()) is is_on


ELSEWHERE = (
    {"REMOTE_ADDR": "203.0.113.7"}, {"REMOTE_ADDR": ""}, {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
    {"HTTP_X_FORWARDED_PROTO": "https"}, {"HTTP_X_REAL_IP": "127.0.0.1"}, {"HTTP_FORWARDED": "for=127.0.0.1"},
    {"HTTP_VIA": "1.1 proxy.example"},
)  # fmt: skip


def test_lab_answers_to_its_own_machine_alone_and_through_no_proxy(anna: Mailbox, client: Client) -> None:
    mail = OutboundMail.objects.get(kind="turn")
    paths = ("", f"out/{mail.pk}/", f"out/{mail.pk}/html/", f"out/{mail.pk}/raw/", "in/1/", "in/1/raw/")
    for values in ELSEWHERE:
        assert {client.get(f"/mail-lab/{path}", **values).status_code for path in paths} == {404}
        assert client.post(f"/mail-lab/out/{mail.pk}/answer/", {"text": "null d3"}, **values).status_code == 404
        assert 'href="/mail-lab/"' not in client.get("/", **values).content.decode()
    for address in ("127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"):
        assert client.get("/mail-lab/", REMOTE_ADDR=address).status_code == 200


def test_answer_when_the_door_is_shut_says_so(anna: Mailbox, client: Client, settings: Any) -> None:
    settings.MAIL_SMTP_PORT = 1
    mail = OutboundMail.objects.get(kind="turn")
    response = client.post(f"/mail-lab/out/{mail.pk}/answer/", {"text": "null d3", "program": "gmail"})
    assert response.status_code == 502
    assert "did not take it" in response.content.decode()
    assert Game.objects.get().ply == 0


# Preferences ----------------------------------------------------------------------------------------------------------

TIMES = {"digest_every": "day", "digest_hour": "8", "schedule": "50, 80, 95"}
AT_ONCE = dict.fromkeys(Topic, "now")


def test_player_chooses_which_mails_come(anna: Mailbox, client: Client) -> None:
    assert client.get("/settings/mail/").status_code == 302
    client.force_login(anna.player)
    assert client.get("/settings/mail/").content.decode().count('value="now" selected') == len(Topic) - 1
    data = AT_ONCE | TIMES | {"turns": "urgent", "receipts": "off", "quiet_from": "22:00", "quiet_until": "07:00"}
    assert client.post("/settings/mail/", data).status_code == 302
    player = anna.player.pk
    assert [pace_of(player, topic) for topic in (Topic.TURNS, Topic.RECEIPTS, Topic.NEWS)] == ["urgent", "off", "now"]
    assert preference_of(player).quiet == (time(22), time(7))
    assert 'value="urgent" selected' in client.get("/settings/mail/").content.decode()


def test_wrong_wish_says_what_would_be_right_and_changes_nothing(anna: Mailbox, client: Client) -> None:
    client.force_login(anna.player)
    for wrong, words in (
        ({"digest_hour": "24"}, "24 is not one of the available choices"),
        ({"quiet_from": "22:00"}, "Say both from when and until when"),
        ({"schedule": "soon"}, "such as 50, 80, 95"),
    ):
        response = client.post("/settings/mail/", AT_ONCE | TIMES | {"news": "off"} | wrong)
        assert (response.status_code, words in response.content.decode()) == (200, True)
    assert not TopicPreference.objects.exists()


def test_wish_for_one_game_counts_before_the_one_for_all(anna: Mailbox, client: Client) -> None:
    client.force_login(anna.player)
    game = Game.objects.get()
    path = f"/settings/mail/games/{game.pk}/"
    assert "as usual (at once)" in client.get(path).content.decode()
    assert client.post(path, {"turns": "digest"}).status_code == 302
    assert pace_of(anna.player.pk, Topic.TURNS, game_id=game.pk) == "digest"
    assert pace_of(anna.player.pk, Topic.TURNS) == "now"
    assert path in client.get("/settings/mail/").content.decode()
    client.post(path, {"turns": ""})
    assert not TopicPreference.objects.exists()


def test_looking_at_the_link_in_a_mail_changes_nothing_and_the_button_does(anna: Mailbox) -> None:
    client = Client(enforce_csrf_checks=True)
    path = off_path(anna.mails()[0])
    assert "It is your turn" in client.get(path).content.decode()
    assert not TopicPreference.objects.exists()
    for _ in range(2):
        response = client.post(path, {"List-Unsubscribe": "One-Click"})
        assert response.status_code == 200
        assert "one mail a day lists those that wait for you" in response.content.decode()
    player = anna.player.pk
    assert (pace_of(player, Topic.TURNS), pace_of(player, Topic.NEWS)) == ("digest", "now")


def test_link_that_was_tampered_with_is_not_found(anna: Mailbox, client: Client) -> None:
    path = off_path(anna.mails()[0])
    assert client.post(path[:-3] + "xx/").status_code == 404
    assert not TopicPreference.objects.exists()
