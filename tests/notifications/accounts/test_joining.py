"""Joining where only people with an invitation can: on the page, by mail, and as a guest who has played."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.models import Player
from notifications.accounts import joining
from notifications.models import JoiningCode
from tests.games.browsing import Browser, Page
from tests.notifications.mailbox import Correspondent, PostOffice
from tests.second_factor import sign_in

pytestmark = pytest.mark.django_db

PASSWORD = "acorn-in-april"


@pytest.fixture(autouse=True)
def _by_members(settings: Any) -> None:
    settings.REGISTRATION = "by-members"


@pytest.fixture
def dora(office: PostOffice) -> Correspondent:
    return Correspondent(office, "dora")


def code(**facts: object) -> str:
    """An invitation by the operator."""
    made = joining.make_code(None, note="", at=timezone.now())
    JoiningCode.objects.filter(pk=JoiningCode.objects.latest("pk").pk).update(**{"note": "", **facts})
    return made


def join(browser: Browser, name: str, invitation: str, address: str = "") -> Page:
    return browser.send(
        "/accounts/signup/", username=name, email=address or f"{name}@example.org", password1=PASSWORD,
        invitation=invitation,
    )  # fmt: skip


def names() -> set[str]:
    return set(Player.objects.filter(is_bot=False).values_list("username", flat=True))


@pytest.mark.parametrize(
    ("setting", "words"), [("by-members", "Every member can make one"), ("by-staff", "The staff make them.")]
)
def test_page_says_that_an_invitation_is_needed_and_where_there_is_one(settings: Any, setting: str, words: str) -> None:
    settings.REGISTRATION = setting
    page = Browser().get("/accounts/signup/")
    assert "Only people with an invitation can join." in page.text
    assert words in page.text
    assert join(Browser(), "anna", "").status == 200
    assert names() == set()


def test_link_of_a_member_lets_one_person_join(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    bert = Player.objects.create(username="bert")
    page = Browser("bert").send("/settings/invitations/", note="for Anna of the club")
    link = page.one(".note pre").text().strip()
    given = parse_qs(urlsplit(link).query)["invitation"][0]
    assert given in Browser().get(f"/accounts/signup/?invitation={given}").html
    join(Browser(), "anna", given.upper().replace("-", " "))
    assert "it was used, has expired or is mistyped" in join(Browser(), "cora", given).text
    assert names() == {"anna", "bert"}
    row = JoiningCode.objects.get()
    assert (row.player, row.note, row.used_by and row.used_by.username) == (bert, "for Anna of the club", "anna")
    assert given not in row.digest
    anna = Player.objects.get(username="anna").pk
    assert [said for said in caplog.messages if "code" in said] == [
        f"Player {bert.pk} has made code {row.pk} to join.",
        f"Player {anna} has joined with code {row.pk}.",
    ]
    assert "used by anna on" in Browser("bert").get("/settings/invitations/").text


def test_invitation_that_has_ended_or_was_withdrawn_lets_nobody_join() -> None:
    now = timezone.now()
    ended = code(ends_at=now - timedelta(seconds=1))
    Player.objects.create(username="bert")
    bert = Browser("bert")
    bert.send("/settings/invitations/", note="")
    row = JoiningCode.objects.latest("pk")
    page = bert.send(f"/settings/invitations/{row.pk}/withdraw/")
    assert "Nobody can join with it any more." in page.text
    for given in (ended, "aaaa-bbbb-cccc-dddd"):
        assert "Ask for a new one." in join(Browser(), "anna", given).text
    assert not joining.open_codes(timezone.now()).exists()


def test_member_has_five_open_invitations_at_most() -> None:
    Player.objects.create(username="bert")
    bert = Browser("bert")
    for _ in range(5):
        assert bert.send("/settings/invitations/", note="").has(".note pre")
    assert "You have 5 invitations that nobody has used yet." in bert.send("/settings/invitations/", note="").text
    assert JoiningCode.objects.count() == 5


@pytest.mark.parametrize(
    ("setting", "who"), [("open", set()), ("by-staff", {"asta"}), ("by-members", {"asta", "bert"})]
)
def test_setting_says_by_whom_invitations_are_made(settings: Any, setting: str, who: set[str]) -> None:
    settings.REGISTRATION = setting
    browsers = {"asta": Browser(), "bert": Browser("bert")}
    sign_in(browsers["asta"].client, Player.objects.create(username="asta", is_staff=True))
    assert {name for name, its in browsers.items() if its.get("/settings/invitations/").status == 200} == who
    assert {name for name, its in browsers.items() if "Invitations to join" in its.get("/settings/").text} == who


def test_operator_makes_the_first_invitation_at_the_machine(settings: Any, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("invite", note="for me")
    link = capsys.readouterr().out.strip()
    assert link.startswith(joining.joining_link(""))
    join(Browser(), "anna", link.rpartition("=")[2])
    assert names() == {"anna"}
    settings.REGISTRATION = "open"
    with pytest.raises(CommandError, match="Everybody can join"):
        call_command("invite")


def test_address_that_has_an_account_uses_no_invitation() -> None:
    browser, given = Browser(), code()
    Player.objects.create(username="anna", email="anna@example.org").emailaddress_set.create(
        email="anna@example.org", verified=True, primary=True
    )
    join(browser, "other", given, "anna@example.org")
    assert names() == {"anna"}
    assert joining.open_codes(timezone.now()).count() == 1


def test_guest_needs_an_invitation_and_can_correct_a_slip_in_the_address() -> None:
    browser, given = Browser(), code()
    nonce = str(browser.get("/").tree.css("input[name=nonce]")[0].attributes["value"])
    browser.send("/lobby/house/", nonce=nonce, rules="btt", bot="house-seedling")
    guest = Player.objects.get(is_guest=True)
    join(browser, "anna", "")
    assert Player.objects.get(is_guest=True).username == guest.username
    join(browser, "anna", given, "wrong@example.org")
    del browser.client.cookies["sessionid"]  # the browser was closed meanwhile
    page = join(browser, "anna", given, "anna@example.org")
    assert "We have mailed a code to anna@example.org" in page.text
    assert Player.objects.get(pk=guest.pk).emailaddress_set.get().email == "anna@example.org"
    assert "Ask for a new one." in join(Browser(), "cora", given).text


def test_stranger_joins_by_mail_with_an_invitation_only(dora: Correspondent) -> None:
    dora.write("sign up dora")
    words = " ".join(dora.mails()[-1].text.split())
    assert "Only people with an invitation can join. Every member can make one" in words
    assert "[sign up NAME CODE]" in words
    given = code()
    dora.write(f"sign up dora {given}")
    dora.answer("yes")
    row = JoiningCode.objects.get()
    assert (names(), row.used_by and row.used_by.username) == ({"dora"}, "dora")


def test_two_people_who_wrote_with_one_invitation_are_one_player(dora: Correspondent, office: PostOffice) -> None:
    emil, given = Correspondent(office, "emil"), code()
    dora.write(f"sign up dora {given}")
    emil.write(f"join as emil with invitation {given}")
    dora.answer("yes"), emil.answer("yes")
    assert names() == {"dora"}
    assert "it was used" in " ".join(emil.mails()[-1].text.split())
