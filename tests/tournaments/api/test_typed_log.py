"""The schema has a component for each kind of entry and for each algorithm, and what is published keeps to them."""

from __future__ import annotations

import pytest

from tests.quick_first import quick_first
from tests.tournaments.acting import act, leave_event
from tests.tournaments.conftest import NOON, after, friend
from tests.tournaments.event_log.samples import about, samples
from tests.tournaments.playing import better_of, lose, play_all, running, settle, started
from tests.tournaments.published import slips_in, slips_of, variants
from tournaments.api.serializers import ResultSerializer
from tournaments.entries.byes import ask_to_sit_out
from tournaments.event_log.append import append
from tournaments.event_log.kinds import KINDS
from tournaments.event_log.kinds.base import OPTIONAL
from tournaments.event_rules.layouts import FORM_TITLES, Layout
from tournaments.formats import FORMATS
from tournaments.models import Event, PairingRun
from tournaments.setup.planning import ruleset_for

pytestmark = pytest.mark.django_db

# By form: how it is laid out, how many play which game, and what pairs them.
PLAYED: dict[str, tuple[Layout, int, str, set[str]]] = {
    "round robin": (Layout(), 3, "btt", {"all-play-all/1"}),
    "pool": (Layout(seats=4), 7, "btt", {"all-play-all/1"}),
    "league": (Layout(form="league", pool_size=3, season_days=180), 6, "btt", {"all-play-all/1"}),
    "swiss": (Layout(form="swiss", rounds=3, round_days=30), 5, "btt", {"swiss-mwm/1", "swiss-mwm/2"}),
    "swiss of tables": (Layout(form="swiss", seats=3, rounds=2), 7, "roots", {"swiss-tables/1"}),
    "knockout": (Layout(form="knockout"), 5, "btt", {"bracket/3"}),
    "double elimination": (Layout(form="double-elimination"), 5, "btt", {"double-bracket/2"}),
    "groups": (Layout(form="groups", pool_size=3, qualifiers=1), 6, "btt", {"all-play-all/1", "bracket/3"}),
    "match": (Layout(form="match"), 2, "treeblox", {"all-play-all/1"}),
    "team league": (Layout(form="teams", boards=2), 3, "btt", {"team-rounds/1"}),
    "swiss of teams": (Layout(form="teams", boards=2, rounds=2), 4, "btt", {"team-swiss/1", "team-swiss/2"}),
}


def algorithms_of(event: Event) -> set[str]:
    return set(PairingRun.objects.filter(division__event=event).values_list("algorithm", flat=True))


@pytest.mark.parametrize("form", quick_first(PLAYED, 3))
def test_log_and_pairings_of_every_form_keep_to_the_schema(form: str) -> None:
    layout, players, rules, algorithms = PLAYED[form]
    event = started(layout, players, rules=rules)
    play_all(event, after(1))
    assert (event.state, algorithms_of(event)) == ("finished", algorithms)
    assert slips_of(event) == []


def test_no_form_and_no_algorithm_is_forgotten() -> None:
    assert {layout.form for layout, *_ in PLAYED.values()} | {"ladder"} == set(FORM_TITLES)  # nobody pairs a ladder
    described = {algorithm for form in FORMATS.values() for algorithm in form.inputs}
    assert set.union(*(algorithms for *_, algorithms in PLAYED.values())) == described
    assert variants("PairingRun").keys() == described


def test_round_without_some_players_keeps_to_the_schema() -> None:
    event = started(Layout(form="swiss", rounds=3, round_days=30), 7)
    settle(event, NOON)
    ask_to_sit_out(event_id=event.pk, player=friend("anna"), round_number=2, at=after(1))
    left = event.entrants.get(player=friend("bert"))
    leave_event(event_id=event.pk, entrant_id=left.pk, player=left.player, reason="Ill.", at=after(1))
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


@pytest.fixture
def event() -> Event:
    event = started(Layout(form="swiss", rounds=3, round_days=30), 4)
    settle(event, NOON)
    return event


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
