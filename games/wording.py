"""Translation for modules that know no Django: English, unless whoever shows their sentences has set a translator.

Each call asks the translator anew, so that a sentence is in the language of the reader for whom it is made.
"""

from __future__ import annotations

from collections.abc import Callable

_one: Callable[[str], str] = lambda message: message  # noqa: E731 - replaced by ``translate_with``
_counted: Callable[[str, str, int], str] = lambda one, many, number: one if number == 1 else many  # noqa: E731


def translate_with(one: Callable[[str], str], counted: Callable[[str, str, int], str]) -> None:
    """Set the translator of the process: gettext and ngettext of whoever knows the reader's language."""
    global _one, _counted
    _one, _counted = one, counted


def gettext(message: str) -> str:
    """The message in the language of the reader."""
    return _one(message)


def ngettext(one: str, many: str, number: int) -> str:
    """The form of the message for the number, in the language of the reader."""
    return _counted(one, many, number)


def gettext_noop(message: str) -> str:
    """The message as it is: marked for translators, and translated where it is shown."""
    return message


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    """The two forms of a message as they are: marked for translators, and chosen where they are shown."""
    return one, many
