"""Rounds that players ask to sit out, by the page and REST: entries of the log, reverted until they are paired."""

from __future__ import annotations

import pytest
from gacrux.trf2json import trf2json

from tests.tournaments.acting import act, cannot
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import after, friend
from tests.tournaments.entries.test_entering import box
from tests.tournaments.playing import opened, play_all, play_round, started
from tests.tournaments.web.test_pages import signed_in, words_to
from tournaments.entries.byes import ask_to_sit_out, play_after_all
from tournaments.event_log.append import chained
from tournaments.event_log.describing import describe
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EventError
from tournaments.models import Event, EventLogEntry, PairingRun
from tournaments.presenting.exports import as_trf
from tournaments.queries import account_of, field_of, lines_of
from tournaments.running import services
from tournaments.setup.planning import ruleset_for
from tournaments.standings.points import POINT
from tournaments.standings.ranking import table_of
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


def cup(players: int = 6) -> Event:
    return started(Layout(form="swiss", rounds=4), players, most=9)


def byes_of(event: Event, name: str) -> list[tuple[int, str]]:
    entrant = event.entrants.get(player=friend(name))
    return [(bye.round, str(bye.kind)) for bye in account_of(entrant.division).byes if bye.entrant == entrant.pk]


def chained_anew(event: Event, changed: EventLogEntry | None = None) -> None:
    """What somebody would have to do who has touched the log, with this line, to hide it."""
    if changed is not None:
        changed.save()
    digest = ""
    for line in event.log_entries.order_by("seq"):
        line.digest = digest = chained(digest, line)
        line.save()
    event.log_digest = digest
    event.save()


def round_of_losers(event: Event) -> None:
    """Every running game is lost by the later in the alphabet, and the next round is paired."""
    play_round(event, after(2))


def test_round_that_one_asks_to_sit_out_is_half_a_point_once_and_then_none() -> None:
    event = cup()
    for number in (2, 3):
        ask_to_sit_out(event_id=event.pk, player=friend("anna"), round_number=number, at=after(1))
    play_all(event, after(2))
    assert byes_of(event, "anna") == [(2, "half_point_bye"), (3, "zero_point_bye")]
    assert verify_event(event) == []


def test_asking_and_taking_back_are_public_lines_once_each() -> None:
    event = cup()
    for _ in range(2):
        call("anna", "autumn/sit-out/", round=2)
    for _ in range(2):
        call("anna", "autumn/play-after-all/", round=2)
    described = [(entry.text, entry.actor) for entry in describe(event)[2:]]
    assert described == [
        ("anna asked to sit out round 2.", "anna"),
        ("Entry 3 was reverted: “anna asked to sit out round 2.”", "anna"),
    ]
    round_of_losers(event)
    assert byes_of(event, "anna") == []
    assert verify_event(event) == []


@pytest.mark.parametrize(("often", "byes"), [(2, []), (3, [(2, "half_point_bye")])])
def test_player_who_changes_their_mind_gets_what_was_said_last(often: int, byes: list[tuple[int, str]]) -> None:
    event = cup()
    page = signed_in("anna")
    for step in ("sit-out", "play-after-all", "sit-out")[:often]:
        page.post(f"/events/autumn/{step}/", {"round": "2"})
    assert event.log_entries.filter(kind="reverted").count() == often // 2
    round_of_losers(event)
    assert byes_of(event, "anna") == byes


def test_request_is_reverted_until_the_round_is_paired() -> None:
    event = cup()
    ask_to_sit_out(event_id=event.pk, player=friend("anna"), round_number=2, at=after(1))
    round_of_losers(event)
    assert "until the round is paired" in call("anna", "autumn/play-after-all/", 409, round=2)["message"]
    asked = event.log_entries.get(kind="bye_requested")
    (entry,) = describe(event, [asked])
    assert not entry.can_be_reverted
    cannot("revert-entry", event, "Round 2 is paired already", entry=asked.seq, at=after(3))
    assert "You sit out round 2." not in box(event, "anna").described  # that is no plan any more
    assert "before it is paired, and not the last one" in call("anna", "autumn/sit-out/", 409, round=4)["message"]


def test_what_a_request_is_worth_is_said_before_also_to_a_player_who_came_late() -> None:
    event = cup()
    services.enter_event(event_id=event.pk, player=friend("zoe"), at=after(1))

    def worth(name: str) -> str:
        (label,) = [step.label for step in box(event, name).steps if step.name == "sit_out"]
        return label

    assert "half a point" in worth("anna")
    assert "no point" in worth("zoe")  # the round that was missed counts half a point already
    ask_to_sit_out(event_id=event.pk, player=friend("anna"), round_number=2, at=after(1))
    assert "no point" in worth("anna")


