"""The post office: mail out, mail in, reminders, preferences."""

from __future__ import annotations

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from notifications import receivers  # noqa: F401 - connects them
        from notifications.accounts import changes  # noqa: F401 - connects them
        from notifications.inbound import intake, suggestions  # noqa: F401 - connects it
        from notifications.outbound import event_news, followers  # noqa: F401 - connects them
