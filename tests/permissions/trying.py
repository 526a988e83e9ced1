"""Trying an operation as a role: what is answered, and whether anything was written. Nothing of it stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

from django.conf import settings
from django.contrib.messages import ERROR, get_messages
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client

from tests.games.browsing import Page, guest_cookie
from tests.permissions.bodies import OWN_NAME
from tests.permissions.roles import GUEST, ROLES
from tests.permissions.world import World
from tests.second_factor import sign_in
from tests.tournaments.conftest import friend

WRITING = re.compile(r'(INSERT(?: OR IGNORE)? INTO|UPDATE|DELETE FROM) "(\w+)"')
# What a refused attempt may leave behind: the session, and the submission that was refused.
TRACES = {"django_session", "games_submission"}


class Browser(Client):
    """A client that keeps nothing of an answer, not even what its templates were given; all share one application."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        csrf = options.get("enforce_csrf_checks", False)
        self.handler = HANDLERS.setdefault(csrf, self.handler)

    def request(self, **request: Any) -> Any:
        response = self.handler(self._base_environ(**request))
        response.close()
        return response


HANDLERS: dict[bool, Any] = {}  # an application takes long to load


@dataclass
class Answer:
    """What came of one try."""

    code: str  # as the table has it
    written: set[str]  # the tables
    response: Any


@dataclass
class Trial:
    """The world, and a browser for each role."""

    world: World
    sessions: dict[str, SimpleCookie] = field(default_factory=dict)
    _pages: dict[str, dict[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for role in ROLES:  # now: a session that a try makes is gone with it
            self.client(role)

    def client(self, role: str, **options: Any) -> Client:
        """A new browser of the role, logged in."""
        if role not in self.sessions:
            known = Client()
            if (name := ROLES[role]) == GUEST:
                known.cookies = guest_cookie(friend(name))
            elif name:
                sign_in(known, friend(name))
            self.sessions[role] = known.cookies
        client = Browser(**options)
        client.cookies = SimpleCookie(self.sessions[role].output(header="", sep=";"))
        return client

    def send(
        self, client: Client, operation: str, path: str = "", *, name: str = "", filled_in: bool = True, **more: Any
    ) -> Any:
        """Ask for an operation, with its body and what its page has filled in; at another path if one is given."""
        method, route = operation.split(" ", 1)
        path, body = path or self.world.path(method, route), self.body(operation, name)
        if method == "GET":
            return client.get(path, **more)
        if route.startswith("api/"):
            return getattr(client, method.lower())(path, body, content_type="application/json", **more)
        form = self._filled_in(path) if filled_in else {}
        return client.post(path, {**form, "nonce": "n", **body}, **more)

    def ask(self, operation: str, role: str, path: str = "", **options: Any) -> Any:
        """The answer to an operation as a role; nothing of it stays."""
        cache.clear()
        with transaction.atomic():
            answer = self.send(self.client(role, **options), operation, path, name=ROLES[role] or "")
            transaction.set_rollback(True)
        return answer

    def body(self, operation: str, name: str = "") -> dict[str, Any]:
        """What is sent with an operation by the player of that name."""
        body = self.world.bodies.get(operation, {})
        return {key: name if value == OWN_NAME else value for key, value in body.items()}

    def _filled_in(self, path: str) -> dict[str, str]:
        """The form of a page, as those see it who may."""
        if path not in self._pages:
            self._pages[path] = {}
            for role in ("director", "player", "moderator", "superuser", "anonymous"):
                answer = self.client(role).get(path)
                if answer.status_code == 200 and "html" in answer.headers["Content-Type"]:
                    self._pages[path] = _form_of(answer.content.decode(), path)
                    break
        return self._pages[path]

    def attempt(self, operation: str, role: str, client: Client | None = None, **more: Any) -> Answer:
        """Try an operation as a role, in a browser of its own if none is given, and take everything back."""
        cache.clear()
        written: set[str] = set()

        def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
            result = execute(sql, params, many, context)
            found = WRITING.match(sql)  # an INSERT that returns its row counts none until the row is fetched
            if found and (found[1] == "INSERT INTO" or context["cursor"].rowcount):
                written.add(found[2])
            return result

        client = client or self.client(role)
        with transaction.atomic():
            with connection.execute_wrapper(watch):
                response = self.send(client, operation, name=ROLES[role] or "", **more)
                if response.streaming:  # its queries belong to the try
                    response.streaming_content = [b"".join(response.streaming_content)]
            transaction.set_rollback(True)
        return Answer(code_of(response, written), written, response)


def _form_of(html: str, path: str) -> dict[str, str]:
    try:
        return Page(200, html, path).form()
    except ValueError:
        try:
            return Page(200, html, path).form(path)
        except ValueError:
            return {}


def body_of(response: Any) -> str:
    """What an answer says, as text."""
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return str(content.decode(errors="replace"))


def code_of(response: Any, written: Collection[str] = frozenset()) -> str:
    """The word of the table for an answer."""
    if response.status_code == 401:
        return "login"
    if response.status_code in (301, 302, 303, 307):
        target = response.headers["Location"]
        if target.startswith((f"/{settings.LOGIN_URL}", "/accounts/login/", "/admin/login/")) and "next=" in target:
            return "login"
        if any(message.level >= ERROR for message in get_messages(response.wsgi_request)):
            return "no"
        return "done" if set(written) - TRACES else "to"
    if response.status_code < 300:
        return "done" if set(written) - {"django_session"} else "ok"
    return str(response.status_code)
