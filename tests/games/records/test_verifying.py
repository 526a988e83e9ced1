"""``python -m games.records verify``: what it finds in a record that somebody changed, and what it vouches for."""

from __future__ import annotations

import hashlib
import json
import os
import re
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
    is_public_key,
    judge,
    public_key_of,
    read_private_key,
    sign,
    unsigned,
)
from games.records.text_form import to_text
from games.records.throws import throws_of
from ground.canonical import canonical_text, canonical_time, whole_milliseconds
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


@pytest.mark.parametrize("form", ["text", "json", "abstract-play"])
@pytest.mark.parametrize("slug", ["btt", "roots", "treeblox", "twigs"])
def test_a_signature_holds_in_every_form(slug: str, form: str, verify: Callable[..., tuple[int, str]]) -> None:
    record = signed(slug)
    written = {
        "text": to_text(record),
        "json": json.dumps(to_json(record)),
        "abstract-play": json.dumps(to_abstract_play(record, generated=datetime(2027, 1, 1, tzinfo=UTC))),
    }[form]
    status, said = verify(written, "--key", KEY)
    assert status == 0, said


def test_a_signature_can_be_checked_with_nothing_but_the_record_and_the_standard() -> None:
    values = to_json(signed())
    signature = values.pop("signature")
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    OURS.public_key().verify(bytes.fromhex(signature), text.encode())
    assert values["key"] == KEY


def swap(values: Json, name: str) -> None:
    first, second = values["players"]
    first[name], second[name] = second[name], first[name]


# What somebody changes in a signed record, the sentence that finds it, and the exit status.
CHANGES: list[tuple[str, Change, str, int]] = [
    ("the winner", lambda v: swap(v, "place"), "The record says [", 1),
    ("the points", lambda v: swap(v, "points"), "points, its moves lead to", 1),
    ("a move", lambda v: v["steps"].__setitem__(0, "bead 3,10"), "Step 1", 1),
    ("a time", lambda v: v["times"].__setitem__(5, "2026-03-02T11:59:59Z"), Verdict.BROKEN.value, 1),
    ("the start", lambda v: v.update(started="2026-03-01T12:00:00Z"), Verdict.BROKEN.value, 1),
    ("the end", lambda v: v.pop("finished"), Verdict.BROKEN.value, 1),
    ("a name", lambda v: v["players"][0].update(name="zoe"), Verdict.BROKEN.value, 1),
    ("both names", lambda v: swap(v, "name"), Verdict.BROKEN.value, 1),
    ("a word", lambda v: v["players"][0].update(word="rose"), "and the secret gives", 1),
    ("the commitment", lambda v: v.update(commitment="00" * 32), "The commitment is not the SHA-256 of the secret.", 1),
    ("no commitment", lambda v: v.pop("commitment"), "There is a secret, and no commitment to it.", 1),
    ("no secret", lambda v: (v.pop("commitment"), v.pop("secret")), Verdict.BROKEN.value, 1),
    ("the reason", lambda v: v.update(reason="resignation"), Verdict.BROKEN.value, 1),
    ("rated", lambda v: v.update(rated=False), Verdict.BROKEN.value, 1),
    ("the time control", lambda v: v["control"].update(base=60), Verdict.BROKEN.value, 1),
    ("an offer", lambda v: v["events"].pop(), Verdict.BROKEN.value, 1),
    ("a cause", lambda v: v.pop("causes"), Verdict.BROKEN.value, 1),
    ("the receipt", lambda v: v.update(receipt="cd" * 32), Verdict.BROKEN.value, 1),
    ("the key", lambda v: v.update(key=public_key_of(THEIRS)), Verdict.BROKEN.value, 1),
    ("a key that is none", lambda v: v.update(key="key"), Verdict.BROKEN.value, 1),
    ("no key", lambda v: v.pop("key"), Verdict.BROKEN.value, 1),
    ("the signature", lambda v: v.update(signature="00" * 64), Verdict.BROKEN.value, 1),
    ("half a signature", lambda v: v.update(signature=v["signature"][:64]), Verdict.BROKEN.value, 1),
    ("no signature", lambda v: v.pop("signature"), Verdict.UNSIGNED.value, 3),
    ("the game", lambda v: v.update(game="chess"), "There is no game 'chess'", 2),
]


