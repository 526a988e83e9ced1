"""``python -m games.records verify``: what it finds in a record that somebody changed, and what it vouches for."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
)

from games.records import dice
from games.records.abstractplay import to_abstract_play
from games.records.cli import main
from games.records.json_form import from_json, to_json
from games.records.reading import read_record
from games.records.receipts import faults_of_log, receipt_of
from games.records.record import Record
from games.records.signing import (
    Verdict,
    is_private_key,
    judge,
    public_key_of,
    read_private_key,
    sign,
)
from games.records.text_form import to_text
from ground.canonical import canonical_time, whole_milliseconds
from tests.games.records.samples import SECRET, sample

ROOT = Path(__file__).parents[3]
OURS, THEIRS = (Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32) for number in (1, 2))
KEY = public_key_of(OURS)
RECEIPT = "ab" * 32

Json = dict[str, Any]
Change = Callable[[Json], object]


def signed(slug: str = "roots") -> Record:
    """A record as a site would publish it."""
    return sign(replace(sample(slug, 2), receipt=RECEIPT), OURS)


@pytest.fixture
def verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """Runs the command on a text, and returns its status and what it said."""

    def run(text: str, *arguments: str) -> tuple[int, str]:
        file = tmp_path / "record"
        file.write_text(text, "utf-8")
        status = main(["verify", str(file), *arguments])
        said = capsys.readouterr()
        return status, (said.out + said.err).strip()

    return run


def test_verify_runs_without_django_and_without_a_database(tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    file.write_text(to_text(signed()), "utf-8")
    without_django = "import sys; sys.modules['django'] = None; from games.records.cli import main; "
    command = [sys.executable, "-c", without_django + f"sys.exit(main(['verify', {str(file)!r}, '--key', '{KEY}']))"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("roots game 7: OK. ")
    assert done.stdout.endswith(f"throws follow from it. Signed by Seeds at seeds.example, key {KEY[:16]}.\n")


def swap(values: Json, name: str) -> None:
    first, second = values["players"]
    first[name], second[name] = second[name], first[name]


# What somebody changes in a signed record, the sentence that finds it, and the exit status.
CHANGES: list[tuple[str, Change, str, int]] = [
    ("the winner", lambda v: swap(v, "place"), "The record says [", 1),
    ("the points", lambda v: swap(v, "points"), "points, its moves lead to", 1),
    ("a move", lambda v: v["steps"].__setitem__(0, "bead 3,10"), "Step 1", 1),
    ("a word", lambda v: v["players"][0].update(word="rose"), "and the secret gives", 1),
    ("the commitment", lambda v: v.update(commitment="00" * 32), "The commitment is not the SHA-256 of the secret.", 1),
    ("no commitment", lambda v: v.pop("commitment"), "There is a secret, and no commitment to it.", 1),
    ("a key that is none", lambda v: v.update(key="key"), Verdict.BROKEN.value, 1),
    ("half a signature", lambda v: v.update(signature=v["signature"][:64]), Verdict.BROKEN.value, 1),
    ("no signature", lambda v: v.pop("signature"), Verdict.UNSIGNED.value, 3),
    ("the game", lambda v: v.update(game="chess"), "There is no game 'chess'", 2),
]


@pytest.mark.parametrize(("change", "sentence", "status"), [row[1:] for row in CHANGES], ids=[r[0] for r in CHANGES])
def test_what_somebody_changed_is_found(
    change: Change, sentence: str, status: int, verify: Callable[..., tuple[int, str]]
) -> None:
    values = json.loads(json.dumps(to_json(signed())))
    change(values)
    found, said = verify(json.dumps(values))
    assert sentence in said
    assert found == status
    if found == 3:
        assert verify(json.dumps(values), "--key", KEY) == (1, f"roots game 7: WRONG. {sentence}")


def changes_of(value: Any) -> Iterator[Any]:
    """The value with one thing in it removed, changed, said twice or added, for each thing at any depth."""
    if isinstance(value, dict):
        yield {**value, "unknown": 1}
        for name, inner in value.items():
            yield {other: kept for other, kept in value.items() if other != name}
            yield from ({**value, name: changed} for changed in changes_of(inner))
    elif isinstance(value, list):
        yield [*value, *value[-1:]] or [0]
        for index, inner in enumerate(value):
            yield value[:index] + value[index + 1 :]
            yield from ([*value[:index], changed, *value[index + 1 :]] for changed in changes_of(inner))
    else:
        yield not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"{value}x"
        yield 1 if value is True else float(value) if isinstance(value, int) else None


def is_refused(text: str) -> bool:
    try:
        return judge(read_record(text), [KEY]) is not Verdict.GOOD
    except ValueError:
        return True


@pytest.mark.parametrize("form", ["json", "abstract-play"])
def test_any_change_of_any_field_is_refused(form: str) -> None:
    record = signed("btt")
    written = (
        to_json(record) if form == "json" else to_abstract_play(record, generated=datetime(2027, 1, 1, tzinfo=UTC))
    )
    assert not is_refused(json.dumps(written))
    passed = [changed for changed in changes_of(written) if not is_refused(json.dumps(changed))]
    assert all(changed["header"].get("date-generated") != written["header"]["date-generated"] for changed in passed)
    assert len(passed) == (0 if form == "json" else 2), "nobody signs when a file was written"


def test_name_that_a_record_has_twice_is_refused(verify: Callable[..., tuple[int, str]]) -> None:
    status, said = verify(json.dumps(to_json(signed()))[:-1] + ', "reason": "score"}')
    assert (status, "a name stands there twice" in said) == (2, True)


def test_whoever_signs_a_changed_record_anew_is_found_by_the_key(verify: Callable[..., tuple[int, str]]) -> None:
    forged = to_text(sign(replace(signed(), title="Summer cup"), THEIRS))
    status, said = verify(forged)
    assert (status, said.endswith(Verdict.UNCONFIRMED.value)) == (3, True), "nothing inside gives it away"
    assert verify(forged, "--key", KEY) == (1, f"roots game 7: WRONG. {Verdict.FOREIGN.value}")


def test_keys_may_stand_in_a_file(tmp_path: Path, verify: Callable[..., tuple[int, str]]) -> None:
    keys = tmp_path / "keys.txt"
    keys.write_text(f"{public_key_of(THEIRS)}\n{KEY}\n", "utf-8")
    assert verify(to_text(signed()), "--key", str(keys))[0] == 0
    keys.write_text("no key\n", "utf-8")
    status, said = verify(to_text(signed()), "--key", str(keys))
    assert (status, "64 hexadecimal digits" in said) == (2, True)


def test_a_running_game_is_signed_too(verify: Callable[..., tuple[int, str]]) -> None:
    whole = signed()
    running = from_json({name: value for name, value in to_json(whole).items() if name in ("game", "options")}
                        | {"steps": whole.steps[:10], "commitment": dice.commit(SECRET)})  # fmt: skip
    status, said = verify(to_text(sign(running, OURS)), "--key", KEY)
    assert status == 0
    assert said.startswith("roots game: OK. 10 moves fit the rules. Its secret is published when the game is over.")


def test_the_worst_of_several_records_counts(verify: Callable[..., tuple[int, str]]) -> None:
    good, unsigned, wrong = signed(), replace(signed(), signature=""), replace(signed(), signature="00" * 64)
    lines = [json.dumps(to_json(record)) for record in (wrong, unsigned, good)]
    assert verify("\n".join(lines))[0] == 1
    assert verify("\n".join(lines[1:]))[0] == 3
    assert verify("no record at all")[0] == 2


@pytest.mark.parametrize(("record", "said"), [
    (replace(sample("btt", 2), commitment="", secret=""), "32 moves fit the rules; no dice, and no secret to check."),
    (replace(sample("roots", 2), secret=""), "It has no secret, so its dice cannot be rechecked."),
    (sample("btt", 2), "32 moves fit the rules; the secret fits its commitment, and all 0 throws follow from it."),
])  # fmt: skip
def test_verify_says_what_there_is_to_check(record: Record, said: str, verify: Callable[..., tuple[int, str]]) -> None:
    status, found = verify(to_text(record))
    assert status == 3
    assert said in found
    assert found.endswith(Verdict.UNSIGNED.value)


def test_convert_writes_every_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, record = tmp_path / "record", signed("twigs")
    texts = {}
    file.write_text(to_text(record), "utf-8")
    for form in ("json", "abstract-play", "text"):
        assert main(["convert", "--to", form, str(file)]) == 0
        texts[form] = capsys.readouterr().out
        file.write_text(texts[form], "utf-8")
    assert texts["text"].strip() == to_text(record).strip()


# The log ----------------------------------------------------------------------------------------------------------


def log_of(record: Record, game: int = 7) -> list[Json]:
    """A log as REST shows it, of a game whose record this is."""
    lines: list[Json] = []
    previous = ""
    for ply, text in enumerate([dice.seal(record.commitment, record.words), *record.steps]):
        line: Json = {"seq": ply + 1, "ply": ply or None, "kind": "step", "seat": None, "text": text}
        line["at"] = "2026-03-02T12:00:00.000Z"
        previous = line["receipt"] = receipt_of(previous, game, line)
        lines.append(line)
    return lines


def test_the_log_leads_to_the_receipt_of_the_record(tmp_path: Path, verify: Callable[..., tuple[int, str]]) -> None:
    elsewhere = log_of(sample("btt", 2), game=0)
    assert faults_of_log(elsewhere, replace(sample("btt", 2), number="A-7", receipt=elsewhere[-1]["receipt"])) == []
    lines = log_of(sample("btt", 2))
    record = to_text(sign(replace(sample("btt", 2), receipt=lines[-1]["receipt"]), OURS))
    file = tmp_path / "log.json"

    def with_log(changed: list[Json]) -> tuple[int, str]:
        file.write_text(json.dumps(changed), "utf-8")
        return verify(record, "--key", KEY, "--log", str(file))

    assert with_log(lines)[0] == 0
    status, said = with_log([*lines[:4], {**lines[4], "at": "2026-03-02T12:00:00.001Z"}, *lines[5:]])
    assert (status, said) == (1, "btt game 7: WRONG. The receipt of line 5 of the log does not fit what the line says.")
    assert "Line 5 of the log is missing." in with_log([*lines[:4], *lines[5:]])[1]
    assert "The newest receipt of the log is another one than the record's." in with_log(lines[:-1])[1]
    file.write_text('{"seq": 1}', "utf-8")
    assert verify(record, "--log", str(file)) == (
        2,
        "--log wants the log of one game as REST shows it: a list of objects.",
    )
    other = log_of(replace(sample("btt", 2), commitment="00" * 32))
    assert "The log begins with another commitment" in with_log(other)[1]


# Keys -------------------------------------------------------------------------------------------------------------


def pem(key: Ed25519PrivateKey | X25519PrivateKey, encryption: KeySerializationEncryption) -> str:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption).decode()


def test_a_site_signs_with_an_ed25519_key_that_needs_no_password() -> None:
    good = pem(OURS, NoEncryption())
    assert is_private_key(good)
    assert public_key_of(read_private_key(good)) == KEY
    assert not is_private_key(pem(X25519PrivateKey.generate(), NoEncryption()))
    assert not is_private_key(pem(OURS, BestAvailableEncryption(b"rose")))
    assert not is_private_key(KEY)


# Canonical text ---------------------------------------------------------------------------------------------------


def test_canonical_times_are_in_utc_and_cut_to_whole_milliseconds() -> None:
    at = datetime(2027, 3, 1, 19, 0, 0, 120_999, tzinfo=timezone(timedelta(hours=1)))
    assert canonical_time(at) == canonical_time(whole_milliseconds(at)) == "2027-03-01T18:00:00.120Z"
    assert whole_milliseconds(at) == at.replace(microsecond=120_000)
    assert canonical_time(at.replace(microsecond=0)) == "2027-03-01T18:00:00.000Z"
