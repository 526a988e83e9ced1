"""What is kept of a sign-in: hashes that say nothing, for a month."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from games.accounts.login_traces import KEPT_FOR, forget_old_traces, keep_trace
from games.models import LoginTrace, Player
from games.tasks import forget_login_traces

pytestmark = pytest.mark.django_db

PASSWORD = "correct-horse-9-battery"
MAY = datetime(2026, 5, 20, 12, tzinfo=UTC)


def digests(name: str) -> set[str]:
    return set(LoginTrace.objects.filter(player__username=name).values_list("digest", flat=True))


def sign_in(name: str, *, address: str, program: str = "Fox") -> None:
    """A player with a checked address signs in with the password."""
    player = Player.objects.create_user(name, password=PASSWORD)
    EmailAddress.objects.create(user=player, email=f"{name}@example.org", verified=True, primary=True)
    client = Client(REMOTE_ADDR=address, headers={"User-Agent": program})
    client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    assert client.get("/settings/").status_code == 200


def test_sign_in_leaves_two_hashes_and_no_address() -> None:
    sign_in("anna", address="192.0.2.7")
    traces = LoginTrace.objects.all()
    assert sorted(traces.values_list("kind", flat=True)) == ["address", "program"]
    assert not any(
        "192" in str(value) and "." in str(value) for trace in traces.values("digest") for value in trace.values()
    )
    sign_in("bert", address="192.0.2.7", program="Bear")
    assert len(digests("anna") & digests("bert")) == 1, "the address, but not the program"
    sign_in("cleo", address="192.0.2.8")
    assert not digests("anna") & digests("cleo")
    sign_in("dora", address="2001:db8:1:2::7")
    sign_in("emil", address="2001:db8:1:2:9::1")
    assert digests("dora") == digests("emil") != set(), "a household is one network in IPv6"


def test_hashes_of_another_month_are_others() -> None:
    player = Player.objects.create(username="anna")
    keep_trace(player, "192.0.2.7", "Fox", at=MAY)
    keep_trace(player, "192.0.2.7", "Fox", at=MAY + timedelta(hours=1))
    assert len(digests("anna")) == 2, "the same once more renews it"
    keep_trace(player, "192.0.2.7", "Fox", at=MAY + timedelta(days=20))
    assert len(digests("anna")) == 4


def test_traces_are_deleted_after_a_month_and_with_the_account() -> None:
    player = Player.objects.create(username="anna")
    keep_trace(player, "192.0.2.7", "Fox", at=MAY)
    assert forget_old_traces(now=MAY + KEPT_FOR) == 0
    assert forget_old_traces(now=MAY + KEPT_FOR + timedelta(seconds=1)) == 2
    keep_trace(player, "192.0.2.7", "Fox", at=MAY)
    forget_login_traces()
    assert not LoginTrace.objects.exists()
    keep_trace(player, "192.0.2.7", "Fox", at=datetime.now(UTC))
    player.delete()
    assert not LoginTrace.objects.exists()
