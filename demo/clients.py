"""Players outside the service: one reads and answers mails, one fills in forms, one is a program. They touch no tables.

Each knows only what it sees: a mail, a page or an answer tells it which game waits, and the script what to play there.
"""

# ruff: noqa: S310 - the address of the site comes from the person who starts the demo

from __future__ import annotations

import json
import re
import urllib.error
import urllib.parse
import urllib.request
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, ClassVar

from demo.script import LEAGUE, replayed, turn_at
from notifications.lab.mail_client import Mailbox, ReadMail

SECONDS = 90


class DemoError(Exception):
    """The service did something that the demo did not expect; the message says what."""


@dataclass(frozen=True, slots=True)
class Played:
    """One turn that a client has sent."""

    player: str
    source: str
    game: int
    text: str


class Client(ABC):
    """Somebody who plays the league of the script."""

    source: ClassVar[str]

    @abstractmethod
    def play_waiting(self) -> list[Played]:
        """Answer everything that waits, and say what was sent."""


# Mail -----------------------------------------------------------------------------------------------------------------


@dataclass
class MailPlayer(Client):
    """Plays only by answering the mails that were really sent, through the real SMTP server, with quoting."""

    source = "mail"
    name: str
    box: Mailbox
    is_ours: Callable[[str], bool]  # whether this service takes mail for an address
    _turns: Counter[int] = field(default_factory=Counter)

    def play_waiting(self) -> list[Played]:
        newest: dict[int, ReadMail] = {}
        for mail in self.box.new_mails():
            if not self.is_ours(mail.reply_to):
                continue  # the folder may hold mails that were sent from another database
            if found := re.search(r"^It is your turn in game (\d+)\.", mail.text, re.MULTILINE):
                newest[int(found[1])] = mail
                self._turns[int(found[1])] += 1
        return [played for game, mail in newest.items() if (played := self._answer(game, mail))]

    def _answer(self, game: int, mail: ReadMail) -> Played | None:
        named = re.search(rf"Game {game}: (\w+) against (\w+), Treeblox, {LEAGUE}", mail.subject)
        if named is None:
            return None  # a game of no league
        whole = replayed(named.groups())
        mine = [text for _, mover, text in whole.turns[whole.played :] if mover == self.name]
        if self._turns[game] > len(mine):
            return None
        text = mine[self._turns[game] - 1]
        self.box.answer(mail, text.replace("; ", "\n"))
        return Played(self.name, self.source, game, text)


# Pages ----------------------------------------------------------------------------------------------------------------


class _Forms(HTMLParser):
    """The forms of a page by the address they go to, each with the values it holds; and the addresses of links."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: dict[str, dict[str, str]] = {}
        self.links: list[str] = []
        self._form: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.append(values.get("href", ""))
        elif tag == "form":
            address, _, _ = values.get("action", "").partition("#")
            self._form = self.forms.setdefault(address, {})
        elif tag == "input" and "name" in values:
            self._form[values["name"]] = values.get("value", "")


class Browser:
    """Pages, forms and cookies, as a browser without scripts has them."""

    def __init__(self, site: str) -> None:
        self._site = site
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> str:
        """The page at a path."""
        return self._open(urllib.request.Request(self._site + path))

    def submit(self, page: str, action: str, at: str = "", **values: str | list[str]) -> str:
        """Send the form of a page that goes to ``action``, with some values filled in; the page that follows."""
        parser = _Forms()
        parser.feed(page)
        if action not in parser.forms:
            raise DemoError(f"There is no form that goes to {action!r} on the page.")
        body = urllib.parse.urlencode({**parser.forms[action], **values}, doseq=True).encode()
        headers = {"Referer": self._site + (action or at)}
        return self._open(urllib.request.Request(self._site + (action or at), body, headers))

    def sign_in(self, name: str, password: str) -> None:
        """Sign in with a password."""
        page = self.get("/accounts/login/")
        home = self.submit(page, "", "/accounts/login/", login=name, password=password)
        if "/accounts/logout/" not in home:
            raise DemoError(f"{name} could not sign in.")

    def _open(self, request: urllib.request.Request) -> str:
        try:
            with self._opener.open(request, timeout=SECONDS) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            raise DemoError(f"{request.full_url} answered {error.code}.") from error


@dataclass
class PagePlayer(Client):
    """Plays with the forms of the pages."""

    source = "page"
    name: str
    browser: Browser

    def play_waiting(self) -> list[Played]:
        home = self.browser.get("/")
        waiting, _, _ = home.partition("Waiting for others")
        parser = _Forms()
        parser.feed(waiting)
        games = [int(found[1]) for link in parser.links if (found := re.fullmatch(r"/games/(\d+)/", link))]
        return [played for game in games if (played := self._play(game))]

    def _play(self, game: int) -> Played | None:
        page = self.browser.get(f"/games/{game}/")
        action = f"/games/{game}/play/"
        parser = _Forms()
        parser.feed(page)
        players = re.search(r"<h1>Game \d+: (\w+) \S (\w+)</h1>", page)
        if action not in parser.forms or LEAGUE not in page or players is None:
            return None
        text = turn_at(players.groups(), int(parser.forms[action]["ply"]))
        if not text:
            return None
        self.browser.submit(page, action, text=text, play="1")
        return Played(self.name, self.source, game, text)


# REST -----------------------------------------------------------------------------------------------------------------


@dataclass
class RestPlayer(Client):
    """A program that plays through the REST interface with a key."""

    source = "api"
    name: str
    site: str
    key: str

    def play_waiting(self) -> list[Played]:
        waiting = self.ask("/api/v1/players/me/")["to_move"]
        return [played for game in waiting if (played := self._play(game))]

    def _play(self, number: int) -> Played | None:
        game = self.ask(f"/api/v1/games/{number}/")
        if LEAGUE not in game["title"]:
            return None
        text = turn_at(tuple(seat["player"] for seat in game["seats"]), game["ply"])
        if not text:
            return None
        key = f"demo-{number}-{game['ply']}"
        self.ask(f"/api/v1/games/{number}/play/", {"text": text, "ply": game["ply"]}, key)
        return Played(self.name, self.source, number, text)

    def ask(self, path: str, body: dict[str, Any] | None = None, idempotency_key: str = "") -> Any:
        """What the interface answers; with a body it is an action."""
        headers = {"Authorization": f"Bearer {self.key}", "Accept": "application/json"}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers |= {"Content-Type": "application/json", "Idempotency-Key": idempotency_key}
        request = urllib.request.Request(self.site + path, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise DemoError(f"{path} answered {error.code}: {error.read().decode()[:300]}") from error


def make_key(browser: Browser, password: str) -> str:
    """A new key to the REST interface, made and read on the settings page as a person does."""
    address = "/settings/keys/"
    asked = browser.submit(browser.get(address), "", address, name="demo program", scopes=["read", "play"], days="7")
    page = browser.submit(asked, "", "/accounts/reauthenticate/", password=password)
    found = re.search(r"seeds_[\w-]{20,}", page)
    if found is None:
        raise DemoError("The settings page showed no key.")
    return found[0]


def mail_player(
    name: str, address: str, *, folder: Path, host: str, port: int, program: str, is_ours: Callable[[str], bool]
) -> MailPlayer:
    """A player at a mail program who sees the mails in ``folder``, and answers those to whose address ``is_ours``."""
    return MailPlayer(name, Mailbox(address=address, folder=folder, host=host, port=port, program=program), is_ours)
