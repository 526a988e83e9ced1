"""What a program may send to the REST interface, and the plain words for what it may not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from rest_framework import serializers

from games.accounts.api_keys import create_token
from games.models import Player
from ground.rest.strict_input import SentSerializer, WholeNumberField
from seeds.rest.bodies import MAX_BODY_BYTES
from tests.contract_changes import present_schema

pytestmark = pytest.mark.django_db

DAY = 86_400


def propose(body: bytes) -> tuple[int, dict[str, Any]]:
    """Send a proposal as ada's program; the status and the answer."""
    cache.clear()
    player, _ = Player.objects.get_or_create(username="ada")
    headers = {"Authorization": f"Bearer {create_token(player, name='program')[1]}"}
    answer = Client().post("/api/v1/proposals/", body, content_type="application/json", headers=headers)
    return answer.status_code, answer.json()


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (400, b'{"a":' * 10_000 + b"1" + b"}" * 10_000, "This JSON is nested too deep. Send a plain object."),
        (400, b"[" * 60_000, "This JSON is nested too deep. Send a plain object."),
        (400, b'[{"rules": "btt"}]', 'Send a JSON object, names and values in braces, such as {"ply": 0}.'),
        (400, b'"btt"', 'Send a JSON object, names and values in braces, such as {"ply": 0}.'),
        (400, b'{"rules": "\\ud800"}', "The body is not text in UTF-8. Send JSON in UTF-8."),
        (400, b'{"\\udc00": 1}', "The body is not text in UTF-8. Send JSON in UTF-8."),
        (400, b'{"rules": "\xff"}', "The body is not text in UTF-8. Send JSON in UTF-8."),
        (400, b'{"rules": "btt", "rules": "twigs"}', "The body has rules twice. Send it once."),
        (400, b'{"control": {"base": 60, "base": 60}}', "The body has base twice. Send it once."),
        (400, b'{"seats": NaN}', "NaN is not JSON. Send a number."),
        (400, b'{"seats": -Infinity}', "-Infinity is not JSON. Send a number."),
        (400, b'{"seats": ' + b"9" * 5_000 + b"}", "A number in the body has too many digits."),
        (400, b'{"rules":\n "btt",,}', "The body stops being JSON in line 2, column 8."),
        (400, b" ", "The body stops being JSON in line 1, column 2."),
        (413, b"[" * 100_000 + b"]" * 100_000, f"A request may have {MAX_BODY_BYTES} bytes. Send less."),
        (413, b'{"rules": "' + b"a" * 66_000 + b'"}', f"A request may have {MAX_BODY_BYTES} bytes. Send less."),
        (413, b'{"rules": "' + b"a" * 3_000_000 + b'"}', f"A request may have {MAX_BODY_BYTES} bytes. Send less."),
    ],
    ids=["deep objects", "deep lists", "a list", "a word", "half a character", "half a character in a name",
         "not UTF-8", "a name twice", "an inner name twice", "no number", "infinite", "digits", "a comma", "a blank",
         "deep and large", "large", "huge"],
)  # fmt: skip
def test_body_that_cannot_be_meant_is_refused_with_a_sentence(status: int, body: bytes, said: str) -> None:
    answered, described = propose(body)
    assert (answered, described["message"]) == (status, said)
    assert described["code"] == ("too_large" if status == 413 else "parse_error")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"control": "slow"}, "control: This must be a JSON object: names and values in braces."),
        ({"options": []}, "options: This must be a JSON object: names and values in braces."),
        ({"invited": "ben"}, "invited: This must be a list, in square brackets."),
        (
            {"control": {"base": DAY, "increment": 0, "cap": 60}},
            "control: The cap must be at least the base and at most 366 days.",
        ),
        (
            {"control": {"base": DAY, "increment": "long", "cap": DAY}},
            "control.increment: This must be a whole number, such as 3.",
        ),
        ({"invited": ["ben", "a" * 31]}, "invited.1: Ensure this field has no more than 30 characters."),
        (
            {"control": {"base": DAY, "increment": DAY, "cap": DAY, "bonus": 1}},
            "control.bonus: There is no such value. There are: base, increment, cap, answer, ends.",
        ),
        (
            {"pause_rules": {"holidays": False}},
            "pause_rules.holidays: There is no such value. There are: leave, leave_days, pauses, undo.",
        ),
        (
            {"invite": ["ben"]},
            "invite: There is no such value. There are: rules, seats, options, control, pause_rules, invited, house, "
            "seating, chosen_seat, games, schedule, rated, people_only, message, seal, word.",
        ),
    ],
)
def test_field_of_the_wrong_kind_or_name_is_told_in_plain_words(wrong: dict[str, Any], said: str) -> None:
    body = {"rules": "btt", "control": {"base": DAY, "increment": DAY, "cap": DAY}} | wrong
    status, described = propose(json.dumps(body).encode())
    assert status == 400
    assert described["message"] == said


@pytest.mark.parametrize("wrong", ["2.0", 2.0, " 2 ", "+2", "٢", "1_0", "2" * 13, True, None, [2]])
def test_whole_number_is_read_strictly(wrong: Any) -> None:
    status, described = propose(json.dumps({"rules": "btt", "seats": wrong}).encode())
    assert (status, "seats" in {one["field"] for one in described["errors"]}) == (400, True)


def number_fields(field: Any) -> Iterator[serializers.IntegerField]:
    """The field itself, and those in it, which read whole numbers."""
    if isinstance(field, serializers.IntegerField) and not field.read_only:
        yield field
    inner = [getattr(field, "child", None), *getattr(field, "fields", {}).values()]
    for one in inner:
        yield from number_fields(one) if one is not None else ()


def kinds_of_bodies(kind: type[SentSerializer] = SentSerializer) -> Iterator[type[SentSerializer]]:
    yield kind
    for inner in kind.__subclasses__():
        yield from kinds_of_bodies(inner)


def test_every_whole_number_that_is_sent_is_read_strictly() -> None:
    present_schema()  # loads all views, and what they read
    found = {kind: list(number_fields(kind())) for kind in kinds_of_bodies()}
    assert sum(map(len, found.values())) > 60
    loose = {kind.__name__ for kind, fields in found.items() for one in fields if not isinstance(one, WholeNumberField)}
    assert loose == set()


def test_characters_that_are_written_in_two_halves_are_read() -> None:
    status, described = propose(b'\xef\xbb\xbf{"rules": "\\ud83c\\udf31"}')
    assert (status, described["code"]) == (400, "invalid")
    assert "\N{SEEDLING}" in described["message"]


def test_a_number_is_no_text() -> None:
    status, described = propose(b'{"rules": "btt", "control": {"base": 60, "increment": 0, "cap": 60}, "message": 7}')
    assert (status, [error["field"] for error in described["errors"]]) == (400, ["message"])


def test_nesting_that_can_just_be_read_is_an_error_of_the_field() -> None:
    for depth in (100, 900, 980):
        nested = b'{"a":' * depth + b"1" + b"}" * depth
        status, described = propose(b'{"rules": "btt", "options": ' + nested + b', "control": {}}')
        assert (status, described["code"]) in ((400, "invalid"), (400, "parse_error"))


def test_what_does_not_exist_is_told_in_the_words_of_the_address() -> None:
    answer = Client().get("/api/v1/events/nowhere/")
    described = answer.json()
    assert (answer.status_code, described["code"]) == (404, "not_found")
    assert described["message"] == "There is no such event. Look at the names and numbers in the address."
