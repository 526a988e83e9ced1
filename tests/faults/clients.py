"""Players at the three doors: programs with REST, people with forms, people with mail. They touch no tables.

Each asks until it has an answer, sends again what it is not sure of, now and then sends a thing twice or late, and
notes what it was told.
"""

from __future__ import annotations

import html
import http.client
import json
import re
import smtplib
import threading
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any, ClassVar

from demo.clients import Browser, DemoError
from games.rules import RULES
from notifications.lab.mail_client import ReadMail, answer_to, hand_in
from tests.faults.journal import Journal, Sent
from tests.faults.mail_host import MailHost
from tests.faults.name_server import DOMAIN
from tests.notifications.signing import sign

PATIENCE = 90.0  # seconds for one answer: longer than a proxy in front waits for the service to come back
TWICE, RESIGNS = 0.08, 0.01  # how often something is sent again that was answered; how often a game is given up
LATE_SECONDS = 25.0  # before its deadline moves a player who is late
NO_ANSWER = (OSError, http.client.HTTPException, smtplib.SMTPServerDisconnected)
PASSWORD = "grow-a-faulty-tree"  # of players who live for one campaign


@dataclass(frozen=True)
class Account:
    """Who a client is. ``key``: to the REST interface."""

    name: str
    key: str = ""

    @property
    def address(self) -> str:
        return f"{self.name}@{DOMAIN}"


class Refused(Exception):
    """The service has said no for good; the message is what it said."""


class Client(ABC, threading.Thread):
    """One player, until ``stop``; then it finishes what it has begun."""

    door: ClassVar[str]

    def __init__(self, account: Account, site: str, journal: Journal, chance: Random, *, late: bool = False) -> None:
        super().__init__(name=account.name, daemon=True)
        self.account, self._site, self._journal, self._chance, self._late = account, site, journal, chance, late
        self._stopped = threading.Event()
        self.gives_up = threading.Event()

    def stop(self) -> None:
        self._stopped.set()

    def run(self) -> None:
        while not self._stopped.wait(self._chance.uniform(0.3, 1.5)):
            try:
                self.step()
            except (*NO_ANSWER, DemoError) as error:
                self._note_failure(error)
            except Refused:
                continue

    def _note_failure(self, error: Exception) -> None:
        """A request had no answer. Of mail none is noted: mail servers come again by themselves."""
        if self.door != "mail":
            self._journal.unanswered.append(
                f"{time.strftime('%H:%M:%S')} {self.account.name} at the {self.door}: {error!r}"
            )

    @abstractmethod
    def step(self) -> None:
        """Answer what waits. Raises NO_ANSWER, DemoError and Refused."""

    def _game(self, number: int) -> dict[str, Any]:
        found: dict[str, Any] = ask(self._site, f"/api/v1/games/{number}/")
        return found

    def _is_time(self, game: dict[str, Any]) -> bool:
        """Whether to move by now."""
        if not self._late or game["deadline"] is None:
            return True
        return datetime.fromisoformat(game["deadline"]).timestamp() - time.time() < LATE_SECONDS

    def _choose(self, game: dict[str, Any]) -> str:
        """Any legal step."""
        rules = RULES[game["rules"]]
        position = rules.load(game["board"]["position"])
        return rules.format(position.random_move(self._chance), position)

    def _is_my_turn(self, game: dict[str, Any]) -> bool:
        return any(seat["player"] == self.account.name and seat["seat"] == game["to_act"] for seat in game["seats"])

    def _begin(self, game: dict[str, Any], verb: str, text: str, message_id: str = "") -> Sent:
        sent = Sent(self.door, self.account.name, game["id"], game["ply"], verb, text, message_id=message_id)
        if game["deadline"] is not None:
            sent.deadline = datetime.fromisoformat(game["deadline"]).timestamp()
        return self._journal.begin(sent)

    def _insist(self, sent: Sent, send: Any) -> None:
        """Send until there is an answer, and sometimes once more."""
        while not sent.answer:
            sent.tries += 1
            try:
                sent.said, sent.answer = send(), "yes"
            except Refused as refused:
                sent.said, sent.answer = str(refused), "no"
            except NO_ANSWER as error:
                self._note_failure(error)
                if self.gives_up.wait(self._chance.uniform(0.2, 1.5)):
                    return
        sent.answered_at = time.time()
        if sent.answer == "yes" and self._chance.random() < TWICE:
            try:
                again = send()
            except NO_ANSWER as error:
                self._note_failure(error)
                return
            except Refused:
                return
            if self.door != "mail" and again != sent.said:
                self._journal.complain(f"{sent} was sent again, and the receipt was {again}")


def ask(site: str, path: str, *, key: str = "", body: Any = None, idempotency_key: str = "") -> Any:
    """What the REST interface answers. Raises Refused, and OSError where there is no answer, 5xx and 429 among them."""
    headers = {"Accept": "application/json"}
    headers |= {"Authorization": f"Bearer {key}"} if key else {}
    headers |= {"Idempotency-Key": idempotency_key} if idempotency_key else {}
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
    try:
        with urllib.request.urlopen(urllib.request.Request(site + path, data, headers), timeout=PATIENCE) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise_refusal(error)
    except ValueError as error:  # half an answer
        raise OSError("half an answer") from error


