"""What moderators decide, what players cannot do because of it, and how it ends."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction

from games.conversation import remarks
from games.exceptions import GameError
from games.lobby.proposals import accept_proposal, propose_game
from games.models import ModerationEntry, Player, Proposal, Report
from games.moderation import decisions, reports, sanctions
from games.moderation.decisions import CannotModerate, NotModerator
from games.moderation.reports import CannotReport
from games.moderation.sanctions import Sanctioned
from games.play.moving import play_move
from tests.games import conftest
from tests.games.conftest import NOON, THREE_DAYS, Start, after
from tournaments.directing import ACTIONS
from tournaments.exceptions import EventError, NotAllowed
from tournaments.models import Entrant, Event
from tournaments.running import services
from tournaments.running.decisions import Decision
from tournaments.running.substitution import replace_player

pytestmark = pytest.mark.django_db
player = partial(conftest.player, days=30)


@pytest.fixture
def mia() -> Player:
    """A moderator by the group, and no superuser."""
    found = player("mia")
    found.groups.add(Group.objects.get(name="Moderators"))
    return found


def decide(moderator: Player, name: str, kind: str, days: int | None = None, **values: Any) -> ModerationEntry:
    return decisions.sanction(
        moderator=moderator, player=player(name), kind=kind, days=days, reason="Insults.", at=NOON, **values
    )


def seek(name: str, hours: float = 0, **values: Any) -> Proposal:
    return propose_game(proposer=player(name), rules="btt", seats=2, control=THREE_DAYS, at=after(hours), **values)


def test_only_moderators_decide(mia: Player) -> None:
    with pytest.raises(NotModerator):
        decide(player("anna"), "bert", "muted")
    with pytest.raises(CannotModerate, match="themselves, each other"):
        decide(mia, "mia", "muted")
    other = player("max")
    other.groups.add(Group.objects.get(name="Moderators"))
    with pytest.raises(CannotModerate):
        decide(mia, "max", "closed")
    assert not ModerationEntry.objects.exists()


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"kind": "banned"}, "one of these: warned, muted, suspended, closed"),
        ({"kind": "warned", "days": 3}, "Only muting and suspending"),
        ({"kind": "muted", "days": 367}, "1 to 366"),
        ({"kind": "muted", "reason": "  "}, "Give a reason"),
    ],
)
def test_decision_says_what_would_be_right(mia: Player, values: dict[str, Any], problem: str) -> None:
    with pytest.raises(CannotModerate, match=problem):
        decisions.sanction(moderator=mia, player=player("anna"), at=NOON, **{"reason": "x", **values})


def test_muted_player_plays_and_says_nothing_until_the_end(start: Start, mia: Player) -> None:
    game, anna = start("anna", "bert"), player("anna")
    decide(mia, "anna", "muted", 2)
    words = {"game_id": game.pk, "player_id": anna.pk, "text": "hello", "source": "page"}
    with pytest.raises(Sanctioned) as refusal:
        remarks.say(at=after(1), **words)
    assert refusal.value.code == "muted"
    assert "Wednesday 4 March 2026, 12:00 UTC" in refusal.value.message
    assert "Insults." in refusal.value.message
    with pytest.raises(Sanctioned):
        seek("anna", message="hello")
    assert seek("anna").status == "open"
    play_move(game_id=game.pk, player_id=anna.pk, text="null d3", ply=0, at=after(1), source="page")
    assert remarks.say(at=after(48), **words).submission.state == "played"


def test_suspended_player_starts_and_joins_nothing_and_finishes_what_runs(start: Start, mia: Player) -> None:
    game, open_seek = start("anna", "bert"), seek("bert")
    decide(mia, "anna", "suspended", 7)
    for refused in (
        lambda: seek("anna"),
        lambda: accept_proposal(proposal_id=open_seek.pk, player=player("anna"), at=NOON),
    ):
        with pytest.raises(Sanctioned, match=r"suspended you: .* until Monday 9 March 2026, 12:00 UTC.*Insults\."):
            refused()
    play_move(game_id=game.pk, player_id=player("anna").pk, text="null d3", ply=0, at=after(1), source="page")
    game.refresh_from_db()
    assert (game.status, game.ply) == ("running", 1)
    assert seek("anna", hours=7 * 24).status == "open"


@pytest.mark.parametrize("kind", ["suspended", "closed"])
def test_seeks_of_the_players_bots_are_withdrawn_with_their_own(mia: Player, kind: str) -> None:
    Player.objects.create(username="greedy-bot", owner=player("anna"), date_joined=NOON)
    of_bot, of_another = seek("greedy-bot"), seek("bert")
    decide(mia, "anna", kind)
    of_bot.refresh_from_db()
    of_another.refresh_from_db()
    assert [of_bot.status, of_another.status] == ["withdrawn", "open"]
    if kind == "suspended":
        with pytest.raises(GameError, match="anna does not take challenges or invitations now"):
            seek("bert", invited=[player("anna")])


def cup() -> tuple[Event, Player]:
    """An event of three players that is open for entries, and its director."""
    cleo = player("cleo")
    event = services.create_event(name="Cup", director=cleo, rules="btt", control=THREE_DAYS, at=NOON)
    services.open_entries(event_id=event.pk, player=cleo, at=NOON)
    for name in ("anna", "bert", "carl"):
        services.enter_event(event_id=event.pk, player=player(name), at=NOON)
    return event, cleo


def test_suspended_player_enters_no_event_and_is_not_in_one_that_starts(mia: Player) -> None:
    event, cleo = cup()
    decide(mia, "anna", "suspended", 7)
    decide(mia, "dora", "suspended", 7)
    with pytest.raises(NotAllowed, match="suspended"):
        services.enter_event(event_id=event.pk, player=player("dora"), at=NOON)
    services.start_event(event_id=event.pk, player=cleo, at=after(1))
    status = dict(Entrant.objects.values_list("player__username", "status"))
    assert status == {"anna": "withdrawn", "bert": "active", "carl": "active"}
    entrant = event.entrants.get(player__username="bert")
    with pytest.raises(EventError, match="dora does not take challenges or invitations now"):
        replace_player(entrant, player("dora"), Decision(cleo, "Ill.", NOON))
    replace_player(entrant, player("emil"), Decision(cleo, "Ill.", NOON))
    decide(mia, "cleo", "muted", 7)
    announce = next(action for action in ACTIONS.values() if action.slug == "announce")
    with pytest.raises(NotAllowed, match="muted"):
        announce.do(event, announce.Inputs(text="Hello"), Decision(cleo, "", NOON))


def test_decision_is_one_however_often_it_is_sent_holds_until_it_is_reverted_and_is_never_changed(mia: Player) -> None:
    entry = decide(mia, "anna", "closed", key="a")
    assert decide(mia, "anna", "closed", key="a") == entry
    assert not Player.objects.get(username="anna").is_active
    with pytest.raises(CannotModerate, match="closed already"):
        decide(mia, "anna", "closed")
    suspended = decide(mia, "bert", "suspended")
    assert sanctions.in_force(after(9999)).exists()
    decisions.revert(moderator=mia, entry=suspended, reason="Mistaken.", at=after(1))
    assert not sanctions.in_force(after(1)).exists()
    with pytest.raises(IntegrityError), transaction.atomic():
        ModerationEntry.objects.filter(pk=entry.pk).update(reason="Nothing.")
    with pytest.raises(IntegrityError), transaction.atomic():
        ModerationEntry.objects.filter(pk=entry.pk).delete()
    reverted = decisions.revert(moderator=mia, entry=entry, reason="Mistaken.", at=after(1))
    assert Player.objects.get(username="anna").is_active
    assert decisions.revert(moderator=mia, entry=entry, reason="Again.", at=after(2)) == reverted


# Reports --------------------------------------------------------------------------------------------------------------


def report(reporter: str, kind: str, key: object, reason: str = "abuse", text: str = "") -> Report:
    return reports.report(reporter=player(reporter), kind=kind, key=str(key), reason=reason, text=text, at=NOON)


def test_report_keeps_what_was_said_and_counts_once(start: Start) -> None:
    game, bert = start("anna", "bert"), player("bert")
    remarks.say(game_id=game.pk, player_id=bert.pk, text="You fool", at=NOON, source="page")
    remark = game.remarks.get()
    first = report("anna", "remark", remark.pk)
    assert (first.about, first.quoted) == (bert, "You fool")
    assert report("anna", "remark", remark.pk, "spam") == first
    assert report("carl", "remark", remark.pk) != first
    assert reports.open_reports().count() == 2


@pytest.mark.parametrize(
    ("kind", "key", "reason", "problem"),
    [
        ("player", "anna", "abuse", "cannot report yourself"),
        ("player", "nobody", "abuse", "no player 'nobody'"),
        ("weather", "rain", "abuse", "The subjects: announcement, circuit, club, decision, event, game"),
        ("player", "bert", "boring", "The reasons: abuse, spam"),
        ("player", "bert", "other", "in a few words"),
        ("game", "x", "abuse", "no game 'x'"),
        ("remark", "9" * 40, "abuse", "no remark"),
        ("decision", "1", "abuse", "no decision"),
    ],
)
def test_report_says_what_would_be_right(kind: str, key: str, reason: str, problem: str) -> None:
    player("bert")
    with pytest.raises(CannotReport, match=problem):
        report("anna", kind, key, reason)
    assert not Report.objects.exists()


def test_decision_closes_all_reports_on_the_subject(mia: Player) -> None:
    player("bert")
    reported = [report(name, "player", "bert") for name in ("anna", "carl")]
    other = report("anna", "player", player("dora").username)
    entry = decide(mia, "bert", "warned", report=reported[0])
    assert set(Report.objects.filter(closed_by=entry)) == set(reported)
    assert list(reports.open_reports()) == [other]
    dismissed = decisions.dismiss(moderator=mia, report=other, reason="Nothing in it.", at=NOON)
    assert decisions.dismiss(moderator=mia, report=other, reason="Again.", at=NOON) == dismissed
    assert not reports.open_reports().exists()


def test_player_can_say_that_a_decision_is_wrong(mia: Player) -> None:
    entry = decide(mia, "anna", "suspended")
    assert report("anna", "decision", entry.pk, "other", "It was not me.").about is None
    with pytest.raises(CannotReport):
        report("bert", "decision", entry.pk)


def test_event_and_announcement_can_be_reported() -> None:
    cleo = player("cleo")
    event = services.create_event(name="Cup", director=cleo, rules="btt", control=THREE_DAYS, at=NOON, about="Buy this")
    with pytest.raises(CannotReport):  # nobody else sees a draft
        report("anna", "event", "cup")
    services.open_entries(event_id=event.pk, player=cleo, at=NOON)
    assert report("anna", "event", "cup").quoted == "Buy this"
    from tests.tournaments.acting import act

    act("announce", event, by=cleo, text="Buy that", at=NOON)
    said = report("anna", "announcement", f"cup:{event.log_entries.get(kind='announced').seq}")
    assert (said.about, said.quoted) == (cleo, "Buy that")
