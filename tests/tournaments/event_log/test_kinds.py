"""Every kind of entry: registered, read back as it was written, and said in a sentence that can be translated."""

from __future__ import annotations

import pkgutil
import re
from dataclasses import FrozenInstanceError, is_dataclass, replace
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

import pytest
from django.utils import translation

from tests.tournaments.acting import act, leaves
from tests.tournaments.conftest import NOON, after, friend
from tests.tournaments.event_log.samples import about, samples
from tests.tournaments.playing import better_of, lose, play_all, running, settle, started
from tests.tournaments.published import slips_in, slips_of, variants
from tournaments.api.serializers import ResultSerializer
from tournaments.directing import ACTIONS
from tournaments.entries.byes import ask_to_sit_out
from tournaments.event_log import kinds
from tournaments.event_log.append import append
from tournaments.event_log.describing import describe
from tournaments.event_log.kinds import KINDS, Kind, Malformed
from tournaments.event_log.kinds.base import OPTIONAL, REVERTED
from tournaments.event_log.kinds.codec import codec_of
from tournaments.event_log.kinds.documenting import tables
from tournaments.event_rules.layouts import Layout
from tournaments.formats import FORMATS
from tournaments.models import Entrant, Event, PairingRun
from tournaments.presenting.roster import EventRoster
from tournaments.setup.planning import ruleset_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    event = started(Layout(form="swiss", rounds=3, round_days=30), 4)
    settle(event, NOON)
    return event


def defined() -> dict[str, type[Kind]]:
    """Every kind that a module of the package defines, by the name of the module."""
    found = {}
    for package in ("course", "entrants", "games", "rounds"):
        folder = import_module(f"tournaments.event_log.kinds.{package}")
        for module in pkgutil.iter_modules(folder.__path__):
            path = f"{folder.__name__}.{module.name}"
            classes = [one for one in vars(import_module(path)).values() if isinstance(one, type)]
            (found[module.name],) = [one for one in classes if one.__module__ == path and issubclass(one, Kind)]
    return found


def test_every_kind_is_registered_under_the_name_of_its_module() -> None:
    assert defined() == KINDS


def test_every_kind_has_a_sample_and_is_documented(event: Event) -> None:
    assert samples(event).keys() == KINDS.keys()
    assert re.findall(r"^\| `(\w+)` \| \w", tables(), re.MULTILINE) == list(KINDS)


def test_every_kind_is_read_back_as_it_was_written(event: Event) -> None:
    for slug, payload in samples(event).items():
        assert kinds.load(slug, payload.dump()) == payload
        assert is_dataclass(payload)
        with pytest.raises(FrozenInstanceError):
            payload.why = "Another."  # type: ignore[misc]