def raise_refusal(error: urllib.error.HTTPError) -> None:
    """Raises Refused with what was said, or the error again where the service could not answer."""
    if error.code >= 500 or error.code == 429:
        raise error
    with error:
        raise Refused(f"{error.code} {error.read().decode(errors='replace')[:300]}") from error


class RestClient(Client):
    """A program with a key."""

    door = "rest"

    def step(self) -> None:
        for number in ask(self._site, "/api/v1/players/me/", key=self.account.key)["to_move"]:
            if self._stopped.is_set():
                return
            game = self._game(number)
            if not self._is_my_turn(game) or not self._is_time(game):
                continue
            if self._chance.random() < RESIGNS:
                self._send(game, "resign", "", {})
            else:
                text = self._choose(game)
                self._send(game, "move", text, {"text": text, "ply": game["ply"]})

    def _send(self, game: dict[str, Any], verb: str, text: str, body: dict[str, Any]) -> None:
        mark = f"{self.account.name}-{self._chance.getrandbits(60):x}"
        path = f"/api/v1/games/{game['id']}/{'play' if verb == 'move' else verb}/"

        def send() -> str:
            answer = ask(self._site, path, key=self.account.key, body=body, idempotency_key=mark)
            return str(answer["receipt"])

        self._insist(self._begin(game, verb, text), send)


class FormClient(Client):
    """A person with a browser that has no scripts."""

    door = "form"
    _browser: Browser | None = None

    def step(self) -> None:
        if self._browser is None:
            self._stopped.wait(5)  # an account and an address have so many attempts
            browser = Browser(self._site)
            browser.sign_in(self.account.name, PASSWORD)
            self._browser = browser
        waiting, _, _ = self._browser.get("/").partition("Waiting for others")
        for number in sorted({int(found) for found in re.findall(r'href="/games/(\d+)/"', waiting)}):
            game = self._game(number)
            if not self._stopped.is_set() and self._is_my_turn(game) and self._is_time(game):
                self._play(game, self._browser)

    def _play(self, game: dict[str, Any], browser: Browser) -> None:
        text, path = self._choose(game), f"/games/{game['id']}/"
        page, action = browser.get(path), f"{path}play/"
        if f'name="ply" value="{game["ply"]}"' not in page:
            return  # the game has moved on

        def send() -> str:
            try:
                shown = browser.submit(page, action, text=text, play="1")
            except DemoError as error:
                if isinstance(error.__cause__, urllib.error.HTTPError):
                    raise_refusal(error.__cause__)
                raise
            if "Move sent." not in shown and "You sent this before" not in shown:
                raise Refused("422 a page that does not confirm the move")
            row = rf'<b>(\d+)</b>(?:(?!<li>).)*?href="{path}"(?:(?!<li>).)*?<code>{re.escape(html.escape(text))}</code>'
            if not (receipt := re.search(row, browser.get("/submissions/"), re.DOTALL)):
                raise Refused("422 no move of this text among those that were sent")
            return receipt[1]

        self._insist(self._begin(game, "move", text), send)


class MailClient(Client):
    """A person who knows of a game what the mails say, and answers them; the board it reads on the page."""

    door = "mail"

    def __init__(self, *arguments: Any, host: MailHost, smtp_port: int, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._host, self._smtp_port = host, smtp_port
        self._waiting: dict[int, ReadMail] = {}
        self._late_copies: list[tuple[float, bytes, str]] = []
        self._read: set[str] = set()  # their Message-IDs: a second copy is recognised

    def step(self) -> None:
        for mail in self._host.new_mails(self.account.address):
            found = re.search(r"^It is your turn in game (\d+)", mail.text, re.MULTILINE)
            if found and mail.header("Message-ID") not in self._read:
                self._waiting[int(found[1])] = mail
            self._read.add(mail.header("Message-ID"))
        for number, mail in list(self._waiting.items()):
            game = self._game(number)
            if not self._is_my_turn(game):
                del self._waiting[number]
            elif not self._stopped.is_set() and self._is_time(game):
                self._answer(game, mail)
                del self._waiting[number]
        while self._late_copies and self._late_copies[0][0] < time.time():
            _, raw, to = self._late_copies.pop(0)
            self._hand_in(raw, to)

    def _answer(self, game: dict[str, Any], mail: ReadMail) -> None:
        text = self._choose(game)
        answer = answer_to(mail, text, sender=self.account.address)
        raw = sign(answer.as_bytes(), DOMAIN)
        sent = self._begin(game, "move", text, message_id=str(answer["Message-ID"]))
        self._insist(sent, lambda: self._hand_in(raw, mail.reply_to))
        if self._chance.random() < TWICE:
            self._late_copies.append((time.time() + self._chance.uniform(10, 60), raw, mail.reply_to))

    def _hand_in(self, raw: bytes, to: str) -> str:
        """Bring a mail to the door. Raises Refused where it will never be taken, OSError where it may be later."""
        sender, port = self.account.address, self._smtp_port
        try:
            return hand_in(raw, sender=sender, recipient=to, host="127.0.0.1", port=port)
        except smtplib.SMTPResponseException as error:
            if error.smtp_code < 500:
                raise OSError(str(error)) from error
            raise Refused(f"{error.smtp_code} {error.smtp_error!r}") from error
