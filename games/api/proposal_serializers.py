"""Proposals, seals and words for the dice, as REST reads and shows them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.fields import OptionsField, options_sent
from games.api.serializers import ControlSerializer, Json, PauseRulesSerializer
from games.clock.calendars import PauseRules
from games.lobby.match_terms import MOST_GAMES, MatchTerms
from games.lobby.seals import Seal
from games.models import Invitation, Player, Proposal
from games.play.house_players import HOUSE_BOTS
from games.records.dice import LONGEST_WORD
from games.rules import RULES
from games.rules.base import OptionError
from games.rules.option_text import read_options
from ground.rest.strict_input import ChoiceField, SentSerializer, WholeNumberField


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    player = serializers.CharField(source="player.username")

    class Meta:
        model = Invitation
        fields = ["player", "answer", "reason"]


class ProposalSerializer(serializers.ModelSerializer[Proposal]):
    """A seek or a challenge."""

    proposer = serializers.CharField(source="proposer.username")
    status = serializers.ChoiceField(choices=Proposal.Status.choices)
    schedule = serializers.ChoiceField(
        choices=Proposal.Schedule.choices, help_text="When the games of a match are played."
    )
    options = OptionsField(read_only=True)
    control = ControlSerializer()
    chosen_seat = serializers.SerializerMethodField()
    invitations = InvitationSerializer(many=True)
    pause_rules = serializers.SerializerMethodField()
    free_seats = serializers.SerializerMethodField(help_text="The number of seats that anybody can take.")
    game = serializers.SerializerMethodField(
        help_text="The number of the game, or of the first game of a match, once it has started."
    )
    commitment = serializers.CharField(help_text="SHA-256 of the secret that determines lots and dice.")

    class Meta:
        model = Proposal
        fields = [
            "id", "proposer", "rules", "options", "seats", "control", "seating", "chosen_seat", "games",
            "schedule", "rated", "people_only", "message", "pause_rules", "status", "invitations", "free_seats", "game",
            "commitment", "created_at", "closed_at",
        ]  # fmt: skip

    def get_chosen_seat(self, proposal: Proposal) -> int | None:
        return None if proposal.chosen_seat is None else proposal.chosen_seat + 1

    @extend_schema_field(PauseRulesSerializer)
    def get_pause_rules(self, proposal: Proposal) -> Any:
        return PauseRulesSerializer(PauseRules.load(proposal.pause_rules)).data

    def get_free_seats(self, proposal: Proposal) -> int:
        return proposal.seats - 1 - len(proposal.invitations.all())

    def get_game(self, proposal: Proposal) -> int | None:
        return proposal.game_id


class SealSerializer(serializers.Serializer[Seal]):
    """A secret that the service has chosen for your next proposal. Lots and dice follow from it and from the players'
    words."""

    seal = serializers.CharField(source="ticket", help_text="Send this back with the proposal, within a day.")
    commitment = serializers.CharField(help_text="SHA-256 of the secret's bytes.")


class NewProposalSerializer(SentSerializer):
    """A new proposal: a challenge if it invites players, a seek for the seats for which nobody is invited."""

    rules = ChoiceField(choices=sorted(RULES))
    seats = WholeNumberField(min_value=2, max_value=8, default=2)
    options = OptionsField(default=dict, help_text="The options of the game; those left out have their usual values.")
    control = ControlSerializer()
    pause_rules = PauseRulesSerializer(default=dict)
    invited = serializers.ListField(child=serializers.CharField(max_length=30), default=list, max_length=7)
    house = ChoiceField(
        choices=["", *(bot.username for bot in HOUSE_BOTS)],
        default="",
        help_text="A house bot that takes all seats for which nobody is invited.",
    )
    seating = ChoiceField(choices=Proposal.Seating.values, default=Proposal.Seating.LOT.value)
    chosen_seat = WholeNumberField(min_value=1, max_value=8, allow_null=True, default=None)
    games = WholeNumberField(
        min_value=1,
        max_value=MOST_GAMES,
        default=1,
        help_text="The number of games of a match between 2 players, who alternate colours; 1 for a single game.",
    )
    schedule = ChoiceField(
        choices=Proposal.Schedule.values,
        default=Proposal.Schedule.AT_ONCE.value,
        help_text="When the games of a match begin. With `best-of`, they are played one after another until the match "
        "is decided.",
    )
    rated = serializers.BooleanField(
        allow_null=True,
        default=None,
        help_text="Whether the game is rated. Null means: unless a bot plays. `true` with a player's bot: in the "
        "ratings of bots, which change none of people. `true` with a house bot is refused.",
    )
    people_only = serializers.BooleanField(
        default=False,
        help_text="Whether open seats are for people only. Bots can take an open seat of a rated game only if a bot "
        "has proposed it or is invited.",
    )
    message = serializers.CharField(max_length=200, allow_blank=True, default="")
    seal = serializers.CharField(
        max_length=200,
        allow_blank=True,
        default="",
        help_text="A seal from `/api/v1/seals/`; required if you give a word.",
    )
    word = serializers.CharField(
        max_length=LONGEST_WORD, allow_blank=True, default="", help_text="Your word for the lots and dice; optional."
    )

    def validate_invited(self, names: list[str]) -> list[Player]:
        found = {player.username: player for player in Player.objects.filter(username__in=names, is_active=True)}
        if missing := [name for name in names if name not in found]:
            raise serializers.ValidationError(
                gettext("There is no player called {missing}.").format(missing=", ".join(missing))
            )
        return [found[name] for name in names]

    def validate(self, attrs: Json) -> Json:
        rules = RULES[attrs["rules"]]
        try:
            chosen = read_options(rules, options_sent(rules.slug, attrs["options"]))
            attrs["options"] = rules.check_options(attrs["seats"], chosen)
        except OptionError as error:
            raise serializers.ValidationError({"options": str(error)}) from error
        if attrs["chosen_seat"] is not None:
            attrs["chosen_seat"] -= 1
        attrs["match"] = MatchTerms(attrs.pop("games"), attrs.pop("schedule"))
        return attrs
