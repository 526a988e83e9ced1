"""Every operation of the service as every role, against ``table.txt``.

A line has a method, a path and what is answered, one word for all roles or one for each:

    ok      answered; nothing was written
    done    done; something was written
    no      led back to a page that says why it is refused
    to      led elsewhere; nothing was written
    login   asked to log in (a page leads there, REST says 401)
    400...  the number of the answer; nothing was written but, perhaps, that somebody tried

The bodies are such that their owner's would be done, so the answer is about the permission.

Tried are the roles that differ (``roles_that_differ``), not all of them. The lab's answers are taken from everybody on
loopback and then find no mail server here (502).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

import pytest

from tests.permissions import operations
from tests.permissions.roles import ROLES
from tests.permissions.trying import TRACES, Trial

pytestmark = pytest.mark.django_db

TABLE = Path(__file__).with_name("table.txt")
PARTS = 10  # of which the quick tests try one
# What may write when it is read, and why.
WRITE_WHEN_READ = {
    "GET accounts/sessions/": "the accounts library removes sign-ins whose session has ended from the list it shows"
}


def read_table() -> dict[str, list[str]]:
    """What each operation is answered, by role in the order of ``ROLES``."""
    lines = {}
    for line in TABLE.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            method, path, *answers = line.split()
            lines[f"{method} {path.removeprefix('/')}"] = answers * len(ROLES) if len(answers) == 1 else answers
    return lines


def line_of(operation: str, answers: list[str]) -> str:
    """The line of the table for an operation."""
    told = answers[:1] if len(set(answers)) == 1 else answers
    written = f"{operation}/" if operation.endswith(" ") else operation  # the first page
    return f"{written:<62} " + " ".join(f"{answer:<5}" for answer in told).rstrip()


def roles_that_differ(answers: list[str]) -> list[str]:
    """Visitors, guests, strangers and other directors (of pages for staff: visitors and moderators), and for each other
    answer the first role that gets it.

    Where all get the same: those with the fewest rights and with the most.
    """
    first = dict(reversed(list(zip(answers, ROLES, strict=True))))
    if len(first) == 1:
        return ["anonymous", "superuser"]
    is_for_staff = dict(zip(ROLES, answers, strict=True))["moderator"] == "login"
    outside = {"moderator"} if is_for_staff else {"guest", "stranger", "other director"}
    return [role for role in ROLES if role in outside | {"anonymous", *first.values()}]


def wrong(trial: Trial, operation: str, expected: list[str], roles: Collection[str]) -> list[str]:
    """What is not as its line says, in sentences."""
    problems = []
    for role, answer in zip(ROLES, expected, strict=True):
        if role in roles:
            got = trial.attempt(operation, role)
            if got.code != answer:
                problems.append(f"{operation} as {role}: {got.code}, where the table says {answer}.")
            if got.code not in ("ok", "done", "to") and got.written - TRACES:
                problems.append(f"{operation} as {role} is refused and writes {', '.join(sorted(got.written))}.")
    return problems


def test_every_operation_has_a_line(trial: Trial) -> None:
    """A new route needs a line in ``table.txt``, and where it takes a body one in ``bodies.py``.

    Where a path names something new, ``world.py`` makes it and says what stands in the path.
    """
    table, found = read_table(), set[str]()
    browser = trial.client("superuser")
    for route in operations.routes():
        path = trial.world.path("GET", route)
        assert "<" not in path, f"say in tests/permissions/world.py what stands in {route}"
        found |= {f"{method} {route}" for method in operations.methods_of(path, browser)}
    missing = [
        line_of(operation, [trial.attempt(operation, role).code for role in ROLES])
        for operation in sorted(found - set(table))
    ]
    assert missing == [], "add these lines to tests/permissions/table.txt, if every answer in them is right"
    assert sorted(set(table) - found) == [], "these lines are about operations that are no more"


def test_every_line_has_an_answer_for_each_role() -> None:
    assert {line: answers for line, answers in read_table().items() if len(answers) != len(ROLES)} == {}


def test_reading_writes_nothing() -> None:
    writing = {line for line, answers in read_table().items() if line.startswith("GET ") and "done" in answers}
    assert writing == set(WRITE_WHEN_READ)


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.slow) for part in range(1, PARTS))])
def test_every_operation_gets_what_the_table_says(trial: Trial, part: int) -> None:
    problems = [
        problem
        for operation, answers in list(read_table().items())[part::PARTS]
        for problem in wrong(trial, operation, answers, roles_that_differ(answers))
    ]
    assert problems == []


@pytest.mark.slow
def test_number_that_no_database_holds_names_nothing(trial: Trial) -> None:
    failed = []
    for operation in read_table():
        method, _, route = operation.partition(" ")
        path = trial.world.path(method, route)
        for number in re.finditer(r"(?<=/)\d+(?=/)", path):
            large = f"{path[: number.start()]}{10**20}{path[number.end() :]}"
            if trial.ask(operation, "superuser", large).status_code == 500:
                failed.append(large)
    assert failed == []
