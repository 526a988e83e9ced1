"""Reads settings out of an environment. A value that cannot be meant stops the program with one sentence naming it."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Collection, Mapping
from email.utils import parseaddr
from pathlib import Path
from typing import NoReturn
from urllib.parse import SplitResult, urlsplit

PACKAGE = Path(__file__).resolve().parent
ROOT = PACKAGE.parent
IS_CHECKOUT = (ROOT / "manage.py").is_file()  # otherwise this is the installed package, whose wheel left that out
SHIPPED = ROOT if IS_CHECKOUT else PACKAGE  # the folder that holds templates and static files
YES, NO = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off"})
HOST_NAME = re.compile(r"(?=.{1,253}\Z)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\Z", re.I)
FOLDER = re.compile(r"^([a-z0-9-]+/)+\Z")
MAILBOX = re.compile(r"[a-z0-9._-]+\Z")
LONGEST_SOCKET = 103  # bytes in the path of a socket: macOS takes no more, Linux 107
RATE = re.compile(r"[1-9][0-9]*/(sec|min|hour|day)\Z")


class SettingError(SystemExit):
    """Ends whichever program is starting, with the sentence on standard error and status 1, and no traceback."""


def refuse(sentence: str) -> NoReturn:
    """Stop the start. ``sentence`` names the setting and says what would be right; it never shows a password."""
    raise SettingError(f"Seeds cannot start: {sentence}")


class Environment:
    """Typed access to the variables of ``values``. A variable that is empty counts as not set."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values

    def text(self, name: str, default: str = "") -> str:
        return self._values.get(name, "").strip() or default

    def flag(self, name: str, *, default: bool) -> bool:
        value = self.text(name).lower()
        if value and value not in YES | NO:
            refuse(f"{name} must be 1 or 0, not {value!r}.")
        return value in YES if value else default

    def number(self, name: str, *, default: int, least: int, most: int) -> int:
        value = self.text(name)
        if not value:
            return default
        if not value.isascii() or not value.isdigit() or not least <= int(value) <= most:
            refuse(f"{name} must be a whole number from {least} to {most}, not {value!r}.")
        return int(value)

    def choice(self, name: str, *, default: str, among: Collection[str]) -> str:
        value = self.text(name, default)
        if value not in among:
            refuse(f"{name} must be one of {', '.join(among)}, not {value!r}.")
        return value

    def words(self, name: str, *, default: list[str]) -> list[str]:
        """A list written with commas."""
        return [word.strip() for word in self.text(name).split(",") if word.strip()] or default

    def url(self, name: str, *, default: str, schemes: Collection[str], example: str) -> str:
        """A URL with one of ``schemes``. The refusal shows ``example``, not the value: URLs carry passwords."""
        value = self.text(name, default)
        if value and not _is_url(value, schemes):
            refuse(f"{name} must look like {example}.")
        return value

    def host(self, name: str, *, default: str) -> str:
        value = self.text(name, default).lower()
        if not HOST_NAME.match(value):
            refuse(f"{name} must be a host name such as play.seeds.example, not {value!r}.")
        return value

    def folder(self, name: str, *, default: str) -> str:
        """A folder of the site, such as ``admin/``: with a slash at its end and none in front."""
        value = f"{self.text(name, default).strip('/')}/"
        if not FOLDER.match(value):
            refuse(f"{name} can have lower-case letters, digits, dashes and slashes, such as admin/, not {value!r}.")
        return value

    def host_and_port(self, name: str, *, default: str) -> tuple[str, int]:
        """``host:port``, with an IPv6 host in brackets; an empty host and 0 where neither value nor default is."""
        value = self.text(name, default)
        if not value:
            return "", 0
        parts = _split(f"//{value}")
        if not parts or not parts.hostname or not parts.port or parts.path or parts.username is not None:
            refuse(f"{name} must look like 127.0.0.1:8025, not {value!r}.")
        return parts.hostname, parts.port

    def address(self, name: str, *, default: str) -> str:
        """A mail address, with or without a name before it."""
        value = self.text(name, default)
        local, _, domain = parseaddr(value)[1].rpartition("@")
        if not local or not HOST_NAME.match(domain):
            refuse(f"{name} must be a mail address such as Seeds <seeds@play.seeds.example>, not {value!r}.")
        return value

    def mailbox(self, name: str) -> str:
        """A bare mail address, lower case, or nothing."""
        value = self.text(name).lower()
        local, _, domain = value.rpartition("@")
        if value and not (MAILBOX.match(local) and HOST_NAME.match(domain)):
            refuse(f"{name} must be a mail address such as play@hoster.example, not {value!r}.")
        return value

    def place(self, name: str, *, default: str) -> tuple[str, int]:
        """Where to listen: ``host:port``, or ``unix:`` and an absolute path, given back as that and 0."""
        value = self.text(name, default)
        if not value.startswith("unix:"):
            return self.host_and_port(name, default=default)
        if not value.startswith("unix:/"):
            refuse(f"{name} must look like 127.0.0.1:8024 or unix:/run/seeds/lmtp, not {value!r}.")
        if len(os.fsencode(value.removeprefix("unix:"))) > LONGEST_SOCKET:
            refuse(f"{name} must name a path of at most {LONGEST_SOCKET} bytes, such as unix:/run/seeds/lmtp.")
        return value, 0

    def file(self, name: str) -> str:
        """The text of the file that is named; empty when none is."""
        value = self.text(name)
        try:
            return Path(value).read_text() if value else ""
        except (OSError, UnicodeError) as error:
            refuse(f"{name} must name a file that can be read: {error}.")

    def rate(self, name: str, *, default: str) -> str:
        value = self.text(name, default)
        if not RATE.match(value):
            refuse(f"{name} must be a number of requests per sec, min, hour or day, such as 120/min, not {value!r}.")
        return value


def brings_its_own(environment: Environment) -> bool:
    """Whether an installation may make its secret key itself and run on SQLite with a broker of its own: at home, and
    in a club. The other kind of production has servers for these."""
    return environment.flag("CLUB", default=False) or not environment.flag("PRODUCTION", default=False)


def is_public(environment: Environment) -> bool:
    """Whether an installation is for others than the person at this machine."""
    return environment.flag("PRODUCTION", default=environment.flag("CLUB", default=False))


def is_loopback(host: str) -> bool:
    """Whether a host name or IP address can only mean this machine."""
    host = host.strip("[]").lower()
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def var_folder(environment: Environment) -> Path:
    """The folder of everything that an installation keeps beside its database, whether or not it is there yet."""
    return Path(environment.text("SEEDS_VAR", str(ROOT / "var" if IS_CHECKOUT else "var"))).absolute()


def _split(url: str) -> SplitResult | None:
    """The parts of ``url``; None where it has none that make sense, such as a port of letters."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - reading it is what checks it
    except ValueError:
        return None
    return parts


def _is_url(value: str, schemes: Collection[str]) -> bool:
    parts = _split(value)
    return parts is not None and parts.scheme in schemes and "://" in value
