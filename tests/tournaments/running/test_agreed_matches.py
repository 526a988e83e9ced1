"""Matches that two players agree on in the lobby: several games with one result."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.clock.controls import TimeControl
from games.exceptions import ProposalError
from games.lobby.match_terms import MatchTerms
from games.lobby.proposals import accept_proposal, propose_game
from games.models import Game, Player, Proposal
from games.moderation.quotas import QuotaReached
from games.play import agreements, house_players
from games.play.timeouts import resolve_timeout
from games.web.forms import PRESETS
from notifications.models import OutboundMail
from notifications.outbound.messages import message_for
from tests.games.conftest import all_read, warn
from tests.tournaments.acting import leave_event
from tests.tournaments.conftest import NOON, THREE_DAYS, after, end_with, friend, play
from tests.tournaments.playing import running, settle
from tests.tournaments.web.test_pages import words_of
from tournaments.directing.action.leaving import dry_run_of_leaving
from tournaments.exceptions import EntryRefused
from tournaments.models import Event, MatchScore
from tournaments.presenting.match_scores import match_of
from tournaments.presenting.match_tables import match_tables
from tournaments.queries import fixtures_of, games_of_event, may_direct
from tournaments.running import services
from tournaments.running.entrants import entrant_named
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db

Schedule = Proposal.Schedule

WEEK = PRESETS["7d"]
HARD_END = replace(THREE_DAYS, ends=after(240))


def agreed(
    games: int,
    schedule: str = Schedule.AT_ONCE,
    *,
    rules: str = "treeblox",
    control: TimeControl = THREE_DAYS,
    **values: Any,
) -> Event:
    """The match of anna, who proposed it, and ben."""
    proposal = propose_game(
        proposer=friend("anna"), rules=rules, seats=2, control=control, at=NOON, invited=[friend("ben")],
        match=MatchTerms(games, schedule), **values,
    )  # fmt: skip
    assert accept_proposal(proposal_id=proposal.pk, player=friend("ben"), at=NOON) is not None
    return Event.objects.get(agreed=proposal)


def in_order(event: Event) -> list[Game]:
    return list(games_of_event(event).order_by("fixture_game__number"))


def first_of(game: Game) -> str:
    return game.seats.select_related("player").get(number=0).player.username


def finish(game: Game, scores: dict[str, int]) -> None:
    """End a game of Treeblox with so many active leaves of each player."""
    dark, light = (seat.player.username for seat in game.seats.select_related("player").order_by("number"))
    end_with(game, scores[dark], scores[light])


def resign(game: Game, name: str) -> None:
    agreements.resign(game_id=game.pk, player_id=friend(name).pk, at=after(2), source="page")


def score_of(event: Event) -> str:
    match = match_of(in_order(event)[0])
    assert match is not None
    names = match.table.players
    return match.score if names == ("anna", "ben") else f"anna {match.table.totals[1]} : {match.table.totals[0]} ben"


def test_games_at_once_alternate_colours_and_are_added_up() -> None:
    event = agreed(4)
    games = in_order(event)
    firsts = [first_of(game) for game in games]
    assert firsts in (["anna", "ben"] * 2, ["ben", "anna"] * 2)
    for game, (anna, ben) in zip(games, [(5, 3), (3, 7), (4, 2), (7, 8)], strict=True):
        finish(game, {"anna": anna, "ben": ben})
        settle(event, after(2))
    assert score_of(event) == "anna 19 : 20 ben"
    assert event.state == Event.State.FINISHED
    score = MatchScore.objects.get()
    assert (score.results, sorted(score.totals), score.is_void) == (4, [19, 20], False)
    assert verify_event(event) == []


def test_games_one_after_another_begin_when_the_one_before_is_over() -> None:
    event = agreed(4, Schedule.IN_TURN)
    for number in range(1, 5):
        settle(event, after(2))
        assert [game.fixture_game.number for game in running(event)] == [number]
        assert verify_event(event) == []
        resign(running(event)[0], "ben")
    settle(event, after(3))
    assert event.state == Event.State.FINISHED
    assert score_of(event) == "anna 32 : 0 ben"  # par is 8 leaves
    assert [first_of(game) for game in in_order(event)][:2] in (["anna", "ben"], ["ben", "anna"])
    assert verify_event(event) == []


@pytest.mark.parametrize(
    ("games", "schedule", "rules", "score"),
    [
        (6, Schedule.IN_TURN, "treeblox", "anna 40 : 8 ben"),  # par is 8 leaves
        (5, Schedule.BEST_OF, "btt", "anna 3 : 1 ben"),
    ],
)
def test_player_who_leaves_loses_the_games_that_have_not_begun_at_once(
    games: int, schedule: str, rules: str, score: str
) -> None:
    event = agreed(games, schedule, rules=rules)
    resign(running(event)[0], "anna")
    settle(event, after(2))
    mails = news_about(event)
    said = dry_run_of_leaving(entrant_named(event, "ben"), at=after(3)).sentences
    assert "Games of the match that have not begun yet are lost, too." in said
    ben = entrant_named(event, "ben")
    leave_event(event_id=event.pk, entrant_id=ben.pk, player=ben.player, reason="No time.", at=after(3))
    settle(event, after(3))
    assert (event.state, score_of(event)) == (Event.State.FINISHED, score)
    assert running(event) == []
    assert news_about(event) == mails
    assert verify_event(event) == []


@pytest.mark.parametrize(
    ("order", "score"), [(("ben", "anna"), "anna 32 : 0 ben"), (("anna", "ben"), "anna 0 : 32 ben")]
)
def test_of_two_players_who_leave_a_match_the_first_loses_the_games_that_have_not_begun(
    order: tuple[str, str], score: str
) -> None:
    event = agreed(4, Schedule.IN_TURN)
    for minute, name in enumerate(order):
        left = entrant_named(event, name)
        at = after(2 + minute)
        leave_event(event_id=event.pk, entrant_id=left.pk, player=left.player, reason="No time.", at=at)
    settle(event, after(5))
    assert (event.state, score_of(event)) == (Event.State.FINISHED, score)


def news_about(event: Event) -> int:
    """How many mails say that games of the event have begun."""
    return OutboundMail.objects.filter(kind=OutboundMail.Kind.ROUND).count()


def test_best_of_three_ends_as_soon_as_it_is_decided() -> None:
    event = agreed(3, Schedule.BEST_OF, rules="btt")
    for _ in range(2):
        settle(event, after(2))
        resign(running(event)[0], "anna")
    settle(event, after(2))
    assert (event.state, len(in_order(event))) == (Event.State.FINISHED, 2)
    assert score_of(event) == "anna 0 : 2 ben"
    assert verify_event(event) == []


@pytest.mark.parametrize(
    ("rules", "games", "schedule", "values", "refusal"),
    [
        ("treeblox", 3, Schedule.AT_ONCE, {}, "A match has an even number of games"),
        ("treeblox", 3, Schedule.BEST_OF, {}, "the points of all games count"),
        ("btt", 4, Schedule.BEST_OF, {}, "The best of an odd number of games wins"),
        ("btt", 14, Schedule.AT_ONCE, {}, "A match has 2 to 12 games, not 14."),
        ("btt", 1, Schedule.IN_TURN, {}, "A match has 2 to 12 games, not 1."),
        ("btt", 2, Schedule.AT_ONCE, {"seats": 3}, "A match is for 2 players, not 3."),
        ("btt", 2, Schedule.AT_ONCE, {"seating": "alternating"}, "In a match the colours"),
        ("btt", 2, Schedule.IN_TURN, {"control": HARD_END}, "A hard end would leave later games of this match no time"),
    ],
)
def test_terms_that_make_no_match_are_refused(
    rules: str, games: int, schedule: str, values: dict[str, Any], refusal: str
) -> None:
    with pytest.raises(ProposalError, match=refusal):
        propose_game(**{
            "proposer": friend("anna"), "rules": rules, "seats": 2, "control": THREE_DAYS, "at": NOON,
            "match": MatchTerms(games, schedule), **values,
        })  # fmt: skip
    assert not Proposal.objects.exists()


def test_match_from_the_lobby_is_directed_by_nobody_takes_no_entries_and_keeps_nobody_from_events(
    client: Client,
) -> None:
    event = agreed(2)
    assert not any(may_direct(event, friend(name)) for name in ("anna", "ben"))
    with pytest.raises(EntryRefused, match="was agreed by two players in the lobby; it takes no entries"):
        services.enter_event(event_id=event.pk, player=friend("cora"), at=after(1), standby=True)
    game = in_order(event)[0]
    assert services.block_after_time_loss(game=game, seat=game.seats.get(number=0), at=after(100)) is None
    assert event.name not in client.get("/events/").content.decode()
    assert event.name in client.get("/events/?form=match").content.decode()
    assert client.get("/api/v1/events/").json()["results"] == []


def test_accepting_twice_starts_one_match() -> None:
    event = agreed(2)
    assert event.agreed is not None
    again = accept_proposal(proposal_id=event.agreed.pk, player=friend("ben"), at=after(1))
    assert again == in_order(event)[0]
    assert Event.objects.count() == 1


@pytest.mark.parametrize("games", [1, 2])
def test_nobody_accepts_a_game_whose_hard_end_leaves_no_time(games: int) -> None:
    proposal = propose_game(
        proposer=friend("anna"), rules="btt", seats=2, control=HARD_END, at=NOON, invited=[friend("ben")],
        match=MatchTerms(games),
    )  # fmt: skip
    with pytest.raises(ProposalError, match="leaves no time for a first turn any more"):
        accept_proposal(proposal_id=proposal.pk, player=friend("ben"), at=after(200))
    proposal.refresh_from_db()
    assert proposal.status == Proposal.Status.OPEN
    assert not Game.objects.exists()


def test_each_game_of_a_match_counts_among_the_games_with_house_bots() -> None:
    Player.objects.filter(pk=friend("anna").pk).update(date_joined=NOON)  # an account in its first week: 10 games
    bot = next(iter(house_players.accounts().values()))
    with pytest.raises(QuotaReached):
        propose_game(
            proposer=friend("anna"), rules="btt", seats=2, control=THREE_DAYS, at=NOON, invited=[bot],
            match=MatchTerms(12),
        )  # fmt: skip


def test_leader_on_leaves_who_loses_on_time_counts_0_and_the_opponent_par() -> None:
    event = agreed(2)
    first, second = in_order(event)
    dark = first_of(first)
    play(first, "L 1,1,1", "L 4,4,1", "L 2,1,1", "pass")
    warn(first)
    all_read(after(100))
    assert resolve_timeout(first.pk, now=after(100))
    resign(second, "ben" if dark == "anna" else "anna")
    settle(event, after(101))
    assert score_of(event) == "anna 8 : 8 ben"
    assert MatchScore.objects.get().results == 2
    assert verify_event(event) == []


def test_pages_and_mails_of_a_match_and_its_players_have_the_aggregate(client: Client) -> None:
    event = agreed(2)
    games = in_order(event)
    finish(games[0], {"anna": 5, "ben": 3})
    settle(event, after(2))
    for game in games:
        page = client.get(f"/games/{game.pk}/").content.decode()
        assert "anna 5 : 3 ben" in page or "ben 3 : 5 anna" in page
        assert "After 1 of 2 games. So far anna is ahead by 2." in page
    for address in ("/players/anna/", "/players/ben/", "/ratings/of/anna/", "/ratings/of/anna/against/ben/"):
        page = words_of(client.get(address).content.decode())
        assert re.search(r"Matches (anna 5 : 3 ben|ben 3 : 5 anna) running", page), address
    letters = OutboundMail.objects.filter(game__isnull=False).exclude(kind=OutboundMail.Kind.PLAN)
    assert letters.count() >= 4
    for letter in letters:
        assert any("5 : 3" in line or "3 : 5" in line for line in message_for(letter, after(3)).values()["match"])


def test_match_that_is_played_again_has_the_same_games_schedule_and_clock(client: Client) -> None:
    event = agreed(4, Schedule.IN_TURN, control=WEEK)
    while open_games := running(event):
        resign(open_games[0], "ben")
        settle(event, after(2))
    client.force_login(friend("anna"))
    page = client.get(f"/games/{in_order(event)[-1].pk}/").content.decode()
    (address,) = {unescape(link) for link in re.findall(r'href="(/lobby/new/[^"]*match=[^"]*)"', page)}
    form = client.get(address).context["form"]
    sent = {name: form[name].value() for name in form.fields}
    kept = {name: value for name, value in sent.items() if value}
    client.post("/lobby/new/treeblox/", kept | {"nonce": "n", "send": "1"})
    _, again = Proposal.objects.order_by("pk")
    assert (again.games, again.schedule, again.control) == (4, Schedule.IN_TURN, WEEK.dump())


def test_game_of_treeblox_is_played_again_as_a_match(client: Client) -> None:
    game = in_order(agreed(2))[0]
    resign(game, "ben")
    client.force_login(friend("anna"))
    form = client.get(f"/lobby/new/treeblox/?again={game.pk}&invited=ben").context["form"]
    sent = {name: value for name in form.fields if (value := form[name].value())}
    assert client.post("/lobby/new/treeblox/", sent).status_code == 200


def test_match_counts_a_game_as_over_once_the_log_has_its_result() -> None:
    event = agreed(2)
    first, second = in_order(event)
    finish(first, {"anna": 5, "ben": 3})
    division = event.divisions.get()
    read_before = list(fixtures_of(division))
    finish(second, {"anna": 2, "ben": 3})
    (table,) = match_tables(division, read_before)
    assert [line.is_finished for line in table.games] == [True, True]
    assert "wins the match by 1" in table.verdict


def test_lobby_proposes_a_match_where_single_games_are_uneven(client: Client) -> None:
    client.force_login(friend("anna"))
    friend("ben")
    assert '<option value="2" selected>' in client.get("/lobby/new/treeblox/").content.decode()
    assert '<option value="1" selected>' in client.get("/lobby/new/btt/").content.decode()


def test_rest_proposes_and_shows_a_match() -> None:
    anna = friend("anna")
    friend("ben")
    client = APIClient()
    client.force_authenticate(anna)
    control = {"base": 259200, "increment": 0, "cap": 259200}
    body = {"rules": "treeblox", "control": control, "invited": ["ben"], "games": 4, "schedule": "in-turn"}
    made = client.post("/api/v1/proposals/", body, format="json")
    assert made.status_code == 201, made.json()
    assert (made.json()["games"], made.json()["schedule"]) == (4, "in-turn")
