"""docs/records.md: its examples are right, and it names every field of a record."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.records import dice
from games.records.json_form import to_json
from games.records.receipts import receipt_of
from games.records.signing import sign
from games.records.text_form import from_text
from ground.canonical import canonical_text
from tests.games.records.samples import SECRET, WORDS, sample

PAPER = (Path(__file__).parents[3] / "docs" / "records.md").read_text("utf-8")


def test_the_receipt_of_the_example_can_be_recomputed() -> None:
    (example,) = re.findall(r"```json\n(.+?)\n```", PAPER, re.S)
    line = json.loads(example)
    assert canonical_text(line) == example
    first, second = re.findall(r"`([0-9a-f]{64})`", PAPER)
    assert line.pop("previous") == first
    assert receipt_of(first, line.pop("game"), line) == second


def test_every_field_of_a_record_is_explained() -> None:
    record = replace(sample("roots", 2), lot=("ann", "ben"), receipt="ab" * 32)
    values = to_json(sign(record, Ed25519PrivateKey.generate()))
    assert {"word", "signature", "causes", "events"} <= {*values, *values["players"][0]}
    for name in (*values, *values["players"][0], *values["events"][0]):
        assert f"`{name}`" in PAPER


def test_the_throws_of_the_example_are_right() -> None:
    key = dice.mix(SECRET, WORDS)
    assert "`0f1e2d3c` eight times over" in PAPER
    assert dice.commit(SECRET).startswith("1f23ec17")
    assert f"`{dice.words_text(WORDS)}`" in PAPER
    assert f"the key begins with `{key[:8]}`" in PAPER
    assert f"leaves 3 by 20: a {dice.throw(key, 2, 0, 20)}." in PAPER
    assert f"which leaves 13: a {dice.throw(key, 2, 1, 20)}." in PAPER


def test_the_text_of_the_example_can_be_read() -> None:
    example = next(part for part in re.findall(r"(?:^    .+\n|\n)+", PAPER, re.M) if '[Game "roots"]' in part)
    assert [place.name for place in from_text(example).places] == ["anna", "bert"]
