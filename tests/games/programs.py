"""A player's program at the REST interface, for tests of every package."""

from __future__ import annotations

from functools import partialmethod
from typing import Any

from django.test import Client

from games.accounts import api_keys
from games.models import Player


class Program:
    """A program with a key of the player's, who is made where only a name is given; or without a key."""

    def __init__(self, player: Player | str | None = None, **made: Any) -> None:
        self.headers: dict[str, str] = {}
        if isinstance(player, str):
            player, _ = Player.objects.get_or_create(username=player)
        if player is not None:
            self.token, secret = api_keys.create_token(player, name="program", **made)
            self.headers = {"Authorization": f"Bearer {secret}"}

    def send(self, method: str, path: str, body: Any = None, key: str | None = None, **headers: str) -> Any:
        headers |= self.headers | ({} if key is None else {"Idempotency-Key": key})
        ask = getattr(Client(enforce_csrf_checks=True), method)
        if method == "get":
            return ask(f"/api/v1/{path}", body, headers=headers)
        return ask(f"/api/v1/{path}", body or {}, content_type="application/json", headers=headers)

    get = partialmethod(send, "get")
    post = partialmethod(send, "post")
    put = partialmethod(send, "put")
    patch = partialmethod(send, "patch")
    delete = partialmethod(send, "delete")