def test_every_kind_is_a_sentence_that_is_marked_for_translation(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    payloads = samples(event)
    lines = [append(event, payload, at=after(1), **about(event, payload)) for payload in payloads.values()]
    texts = {entry.kind: entry.text for entry in describe(event, lines)}
    assert texts.keys() == KINDS.keys()
    assert [text for text in texts.values() if not text.endswith((".", "”")) or "%(" in text] == []
    monkeypatch.setattr(translation._trans, "gettext", lambda text: f"={text}", raising=False)
    monkeypatch.setattr(
        translation._trans, "ngettext", lambda one, many, number: f"={one if number == 1 else many}", raising=False
    )
    assert all(entry.text.startswith("=") for entry in describe(event, lines))


def test_every_kind_says_whom_it_concerns_also_when_it_is_reverted(event: Event) -> None:
    people = {*event.entrants.values_list("player", flat=True), event.director_id}
    concerned = {}
    for slug, payload in samples(event).items():
        line = append(event, payload, at=after(1), **about(event, payload))
        roster = EventRoster(event, line)
        concerned[slug] = set(payload.concerns(roster))
        assert concerned[slug] <= people
        assert set(payload.concerns_when_reverted(roster, line.seq)) <= people
    assert {slug for slug, players in concerned.items() if players} == {
        "arbiter_named", "assistant_named", "board_taken_over", "bye_given", "called_off", "deadline_moved",
        "disqualified",
        "game_annulled", "game_corrected", "kept_apart", "ladder_ended", "placed", "removed_from_ladder", "reopened",
        "request_answered", "requested", "round_paired",
        "seeded", "start_moved", "substituted", "terms_changed", "went_on", "withdrawn",
    }  # fmt: skip


def test_names_in_a_sentence_are_those_of_the_moment_when_it_was_written(event: Event) -> None:
    entrant = event.entrants.get(player__username="anna")
    bert = event.entrants.get(player__username="bert").player
    withdrawn = kinds.Withdrawn(entrant=entrant.pk, round=2, actor=entrant.player_id)
    lines = [
        append(event, withdrawn, at=after(1)),
        append(event, kinds.Substituted(entrant=entrant.pk, old=entrant.player_id, new=bert.pk), at=after(1)),
        append(event, kinds.Withdrawn(entrant=entrant.pk, round=2), at=after(1)),
    ]
    Entrant.objects.filter(pk=entrant.pk).update(player=event.director)  # and once more, by a later entry
    append(event, kinds.Substituted(entrant=entrant.pk, old=bert.pk, new=event.director_id), at=after(2))
    texts = [entry.text for entry in describe(event, lines)]
    assert texts == ["anna withdrew.", "bert took over the place of anna.", "bert was withdrawn."]


def test_status_after_an_entry_is_one_that_an_entrant_can_have() -> None:
    assert {kind.status for kind in KINDS.values()} - {""} <= set(Entrant.Status.values)


def test_seats_count_from_1_and_times_are_in_whole_milliseconds_where_the_log_is_stored() -> None:
    added = kinds.TimeAdded(game=4, seat=0, seconds=60)
    assert added.dump() == {"game": 4, "seat": 1, "seconds": 60}
    moved = kinds.StartMoved(start=datetime(2027, 3, 1, 18, 0, 0, 120_999, tzinfo=UTC))
    assert moved.dump() == {"start": "2027-03-01T18:00:00.120Z", "before": None}


@pytest.mark.parametrize(
    ("slug", "payload", "message"),
    [
        ("withdrawn", {"entrant": 1, "round": 2}, "Withdrawn lacks void, which is of the type list of integers."),
        ("withdrawn", {"entrant": 1, "round": 2, "void": 3}, "3 should be a list of integers."),
        ("withdrawn", {"entrant": True, "round": 2, "void": []}, "True should be of the type integer."),
        ("announced", {"words": 3, "to_division": None, "to_move": False}, "3 should be of the type text."),
        ("paused", {"until": 3}, "Paused has no until; it has actor, staff, why, key, "),
        ("time_added", {"game": 1, "seat": 0, "seconds": 9}, "0 should be a seat, counted from 1."),
        ("start_moved", {"start": "2027-03-01T18:00", "before": None}, "should end with its time zone, as in 2027-"),
        ("start_moved", {"start": "soon", "before": None}, "'soon' should be a time such as 2027-03-01T18:00:00.000Z."),
        ("bye_given", {"byes": [{"entrant": 1, "round": 2, "kind": "holiday"}]}, "'holiday' should be one of "),
        ("game_finished", {"result": {"game": 4}}, "{'game': 4} is not a GameResult."),
        ("danced", {}, "There is no kind of entry called 'danced'; there are started, "),
    ],
)
def test_payload_of_another_form_is_refused_with_what_would_be_right(
    slug: str, payload: dict[str, Any], message: str
) -> None:
    with pytest.raises(Malformed) as refused:
        kinds.load(slug, payload)
    assert message in str(refused.value)


@pytest.mark.parametrize("hint", [float, list[int], set[int], object])
def test_type_without_json_is_refused_when_a_kind_is_made(hint: Any) -> None:
    with pytest.raises(TypeError, match="has no JSON here"):
        codec_of(hint)


# What directors decide and how it is undone, where neither reverting its entry nor an opposite action does it.
UNDONE_OTHERWISE = {
    "assistant_named": "the same form of the console ends the role",
    "arbiter_named": "the same form of the console ends the role",
    "terms_changed": "the event is edited again, until it starts",
}
FOR_GOOD = {"called_off": "call-off", "time_added": "add-time", "confirmed": "confirm", "went_on": "pair-now"}
BY_RULES_OR_PLAYERS = {"entered", "removed_from_ladder", "reopened"}  # players leave again, or enter again
BY_REVERTING = {"reverted"}  # the action itself is taken again


def test_director_can_undo_whatever_they_do_or_is_told_before_that_nobody_can(event: Event) -> None:
    undone = {}
    for slug, payload in samples(event).items():
        line = append(event, replace(payload, actor=event.director_id), at=after(1), **about(event, payload))
        (described,) = describe(event, [line])
        if described.opposite is not None:
            assert described.opposite.action in ACTIONS, slug
        undone[slug] = payload.reverted_by == REVERTED or described.opposite is not None
    routine = {slug for slug, kind in KINDS.items() if kind.is_routine}
    otherwise = {*UNDONE_OTHERWISE, *FOR_GOOD, *BY_RULES_OR_PLAYERS, *BY_REVERTING}
    assert {slug for slug, is_undone in undone.items() if not is_undone} - routine == otherwise
    assert [slug for slug in FOR_GOOD.values() if "cannot be reverted" not in str(ACTIONS[slug].meaning)] == []


# By form: how it is laid out, how many play which game, and what pairs them.
PLAYED: dict[str, tuple[Layout, int, str, set[str]]] = {
    "swiss": (Layout(form="swiss", rounds=3, round_days=30), 5, "btt", {"swiss-mwm/1", "swiss-mwm/2"}),
    "swiss of tables": (Layout(form="swiss", seats=3, rounds=2), 7, "roots", {"swiss-tables/1"}),
    "double elimination": (Layout(form="double-elimination"), 5, "btt", {"double-bracket/2"}),
    "groups": (Layout(form="groups", pool_size=3, qualifiers=1), 6, "btt", {"all-play-all/1", "bracket/3"}),
    "team league": (Layout(form="teams", boards=2), 3, "btt", {"team-rounds/1"}),
    "swiss of teams": (Layout(form="teams", boards=2, rounds=2), 4, "btt", {"team-swiss/1", "team-swiss/2"}),
}


def algorithms_of(event: Event) -> set[str]:
    return set(PairingRun.objects.filter(division__event=event).values_list("algorithm", flat=True))


@pytest.mark.parametrize("form", PLAYED)
def test_log_and_pairings_keep_to_the_schema(form: str) -> None:
    layout, players, rules, algorithms = PLAYED[form]
    event = started(layout, players, rules=rules)
    play_all(event, after(1))
    assert (event.state, algorithms_of(event)) == ("finished", algorithms)
    assert slips_of(event) == []


def test_no_algorithm_is_forgotten() -> None:
    described = {algorithm for form in FORMATS.values() for algorithm in form.inputs}
    assert set.union(*(algorithms for *_, algorithms in PLAYED.values())) == described
    assert variants("PairingRun").keys() == described


def test_round_without_some_players_keeps_to_the_schema() -> None:
    event = started(Layout(form="swiss", rounds=3, round_days=30), 7)
    settle(event, NOON)
    ask_to_sit_out(event_id=event.pk, player=friend("anna"), round_number=2, at=after(1))
    leaves(event, "bert", at=after(1))
    act("keep-apart", event, players=("dora", "emil"), at=after(1))
    act("set-pairing", event, pairs=[["fred", "gina"]], at=after(1))
    play_all(event, after(2))
    given = PairingRun.objects.order_by("pk")[1].given
    assert all(given[name] for name in ("resting", "gone"))
    assert all(any(entry[name] for entry in given["entries"]) for name in ("apart", "partner"))
    assert slips_of(event) == []


def test_bracket_of_single_games_and_with_a_corrected_result_keeps_to_the_schema() -> None:
    layout = Layout(form="knockout")
    event = started(layout, 8, ruleset=ruleset_for(layout, "btt", games_per_fixture=1))
    settle(event, NOON)
    first, second, *others = running(event)
    for game in (first, second):
        lose(game, better_of(game)[1][0], after(1))
    settle(event, after(1))
    places = list(first.seats.order_by("number").values_list("place", flat=True))
    act("correct-result", event, game=first.pk, places=places[::-1], at=after(2))
    for game in others:
        lose(game, better_of(game)[1][0], after(3))
    settle(event, after(3))
    assert {"lots", "met"} <= PairingRun.objects.latest("pk").given.keys()
    assert slips_of(event) == []


def test_entry_of_every_kind_keeps_to_the_schema(event: Event) -> None:
    for payload in samples(event).values():
        append(event, payload, at=after(1), **about(event, payload))
    assert set(event.log_entries.values_list("kind", flat=True)) == KINDS.keys() == variants("Result").keys()
    assert slips_of(event) == []


def test_entry_without_one_of_its_values_or_with_a_strange_one_breaks_the_schema(event: Event) -> None:
    for slug, payload in samples(event).items():
        line = append(event, payload, at=after(1), **about(event, payload))
        entry, needed = ResultSerializer(line).data, payload.dump().keys() - OPTIONAL - payload.later
        for name in needed:
            rest = {other: value for other, value in payload.dump().items() if other != name}
            assert list(slips_in("Result", {**entry, "payload": rest})) != [], (slug, name)
        assert list(slips_in("Result", {**entry, "payload": payload.dump() | {"mood": "fine"}})) != [], slug
