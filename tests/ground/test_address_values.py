"""Pages of lists."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from games.models import Player
from ground.address_values import page_of

pytestmark = pytest.mark.django_db


def test_list_is_counted_only_if_it_does_not_fit_on_a_page() -> None:
    for name in ("zoe 1", "zoe 2", "zoe 3"):
        Player.objects.create(username=name)
    players = Player.objects.filter(username__startswith="zoe").order_by("username")
    for size, asked, shown, statements in ((3, "", "123", 1), (2, "", "12", 2), (2, "?page=2", "3", 2)):
        with CaptureQueriesContext(connection) as queries:
            page = page_of(RequestFactory().get(f"/{asked}"), players, size)
            assert "".join(player.username[-1] for player in page) == shown
            assert page.paginator.count == 3
        assert len(queries) == statements
