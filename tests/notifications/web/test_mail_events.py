"""Bounces and complaints as providers post them: who may report, and what a report means for an address.

The payloads are those of the providers' own documentation, with our recipients and our mail in them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client, override_settings
from django.test.client import Client as Browser

from notifications.models import AddressHealth, OutboundMail
from tests.games.conftest import Start
from tests.notifications.mailbox import PostOffice

pytestmark = pytest.mark.django_db

SECRET = "user:a-secret-of-the-provider"
TO = "anna@example.org"

Post = Callable[[Any], int]


def mailgun(event: str, mail: int, **more: Any) -> dict[str, Any]:
    """https://documentation.mailgun.com/docs/mailgun/user-manual/tracking-messages/"""
    moment = "1529006854"
    data = {"event": event, "id": "G9Bn5sl1TC6nu79C8C0bwg", "timestamp": 1529006854.329574, "recipient": TO}
    data["message"] = {
        "headers": {"to": TO, "message-id": f"mail-{mail}@play.localhost", "from": "seeds@play.localhost"}
    }
    token = hashlib.sha256(f"{event}{mail}{more}".encode()).hexdigest()[:50]
    signature = hmac.new(SECRET.encode(), f"{moment}{token}".encode(), hashlib.sha256).hexdigest()
    return {"signature": {"timestamp": moment, "token": token, "signature": signature}, "event-data": data | more}


def mailersend(sort: str, object_: str, reason: str) -> dict[str, Any]:
    """https://developers.mailersend.com/api/v1/webhooks.html"""
    email = {
        "object": "email", "id": "62f114f8165fe0d8db0288e3", "created_at": "2026-03-02T12:00:00.000000Z",
        "from": "seeds@play.localhost", "subject": "Game 1", "status": "rejected", "tags": None,
        "message": {"object": "message", "id": "62fb66bef54a112e920b5493"},
        "recipient": {"object": "recipient", "id": "62c69be104270ee9c6074d32", "email": TO},
    }  # fmt: skip
    data = {
        "object": "activity", "id": "62f114f8165fe0d8db0288e7", "type": sort,
        "created_at": "2026-03-02T12:01:00.000000Z", "email": email,
        "morph": {"object": object_, "id": "62fb66bef54a112e920b5496", "reason": reason},
    }  # fmt: skip
    return {"type": f"activity.{sort}", "domain_id": "7z3m5jgrogdpyo6n", "webhook_id": "2351ndgwr4zqx8ko", "data": data}


def postmark(record: str, sort: str, details: str = "") -> dict[str, Any]:
    """https://postmarkapp.com/developer/webhooks/bounce-webhook"""
    return {
        "RecordType": record, "MessageStream": "outbound", "ID": 4323372036854775807, "Type": sort, "TypeCode": 1,
        "Name": sort, "Tag": "", "MessageID": "883953f4-6105-42a2-a16a-77a8eac79483", "Metadata": {}, "ServerID": 23,
        "Description": "What happened, in the words of the provider.", "Details": details, "Email": TO,
        "From": "seeds@play.localhost", "BouncedAt": "2026-03-02T12:01:00Z", "DumpAvailable": True, "Inactive": True,
        "CanActivate": True, "Subject": "Game 1",
    }  # fmt: skip


def post(payload: Any, **headers: str) -> int:
    given: Any = Client().post("/mail/events/", json.dumps(payload), content_type="application/json", headers=headers)
    return int(given.status_code)


def post_mailersend(payload: Any, secret: str = SECRET) -> int:
    body = json.dumps(payload)
    signature = hmac.new(secret.encode(), body.encode(), hashlib.sha256).hexdigest()
    given: Any = Browser().post(
        "/mail/events/", body, content_type="application/json", headers={"Signature": signature}
    )
    return int(given.status_code)


def post_postmark(payload: Any, secret: str = SECRET) -> int:
    return post(payload, Authorization=f"Basic {base64.b64encode(secret.encode()).decode()}")


