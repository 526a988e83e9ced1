"""Blocks, reports, decisions, and lists in pages, through the page and through REST."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.models import Group
from django.core import mail
from django.utils import timezone

from games.conversation import remarks
from games.models import Block, ModerationEntry, Player, Report
from games.play.creation import create_game
from games.play.moving import play_move
from tests.games.browsing import Browser
from tests.games.conftest import THREE_DAYS
from tests.games.programs import Program
from tests.notifications.mailbox import PostOffice
from tests.second_factor import SECRET, sign_in

pytestmark = pytest.mark.django_db


def player(name: str) -> Player:
    joined = timezone.now() - timedelta(days=30)
    return Player.objects.get_or_create(username=name, defaults={"date_joined": joined})[0]


def moderator(name: str = "mia") -> Player:
    found = player(name)
    found.groups.add(Group.objects.get(name="Moderators"))
    return found


def at_the_console(name: str = "mia") -> Browser:
    """A browser in which a moderator has shown a second factor."""
    browser = Browser()
    sign_in(browser.client, moderator(name))
    return browser


def test_player_is_blocked_and_unblocked_on_the_page() -> None:
    player("bert")
    anna = Browser("anna")
    page = anna.get("/players/bert/")
    address = next(link.attributes["href"] for link in page.tree.css("a") if link.text() == "Block this player")
    form = anna.get(str(address))
    assert form.form()["player"] == "bert"
    done = anna.send("/settings/blocks/", player="bert")
    assert "You have blocked bert" in done.note()
    assert Block.objects.count() == 1
    assert "There is no player called 'nobody'" in anna.send("/settings/blocks/", player="nobody").text
    assert "do not block bert any more" in anna.send("/settings/blocks/", player="bert", unblock="1").note()
    assert not Block.objects.exists()


def test_blocks_through_rest() -> None:
    player("bert")
    made = Program("anna").post("players/me/blocks/", {"player": "bert"})
    assert (made.status_code, made.json()["player"]) == (201, "bert")
    listed = Program("anna").get("players/me/blocks/").json()
    assert [block["player"] for block in listed["results"]] == ["bert"]
    assert Program("bert").get("players/me/blocks/").json()["results"] == []
    refused = Program("bert").post("proposals/", challenge_to("anna"))
    assert (refused.status_code, refused.json()["code"]) == (409, "proposal")
    assert refused.json()["message"] == "anna does not take challenges or invitations now."
    assert Program("anna").delete("players/me/blocks/bert/").status_code == 204
    assert Program("anna").delete("players/me/blocks/bert/").status_code == 409


def challenge_to(name: str) -> dict[str, Any]:
    control = {"base": 259200, "increment": 259200, "cap": 259200}
    return {"rules": "btt", "seats": 2, "control": control, "invited": [name]}


def test_blocks_by_mail() -> None:
    office = PostOffice(now=timezone.now())
    anna = office.box("anna")
    player("bert")
    game = create_game(rules="btt", players=[anna.player, player("carl")], control=THREE_DAYS, at=office.now)
    assert game.pk
    from notifications.addresses.reply_addresses import personal_address

    def write(text: str, number: int) -> str:
        to = personal_address(anna.player.pk)
        raw = f"From: {anna.address}\r\nTo: {to}\r\nMessage-ID: <{number}@mail.example>\r\n\r\n{text}\r\n"
        office.deliver(raw.encode(), to, sender=anna.address)
        return anna.newest.text

    assert "You block nobody" in write("block", 1)
    assert "You have blocked bert" in write("block bert", 2)
    assert Block.objects.get().blocked.username == "bert"
    assert "You block bert" in write("block", 3)
    assert "There is no player called 'nobody'" in write("block nobody", 4)
    assert "do not block bert any more" in write("unblock Bert", 5)
    assert not Block.objects.exists()


def test_remark_is_reported_once_and_decided() -> None:
    bert = player("bert")
    now = timezone.now()
    game = create_game(rules="btt", players=[player("anna"), bert], control=THREE_DAYS, at=now)
    remarks.say(game_id=game.pk, player_id=bert.pk, text="You fool", at=now, source="page")
    anna = Browser("anna")
    page = anna.get(f"/games/{game.pk}/")
    address = str(page.one("#talk li a").attributes["href"])
    form = anna.client.get(address)
    assert "You fool" in form.content.decode()
    token = anna.client.cookies["csrftoken"].value
    values = {"csrfmiddlewaretoken": token, "reason": "abuse", "text": "Twice"}
    sent = anna.client.post(address, values, follow=True)
    assert "Your report is with the moderators" in sent.content.decode()
    assert "You have reported this already" in anna.client.get(address).content.decode()
    assert not Browser("bert").get(f"/games/{game.pk}/").has("#talk li a")

    mia = at_the_console()
    assert "1 report waits for a decision" in mia.get("/moderation/").text
    reported = Report.objects.get()
    decided = mia.fill(mia.get(f"/moderation/reports/{reported.pk}/"), kind="muted", days="3", reason="Insults.")
    assert "No report waits for a decision" in decided.text
    entry = ModerationEntry.objects.get()
    assert (entry.player, entry.kind, entry.until) == (bert, "muted", entry.at + timedelta(days=3))
    said = Browser("bert").send(f"/games/{game.pk}/say/", words="And more", nonce="1")
    assert "muted you: nothing that you write is published until" in said.text

    history = mia.get("/moderation/players/bert/")
    assert "Insults." in history.text
    mia.send(f"/moderation/log/{entry.pk}/revert/", reason="Mistaken.")
    assert "decision 1 reverted".replace("1", str(entry.pk)) in mia.get("/moderation/log/").text


def test_player_is_notified_of_a_decision() -> None:
    office = PostOffice(now=timezone.now())
    office.box("bert")
    at_the_console().send("/moderation/players/bert/", kind="closed", reason="Advertising.", nonce="1")
    office.now = timezone.now()
    (sent,) = office.box("bert").mails()
    assert sent.subject == "A moderator has closed your account"
    assert "Advertising." in sent.text
    assert "/report/?kind=decision" in sent.text
    assert not Player.objects.get(username="bert").is_active
    assert len(mail.outbox) == 1


def test_moderation_is_for_moderators_with_a_second_factor() -> None:
    player("anna")
    mia = Browser(moderator().username)
    page = mia.get("/moderation/log/")
    assert page.path == "/accounts/2fa/"
    assert "Moderators need a second factor" in page.text
    TOTP.activate(moderator(), SECRET)
    shown = mia.client.get("/moderation/log/")
    assert shown["Location"] == "/accounts/2fa/reauthenticate/?next=%2Fmoderation%2Flog%2F"
    console = at_the_console("max")
    for path in ("/moderation/", "/moderation/log/", "/moderation/players/anna/"):
        assert Browser("anna").get(path).status == 403
        assert "/accounts/login/" in Browser().get(path).path
        assert console.get(path).status == 200


def test_moderation_through_rest() -> None:
    player("bert")
    assert Program("anna").post("reports/", {"kind": "player", "key": "bert", "reason": "spam"}).status_code == 201
    mia = moderator()
    assert Program("anna").get("moderation/reports/").status_code == 403
    without = Program("mia").get("moderation/reports/")
    assert (without.status_code, "need a second factor" in without.json()["message"]) == (403, True)
    TOTP.activate(mia, SECRET)
    (waiting,) = Program("mia").get("moderation/reports/").json()["results"]
    assert (waiting["reporter"], waiting["about"], waiting["reason"]) == ("anna", "bert", "spam")
    body = {"kind": "suspended", "days": 7, "reason": "Spam.", "report": waiting["id"]}
    made = Program("mia").post("moderation/players/bert/", body, key="a")
    assert made.status_code == 201
    again = Program("mia").post("moderation/players/bert/", body, key="a")
    assert again.json() == made.json()
    assert Program("mia").get("moderation/reports/").json()["results"] == []
    refused = Program("bert").post("proposals/", challenge_to("anna"))
    assert (refused.status_code, refused.json()["code"]) == (403, "suspended")
    assert "Spam." in refused.json()["message"]
    entry = made.json()["id"]
    assert Program("mia").post(f"moderation/log/{entry}/revert/", {"reason": "No."}).status_code == 200
    assert Program("bert").post("proposals/", challenge_to("anna")).status_code == 201
    assert [line["kind"] for line in Program("mia").get("moderation/log/").json()["results"]] == [
        "reverted", "suspended",
    ]  # fmt: skip


def test_games_of_a_player_come_in_pages() -> None:
    anna, bert = player("anna"), player("bert")
    for _ in range(11):
        create_game(rules="btt", players=[anna, bert], control=THREE_DAYS, at=timezone.now())
    assert "Page 2 of 2" in Browser().get("/players/anna/?running=2").text


def test_home_page_and_receipts_come_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bert = player("anna"), player("bert")
    monkeypatch.setattr("games.web.lists.PAGE_SIZE", 2)
    monkeypatch.setattr("games.web.game.EVENTS_A_PAGE", 1)
    games = [create_game(rules="btt", players=pair, control=THREE_DAYS, at=timezone.now())
             for pair in [(anna, bert)] * 3 + [(bert, anna)] * 3]  # fmt: skip
    home = Browser("anna")
    first, second = home.get("/"), home.get("/?page=2&waiting=2")
    assert "3 games wait for you" in first.text
    assert "3 games wait for you" in second.text
    listed = {game.pk: f"/games/{game.pk}/" for game in games}
    shown = [{pk for pk, link in listed.items() if page.has(f"main a[href='{link}']")} for page in (first, second)]
    assert [len(found) for found in shown] == [4, 2]
    assert shown[0] | shown[1] == set(listed)
    play_move(game_id=games[0].pk, player_id=anna.pk, text="null d3", ply=0, at=timezone.now(), source="page")
    assert "null d3" not in Browser().get(f"/games/{games[0].pk}/log/").text
    assert "null d3" in Browser().get(f"/games/{games[0].pk}/log/?page=2").text
