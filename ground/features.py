"""What few need lies in a folder of its own, a Django app of ``settings.FEATURES``. Nothing else imports such a folder:
its addresses, its parts of pages and its answers are asked for here, and are gone with its line in that list."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.dispatch import Signal
from django.urls import NoReverseMatch, reverse


def modules(name: str) -> Iterator[Any]:  # Any: a module
    """The modules of this name of all features that are installed."""
    paths = [f"{feature}.{name}" for feature in settings.FEATURES]
    return (import_module(path) for path in paths if find_spec(path))


def addresses(door: str, name: str) -> list[Any]:  # Any: addresses of Django have no common type
    """What features add to a list of addresses: ``name`` in their modules ``door``."""
    return [address for module in modules(door) for address in getattr(module, name, ())]


def added(signal: Signal, **facts: object) -> list[Any]:  # Any: what the signal says
    """What features answer when they are asked."""
    return [answer for _, answer in signal.send(None, **facts)]


def address_of(view: str, *args: object) -> str:
    """The address of a page of a feature; empty where it is not installed."""
    try:
        return reverse(view, args=args)
    except NoReverseMatch:
        return ""
