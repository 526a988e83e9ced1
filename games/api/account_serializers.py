"""The caller, their settings, and clocks, as REST reads and shows them."""

from __future__ import annotations

from rest_framework import serializers

from games.api.strict_input import SentSerializer
from games.models import Player
from games.timekeeping.leave import LONGEST_HOLD


class MeSerializer(serializers.ModelSerializer[Player]):
    to_move = serializers.SerializerMethodField(help_text="Numbers of the games that wait for you, most urgent first.")

    class Meta:
        model = Player
        fields = ["username", "is_bot", "date_joined", "time_zone", "hold_minutes", "confirm_moves", "to_move"]

    def get_to_move(self, player: Player) -> list[int]:
        waiting: list[int] = self.context["to_move"]
        return waiting


class SettingsSerializer(SentSerializer):
    """What you can set about yourself; what is left out stays as it is."""

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
