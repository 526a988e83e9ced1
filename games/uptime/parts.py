"""The parts of the service that send heartbeats, as its pages name them to people. Pure."""

from __future__ import annotations

from collections.abc import Callable

from ground.wording import gettext

ASIDE = "aside: "  # begins the name of a part whose silence is nothing that a clock should stop for
SWEEP = "sweep "  # begins the name of a row that stands for the last run of a sweep
_NAMES: dict[str, Callable[[], str]] = {
    "web": lambda: gettext("Web server"),
    "worker": lambda: gettext("Worker"),
    "worker of mail in": lambda: gettext("Worker for incoming mail"),
    "worker of mail out": lambda: gettext("Worker for outgoing mail"),
    "worker of bots": lambda: gettext("Worker for house bots"),
    "worker of webhooks": lambda: gettext("Worker for webhooks"),
    "beat": lambda: gettext("Scheduler"),
    "mail intake": lambda: gettext("Mail intake"),
    "mail intake by LMTP": lambda: gettext("Mail intake by LMTP"),
    "mail intake by IMAP": lambda: gettext("Mail intake by IMAP"),
    "system clock": lambda: gettext("System clock"),
}


def name_of_part(name: str) -> str:
    """The part of this stored name, in the reader's language; a name that is none of ours stays as it is."""
    name = name.removeprefix(ASIDE)
    return _NAMES[name]() if name in _NAMES else name
