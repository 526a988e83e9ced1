"""The project package as a Django app: with Django comes the Celery application, to which services send their work."""

from __future__ import annotations

from django.apps import AppConfig


class SeedsConfig(AppConfig):
    """Has commands and no models."""

    name = "seeds"

    def ready(self) -> None:
        from ground import features
        from seeds import celery  # noqa: F401 - becomes the application of the process
        from seeds.processes.merged_messages import merge_catalogues

        list(features.modules("receivers"))  # connects them
        merge_catalogues()
