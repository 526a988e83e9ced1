"""Joining and logging in: the accounts library's mails go through the outbox, under its rules."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as django_mail
from django.test import Client

from games.models import Player
from notifications.models import OutboundMail
from tests.notifications.mailbox import PostOffice

pytestmark = pytest.mark.django_db


@pytest.fixture
def office() -> PostOffice:
    from django.utils import timezone

    return PostOffice(now=timezone.now())


def join(client: Client, username: str, email: str) -> object:
    form = {"username": username, "email": email, "password1": "acorn-in-april", "password2": "acorn-in-april"}
    return client.post("/accounts/signup/", form)


def code_in(office: PostOffice) -> str:
    office.wait(minutes=1)
    office.work()
    found = re.search(r"^([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})$", str(django_mail.outbox[-1].body), re.MULTILINE)
    assert found is not None, django_mail.outbox[-1].body
    return found[1]


def test_newcomer_confirms_the_address_with_the_code_that_was_mailed(office: PostOffice, client: Client) -> None:
    join(client, "Anna", "anna@example.org")
    row = OutboundMail.objects.get()
    assert (row.kind, row.reader, row.to) == ("sign-up", None, "anna@example.org")
    client.post("/accounts/confirm-email/", {"code": code_in(office)})
    assert EmailAddress.objects.get(user__username="anna").verified
    assert Player.objects.get(is_bot=False).username == "anna"


def test_sent_code_is_not_kept_outside_the_lab(office: PostOffice, client: Client, settings: object) -> None:
    settings.MAIL_LAB = False  # type: ignore[attr-defined]
    join(client, "cora", "cora@example.org")  # the library counts mails per address, across tests
    code = code_in(office)
    row = OutboundMail.objects.get()
    assert row.state == "sent"
    assert code not in f"{row.context}{row.text}{row.html}"
    assert row.raw is None


def test_name_that_could_not_be_written_in_a_mail_is_refused(client: Client) -> None:
    join(client, "anna smith", "anna@example.org")
    assert not Player.objects.filter(is_bot=False).exists()


def test_login_code_comes_by_mail(office: PostOffice, client: Client) -> None:
    office.box("anna")
    client.post("/accounts/login/code/", {"email": "anna@example.org"})
    row = OutboundMail.objects.get()
    assert (row.kind, row.reader is not None, row.to) == ("account", True, "")
    response = client.post("/accounts/login/code/confirm/", {"code": code_in(office)})
    assert response.status_code == 302
    assert "_auth_user_id" in client.session


def test_stranger_is_not_written_to(office: PostOffice, client: Client) -> None:
    client.post("/accounts/login/code/", {"email": "stranger@example.org"})
    client.post("/accounts/password/reset/", {"email": "stranger@example.org"})
    assert not OutboundMail.objects.exists()


def test_address_that_is_taken_tells_its_owner_only(office: PostOffice, client: Client) -> None:
    anna = office.box("anna")
    join(client, "mallory", "anna@example.org")
    assert not Player.objects.filter(username="mallory").exists()
    assert all(row.reader == anna.player for row in OutboundMail.objects.all())
