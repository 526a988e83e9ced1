"""The project package as a Django app: with Django comes the Celery application, to which services send their work."""

from __future__ import annotations

from django.apps import AppConfig


class SeedsConfig(AppConfig):
    """Has commands and no models."""

    name = "seeds"

    def ready(self) -> None:
        from seeds import celery  # noqa: F401 - becomes the application of the process