@pytest.fixture
def mail(office: PostOffice, start: Start) -> OutboundMail:
    """The mail of anna's turn, which has gone out."""
    office.box("anna"), office.box("bert")
    start("anna", "bert")
    office.work()
    return OutboundMail.objects.get(reader__username="anna", state="sent")


def health() -> AddressHealth | None:
    return AddressHealth.objects.filter(address__email=TO).first()


def why_off() -> str:
    """Why no mail goes to anna's address; blank while mails go there."""
    found = health()
    return found.reason if found else ""


@override_settings(MAIL_EVENTS="mailgun", ANYMAIL={"MAILGUN_WEBHOOK_SIGNING_KEY": SECRET})
def test_mailgun_reports_a_refusal_for_good_and_a_passing_one(mail: OutboundMail) -> None:
    passing = {
        "severity": "temporary",
        "delivery-status": {"code": 452, "message": "4.2.2 over quota", "description": ""},
    }
    assert post(mailgun("failed", mail.pk, **passing)) == 204
    assert health() is None, "it is tried again"
    gone = {
        "severity": "permanent",
        "delivery-status": {"code": 550, "message": "5.1.1 no such user", "description": ""},
    }
    assert post(mailgun("failed", mail.pk, reason="bounce", **gone)) == 204
    found = health()
    assert found
    assert (found.reason, found.status) == ("gone", "5.1.1")


@override_settings(MAIL_EVENTS="mailgun", ANYMAIL={"MAILGUN_WEBHOOK_SIGNING_KEY": SECRET})
def test_mailgun_reports_a_complaint_once_signed(mail: OutboundMail) -> None:
    told = mailgun("complained", mail.pk)
    forged = told | {"signature": told["signature"] | {"signature": "0" * 64}}
    broken: list[Any] = [forged, {}, {"event-data": told["event-data"]}, [], "x"]
    assert [post(payload) for payload in broken] == [400] * 5
    assert why_off() == ""
    assert post(told) == 204
    assert why_off() == "complaint"
    assert post(told) == 204, "twice is once"


@override_settings(MAIL_EVENTS="mailersend", ANYMAIL={"MAILERSEND_SIGNING_SECRET": SECRET})
def test_mailersend_reports_a_complaint_and_a_hard_bounce(mail: OutboundMail) -> None:
    bounced = mailersend("hard_bounced", "recipient_bounce", "Host or domain name not found")
    assert post_mailersend(bounced, "another secret of somebody") == 400
    assert why_off() == ""
    assert post_mailersend(mailersend("soft_bounced", "recipient_bounce", "452 4.3.1 later")) == 204
    assert why_off() == ""
    assert post_mailersend(bounced) == 204
    assert why_off() == "gone"


@override_settings(MAIL_EVENTS="postmark", ANYMAIL={"WEBHOOK_SECRET": SECRET})
def test_postmark_reports_what_it_shows_a_password_for(mail: OutboundMail) -> None:
    full = postmark("Bounce", "SoftBounce", "smtp;452 4.2.2 mailbox full")
    gone = postmark("Bounce", "HardBounce", "smtp;550 5.1.1 The email account does not exist.")
    assert [post(gone), post_postmark(gone, "user:another-password-here")] == [400, 400]
    assert post_postmark(full) == 204
    found = health()
    assert found
    assert (found.reason, found.status, found.full_at is None) == ("", "4.2.2", False)
    assert post_postmark(postmark("Delivery", "")) == 204
    assert post_postmark(postmark("SpamComplaint", "SpamComplaint")) == 204
    assert why_off() == "complaint"


@override_settings(MAIL_EVENTS="postmark", ANYMAIL={"WEBHOOK_SECRET": SECRET})
def test_report_about_an_address_that_got_no_mail_of_ours_does_nothing(mail: OutboundMail) -> None:
    EmailAddress.objects.filter(email=TO).update(email="anna@other.example")
    assert post_postmark(postmark("SpamComplaint", "SpamComplaint")) == 204
    assert AddressHealth.objects.count() == 0


def test_nobody_reports_where_no_provider_is_named(mail: OutboundMail) -> None:
    assert post_postmark(postmark("SpamComplaint", "SpamComplaint")) == 404
    assert AddressHealth.objects.count() == 0
