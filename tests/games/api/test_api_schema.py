"""The OpenAPI schema: valid, without a warning, and kept by every answer, whatever a program sends."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.accounts import api_keys
from games.clock.controls import TimeControl
from games.lobby.proposals import propose_game
from games.models import Player
from games.play.agreements import offer_draw
from games.play.creation import create_game
from tests.contract_changes import STORED, present_schema

pytestmark = pytest.mark.django_db

EXAMPLES = 1  # of what each operation is sent, right and wrong: the simplest; the sequences below draw others
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


# From the file, which ``tests/seeds/rest/test_contract.py`` holds to the schema: each process of a test run collects
# this module, and the schema takes seconds to make.
LABELS = sorted(
    f"{method.upper()} {path}"
    for path, operations in json.loads(STORED.read_text())["paths"].items()
    for method in operations
)


@pytest.fixture(scope="module")
def operations() -> dict[str, Any]:
    """What the schema describes, by method and path."""
    return {found.ok().label: found.ok() for found in load_schema().get_all_operations()}


def load_schema() -> Any:
    """The schema as programs load it, to be asked without a server."""
    loaded = schemathesis.openapi.from_dict(present_schema())
    loaded.app = get_wsgi_application()
    return loaded


@dataclass
class Service:
    """A service with something in it: a key of a player's, and what the addresses of her things are made of."""

    key: str
    known: dict[str, dict[str, Any]]

    def parameters(self, label: str) -> dict[str, Any]:
        return next((values for part, values in self.known.items() if f"/{part}/" in label), {})


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Service:
    """A few games, proposals and submissions, and no limit on requests."""
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *_: True)
    ada, ben = (Player.objects.create(username=name) for name in ("ada", "ben"))
    control = TimeControl.days_per_turn(3)
    now = timezone.now()
    game = create_game(rules="btt", players=[ada, ben], control=control, at=now)
    challenge = propose_game(proposer=ben, rules="btt", seats=2, control=control, at=now, invited=[ada])
    propose_game(proposer=ada, rules="treeblox", seats=2, control=control, at=now)
    sent = offer_draw(game_id=game.pk, player_id=ada.pk, at=now, source="page")
    return Service(
        key=api_keys.create_token(ada, name="fuzz")[1],
        known={
            "games": {"id": game.pk},
            "proposals": {"id": challenge.pk},
            "submissions": {"id": sent.number},
            "players": {"username": "ada"},
        },
    )


@pytest.mark.slow
@pytest.mark.parametrize("label", LABELS)
def test_every_answer_keeps_to_the_schema(label: str, service: Service, operations: dict[str, Any]) -> None:
    operation, known = operations[label], service.parameters(label)
    for mode in GenerationMode:

        @settings(
            max_examples=EXAMPLES, deadline=None, derandomize=True, database=None,
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: Any) -> None:
            case.path_parameters = {name: known.get(name, value) for name, value in case.path_parameters.items()}
            # Uncompressed: without a connection nothing decodes what is compressed.
            headers = {"Authorization": f"Bearer {service.key}", "Accept-Encoding": "identity"}
            case.call_and_validate(headers=headers, checks=CHECKS)

        try:
            ask()
        except Unsatisfiable:
            assert mode == GenerationMode.NEGATIVE, "an operation that takes nothing cannot be given anything wrong"


@pytest.mark.slow
def test_operations_one_after_another_keep_to_the_schema(service: Service) -> None:
    """What one answer names is asked for by the next: the stateful phase of schemathesis.

    Each sequence begins with the same rows: a machine that plays a sequence again has to find the same answers.
    """

    class Callers(load_schema().as_state_machine()):  # type: ignore[misc]
        def setup(self) -> None:
            cache.clear()
            self.savepoint = transaction.savepoint()

        def teardown(self) -> None:
            transaction.savepoint_rollback(self.savepoint)

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return {"headers": {"Authorization": f"Bearer {service.key}", "Accept-Encoding": "identity"}}

        def validate_response(self, response: Any, case: Any, **more: Any) -> None:
            case.validate_response(response, checks=CHECKS)

    Callers.run(
        settings=settings(
            max_examples=25,
            stateful_step_count=8,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
    )
