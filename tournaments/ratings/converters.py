"""What addresses of ratings have in them besides names: the size of a pool's tables, and days."""

from __future__ import annotations

from datetime import date

from django.urls import register_converter

from tournaments.models.ratings import RatingPool


class FieldConverter:
    """The size of a pool's tables in an address."""

    regex = "|".join(RatingPool.Field.values)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return str(value)


class DayConverter:
    """A day in an address, such as 2026-03-02; a date that does not exist is no address."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(FieldConverter, "field")
register_converter(DayConverter, "day")
