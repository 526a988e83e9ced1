"""Records of stored games: what they say and what they keep to themselves, downloads, and games from elsewhere."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.archive import stored_records
from games.archive.checks import check_game
from games.lobby.proposals import accept_proposal, propose_game
from games.models import Game, ImportedGame, Player
from games.play.agreements import offer_draw, resign
from games.records import dice
from games.records.json_form import from_json, to_json
from games.records.reading import read_record, read_records
from games.records.text_form import to_text
from games.records.throws import recheck
from games.rules import RULES
from notifications.models import OutboundMail
from tests.games.browsing import Browser
from tests.games.conftest import NOON, THREE_DAYS, Start, after, pk
from tests.games.playing import SHORT_ROOTS, play_on
from tests.games.records.samples import sample

pytestmark = pytest.mark.django_db

PLAIN: dict[str, dict[str, Any]] = {"btt": {}, "treeblox": {}, "twigs": {}, "roots": SHORT_ROOTS}


# What is in them --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_the_record_of_a_finished_game_reads_back_in_every_form(start: Start, rules: str) -> None:
    control = replace(THREE_DAYS, ends=after(9999) if rules == "btt" else None)
    game = play_on(start("anna", "bert", rules=rules, options=PLAIN[rules], title="Cup, round 1", control=control))
    record = stored_records.record_of(game)
    assert record.steps == list(game.events.filter(ply__isnull=False).order_by("ply").values_list("text", flat=True))
    assert [place.place for place in record.places] == [seat.place for seat in game.seats.order_by("number")]
    assert (record.site, record.number, record.title) == ("Seeds at 127.0.0.1", str(game.pk), "Cup, round 1")
    for form in stored_records.FORMS:
        assert read_record(form.write(record, NOON)) == record
    assert check_game(game) == []


def test_a_running_game_keeps_its_secret(start: Start) -> None:
    game = play_on(start("anna", "bert", rules="roots"), 12)
    assert game.status == Game.Status.RUNNING
    for address in ("record.txt", "record.json", "dice/", "", "log/", "?ply=3"):
        assert game.secret not in Client().get(f"/games/{game.pk}/{address}").content.decode()
    for address in ("", "record/", "record/?form=text", "dice/", "events/", "positions/3/"):
        assert game.secret not in Client().get(f"/api/v1/games/{game.pk}/{address}").content.decode()
    for address in ("/players/anna/games.jsonl", "/players/anna/games.txt", "/api/v1/players/anna/records/"):
        answer = b"".join(Client().get(address))
        assert game.secret not in answer.decode()
        assert dice.commit(game.secret) in answer.decode()


def test_offers_resignations_and_departures_are_told(start: Start) -> None:
    game = play_on(start("anna", "bert", "cleo"), 4)
    offer_draw(game_id=game.pk, player_id=pk("bert"), at=after(5), source="page")
    resign(game_id=game.pk, player_id=pk("anna"), at=after(6), source="page")
    resign(game_id=game.pk, player_id=pk("cleo"), at=after(7), source="page")
    game.refresh_from_db()
    record = stored_records.record_of(game)
    text = to_text(record)
    assert "\n- purple: draw offered {2026-03-02T17:00:00Z}\n- blue: resigned {2026-03-02T18:00:00Z}\n" in text
    assert [place.left for place in record.places] == ["resignation", "", "resignation"]
    assert [place.place for place in record.places] == [2, 1, 2], "both left at the same move"
    assert read_record(text) == record
    assert check_game(game) == []
    Player.objects.filter(username="anna").update(is_active=False)
    text = to_text(stored_records.record_of(Game.objects.get(pk=game.pk)))
    assert "anna" not in text
    assert f'[Player1 "player {pk("anna")}"]' in text


def test_the_lot_for_the_seats_can_be_rechecked() -> None:
    anna, bert, cleo = (Player.objects.create(username=name) for name in ("anna", "bert", "cleo"))
    proposal = propose_game(proposer=anna, rules="btt", seats=3, control=THREE_DAYS, at=NOON)
    seal = dice.commit(proposal.secret)
    assert seal in Browser("bert").get(f"/lobby/{proposal.pk}/").text, "shown before anybody takes a seat"
    assert Client().get(f"/api/v1/proposals/{proposal.pk}/").json()["commitment"] == seal
    for player in (cleo, bert):
        accept_proposal(proposal_id=proposal.pk, player=player, at=NOON)
    game = Game.objects.get()
    resign(game_id=game.pk, player_id=anna.pk, at=after(1), source="page")
    resign(game_id=game.pk, player_id=bert.pk, at=after(1), source="page")
    record = stored_records.record_of(Game.objects.get())
    assert record.lot == ("anna", "bert", "cleo"), "in the order of their accounts, whoever took a seat first"
    order = dice.draw_order(dice.mix(record.secret), 3)
    assert [record.lot[number] for number in order] == [place.name for place in record.places]
    page = Browser().get(f"/games/{game.pk}/dice/")
    assert "the lot for the seats follows from it" in page.note()


@pytest.mark.parametrize(("seed", "steps", "problem"), [
    (2, 32, "the record has other steps than the log"),
    (1, 12, "the record cannot be read back"),
])  # fmt: skip
def test_check_games_covers_the_records(seed: int, steps: int, problem: str) -> None:
    game, _ = import_of(sample("btt", 2))
    assert check_game(game) == []
    other = to_json(sample("btt", 2, seed))
    ImportedGame.objects.update(record=other | {"steps": other["steps"][:steps], "times": other["times"][:steps]})
    assert any(problem in found for found in check_game(Game.objects.get(pk=game.pk)))


# Downloads --------------------------------------------------------------------------------------------------------


def test_one_game_is_downloaded_in_each_form(start: Start) -> None:
    game = play_on(start("anna", "bert"))
    record = stored_records.record_of(game)
    page = Browser().get(f"/games/{game.pk}/")
    links = [
        str(link.attributes["href"]) for link in page.tree.css("main a") if "record." in str(link.attributes["href"])
    ]
    assert [link.partition("record.")[2] for link in links] == ["txt", "json", "ap.json"]
    for link in links:
        answer = Client().get(link)
        name = f"seeds-game-{game.pk}.{link.partition('record.')[2]}"
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
        assert read_record(answer.content.decode()) == record
    for form in ("text", "json", "abstract-play"):
        assert read_record(Client().get(f"/api/v1/games/{game.pk}/record/?form={form}").content.decode()) == record


def test_a_game_without_a_result_has_no_record_for_abstract_play(start: Start) -> None:
    game = play_on(start("anna", "bert"), 3)
    assert Client().get(f"/games/{game.pk}/record.ap.json").status_code == 404
    answer = Client().get(f"/api/v1/games/{game.pk}/record/?form=abstract-play")
    assert (answer.status_code, answer.json()["code"]) == (409, "no_result")
    assert "finished games with a result" in answer.json()["message"]


@pytest.mark.parametrize(("ending", "form"), [("txt", "text"), ("jsonl", "json"), ("ap.jsonl", "abstract-play")])
def test_all_games_of_a_player_are_one_file(start: Start, ending: str, form: str) -> None:
    games = [play_on(start("anna", name), seed=n) for n, name in enumerate(("bert", "cleo"))]
    games.append(play_on(start("anna", "bert"), 5))
    start("bert", "cleo")
    expected = [stored_records.record_of(game) for game in games if form != "abstract-play" or game.finished_at]
    for address in (f"/players/anna/games.{ending}", f"/api/v1/players/anna/records/?form={form}"):
        assert list(read_records(b"".join(Client().get(address)).decode())) == expected
    assert Client().get(f"/players/nobody/games.{ending}").status_code == 404


def test_many_games_take_as_many_statements_as_few(start: Start, django_assert_max_num_queries: Any) -> None:
    for _ in range(30):
        play_on(start("anna", "bert"), 2)
    with django_assert_max_num_queries(8):
        assert len(list(stored_records.records_of(Game.objects.all()))) == 30


# Dice -------------------------------------------------------------------------------------------------------------


def test_the_page_of_the_dice_rechecks_every_throw(start: Start) -> None:
    game = play_on(start("anna", "bert", rules="roots", options=SHORT_ROOTS))
    dice_found = Client().get(f"/api/v1/games/{game.pk}/dice/").json()
    page = Browser().get(f"/games/{game.pk}/dice/")
    count = len(dice_found["throws"])
    assert f"all {count} throws follow from it" in page.note()
    assert page.text.count(" right") >= count
    assert game.secret in page.text
    assert (dice_found["secret"], dice_found["faults"]) == (game.secret, [])
    for throw in dice_found["throws"]:
        inputs = (throw["ply"], throw["die"], throw["sides"])
        assert dice.throw(dice.mix(game.secret), *inputs) == throw["face"]
    assert sum(sum(tally["faces"]) for tally in dice_found["tallies"]) == count


@pytest.mark.usefixtures("unguarded_logs")
def test_a_die_that_was_changed_in_the_database_is_shown(start: Start) -> None:
    game = play_on(start("anna", "bert", rules="roots", options=SHORT_ROOTS))
    throw = recheck(stored_records.record_of(game)).throws[-1]
    die = game.events.get(ply=throw.number)
    for face in range(2, throw.sides + 1):  # until one that leaves the rest of the game as it was
        die.text = f"roll d{throw.sides} {face}"
        die.save()
        if face != throw.face and recheck(stored_records.record_of(Game.objects.get(pk=game.pk))).throws:
            break
    page = Browser().get(f"/games/{game.pk}/dice/")
    assert f"Move {throw.number} says {die.text}, and the secret gives {throw.face}." in page.note("error")


@pytest.mark.usefixtures("unguarded_logs")
def test_a_log_that_breaks_the_rules_is_told_on_the_page_of_the_dice(start: Start) -> None:
    game = play_on(start("anna", "bert"), 5)
    game.events.filter(ply=2).update(text="root z9")
    assert "The moves do not fit the rules. Step 2" in Browser().get(f"/games/{game.pk}/dice/").note("error")


# Looking at a record ----------------------------------------------------------------------------------------------


def test_a_record_that_somebody_brings_is_replayed_step_by_step_and_not_kept() -> None:
    record = sample("roots", 2)
    browser = Browser()
    page = browser.fill(browser.get("/records/"), "/records/", record=to_text(record))
    assert f"all {len([s for s in record.steps if s.startswith('roll')])} throws follow" in page.note()
    assert f"Move {len(record.steps)} of {len(record.steps)}" in page.text
    earlier = browser.fill(page, "/records/", at="1")
    assert "Move 1 of" in earlier.text
    rules = RULES["roots"]
    first = rules.start(2).play(rules.parse(record.steps[0], rules.start(2)))
    assert earlier.one(".board-figure pre").text().strip() == rules.text(first).strip()
    assert not Game.objects.exists()


@pytest.mark.parametrize(("text", "said"), [
    ("", "There is no record. Paste one, or choose a file."),
    ("good morning", "Line 1: A turn reads like"),
    ('{"game": "btt", "steps": ["null z9"]}', "Step 1"),
])  # fmt: skip
def test_what_is_wrong_with_a_record_is_said(text: str, said: str) -> None:
    answer = Client().post("/records/", {"record": text})
    assert answer.status_code == 400
    assert said in answer.content.decode()


def test_positions_of_a_game_are_there_for_programs(start: Start) -> None:
    game = play_on(start("anna", "bert"), 3)
    rules = RULES["btt"]
    steps = stored_records.record_of(game).steps
    first = Client().get(f"/api/v1/games/{game.pk}/positions/1/").json()
    assert (first["ply"], first["step"], first["to_act"]) == (1, steps[0], 2)
    assert first["board"]["text"] == rules.text(rules.start(2).play(rules.parse(steps[0], rules.start(2))))
    assert Client().get(f"/api/v1/games/{game.pk}/positions/0/").json()["step"] is None
    assert Client().get(f"/api/v1/games/{game.pk}/positions/4/").status_code == 404


# Games from elsewhere ---------------------------------------------------------------------------------------------


def import_of(record: Any) -> tuple[Game, bool]:
    from games.archive.imports import import_game

    game, is_new = import_game(record, at=NOON)
    return Game.objects.get(pk=game.pk), is_new


@pytest.mark.parametrize(("rules", "seats"), [("btt", 2), ("treeblox", 2), ("twigs", 3), ("roots", 4)])
def test_an_imported_game_is_stored_whole_and_marked(rules: str, seats: int) -> None:
    record = sample(rules, seats)
    game, is_new = import_of(record)
    assert is_new
    assert (game.status, game.rated, game.deadline) == (Game.Status.FINISHED, False, None)
    assert game.clocks == [0] * seats
    assert check_game(game) == []
    assert stored_records.record_of(game) == record, "with the names, the number and the times of the record"
    assert not OutboundMail.objects.exists()
    page = Browser().get(f"/games/{game.pk}/")
    assert "Imported from a record of Seeds at seeds.example, game 7." in page.note()
    api = Client().get(f"/api/v1/games/{game.pk}/").json()
    assert (api["imported"], api["control"], api["commitment"]) == (True, None, record.commitment)
    assert Client().get("/api/v1/games/").json()["results"][0]["imported"] is True
    dice_page = Browser().get(f"/games/{game.pk}/dice/")
    assert "the secret fits its seal" in dice_page.note()


def test_names_from_elsewhere_are_nobody_here(start: Start) -> None:
    start("anna", "bert")
    record = to_json(sample("btt", 3))
    for player, name in zip(record["players"], ("Anna", "anna", "Dr. Wu"), strict=True):
        player["name"] = name
    game, _ = import_of(from_json(record))
    seated = [seat.player for seat in game.seats.order_by("number").select_related("player")]
    assert [player.username for player in seated] == ["imported.anna.1", "imported.anna.2", "imported.dr-wu"]
    assert not any(player.is_active or player.has_usable_password() for player in seated)


def test_the_same_record_is_the_same_game_whatever_form_it_comes_in() -> None:
    record = sample("twigs", 2)
    first, _ = import_of(record)
    for text in (to_text(record), json.dumps(to_json(record))):
        assert import_of(read_record(text)) == (first, False)
    assert ImportedGame.objects.count() == Game.objects.count() == 1


def test_the_command_imports_all_of_a_file_or_nothing(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    out = StringIO()
    good = "\n".join(to_text(sample("btt", seats)) for seats in (2, 3))
    file.write_text(good, "utf-8")
    call_command("import_game", str(file), stdout=out)
    call_command("import_game", str(file), stdout=out)
    [first, second] = Game.objects.order_by("pk")
    assert out.getvalue().splitlines() == [
        f"Game {first.pk}: imported.",
        f"Game {second.pk}: imported.",
        f"Game {first.pk}: had been imported before.",
        f"Game {second.pk}: had been imported before.",
    ]
    file.write_text(f"{to_text(sample('twigs', 2))}\n{good.replace('null', 'root', 1)}", "utf-8")
    with pytest.raises(CommandError, match=r"Nothing was imported\. Record 2: "):
        call_command("import_game", str(file), stdout=out)
    assert Game.objects.count() == 2


@pytest.mark.parametrize(("change", "message"), [
    ({"steps": ["null d3"], "players": [], "events": [], "times": [], "causes": {}, "reason": ""}, "is not over"),
    ({"secret": "00" * 32}, "The commitment is not the SHA-256 of the secret."),
    ({"causes": {"1": "a_whim"}}, "Seeds knows no cause 'a_whim'"),
    ({"events": [{"after": 3, "kind": "coffee"}]}, "Seeds knows no event 'coffee'"),
    ({"events": [{"after": 3, "kind": "finished"}]}, "Seeds knows no event 'finished'"),
])  # fmt: skip
def test_what_cannot_be_imported_is_said(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(to_json(sample("btt", 2)) | change), "utf-8")
    with pytest.raises(CommandError) as caught:
        call_command("import_game", str(file))
    assert message in str(caught.value)
    assert not Game.objects.exists()
