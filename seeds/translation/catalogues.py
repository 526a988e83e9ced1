"""Compiles catalogues, ``LANGUAGE/LC_MESSAGES/django.po``, into what gettext loads, ``django.mo`` beside it.

A checkout does so at every start, the package when it is built: the wheel leaves this module out, and has no compiler.
"""

from __future__ import annotations

import os
from pathlib import Path


def catalogues(locale: Path) -> list[Path]:
    """The catalogues in a folder of languages."""
    return sorted(locale.glob("*/LC_MESSAGES/django.po"))


def compile_stale(locale: Path) -> None:
    """Compile each catalogue that is newer than what was made of it; of several that do so at once any may win."""
    for catalogue in catalogues(locale):
        compiled = catalogue.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < catalogue.stat().st_mtime:
            _compile(catalogue, compiled)


def _compile(catalogue: Path, compiled: Path) -> None:
    # Not with the other imports: what is up to date needs no compiler, and the installed package has none.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with catalogue.open("rb") as source:
        read = read_po(source)
    # The compiler would fill in missing plural forms with English ones, by the rule of the other language: "0 day".
    for message in [message for message in read if message.pluralizable and not all(message.string or ())]:
        read.delete(message.id, message.context)
    draft = compiled.with_suffix(f".{os.getpid()}")
    with draft.open("wb") as target:
        write_mo(target, read)
    draft.replace(compiled)
