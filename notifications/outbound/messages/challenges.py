"""Mails about games that have not begun: somebody wants to play, or does not any more."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext, pgettext

from games.clock.controls import TimeControl
from games.models import Invitation, Player, Proposal
from games.moderation.blocks import are_covering
from games.presenting.page_sentences import proposal as proposal_sentences
from games.rules import RULES
from notifications.addresses.reply_addresses import answer_address
from notifications.choices.topics import Topic
from notifications.models import OutboundMail
from notifications.outbound.messages.base import Message, NotWanted, NotYet, plain, short_lines
from notifications.outbox import challenge_mail

Kind = OutboundMail.Kind

SHOWN_OF_SEAL = 12  # digits; the page of the challenge has all of them


class Challenge(Message):
    kind = Kind.CHALLENGE
    topic = Topic.CHALLENGES
    template = "challenge"

    @cached_property
    def proposal(self) -> Proposal:
        return Proposal.objects.select_related("proposer").get(pk=self.mail.context["proposal"])

    def check_wanted(self) -> None:
        if self.proposal.status != Proposal.Status.OPEN:
            raise NotWanted(gettext("The challenge is no longer open."))
        if are_covering([self.reader.pk], self.proposal.proposer).exists():
            raise NotWanted(gettext("The reader has blocked the player who challenges them."))

    @property
    def title(self) -> str:
        return RULES[self.proposal.rules].title

    @property
    def subject(self) -> str:
        return plain(
            gettext("Challenge {proposal}: {proposer} wants to play {value}").format(
                proposal=self.proposal.pk, proposer=self.proposal.proposer.username, value=self.title
            )
        )

    @property
    def headline(self) -> str:
        if self.proposal.is_match:
            return gettext("You are challenged to a match of {game}.").format(game=self.title)
        return gettext("You are challenged to a game of {game}.").format(game=self.title)

    @property
    def link(self) -> str:
        return f"{settings.SITE_URL}{reverse('games:proposal', args=[self.proposal.pk])}"

    @property
    def thread(self) -> str:
        return f"challenge-{self.proposal.pk}@{settings.MAIL_DOMAIN}"

    @property
    def reply_to(self) -> str:
        return answer_address(self.mail)

    @property
    def taps(self) -> list[str]:
        is_open = self.proposal.status == Proposal.Status.OPEN
        return [pgettext("answer", "accept"), pgettext("answer", "decline")] if is_open else []

    def values(self) -> dict[str, Any]:
        proposal = self.proposal
        return {
            "headline": self.headline,
            "proposal": proposal,
            "proposer": proposal.proposer.username,
            "message": short_lines(proposal.message, 200),
            "title": self.title,
            "rated": gettext("rated") if proposal.rated else gettext("not rated"),
            "options": [
                f"{name}: {value}" for name, value in RULES[proposal.rules].options_in_words(proposal.options).items()
            ],
            "match": proposal_sentences.match(proposal.games, proposal.schedule),
            "time": TimeControl.load(proposal.control).describe(),
            "seal": proposal.commitment[:SHOWN_OF_SEAL],
            "link": self.link,
        }


class ChallengeClosed(Challenge):
    kind = Kind.CHALLENGE_CLOSED
    template = "challenge-closed"

    def check_wanted(self) -> None:
        """The proposer and seated players always get the mail, others only about what they have been sent."""
        reader, proposal = self.reader, self.proposal
        seated = proposal.invitations.filter(player=reader, answer=Invitation.Answer.ACCEPTED)
        if reader.pk == proposal.proposer_id or seated.exists():
            return
        challenge = OutboundMail.objects.filter(dedupe_key=challenge_mail(proposal, reader.pk).dedupe_key).first()
        if challenge is None or challenge.has_been_read:
            return
        if challenge.state == OutboundMail.State.WAITING:  # somebody is sending it
            raise NotYet(challenge.due_at, gettext("It waits until it is known whether the challenge has gone out."))
        raise NotWanted(gettext("No mail about the challenge has gone out."))

    @property
    def subject(self) -> str:
        if self.proposal.status == Proposal.Status.DECLINED:
            return gettext("{challenge} (declined)").format(challenge=super().subject)
        return gettext("{challenge} (withdrawn)").format(challenge=super().subject)

    @property
    def headline(self) -> str:
        if self.proposal.status == Proposal.Status.DECLINED:
            return gettext("The challenge to {game} was declined.").format(game=self.title)
        return gettext("The challenge to {game} was withdrawn.").format(game=self.title)

    def values(self) -> dict[str, Any]:
        by = Player.objects.get(pk=self.mail.context["by"])
        answer = self.proposal.invitations.filter(player=by).first()
        return super().values() | {"by": by.username, "reason": answer.reason_given if answer else ""}