@pytest.mark.parametrize(("change", "sentence", "status"), [row[1:] for row in CHANGES], ids=[r[0] for r in CHANGES])
@pytest.mark.parametrize("form", [json.dumps, lambda values: to_text(from_json(values))], ids=["json", "text"])
def test_what_somebody_changed_is_found(
    change: Change, sentence: str, status: int, form: Callable[[Json], str], verify: Callable[..., tuple[int, str]]
) -> None:
    values = json.loads(json.dumps(to_json(signed())))
    change(values)
    try:
        text = form(values)
    except ValueError:  # our own writer refuses what breaks the rules
        text = json.dumps(values)
    found, said = verify(text)
    assert sentence in said
    assert found == status
    if found == 3:
        assert verify(text, "--key", KEY) == (1, f"roots game 7: WRONG. {sentence}")


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


def test_any_change_of_a_line_of_text_is_refused() -> None:
    lines = to_text(signed("btt")).splitlines()
    for number, line in enumerate(lines):
        for changed in ([], [line, line], [f"{line.rstrip(']')}x"], [line, '[Unknown "1"]']):
            assert not line or is_refused("\n".join([*lines[:number], *changed, *lines[number + 1 :]])), line


def test_name_that_a_record_has_twice_is_refused(verify: Callable[..., tuple[int, str]]) -> None:
    status, said = verify(json.dumps(to_json(signed()))[:-1] + ', "reason": "score"}')
    assert (status, "a name stands there twice" in said) == (2, True)


def test_a_winner_by_resignation_is_held_by_the_signature(verify: Callable[..., tuple[int, str]]) -> None:
    record = sample("btt", 2)
    places = (replace(record.places[0], place=1), replace(record.places[1], place=2, left="resignation"))
    text = to_text(sign(replace(record, places=places, reason="resignation"), OURS))
    assert verify(text, "--key", KEY)[0] == 0
    swapped = text.replace('[Place1 "1"]', '[Place1 "2"]').replace('[Place2 "2"]', '[Place2 "1"]')
    assert verify(swapped) == (1, f"btt game 7: WRONG. {Verdict.BROKEN.value}")


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


def test_keys_may_come_through_a_pipe_for_several_records(verify: Callable[..., tuple[int, str]]) -> None:
    reading, writing = os.pipe()
    os.write(writing, f"{KEY}\n".encode())
    os.close(writing)
    try:
        assert verify(to_text(signed()) + "\n" + to_text(signed("btt")), "--key", f"/dev/fd/{reading}")[0] == 0
    finally:
        os.close(reading)


def test_a_running_game_is_signed_too(verify: Callable[..., tuple[int, str]]) -> None:
    whole = signed()
    running = from_json({name: value for name, value in to_json(whole).items() if name in ("game", "options")}
                        | {"steps": whole.steps[:10], "commitment": dice.commit(SECRET)})  # fmt: skip
    status, said = verify(to_text(sign(running, OURS)), "--key", KEY)
    assert status == 0
    assert said.startswith(
        "roots game: OK. 10 moves fit the rules. Its secret is published when the game is over. Signed"
    )


def test_the_worst_of_several_records_counts(verify: Callable[..., tuple[int, str]]) -> None:
    good, unsigned, wrong = signed(), replace(signed(), signature=""), replace(signed(), signature="00" * 64)
    lines = [json.dumps(to_json(record)) for record in (wrong, unsigned, good)]
    assert verify("\n".join(lines))[0] == 1
    assert verify("\n".join(lines[1:]))[0] == 3
    assert verify("no record at all")[0] == 2


def test_a_die_that_somebody_changed_is_named(verify: Callable[..., tuple[int, str]]) -> None:
    record = sample("roots", 2)
    throw = throws_of(record)[0]
    other = throw.face % throw.sides + 1
    values: Json = {"game": "roots", "options": {}, "steps": [*record.steps[:2], f"roll d{throw.sides} {other}"]}
    values |= {"secret": SECRET, "commitment": dice.commit(SECRET), "players": [{"word": "tulip"}, {"word": "Regen!"}]}
    assert verify(json.dumps(values)) == (
        1, f"roots game: WRONG. Move 3 says roll d20 {other}, and the secret gives {throw.face}."
    )  # fmt: skip


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


def test_signing_changes_nothing_but_key_and_signature() -> None:
    record = sample("roots", 2)
    assert replace(sign(record, OURS), key="", signature="") == record
    assert sign(record, OURS) == sign(record, OURS), "the same record has the same signature each time"
    assert judge(sign(sign(record, THEIRS), OURS), [KEY]) is Verdict.GOOD
    assert len(re.findall(r"[0-9a-f]", sign(record, OURS).signature)) == 128


