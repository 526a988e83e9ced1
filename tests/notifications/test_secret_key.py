"""A new secret key ends nothing that is in mails, in browsers and on phones, as long as the former one is named."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client, override_settings

from games.models import Player
from notifications.accounts.second_factors import SecondFactorAdapter
from notifications.channels import feeds
from notifications.channels.messengers import kept_token, token_of
from notifications.models import FeedKey, Webhook
from tests.games.conftest import NOON, Start
from tests.notifications.mailbox import PostOffice

pytestmark = pytest.mark.django_db


@contextmanager
def new_key(*, former: bool = True) -> Iterator[None]:
    """The operator has set another key, and named the former one or not."""
    old = [settings.SECRET_KEY] if former else []
    with override_settings(SECRET_KEY="n" * 60, SECRET_KEY_FALLBACKS=old):
        yield


@pytest.mark.parametrize(("former", "outcome"), [(True, "played"), (False, "")])
def test_mail_of_before_is_answered_to_the_address_in_it(
    office: PostOffice, start: Start, former: bool, outcome: str
) -> None:
    anna = office.box("anna")
    office.box("bert")
    start("anna", "bert")
    mail = anna.newest
    with new_key(former=former):
        if former:
            assert anna.answer("null d3", mail).outcome == outcome
        else:
            with pytest.raises(Exception, match="no such address"):
                anna.answer("null d3", mail)


def test_address_of_a_feed_stays_and_is_shown() -> None:
    anna = Player.objects.create(username="anna")
    letters = feeds.letters_of(feeds.renew_key(player_id=anna.pk, at=NOON))
    with new_key():
        assert feeds.letters_of(FeedKey.objects.get()) == letters
        assert Client().get(f"/feeds/{letters}/moves.atom").status_code == 200
        assert feeds.letters_of(feeds.renew_key(player_id=anna.pk, at=NOON)) != letters
        assert Client().get(f"/feeds/{letters}/moves.atom").status_code == 404
    with new_key(former=False):
        assert Client().get(f"/feeds/{letters}/moves.atom").status_code == 404


def test_secret_of_one_time_codes_is_still_read() -> None:
    kept = SecondFactorAdapter().encrypt("secret of codes")
    with new_key():
        assert SecondFactorAdapter().decrypt(kept) == "secret of codes"
        anew = SecondFactorAdapter().encrypt("secret of codes")
    with new_key(former=False):
        assert SecondFactorAdapter().decrypt(anew) == "secret of codes"


def test_token_of_a_messenger_is_kept_encrypted_and_still_read() -> None:
    kept = Webhook(encrypted_token=kept_token("syt_1"))
    assert "syt_1" not in kept.encrypted_token
    with new_key():
        assert token_of(kept) == "syt_1"
        anew = Webhook(encrypted_token=kept_token("syt_1"))
    with new_key(former=False):
        assert token_of(anew) == "syt_1"
        assert token_of(kept) == "", "nobody can read it, so the service refuses us"


def test_address_of_a_webhook_is_kept_encrypted_and_still_read() -> None:
    anna = Player.objects.create(username="anna")
    kept = Webhook(player=anna, url="https://discord.com/api/webhooks/1/abc", created_at=NOON)
    kept.save()
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM notifications_webhook")
        assert "discord.com" not in str(cursor.fetchall())
    assert Webhook.objects.get().url == "https://discord.com/api/webhooks/1/abc"
    with new_key():
        assert Webhook.objects.get().url == "https://discord.com/api/webhooks/1/abc"
    with new_key(former=False):
        assert Webhook.objects.get().url == "", "nobody can read it, so nothing is called"


def test_session_goes_on() -> None:
    anna = Player.objects.create(username="anna", password="!x")
    browser = Client()
    browser.force_login(anna, backend=settings.AUTHENTICATION_BACKENDS[0])
    with new_key():
        assert browser.get("/settings/").status_code == 200
