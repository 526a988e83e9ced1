"""Every operation of the service, found by walking its routes: a method and a path with named parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tournaments.directing import ACTIONS
from tournaments.web.console import _MANAGED

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")

# Parts of a path that choose among different things to do: each has lines of its own.
CHOICES = {"action": tuple(ACTIONS), "what": tuple(_MANAGED)}


def routes() -> list[str]:
    """Every path of the service, such as ``games/<pk>/resign/``, in alphabetical order."""
    found = {written for pattern in _patterns(get_resolver(), "") for written in _written(pattern)}
    return sorted(found)


def methods_of(path: str, client: Client) -> list[str]:
    """The methods that a view says it answers to. The admin and the accounts library do not say: they read and post."""
    if path.startswith(("/accounts/", "/admin/")):
        with transaction.atomic():
            takes_forms = client.post(path).status_code != 405
            transaction.set_rollback(True)
        return ["GET", "POST"] if takes_forms else ["GET"]
    allowed = client.options(path).headers.get("Allow", "GET, POST").split(", ")
    return [method for method in METHODS if method in allowed]


def _patterns(resolver: URLResolver, prefix: str) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _patterns(pattern, path)
        elif isinstance(pattern, URLPattern):
            yield path


def _written(pattern: str) -> Iterator[str]:
    """A pattern as people read it; several where a part of it chooses what is done."""
    named = re.sub(r"<\w+:(\w+)>", r"<\1>", pattern)
    choices = {name: values for name, values in CHOICES.items() if f"<{name}>" in named}
    for name, values in re.findall(r"\(\?P<(\w+)>([\w|-]+)\)", named):
        if name in ("verb", "app_label"):
            choices[name] = tuple(values.split("|"))
    named = re.sub(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)", r"<\1>", named)
    named = re.sub(r"[\^$\\]", "", named)
    for chosen in product(*choices.values()):
        path = named
        for name, value in zip(choices, chosen, strict=True):
            path = path.replace(f"<{name}>", value)
        yield path