def test_convert_writes_every_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, record = tmp_path / "record", signed("twigs")
    texts = {}
    file.write_text(to_text(record), "utf-8")
    for form in ("json", "abstract-play", "text"):
        assert main(["convert", "--to", form, str(file)]) == 0
        texts[form] = capsys.readouterr().out
        file.write_text(texts[form], "utf-8")
    assert texts["text"].strip() == to_text(record).strip()


def test_what_cannot_be_read_is_said(verify: Callable[..., tuple[int, str]]) -> None:
    status, said = verify("Dear all, we drew.")
    assert status == 2
    assert said.startswith("Line 1: A turn reads like")


# The log ----------------------------------------------------------------------------------------------------------


def log_of(record: Record, game: int = 7) -> list[Json]:
    """A log as REST shows it, of a game whose record this is."""
    texts = [
        (dice.seal(record.commitment, record.words), None),
        *((step, ply) for ply, step in enumerate(record.steps, 1)),
    ]
    lines: list[Json] = []
    previous = ""
    for seq, (text, ply) in enumerate(texts, start=1):
        line: Json = {
            "seq": seq,
            "ply": ply,
            "kind": "step",
            "seat": None,
            "text": text,
            "at": "2026-03-02T12:00:00.000Z",
        }
        previous = line["receipt"] = receipt_of(previous, game, line)
        lines.append(line)
    return lines


def test_the_log_leads_to_the_receipt_of_the_record(tmp_path: Path, verify: Callable[..., tuple[int, str]]) -> None:
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


def test_a_receipt_is_the_hash_of_canonical_json() -> None:
    line = {"seq": 1, "ply": None, "kind": "started", "text": "ä", "receipt": "left out"}
    text = '{"game":7,"kind":"started","ply":null,"previous":"","seq":1,"text":"\\u00e4"}'
    assert receipt_of("", 7, line) == hashlib.sha256(text.encode()).hexdigest()


def test_whatever_a_log_has_other_than_its_record_is_named() -> None:
    lines = log_of(sample("btt", 2))
    record = replace(sample("btt", 2), receipt=lines[-1]["receipt"])
    assert faults_of_log(lines, record) == []
    assert faults_of_log(lines, replace(record, receipt=RECEIPT)) == [
        "The newest receipt of the log is another one than the record's."
    ]
    assert faults_of_log(lines, replace(record, entries=())) == ["The log has other moves than the record."]
    assert faults_of_log(lines, replace(record, commitment="00" * 32)) == [
        "The log begins with another commitment, or with other words of the players, than the record."
    ]


def test_a_record_without_a_number_of_ours_has_receipts_of_game_0() -> None:
    lines = log_of(sample("btt", 2), game=0)
    assert faults_of_log(lines, replace(sample("btt", 2), number="A-7", receipt=lines[-1]["receipt"])) == []


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


@pytest.mark.parametrize(("text", "is_one"), [
    (KEY, True), (KEY[1:], False), (f"{KEY}0", False), (KEY.upper(), False), ("X" * 64, False), (f" {KEY[1:]}", False),
])  # fmt: skip
def test_a_public_key_is_32_bytes_in_small_hexadecimal_digits(text: str, is_one: bool) -> None:
    assert is_public_key(text) == is_one


def test_what_a_record_says_of_its_game_does_not_depend_on_who_signed_it() -> None:
    record = sample("btt", 2)
    assert unsigned(sign(record, OURS)) == unsigned(sign(record, THEIRS)) == to_json(record)


# Canonical text ---------------------------------------------------------------------------------------------------


def test_canonical_times_are_in_utc_and_cut_to_whole_milliseconds() -> None:
    at = datetime(2027, 3, 1, 19, 0, 0, 120_999, tzinfo=timezone(timedelta(hours=1)))
    assert canonical_time(at) == canonical_time(whole_milliseconds(at)) == "2027-03-01T18:00:00.120Z"
    assert whole_milliseconds(at) == at.replace(microsecond=120_000)
    assert canonical_time(at.replace(microsecond=0)) == "2027-03-01T18:00:00.000Z"


def test_a_number_that_json_does_not_have_has_no_canonical_text() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical_text({"points": float("nan")})
