"""The feed: what has happened, in the order of its numbers, for pages, programs and webhooks."""

from __future__ import annotations

from django.db import models


class FeedEntry(models.Model):
    """One line of the feed, written in the transaction of what it reports. Its number, ``pk``, only grows."""

    topic = models.CharField(max_length=40)  # see games.feed.topics
    what = models.CharField(max_length=24)
    facts = models.JSONField()  # numbers and slugs: words are read where they stand, by those who may read them
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["topic", "id"], name="games_feedentry_by_topic")]

    def __str__(self) -> str:
        return f"Entry {self.pk} of {self.topic}: {self.what}"
