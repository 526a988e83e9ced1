"""The house bots by REST."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.contract.operation import Operation
from games.play.house_players import HOUSE_BOTS, HouseBot, accounts
from games.rules import RULES


class HouseBotSerializer(serializers.Serializer[HouseBot]):
    """A program that accepts every challenge at once. `strength` is `plain`, `easy`, `middle` or `strong`."""

    username = serializers.CharField()
    strength = serializers.CharField()
    words = serializers.CharField(help_text="How the bot plays.")
    games = serializers.SerializerMethodField(help_text="The slugs of the games that the bot plays.")

    def get_games(self, bot: HouseBot) -> list[str]:
        return list(RULES)


class HouseBotsView(Operation):
    """The house's own players."""

    @extend_schema(summary="House bots, ready to play", responses=HouseBotSerializer(many=True))
    def get(self, request: Request) -> Response:
        """To play one, send a proposal that invites it: it accepts at once, and the answer has the game's number."""
        ready = accounts()
        return Response([HouseBotSerializer(bot).data for bot in HOUSE_BOTS if bot.username in ready])
