"""Nobody can have the service send mail after mail to somebody else."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.lobby.proposals import propose_game, withdraw_proposal
from games.models import Player
from games.moderation.blocks import block
from games.moderation.quotas import QuotaReached
from notifications.models import OutboundMail
from notifications.outbound import claims
from tests.games.conftest import NOON, THREE_DAYS
from tests.notifications.mailbox import PostOffice
from tournaments.entries.admission import give_role, invite
from tournaments.event_rules.roles import Role
from tournaments.exceptions import NotAllowed
from tournaments.running.services import create_event, open_entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def office() -> PostOffice:
    return PostOffice()


def box_of(office: PostOffice, name: str) -> Player:
    """A player with a mailbox, whose account is not new."""
    found = office.box(name).player
    found.date_joined = NOON - timedelta(days=30)
    found.save()
    return found


def test_sixty_challenges_with_withdrawals_make_six_mails(office: PostOffice) -> None:
    anna, bert = box_of(office, "anna"), box_of(office, "bert")
    refused = 0
    for _ in range(60):
        try:
            made = propose_game(
                proposer=anna, rules="btt", seats=2, control=THREE_DAYS, at=office.now, invited=[bert], message="buy"
            )
        except QuotaReached:
            refused += 1
            continue
        office.work()
        withdraw_proposal(proposal_id=made.pk, player=anna, at=office.now)
    assert refused == 57
    assert len(office.box("bert").mails()) == 6


def test_challenge_that_is_withdrawn_before_it_is_sent_mails_nobody(office: PostOffice) -> None:
    anna, bert = box_of(office, "anna"), box_of(office, "bert")
    made = propose_game(proposer=anna, rules="btt", seats=2, control=THREE_DAYS, at=NOON, invited=[bert])
    withdraw_proposal(proposal_id=made.pk, player=anna, at=NOON)
    assert office.box("bert").mails() == []
    (mail,) = OutboundMail.objects.all()
    assert (mail.kind, mail.state, mail.reason) == ("challenge", "dropped", "The challenge is no longer open.")


def test_challenge_that_is_withdrawn_while_it_is_sent_is_called_off_once_it_has_gone_out(office: PostOffice) -> None:
    anna, bert = box_of(office, "anna"), box_of(office, "bert")
    made = propose_game(proposer=anna, rules="btt", seats=2, control=THREE_DAYS, at=NOON, invited=[bert])
    (claimed,) = claims.claim([OutboundMail.objects.get().pk], NOON)
    withdraw_proposal(proposal_id=made.pk, player=anna, at=NOON)
    assert office.box("bert").mails() == []
    OutboundMail.objects.filter(pk=claimed.pk).update(state="sent", sent_at=NOON)
    office.wait(minutes=5)
    assert ["withdrawn" in mail.text for mail in office.box("bert").mails()] == [True]


def test_challenge_that_could_not_be_sent_is_not_called_off(office: PostOffice) -> None:
    anna, bert = box_of(office, "anna"), box_of(office, "bert")
    made = propose_game(proposer=anna, rules="btt", seats=2, control=THREE_DAYS, at=NOON, invited=[bert])
    claims.claim([OutboundMail.objects.get().pk], NOON)
    withdraw_proposal(proposal_id=made.pk, player=anna, at=NOON)
    office.wait(hours=1)
    office.work()  # the challenge is tried again, and is not wanted any more
    assert office.box("bert").mails() == []
    assert not OutboundMail.objects.filter(state="waiting").exists()


def test_invitations_from_many_events_count_as_challenges(office: PostOffice) -> None:
    anna = box_of(office, "anna")
    box_of(office, "bert")
    refused = []
    for number in range(25):
        try:
            event = create_event(name=f"Cup {number}", director=anna, rules="btt", control=THREE_DAYS, at=NOON)
            open_entries(event_id=event.pk, player=anna, at=NOON)
            invite(event_id=event.pk, player=anna, usernames=["bert"], at=NOON)
        except NotAllowed as refusal:
            refused.append(refusal.code)
    assert refused == ["quota"] * 22
    assert len(office.box("bert").mails()) == 3


def test_player_is_named_and_dismissed_as_an_assistant_three_times_a_day_at_most(office: PostOffice) -> None:
    anna = box_of(office, "anna")
    bert = box_of(office, "bert")
    event = create_event(name="Cup", director=anna, rules="btt", control=THREE_DAYS, at=NOON)
    open_entries(event_id=event.pk, player=anna, at=NOON)
    for number in range(3):
        for role in (Role.ASSISTANT if number else Role.ARBITER, Role.NONE):
            give_role(event_id=event.pk, player=anna, username="bert", role=role, at=NOON)
    with pytest.raises(NotAllowed, match="You can send one player 3 challenges and invitations"):
        give_role(event_id=event.pk, player=anna, username="bert", role=Role.ASSISTANT, at=NOON)
    carl = box_of(office, "carl")
    block(player=carl, username="anna", at=NOON)
    with pytest.raises(NotAllowed, match="carl does not take challenges or invitations now"):
        give_role(event_id=event.pk, player=anna, username="carl", role=Role.ARBITER, at=NOON)
    assert len(office.box(bert.username).mails()) <= 6
