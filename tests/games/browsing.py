"""A player at a web browser without JavaScript, for tests: pages are read, links and forms followed."""

from __future__ import annotations

from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

from django.http import HttpResponse
from django.test import Client
from selectolax.lexbor import LexborHTMLParser, LexborNode

from games.accounts import guests
from games.models import Player


def guest_cookie(guest: Player) -> SimpleCookie:
    """What the browser of a guest keeps."""
    answer = HttpResponse()
    guests.remember(answer, guest)
    return answer.cookies


def values_of(form: LexborNode) -> dict[str, str]:
    """What the browser would send for a form as it stands, without its buttons."""
    values: dict[str, str] = {}
    for node in form.css("input"):
        kind, name = node.attributes.get("type"), node.attributes.get("name")
        if not name or (kind in ("radio", "checkbox") and "checked" not in node.attributes):
            continue
        values[name] = node.attributes.get("value") or ("on" if kind == "checkbox" else "")
    for node in form.css("textarea"):
        values[str(node.attributes["name"])] = node.text().removeprefix("\n")
    for node in form.css("select"):
        chosen = node.css("option[selected]") or node.css("option")
        values[str(node.attributes["name"])] = chosen[0].attributes.get("value") or ""
    return values


@dataclass
class Page:
    """An answer of the service as the reader sees it."""

    status: int
    html: str
    path: str
    headers: Any = None
    tree: LexborHTMLParser = field(init=False)

    def __post_init__(self) -> None:
        self.tree = LexborHTMLParser(self.html)

    @property
    def text(self) -> str:
        """The words on the page, without mark-up and double spaces."""
        body = self.tree.body
        return " ".join(body.text(separator=" ").split()) if body else ""

    def one(self, selector: str) -> LexborNode:
        """The one element that the selector names."""
        found = self.tree.css(selector)
        assert len(found) == 1, f"{len(found)} elements {selector!r} on {self.path}"
        return found[0]

    def has(self, selector: str) -> bool:
        return bool(self.tree.css(selector))

    def note(self, kind: str = "") -> str:
        """What the page tells about what just happened."""
        found = self.tree.css(f".note.{kind}, .notes .{kind}" if kind else ".note, .notes li")
        return " ".join(" ".join(node.text(separator=" ").split()) for node in found)

    def form(self, action: str = "") -> dict[str, str]:
        """What the browser would send for the form with this action, as it stands, without its buttons."""
        actions = [
            (form, (form.attributes.get("action") or "").partition("#")[0]) for form in self.tree.css("main form")
        ]
        here = [form for form, its in actions if not its]
        found = [form for form, its in actions if its.endswith(action)] if action else here
        [form] = found or (here if self.path.endswith(action) else [])
        return values_of(form)

    def fields(self) -> dict[str, str]:
        """The same of all forms of the page, but for the token."""
        found = {name: value for form in self.tree.css("main form") for name, value in values_of(form).items()}
        return {name: value for name, value in found.items() if name != "csrfmiddlewaretoken"}

    @property
    def tables(self) -> list[list[list[str]]]:
        """The tables as lists of rows of texts."""
        return [
            [[" ".join(cell.text().split()) for cell in row.css("td, th")] for row in table.css("tr")]
            for table in self.tree.css("table")
        ]


class Browser:
    """One person's browser. Forms go through the check against forged requests, as in a real one."""

    def __init__(self, name: str | None = None) -> None:
        self.client = Client(enforce_csrf_checks=True)
        if name is not None:
            self.client.force_login(Player.objects.get_or_create(username=name)[0])

    def get(self, path: str) -> Page:
        return self._read(self.client.get(path, follow=True))

    def send(self, path: str, **values: str) -> Page:
        """Send a form to a path and follow to where it leads."""
        token = self.client.cookies.get("csrftoken")
        if token is None:
            self.client.get("/accounts/login/")
            self.client.get("/settings/")
            token = self.client.cookies["csrftoken"]
        values = {"csrfmiddlewaretoken": token.value, **values}
        return self._read(self.client.post(path, values, follow=True))

    def fill(self, page: Page, action: str = "", **values: str) -> Page:
        """Fill in a form of a page, press a button, and follow to where it leads."""
        return self.send(action or page.path, **{**page.form(action), **values})

    @staticmethod
    def _read(answer: Any) -> Page:
        return Page(answer.status_code, answer.content.decode(), answer.request["PATH_INFO"], answer.headers)
