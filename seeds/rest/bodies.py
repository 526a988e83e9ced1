"""Bodies that callers send: JSON objects, read within bounds."""

from __future__ import annotations

import codecs
import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.utils.translation import gettext
from rest_framework import exceptions
from rest_framework.parsers import JSONParser

MAX_BODY_BYTES = 65_536  # the longest turn of any game has a few hundred


class TooLarge(exceptions.APIException):
    """A body that nobody needs to send."""

    status_code = 413
    default_code = "too_large"

    def __init__(self, most: int) -> None:
        super().__init__(f"A request may have {most} bytes. Send less.")


def most_bytes(view: object) -> int:
    """The longest body that a view takes."""
    return getattr(view, "most_bytes", MAX_BODY_BYTES)


class BoundedJSONParser(JSONParser):
    """JSON objects of a size that a person could have meant; a view that needs more says so (``most_bytes``)."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """The object in the body. Raises TooLarge, and ParseError for what is no JSON object."""
        most = most_bytes((parser_context or {}).get("view"))
        body = stream.read(most + 1)
        if len(body) > most:
            raise TooLarge(most)
        data = _read(body)
        if not isinstance(data, dict):
            raise exceptions.ParseError('Send a JSON object, names and values in braces, such as {"ply": 0}.')
        return data


def _read(body: bytes) -> Any:
    """The value in a body (RFC 8259), whose texts are texts (RFC 3629). Raises ParseError."""
    try:
        text = body.removeprefix(codecs.BOM_UTF8).decode()
        data = json.loads(text, object_pairs_hook=_named_once, parse_constant=_no_number)
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()  # one half of a character that is written in two
    except RecursionError as error:
        raise exceptions.ParseError("This JSON is nested too deep. Send a plain object.") from error
    except UnicodeError as error:
        raise exceptions.ParseError(gettext("The body is not text in UTF-8. Send JSON in UTF-8.")) from error
    except json.JSONDecodeError as error:
        where = {"line": error.lineno, "column": error.colno}
        raise exceptions.ParseError(
            gettext("The body stops being JSON in line {line}, column {column}.").format(**where)
        ) from error
    except ValueError as error:  # the language's own bound for the digits of a number
        raise exceptions.ParseError(gettext("A number in the body has too many digits.")) from error
    return data


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object. Raises ParseError for a name that it has twice: nobody could tell which value is meant."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise exceptions.ParseError(gettext("The body has {name} twice. Send it once.").format(name=_shown(twice)))
    return found


def _shown(name: str) -> str:
    return name.encode("ascii", "backslashreplace").decode()[:100]


def _no_number(word: str) -> NoReturn:
    """``NaN`` and the infinities, which are no JSON."""
    raise exceptions.ParseError(gettext("{word} is not JSON. Send a number.").format(word=word))
