"""The caller, their settings, and clocks, as REST reads and shows them."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from rest_framework import serializers

from games.api.strict_input import SentSerializer
from games.models import Player
from games.play import queries
from games.timekeeping.leave import LONGEST_HOLD


@dataclass(frozen=True, slots=True)
class Me:
    """A player, and what waits for them."""

    player: Player
    to_move: list[int]
    challenges: list[int]
    offers: list[queries.Offered]

    @classmethod
    def of(cls, player: Player) -> Me:
        """All of it as it stands now."""
        return cls(
            player,
            to_move=[game.pk for game in queries.games_to_move(player)],
            challenges=[proposal.pk for proposal in queries.challenges_to(player)],
            offers=queries.offers_to(player),
        )


class OfferedSerializer(serializers.Serializer[queries.Offered]):
    """What others have offered in a game."""

    game = serializers.IntegerField()
    ply = serializers.IntegerField(help_text="Of the game. An offer lapses with the next move.")
    what = serializers.ListField(
        child=serializers.ChoiceField(choices=["abandon", "draw", "undo"]),
        help_text="Accept it, or decline it, at `games/{id}/accept/` and `games/{id}/decline/`.",
    )


class MeSerializer(serializers.Serializer[Me]):
    """You, and what waits for you."""

    username = serializers.CharField(source="player.username")
    is_bot = serializers.BooleanField(source="player.is_program")
    date_joined = serializers.DateTimeField(source="player.date_joined")
    language = serializers.CharField(source="player.language")
    time_zone = serializers.CharField(source="player.time_zone")
    hold_minutes = serializers.IntegerField(source="player.hold_minutes")
    confirm_moves = serializers.BooleanField(source="player.confirm_moves")
    to_move = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of the games that wait for you, most urgent first."
    )
    challenges = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of the proposals that wait for your answer, newest first."
    )
    offers = OfferedSerializer(many=True, help_text="What others have offered in your games and you can answer.")


class SettingsSerializer(SentSerializer):
    """What you can set about yourself; what is left out stays as it is."""

    language = serializers.ChoiceField(
        choices=settings.LANGUAGES, required=False, help_text="Of pages and mails. Errors here follow Accept-Language."
    )
    time_zone = serializers.CharField(max_length=64, required=False, help_text="IANA name, such as Europe/Berlin.")
    hold_minutes = serializers.IntegerField(
        min_value=0,
        max_value=LONGEST_HOLD,
        required=False,
        help_text="How long a move of yours waits before it is published; until then you can cancel it.",
    )
    confirm_moves = serializers.BooleanField(
        required=False, help_text="Whether a move that is made on the board of a page is sent by Play alone."
    )