def test_round_can_be_sat_out_in_a_running_swiss_tournament_only() -> None:
    for about in (opened("Spring", "anna", layout=Layout(form="swiss")), started(Layout(), 3)):
        for action in (ask_to_sit_out, play_after_all):
            with pytest.raises(EventError, match=r"is not running|Only in a Swiss"):
                action(event_id=about.pk, player=friend("anna"), round_number=2, at=after(1))


@pytest.mark.usefixtures("unguarded_logs")
def test_pairing_follows_from_requests_as_the_log_has_them() -> None:
    event = cup()
    ask_to_sit_out(event_id=event.pk, player=friend("anna"), round_number=2, at=after(1))
    round_of_losers(event)
    assert verify_event(event) == []
    line = event.log_entries.get(kind="bye_requested")
    line.payload["round"] = 3
    chained_anew(event, line)
    run = PairingRun.objects.latest("pk")
    assert f"What pairing {run.pk} was made from does not follow from the log." in verify_event(event)


def test_director_takes_a_request_back_and_the_player_is_paired() -> None:
    event = cup()
    ask_to_sit_out(event_id=event.pk, player=friend("anna"), round_number=2, at=after(1))
    act("revert-entry", event, entry=event.log_entries.get(kind="bye_requested").seq, at=after(1))
    round_of_losers(event)
    assert byes_of(event, "anna") == []


def test_substitute_finds_what_was_asked_for_and_can_take_it_back() -> None:
    event = cup()
    ask_to_sit_out(event_id=event.pk, player=friend("anna"), round_number=2, at=after(1))
    entrant = event.entrants.get(player=friend("anna"))
    act("substitute", event, player="anna", substitute=friend("zoe").username, at=after(1))
    assert "You sit out round 2." in box(event, "zoe").described
    play_after_all(event_id=event.pk, player=friend("zoe"), round_number=2, at=after(1))
    assert field_of(entrant.division, lines=lines_of(entrant.division)).account.asked == {}
    round_of_losers(event)
    assert byes_of(event, "zoe") == []


def test_director_chooses_what_byes_are_worth() -> None:
    """Of five one has no opponent, worth a draw; two rounds can be sat out for half a point. It is on the page, in the
    table, in the report for other programs, and the check of the event agrees."""
    chosen = ruleset_for(Layout(form="swiss", rounds=4), "btt", pairing_bye="draw", half_byes=2)
    event = started(Layout(form="swiss", rounds=4), 5, ruleset=chosen)
    for number in (2, 3):
        ask_to_sit_out(event_id=event.pk, player=friend("anna"), round_number=number, at=after(1))
    page = words_to("", "/events/autumn/")
    assert "one of them has a bye; nobody has two. It counts as a draw. The first 2 rounds that a player" in page
    play_all(event, after(2))
    half = [number for number, kind in byes_of(event, "anna") if kind == "half_point_bye"]  # the other goes by lot
    assert half == [2, 3]
    division = event.divisions.get()
    table = table_of(event.event_ruleset, field_of(division).roster, account_of(division).results)
    worth = {result.points for rounds in table.rounds.values() for result in rounds if result.kind == "pairing_bye"}
    assert worth == {POINT // 2}
    assert verify_event(event) == []
    report = as_trf(division)
    assert "162  W 1.0    D 0.5    L 0.0    Z 0.0    P 0.5\r\n" in report
    read = trf2json()
    read.parse_file(report.replace("\r\n", "\n"), False)
    assert read.get_status() == 0
    numbers = dict(event.entrants.values_list("number", "pk"))
    points = {each["cid"]: each["gamePoints"] for each in read.get_tournament(1)["competitors"]}
    assert {numbers[one]: float(score) for one, score in points.items()} == {
        entrant: score / POINT for entrant, score in table.points.items()
    }


def test_entry_after_the_first_round_brings_nothing_where_no_request_does() -> None:
    event = started(
        Layout(form="swiss", rounds=3), 4, most=9, ruleset=ruleset_for(Layout(form="swiss"), "btt", half_byes=0)
    )
    assert "the round that you have missed counts nothing" in " ".join(box(event, "zoe").described)
    services.enter_event(event_id=event.pk, player=friend("zoe"), at=after(1))
    assert byes_of(event, "zoe") == [(1, "zero_point_bye")]
    assert describe(event)[-1].text == "zoe entered as number 5, without points for what was missed."
    assert verify_event(event) == []


def test_points_for_byes_are_chosen_for_swiss_tournaments_alone() -> None:
    named = {"name": "Spring", "rules": "btt", "dry_run": True, "pairing_bye": "none", "half_byes": 0}
    plan = call("cleo", "", form="swiss", **named)
    assert (plan["ruleset"]["pairing_bye"], plan["ruleset"]["half_byes"]) == ("none", 0)
    assert "It counts nothing." in " ".join(plan["counts"])
    refused = call("cleo", "", 400, form="round-robin", **named)
    assert "Points for byes are for Swiss tournaments alone." in refused["message"]
