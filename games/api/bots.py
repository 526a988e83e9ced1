"""All bots by REST: those of the house, and those of players."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins, serializers

from games.accounts.bots import open_bots
from games.api.serializers import PlayerSerializer
from games.models import Player
from games.play.house_players import HOUSE_BOTS
from games.rules import RULES
from ground.rest.operation import Operations
from ground.rest.strict_input import ChoiceField, query_of

_HOUSE = {bot.username: bot for bot in HOUSE_BOTS}
_KINDS = {"house": Q(is_bot=True), "player": Q(is_bot=False)}


class BotSerializer(PlayerSerializer):
    """A program that plays. House bots accept every challenge at once; their `strength` is `plain`, `easy`, `middle` or
    `strong`."""

    strength = serializers.SerializerMethodField(help_text="The strength of a house bot; blank for others.")
    words = serializers.SerializerMethodField(help_text="How the bot plays: of a player's bot, what its owner says.")
    games = serializers.SerializerMethodField(help_text="The slugs of the games for which the bot can be challenged.")

    class Meta:
        model = Player
        fields = ["username", "owner", "version", "strength", "words", "games"]

    def get_strength(self, bot: Player) -> str:
        return str(_HOUSE[bot.username].strength) if bot.is_bot else ""

    def get_words(self, bot: Player) -> str:
        return _HOUSE[bot.username].words if bot.is_bot else bot.about

    def get_games(self, bot: Player) -> list[str]:
        return list(RULES)


class BotFilterSerializer(serializers.Serializer[dict[str, str]]):
    """What the list of bots can be narrowed down to."""

    kind = ChoiceField(choices=list(_KINDS), required=False, help_text="The bots of the house, or those of players.")


@extend_schema_view(
    list=extend_schema(
        summary="All bots, those of the house first",
        description="To play one, send a proposal that invites it: a house bot accepts at once, and the answer has the "
        "game's number.",
        parameters=[BotFilterSerializer],
    )
)
class BotsViewSet(mixins.ListModelMixin, Operations[Player]):
    """House bots and players' bots."""

    queryset = Player.objects.none()
    serializer_class = BotSerializer
    filters = BotFilterSerializer

    def get_queryset(self) -> QuerySet[Player]:
        wanted = query_of(self.request, self.filters)
        house = Player.objects.filter(is_bot=True, is_active=True, username__in=_HOUSE)
        kinds = _KINDS.get(wanted.get("kind", ""), Q())
        return (house | open_bots()).filter(kinds).select_related("owner").order_by("-is_bot", "pk")
