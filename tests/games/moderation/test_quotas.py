"""How much one player can have or send, what the refusal says, and when there is room again."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.accounts.api_keys import create_token
from games.accounts.bots import declare_bot
from games.conversation import remarks, watching
from games.exceptions import GameError
from games.lobby.proposals import decline_proposal, play_house, propose_game, withdraw_proposal
from games.models import Player, Proposal, QuotaUse, Submission
from games.moderation import quotas, reports
from games.moderation.quotas import AccountKind, QuotaReached
from games.play.house_players import accounts
from games.play.moving import play_move
from games.presenting.page_sentences.quotas import no_room, spent
from games.timekeeping import leave
from tests.at_once import at_once
from tests.games import conftest
from tests.games.conftest import NOON, THREE_DAYS, Start, after
from tournaments.exceptions import EventError, NotAllowed, NotDirector
from tournaments.models import Event
from tournaments.running import services
from tournaments.running.editing import delete_draft

QUOTAS = [value for value in vars(quotas).values() if isinstance(value, quotas.Quota)]


def player(name: str, *, days: float = 30) -> Player:
    return conftest.player(name, days=days)


def challenge(proposer: Player, *invited: Player, hours: float = 0, **values: Any) -> Proposal:
    return propose_game(
        proposer=proposer, rules="btt", seats=2, control=THREE_DAYS, at=after(hours), invited=invited, **values
    )


@pytest.mark.django_db
def test_new_accounts_have_half_for_a_week_and_guests_a_quarter() -> None:
    asked = (quotas.OPEN_PROPOSALS, quotas.CHALLENGES_TO_ONE, quotas.DRAFTS)
    most = {AccountKind.MEMBER: [20, 3, 5], AccountKind.NEW: [10, 2, 3], AccountKind.GUEST: [5, 1, 2]}
    assert {kind: [quotas.most_for(quota, kind) for quota in asked] for kind in most} == most
    kinds = [quotas.kind_of(player(f"anna{days}", days=days), NOON) for days in (6, 7)]
    assert kinds == [AccountKind.NEW, AccountKind.MEMBER]
    for quota in QUOTAS:
        if quota == quotas.REFUSALS:  # nobody is refused: the oldest go
            continue
        for kind, limit in ((AccountKind.NEW, "In the first week"), (AccountKind.GUEST, "Without an account")):
            words = spent(quota.name, 7, NOON, kind) if quota.within else no_room(quota.name, 7, kind)
            assert " 7 " in words
            assert limit in words


@pytest.mark.django_db
def test_thirty_challenges_a_day_whatever_becomes_of_them() -> None:
    anna, others = player("anna"), [player(f"other{number}") for number in range(11)]
    for number in range(30):
        made = challenge(anna, others[number // 3], hours=number / 10)
        withdraw_proposal(proposal_id=made.pk, player=anna, at=after(number / 10))
    with pytest.raises(QuotaReached) as refusal:
        challenge(anna, others[10], hours=4)
    assert refusal.value.frees_at == after(24)
    assert "30 challenges and invitations within 24 hours" in refusal.value.message
    assert "Tuesday 3 March 2026, 12:00 UTC" in refusal.value.message
    challenge(anna, others[10], hours=24.01)
    assert QuotaUse.objects.filter(player=anna).count() < 31, "uses are forgotten when they count no more"


@pytest.mark.django_db
def test_three_challenges_a_day_to_one_player() -> None:
    anna, bert, carl = player("anna"), player("bert"), player("carl")
    for hour in range(3):
        made = challenge(anna, bert, hours=hour)
        decline_proposal(proposal_id=made.pk, player=bert, at=after(hour))
    with pytest.raises(QuotaReached, match=r"^bert: You can send one player 3 challenges") as refusal:
        challenge(anna, bert, hours=4)
    with pytest.raises(QuotaReached):
        propose_game(proposer=anna, rules="roots", seats=3, control=THREE_DAYS, at=after(4), invited=[carl, bert])
    assert QuotaUse.objects.filter(player=anna).count() == 3, "a refused challenge counts for nothing"
    assert refusal.value.frees_at == after(24)
    challenge(anna, carl, hours=4)
    challenge(player("dora"), bert, hours=4)
    challenge(anna, bert, hours=24.5)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("quota", "sentence"),
    [
        ("OPEN_PROPOSALS", r"^You can have 20 open proposals\. Withdraw one"),
        ("HOUSE_GAMES", "20 running games with house bots"),
        ("DECLARED", r"^You can declare 8 bots within 24 hours\."),
        ("REPORTS", "20 reports"),
    ],
)
def test_at_most_so_many(quota: str, sentence: str) -> None:
    anna, bot = player("anna"), next(iter(accounts()))

    def one_more(number: int) -> None:
        if quota == "OPEN_PROPOSALS":
            challenge(anna)
        elif quota == "HOUSE_GAMES":
            play_house(player=anna, rules="btt", bot=bot, control=THREE_DAYS, at=NOON)
        elif quota == "REPORTS":
            about = player(f"p{number}").username
            reports.report(reporter=anna, kind="player", key=about, reason="spam", text="", at=NOON)
        else:
            declared = declare_bot(owner=anna, username=f"n{number}-bot", about="Moves at random.", at=NOON)
            declared.is_active = False
            declared.save()

    most = int(re.findall(r"\d+", sentence)[0])
    for number in range(most):
        one_more(number)
    with pytest.raises(QuotaReached, match=sentence):
        one_more(most)
    if quota == "OPEN_PROPOSALS":
        withdraw_proposal(proposal_id=Proposal.objects.earliest("pk").pk, player=anna, at=NOON)
    challenge(anna, player("bert"))


@pytest.mark.django_db
def test_newest_refusals_are_kept(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "REFUSALS", quotas.Quota("refusals", 4))
    game, anna = start("anna", "bert"), player("anna")
    Player.objects.filter(pk=anna.pk).update(date_joined=NOON - timedelta(days=30))
    for number in range(7):
        with pytest.raises(GameError):
            play_move(game_id=game.pk, player_id=anna.pk, text="xyz", ply=0, at=NOON, source="api", key=f"{number}")
    play_move(game_id=game.pk, player_id=anna.pk, text="null d3", ply=0, at=NOON, source="api", key="7")
    kept = Submission.objects.filter(player=anna).order_by("pk").values_list("key", "state")
    assert list(kept) == [("3", "rejected"), ("4", "rejected"), ("5", "rejected"), ("6", "rejected"), ("7", "played")]


@pytest.mark.django_db
def test_remarks_notes_watching_and_leave_have_limits(start: Start) -> None:
    game, anna = start("anna", "bert"), Player.objects.get(username="anna")
    values = {"game_id": game.pk, "source": "page", "at": NOON}

    def until_refused(action: Any) -> str:
        for number in range(500):
            try:
                action(number)
            except QuotaReached as refusal:
                return f"{number}: {refusal.message}"
        raise AssertionError("There is no limit.")

    said = until_refused(lambda number: remarks.say(player_id=anna.pk, text=f"{number}", **values))
    assert said.startswith("15: You can make 15 remarks in a game within 24 hours.")  # an account that is new
    carl = player("carl")

    def watch_on_and_off(number: int) -> None:
        (watching.unwatch if number % 2 else watching.watch)(player_id=carl.pk, **values)

    assert until_refused(watch_on_and_off).startswith("200: You can change notes, muting and watching 200 times")

    def book_and_cancel(number: int) -> None:
        service = leave.cancel_leave if number % 2 else leave.book_leave
        service(player_id=carl.pk, first=after(72).date(), last=after(72).date(), now=NOON)

    assert until_refused(book_and_cancel).startswith("20: You can book or cancel leave 20 times")


@pytest.mark.services
@pytest.mark.usefixtures("postgres_database")
def test_two_at_once_do_not_pass_a_quota() -> None:
    anna, bert, carl = player("anna"), player("bert"), player("carl")
    for hour in range(2):
        withdraw_proposal(proposal_id=challenge(anna, bert, hours=hour).pk, player=anna, at=after(hour))
    for _ in range(19):
        challenge(carl)
    answers = at_once(*[lambda: challenge(anna, bert, hours=3)] * 3, *[lambda: challenge(carl)] * 3)
    assert sum(isinstance(answer, Proposal) for answer in answers[:3]) == 1
    assert sum(isinstance(answer, Proposal) for answer in answers[3:]) == 1
    assert all(isinstance(answer, (Proposal, QuotaReached)) for answer in answers)
    assert connection.vendor == "postgresql"


@pytest.mark.django_db
def test_drafts_and_open_events_have_limits_and_a_draft_can_be_deleted() -> None:
    cleo = player("cleo")

    def draft(number: int) -> Event:
        return services.create_event(name=f"Cup {number}", director=cleo, rules="btt", control=THREE_DAYS, at=NOON)

    for number in range(10):
        services.open_entries(event_id=draft(number).pk, player=cleo, at=NOON)
    drafts = [draft(number) for number in range(10, 15)]
    with pytest.raises(NotAllowed, match="You can have 5 drafts of events") as refusal:
        draft(15)
    assert refusal.value.code == "quota"
    with pytest.raises(NotAllowed, match="You can have 10 events open for entries"):
        services.open_entries(event_id=drafts[0].pk, player=cleo, at=NOON)
    with pytest.raises(NotDirector):
        delete_draft(event_id=drafts[0].pk, player=player("anna"))
    delete_draft(event_id=drafts[0].pk, player=cleo)
    draft(15)
    with pytest.raises(EventError, match="only a draft can be deleted"):
        delete_draft(event_id=Event.objects.get(name="Cup 0").pk, player=cleo)


@pytest.mark.django_db
def test_challenges_of_a_player_and_of_their_bots_count_apart_and_those_of_the_bots_together() -> None:
    anna, victim = player("anna"), player("victim")
    first = declare_bot(owner=anna, username="first-bot", about="Moves at random.", at=after(0))
    for _ in range(2):
        challenge(first, victim)
    first.is_active = False
    first.save()
    second = declare_bot(owner=anna, username="second-bot", about="Moves at random.", at=after(0))
    with pytest.raises(QuotaReached, match=r"^victim: "):  # two for bots, and two were sent
        challenge(second, victim)
    for _ in range(3):
        challenge(anna, victim)
    with pytest.raises(QuotaReached, match=r"^victim: "):
        challenge(anna, victim)
    challenge(player("bert"), victim)


@pytest.mark.django_db
def test_guide_headers_and_refusals_agree_on_what_a_new_author_of_bots_can_do() -> None:
    now, guide = timezone.now(), (settings.ROOT / "docs/bots.md").read_text()
    said = {name: int(most) for name, most in re.findall(r"^  \| `([a-z ]+)` \| (\d+) \|", guide, re.MULTILINE)}
    anna, bert = (Player.objects.create(username=name, date_joined=now) for name in ("anna", "bert"))
    bots = [declare_bot(owner=anna, username=f"n{number}-bot", about="x", at=now) for number in range(4)]
    assert "You can have 4 bots, from your first day." in guide
    theirs = declare_bot(owner=bert, username="their-bot", about="x", at=now)
    headers = {"Authorization": f"Bearer {create_token(bots[0], name='program')[1]}"}
    control = {"base": 86_400, "increment": 0, "cap": 86_400}
    for name, other in (("own challenges", bots[1]), ("challenges to bots", theirs), ("challenges", bert)):
        QuotaUse.objects.bulk_create(QuotaUse(player=bots[2], quota=name, at=now) for _ in range(said[name] - 1))
        body = {"rules": "btt", "control": control, "invited": [other.username]}
        sent, refused = (
            Client().post("/api/v1/proposals/", body, "application/json", headers=headers) for _ in range(2)
        )
        assert (sent.status_code, refused.status_code, refused.json()["code"]) == (201, 429, "quota")
        assert f" {said[name]} challenges" in refused.json()["detail"]
        assert refused["RateLimit-Policy"] == f'"{name}";q={said[name]};w=86400'
        assert refused["RateLimit"] == f'"{name}";r=0;t={refused["Retry-After"]}'
        assert 86_000 < int(refused["Retry-After"]) <= 86_400
