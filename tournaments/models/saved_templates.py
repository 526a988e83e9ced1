"""Settings of events that directors keep for later ones."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.rules import RULES
from tournaments.event_rules.layouts import FORM_TITLES


class SavedTemplate(models.Model):
    """The settings of an event under a name, for its owner's next events."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_templates", db_index=False
    )
    name = models.CharField(max_length=60)
    settings = models.JSONField()  # tournaments.setup.settings_of_events
    saved_at = models.DateTimeField()

    class Meta:
        ordering = ["owner_id", "name"]
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="savedtemplate_once_a_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> str:
        return str(self.settings["rules"])

    @property
    def form(self) -> str:
        return str(self.settings["form"])

    @property
    def title(self) -> str:
        """The game and the form, for a list."""
        return f"{RULES[self.rules].title}, {FORM_TITLES[self.form]}"
