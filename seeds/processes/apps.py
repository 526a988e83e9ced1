"""The project package as a Django app, with which comes the Celery application to which services send their work; and
Django's admin with our site in it."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class SeedsConfig(AppConfig):
    """Has commands and no models."""

    name = "seeds"

    def ready(self) -> None:
        from ground import features
        from seeds import celery  # noqa: F401 - becomes the application of the process
        from seeds.processes.merged_messages import merge_catalogues

        list(features.modules("receivers"))  # connects them
        merge_catalogues()


class StaffAdminConfig(AdminConfig):
    default_site = "seeds.staff.site.StaffSite"
