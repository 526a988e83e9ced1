"""What callers send is read strictly: a slip is refused with what there is, never passed over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.request import Request

LARGEST = 999_999_999_999
_DIGITS = re.compile(r"-?[0-9]{1,12}")
OBJECT = "This must be a JSON object: names and values in braces."


def check_names(sent: Iterable[str], known: Iterable[str]) -> None:
    """Raises ValidationError for names of values that are not known, with those that are."""
    there_are = list(known)
    described = f"There are: {', '.join(there_are)}." if there_are else "This address takes none."
    unknown = [name for name in sent if name not in there_are]
    if unknown:
        raise serializers.ValidationError(
            {name: [gettext("There is no such value. {described}").format(described=described)] for name in unknown}
        )


def check_sent_once(query: QueryDict) -> None:
    """Raises ValidationError for names that a query has twice: nobody could tell which value is meant."""
    twice = [name for name, values in query.lists() if len(values) > 1]
    if twice:
        raise serializers.ValidationError({name: [gettext("This is sent twice. Send it once.")] for name in twice})


def numbers_in(request: Request, **usual: int) -> list[int]:
    """The whole numbers of the query, those of ``usual`` where they are left out, in its order.

    Raises ValidationError for a value that is no whole number from 0, and for another name.
    """
    check_names(request.query_params, usual)
    return [whole_number(name, request.query_params.get(name, str(number))) for name, number in usual.items()]


def whole_number(name: str, text: str) -> int:
    """The value of a query. Raises ValidationError for what is no whole number from 0."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 12):
        raise serializers.ValidationError({name: [gettext("This must be a whole number from 0 to 999,999,999,999.")]})
    return int(text)


class WholeNumberField(serializers.IntegerField):
    """A whole number as JSON writes it, or its digits as the values of a query are."""

    def to_internal_value(self, data: object) -> int:
        """The number. Raises ValidationError for everything else, also 1.0 and true."""
        is_number = isinstance(data, int) and not isinstance(data, bool)
        if not is_number and not (isinstance(data, str) and _DIGITS.fullmatch(data)):
            raise serializers.ValidationError(gettext("This must be a whole number, such as 3."))
        return int(str(data))


class SentSerializer(serializers.Serializer[Any]):
    """Values that a caller sends; those of names that there are not are refused."""

    def to_internal_value(self, data: Any) -> Any:
        """The values read. Raises ValidationError."""
        if isinstance(data, Mapping):
            known = [name for name, field in self.fields.items() if not field.read_only]
            check_names([name for name in data if name not in self.fields], known)
            texts = {name: field for name, field in self.fields.items() if isinstance(field, serializers.CharField)}
            loose = {name for name in texts if isinstance(data.get(name), int | float)}
            if loose:
                raise serializers.ValidationError({name: [texts[name].error_messages["invalid"]] for name in loose})
        return super().to_internal_value(data)


def body_of(request: Request, kind: type[SentSerializer]) -> dict[str, Any]:
    """The values of a body of that kind. Raises ValidationError."""
    read = kind(data=request.data)
    read.is_valid(raise_exception=True)
    return dict(read.validated_data)


def query_of(request: Request, kind: type[serializers.Serializer[Any]]) -> dict[str, Any]:  # Any: of any kind
    """The values of the query, read by a serializer: as a form, empty values would be passed over. Raises
    ValidationError."""
    read = kind(data=request.query_params.dict())
    read.is_valid(raise_exception=True)
    return dict(read.validated_data)


class ChoiceField(serializers.ChoiceField):
    """One of a few values, which a refusal names."""

    def __init__(self, choices: Any, **more: Any) -> None:
        super().__init__(choices, **more)
        values = ", ".join(map(str, self.choices)).replace("{", "{{").replace("}", "}}")
        self.error_messages["invalid_choice"] = f"There is no “{{input}}”. There are: {values}."
