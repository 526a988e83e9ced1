"""The kinds of entries as tables: ``python -m tournaments.event_log.kinds.documenting`` prints them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass
from inspect import getdoc
from typing import Annotated, Any, get_args, get_origin

from tournaments.event_log.kinds import KINDS
from tournaments.event_log.kinds.base import OPTIONAL, Kind
from tournaments.event_log.kinds.codec import codec_of, hints_of


def tables() -> str:
    """A table of the kinds with their fields, and one of the objects that are values of fields."""
    kinds = [
        f"| `{kind.slug}` | {_words_of(kind)} | {_fields_of(kind)} |{' yes ' if kind.reverted_by else ' '}|"
        for kind in KINDS.values()
    ]
    objects = [
        f"| {name} | {_words_of(cls)} | {_fields_of(cls)} |"
        for name, cls in sorted(dict(_nested(KINDS.values())).items())
    ]
    head = ["| kind | what it says | fields of the payload | revertible |", "| --- | --- | --- | --- |"]
    return "\n".join([*head, *kinds, "", "| object | what it is | fields |", "| --- | --- | --- |", *objects, ""])


def _words_of(cls: type) -> str:
    """The docstring in one line, without the marks of code."""
    return " ".join((getdoc(cls) or "").split()).replace("``", "`").replace("|", "\\|")


def _fields_of(cls: type) -> str:
    own = {name: hint for name, hint in hints_of(cls).items() if not (issubclass(cls, Kind) and name in OPTIONAL)}
    return "; ".join(f"`{name}`: {_type_of(hint)}" for name, hint in own.items()) or "none"


def _type_of(hint: Any) -> str:
    inner = next((one for one in _parts(hint) if _is_object(one)), hint)
    if not _is_object(inner):
        return codec_of(hint).title
    return inner.__name__ if inner is hint else f"list of {inner.__name__}"


def _parts(hint: Any) -> tuple[Any, ...]:
    """The types that a type is made of, without what only describes it."""
    return () if get_origin(hint) is Annotated else get_args(hint)


def _is_object(hint: Any) -> bool:
    return isinstance(hint, type) and is_dataclass(hint)


def _nested(classes: Iterable[type]) -> Iterator[tuple[str, type]]:
    for cls in classes:
        for hint in hints_of(cls).values():
            for one in (hint, *_parts(hint)):
                if _is_object(one):
                    yield one.__name__, one
                    yield from _nested([one])


if __name__ == "__main__":
    print(tables(), end="")  # noqa: T201 - a command
