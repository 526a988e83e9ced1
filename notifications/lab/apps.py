"""The app of the mail lab."""

from __future__ import annotations

from django.apps import AppConfig


class MailLabConfig(AppConfig):
    name = "notifications.lab"
    label = "mail_lab"
