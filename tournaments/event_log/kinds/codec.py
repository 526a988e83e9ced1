"""Typed values as JSON and back: each field under its own name, and reading undoes writing. Pure.

Python counts seats from 0, and JSON counts them from 1: a field of the type ``Seat`` is converted here. Times are
canonical: UTC, in whole milliseconds. ``Annotated`` adds to a type what the schema of REST says about it: a
description, or the class as which a plain object is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from django.utils.translation import gettext

from ground.canonical import canonical_time

_SEAT = "A seat, counted from 1."
Seat = Annotated[int, _SEAT]

_PLAIN = {int: "integer", str: "text", bool: "boolean"}


class Malformed(ValueError):
    """JSON that does not have the form of its type; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class Codec:
    """Writes values of one type as JSON and reads them back. ``load`` raises Malformed; ``title`` names the type."""

    title: str
    dump: Callable[[Any], Any]
    load: Callable[[Any], Any]


def hints_of(cls: type) -> dict[str, Any]:
    """The fields of a dataclass in their order, with their types."""
    hints = get_type_hints(cls, include_extras=True)
    return {field.name: hints[field.name] for field in fields(cls)}


@cache
def codec_of(hint: Any) -> Codec:
    """The codec of a type. Raises TypeError for a type that has no JSON."""
    if hint in _PLAIN:
        return Codec(_PLAIN[hint], _same, _checked(hint))
    if hint is datetime:
        return Codec("time", canonical_time, _load_time)
    if get_origin(hint) is Annotated:
        is_seat = _SEAT in get_args(hint)
        return Codec("seat", lambda seat: seat + 1, _load_seat) if is_seat else codec_of(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        (inner,) = [codec_of(one) for one in get_args(hint) if one is not NoneType]
        return Codec(f"{inner.title} or null", _unless_none(inner.dump), _unless_none(inner.load))
    if get_origin(hint) is tuple and get_args(hint)[1:] == (...,):
        return _list_of(codec_of(get_args(hint)[0]))
    if get_origin(hint) is Mapping:
        return Codec("object", dict, _checked(dict))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return Codec(", ".join(hint), str, _one_of(hint))
    if hasattr(hint, "dump") and hasattr(hint, "load"):
        return Codec(_title_of(hint), lambda value: value.dump(), _guarded(hint.load, hint.__name__))
    if is_dataclass(hint) and isinstance(hint, type):
        return Codec(_title_of(hint), lambda value: dump_fields(value), lambda data: hint(**load_fields(hint, data)))
    raise TypeError(f"{hint} has no JSON here: use numbers, texts, times, tuples of one type, or dataclasses of these.")


@cache
def _codecs_of(cls: type) -> dict[str, Codec]:
    return {name: codec_of(hint) for name, hint in hints_of(cls).items()}


def dump_fields(value: Any) -> dict[str, Any]:
    """The fields of a dataclass as a JSON object."""
    return {name: codec.dump(getattr(value, name)) for name, codec in _codecs_of(value.__class__).items()}


def load_fields(cls: type, data: Any, optional: frozenset[str] = frozenset()) -> dict[str, Any]:
    """The fields of a dataclass from a JSON object, which may lack ``optional`` ones. Raises Malformed."""
    codecs = _codecs_of(cls)
    if type(data) is not dict:
        raise Malformed(
            gettext("{name} is an object with {codecs}, not {data}.").format(
                name=cls.__name__, codecs=", ".join(codecs), data=f"{data!r}"
            )
        )
    if not data.keys() <= codecs.keys():
        unknown = ", ".join(sorted(data.keys() - codecs.keys()))
        raise Malformed(
            gettext("{name} has no {unknown}; it has {codecs}.").format(
                name=cls.__name__, unknown=unknown, codecs=", ".join(codecs)
            )
        )
    for name, codec in codecs.items():
        if name not in data and name not in optional:
            raise Malformed(
                gettext("{name} lacks {name_2}, which is of the type {codec}.").format(
                    name=cls.__name__, name_2=name, codec=codec.title
                )
            )
    return {name: codecs[name].load(value) for name, value in data.items()}


def _same(value: Any) -> Any:
    return value


def _checked(plain: type) -> Callable[[Any], Any]:
    def load(value: Any) -> Any:
        if type(value) is not plain:
            raise Malformed(
                gettext("{value} should be of the type {get}.").format(
                    value=f"{value!r}", get=_PLAIN.get(plain, "object")
                )
            )
        return value

    return load


def _load_time(text: Any) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except (TypeError, ValueError) as error:
        raise Malformed(
            gettext("{text} should be a time such as 2027-03-01T18:00:00.000Z.").format(text=f"{text!r}")
        ) from error
    if at.tzinfo is None:
        raise Malformed(
            gettext("{text} should end with its time zone, as in 2027-03-01T18:00:00.000Z.").format(text=f"{text!r}")
        )
    return at


def _load_seat(number: Any) -> int:
    if type(number) is not int or number < 1:
        raise Malformed(gettext("{number} should be a seat, counted from 1.").format(number=f"{number!r}"))
    return number - 1


def _unless_none(convert: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else convert(value)


def _list_of(inner: Codec) -> Codec:
    def load(values: Any) -> tuple[Any, ...]:
        if not isinstance(values, list):
            raise Malformed(
                gettext("{values} should be a list of {inner}s.").format(values=f"{values!r}", inner=inner.title)
            )
        return tuple([inner.load(value) for value in values])

    several = inner.title.replace("list", "lists", 1) if inner.title.startswith("list of") else f"{inner.title}s"
    return Codec(f"list of {several}", lambda values: [inner.dump(value) for value in values], load)


def _one_of(choices: type[StrEnum]) -> Callable[[Any], Any]:
    def load(value: Any) -> StrEnum:
        try:
            return choices(value)
        except ValueError as error:
            raise Malformed(
                gettext("{value} should be one of {choices}.").format(value=f"{value!r}", choices=", ".join(choices))
            ) from error

    return load


def _guarded(load: Callable[[Any], Any], name: str) -> Callable[[Any], Any]:
    def guarded(data: Any) -> Any:
        try:
            return load(data)
        except (KeyError, TypeError, ValueError) as error:
            raise Malformed(gettext("{data} is not a {name}.").format(data=f"{data!r}", name=name)) from error

    return guarded


def _title_of(cls: type) -> str:
    return cls.__name__
