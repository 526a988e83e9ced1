"""An entry and a part of the feed as REST shows them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.feed import reading
from games.feed.entries import shaped
from games.models import FeedEntry


class FeedEntrySerializer(serializers.Serializer[FeedEntry]):
    """One thing that happened, with references to the details. Fields that do not apply are null."""

    number = serializers.IntegerField(help_text="The number of the entry. It grows with every entry of the service.")
    at = serializers.DateTimeField()
    about = serializers.ChoiceField(choices=["game", "player", "event", "lobby"])
    what = serializers.CharField(
        help_text="For a game `started`, `moved`, `changed` (an offer, a pause, ...), `finished` or `said`; for a "
        "player the kind of mail, such as `turn`, `receipt`, `started`, `offer`, `left`, `result`, "
        "`reminder`, `challenge`, `challenge-closed`, `round`, `standings` or `announcement`; for an event "
        "`logged`, `standings` or `entrants`; for the lobby `proposal`. More kinds can be added."
    )
    game = serializers.IntegerField(allow_null=True)
    event = serializers.SlugField(allow_null=True)
    division = serializers.IntegerField(allow_null=True)
    proposal = serializers.IntegerField(allow_null=True)
    remark = serializers.IntegerField(allow_null=True)
    seq = serializers.IntegerField(
        allow_null=True, help_text="The `seq` of the last entry in the log of the game or the event."
    )
    ply = serializers.IntegerField(allow_null=True, help_text="The ply of the game.")
    to_act = serializers.IntegerField(allow_null=True, help_text="The seat to act, counted from 1.")
    detail = serializers.CharField(
        allow_null=True, help_text="The status of a proposal, or the kind of a log entry of an event."
    )

    def to_representation(self, instance: FeedEntry) -> dict[str, Any]:
        return shaped(instance.pk, instance.topic, instance.what, instance.facts, instance.at)


class FeedSerializer(serializers.Serializer[reading.Portion]):
    """A part of the feed."""

    entries = FeedEntrySerializer(many=True, help_text=f"The entries, oldest first, up to {reading.MOST}.")
    last = serializers.IntegerField(
        help_text="Send this as `after` in your next request, even if there are no entries."
    )
    more = serializers.BooleanField(help_text="Whether there are more entries already: if so, ask again at once.")
    is_cut = serializers.BooleanField(
        help_text="Whether entries after the number that you sent may be missing, because they are older than 30 days "
        "or no entry ever had that number. If so, read again everything that you follow."
    )
