"""Records that this site signs: with which key, where its public half is published, and what becomes of old ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core.management import call_command
from django.test import Client

from games.archive import stored_records
from games.archive.imports import import_game
from games.archive.stored_records import public_keys
from games.models import Game, ImportedGame
from games.records.cli import main
from games.records.json_form import to_json
from games.records.reading import read_record
from games.records.signing import Verdict, judge, public_key_of, sign
from games.records.text_form import to_text
from games.rules.replay import RecordError
from tests.games.browsing import Browser
from tests.games.conftest import NOON, Start
from tests.games.playing import play_on
from tests.games.records.samples import sample

pytestmark = pytest.mark.django_db

OTHER = Ed25519PrivateKey.from_private_bytes(b"2" * 32)
PEM = OTHER.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def test_whatever_is_downloaded_can_be_verified_with_the_published_keys(start: Start, tmp_path: Path) -> None:
    running, over = play_on(start("anna", "bert", rules="twigs"), 3), play_on(start("anna", "bert"))
    keys = tmp_path / "keys.txt"
    keys.write_bytes(Client().get("/records/keys.txt").content)
    file = tmp_path / "record"
    of_a_game = f"/games/{running.pk}/record.txt", f"/games/{over.pk}/record.json", f"/games/{over.pk}/record.ap.json"
    for address in (*of_a_game, "/players/anna/games.jsonl", f"/api/v1/games/{over.pk}/record/"):
        answer = Client().get(address)
        file.write_bytes(b"".join(answer) if answer.streaming else answer.content)
        assert main(["verify", str(file), "--key", str(keys)]) == 0, address


def test_keys_are_published_with_the_present_one_first(settings: Any) -> None:
    before = public_keys()
    settings.SECRET_KEY = "another" * 10
    assert public_keys() != before, "without a file the key follows from the secret key"
    settings.RECORD_KEY, settings.RECORD_FORMER_KEYS = PEM, before
    assert public_keys() == [public_key_of(OTHER), *before]
    assert Client().get("/records/keys.txt").content.decode().split() == public_keys()
    assert Client().get("/api/v1/records/keys/").json() == [
        {"key": public_key_of(OTHER), "algorithm": "Ed25519", "is_current": True},
        {"key": before[0], "algorithm": "Ed25519", "is_current": False},
    ]
    page = Browser().get("/records/").text
    assert all(key in page for key in public_keys())


def test_a_record_stays_good_when_the_key_changes(start: Start, settings: Any) -> None:
    game = play_on(start("anna", "bert"), 5)
    old = stored_records.record_of(game)
    before = public_keys()
    settings.RECORD_KEY, settings.RECORD_FORMER_KEYS = PEM, before
    new = stored_records.record_of(Game.objects.get())
    assert (old.key, new.key) == (before[0], public_key_of(OTHER))
    assert judge(old, public_keys()) is judge(new, public_keys()) is Verdict.GOOD
    settings.RECORD_FORMER_KEYS = []
    assert judge(old, public_keys()) is Verdict.FOREIGN


def test_the_page_and_rest_say_what_a_signature_is_worth(start: Start) -> None:
    text = to_text(stored_records.record_of(play_on(start("anna", "bert"), 5)))
    changed = text.replace('[Player1 "anna"]', '[Player1 "zoe"]')
    foreign = to_text(sign(read_record(text), OTHER))
    unsigned = "\n".join(line for line in text.splitlines() if not line.startswith("[Signature"))
    for record, word, sentence in (
        (text, "own", "Signed by this site, and unchanged since."),
        (changed, "broken", Verdict.BROKEN.value),
        (foreign, "foreign", f"Signed elsewhere, with the key {public_key_of(OTHER)}."),
        (unsigned, "none", Verdict.UNSIGNED.value),
    ):
        found = Client().post("/api/v1/records/", {"record": record}, content_type="application/json").json()
        assert found["signature"] == word
        browser = Browser()
        asked = browser.get("/records/").form("records/")
        assert sentence in browser.send("/records/", **(asked | {"record": record})).text


# From elsewhere ---------------------------------------------------------------------------------------------------


def test_an_imported_record_keeps_the_signature_of_its_site() -> None:
    theirs = sign(sample("roots", 2), OTHER)
    game, is_new = import_game(theirs, at=NOON)
    assert is_new
    assert import_game(sample("roots", 2), at=NOON) == (game, False), "signed anew it is the same game"
    assert stored_records.record_of(Game.objects.get()) == theirs
    assert Client().get(f"/api/v1/games/{game.pk}/record/").json() == to_json(theirs)
    assert judge(stored_records.record_of(game), [public_key_of(OTHER)]) is Verdict.GOOD


def test_a_record_that_was_changed_after_it_was_signed_is_not_imported() -> None:
    signed = to_json(sign(sample("btt", 2), OTHER))
    with pytest.raises(RecordError, match="Its signature does not fit"):
        import_game(read_record(json.dumps(signed | {"title": "another cup"})), at=NOON)
    assert not ImportedGame.objects.exists()


# Copies -----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("unguarded_logs")  # a fixture is loaded over the rows that it was made of
def test_receipts_and_signed_records_survive_a_copy_as_json(start: Start, tmp_path: Path) -> None:
    """JSON fixtures cut times to milliseconds."""
    game = play_on(start("anna", "bert", rules="roots"), 10)
    event = game.events.get(seq=3)
    assert event.at.microsecond == 0
    moved = event.at.replace(microsecond=123_456)
    game.events.filter(seq=3).update(at=moved)
    event.refresh_from_db()
    before = stored_records.record_of(Game.objects.get())
    copy = tmp_path / "copy.json"
    call_command("dumpdata", "games.gameevent", "games.game", output=str(copy))
    call_command("loaddata", str(copy), verbosity=0)
    event.refresh_from_db()
    assert event.at.microsecond == 123_000
    after = stored_records.record_of(Game.objects.get())
    assert after == before
    assert judge(after, public_keys()) is Verdict.GOOD
