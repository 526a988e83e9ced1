"""An entry and a part of the feed as REST shows them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.feed import reading
from games.feed.shape import shaped
from games.models import FeedEntry


class FeedEntrySerializer(serializers.Serializer[FeedEntry]):
    """One thing that happened. It says where to look; what does not apply is null."""

    number = serializers.IntegerField(help_text="Grows with every entry of the service.")
    at = serializers.DateTimeField()
    about = serializers.ChoiceField(choices=["game", "player", "event", "lobby"])
    what = serializers.CharField(
        help_text="Of a game `started`, `moved`, `changed` (an offer, a pause, ...), `finished`, `said`; of a player"
        " the kind of mail: `turn`, `receipt`, `started`, `offer`, `left`, `result`, `reminder`, `challenge`,"
        " `challenge-closed`, `round`, `standings`, `announcement`, ...; of an event `logged`, `standings`, `entrants`;"
        " of the lobby `proposal`. More may come."
    )
    game = serializers.IntegerField(allow_null=True)
    event = serializers.SlugField(allow_null=True)
    division = serializers.IntegerField(allow_null=True)
    proposal = serializers.IntegerField(allow_null=True)
    remark = serializers.IntegerField(allow_null=True)
    seq = serializers.IntegerField(allow_null=True, help_text="The last entry in the log of the game or the event.")
    ply = serializers.IntegerField(allow_null=True, help_text="Of the game.")
    to_act = serializers.IntegerField(allow_null=True, help_text="The seat that is to act, from 1.")
    detail = serializers.CharField(
        allow_null=True, help_text="The status of a proposal, or the kind of an entry in the log of an event."
    )

    def to_representation(self, instance: FeedEntry) -> dict[str, Any]:
        return shaped(instance.pk, instance.topic, instance.what, instance.facts, instance.at)


class FeedSerializer(serializers.Serializer[reading.Portion]):
    """A part of the feed."""

    entries = FeedEntrySerializer(many=True, help_text=f"Oldest first, up to {reading.MOST}.")
    last = serializers.IntegerField(help_text="Send it as `after` next time, also if there are no entries.")
    more = serializers.BooleanField(help_text="There are more entries already: ask again at once.")
    is_cut = serializers.BooleanField(
        help_text="Entries after the number that you sent may be missing: they are kept for 30 days, or the number was"
        " never given. Read what you follow again."
    )
