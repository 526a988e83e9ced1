"""The caller, their settings, and clocks, as REST reads and shows them."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from rest_framework import serializers

from games.models import Player
from games.play import queries
from games.timekeeping.leave import LONGEST_HOLD
from ground.rest.strict_input import SentSerializer, WholeNumberField


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
    """An offer of another player in a game."""

    game = serializers.IntegerField()
    ply = serializers.IntegerField(help_text="The ply of the game. The offer lapses with the next move.")
    what = serializers.ListField(
        child=serializers.ChoiceField(choices=["abandon", "draw", "undo"]),
        help_text="What is offered. Accept it at `games/{id}/accept/` or decline it at `games/{id}/decline/`.",
    )
    offer = serializers.IntegerField(
        help_text="The number of the newest offer, its `seq` in the log. Send it with your answer, which then answers "
        "nothing else."
    )


class MeSerializer(serializers.Serializer[Me]):
    """Your account, and what is waiting for you."""

    username = serializers.CharField(source="player.username")
    is_bot = serializers.BooleanField(source="player.is_program")
    date_joined = serializers.DateTimeField(source="player.date_joined")
    language = serializers.CharField(source="player.language")
    time_zone = serializers.CharField(source="player.time_zone")
    hold_minutes = serializers.IntegerField(source="player.hold_minutes")
    announced_minutes = serializers.IntegerField(source="player.announced_minutes")
    passes_words_on = serializers.BooleanField(source="player.passes_words_on")
    confirm_moves = serializers.BooleanField(source="player.confirm_moves")
    to_move = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The numbers of the games in which it is your turn, most urgent first.",
    )
    challenges = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of the proposals that await your answer, newest first."
    )
    offers = OfferedSerializer(many=True, help_text="Offers of other players in your games that you can answer.")


class SettingsSerializer(SentSerializer):
    """Your settings. Fields that you leave out are not changed."""

    language = serializers.ChoiceField(
        choices=settings.LANGUAGES,
        required=False,
        help_text="The language of pages and mails. Errors in this interface follow `Accept-Language`.",
    )
    time_zone = serializers.CharField(max_length=64, required=False, help_text="An IANA name, such as Europe/Berlin.")
    hold_minutes = WholeNumberField(
        min_value=0,
        max_value=LONGEST_HOLD,
        required=False,
        help_text="For how many minutes your moves are held before they are published. Until then, you can cancel "
        "them.",
    )
    announced_minutes = WholeNumberField(
        min_value=0,
        max_value=LONGEST_HOLD,
        required=False,
        help_text="The same for a move in a mail with other words beside it. 0: it is played at once.",
    )
    passes_words_on = serializers.BooleanField(
        required=False, help_text="Whether words beside a move in a mail are shown to the other players of the game."
    )
    confirm_moves = serializers.BooleanField(
        required=False, help_text="Whether a move made on the board of a page is sent only when you choose Play."
    )
