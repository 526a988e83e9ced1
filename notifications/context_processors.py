"""What every page may know about the post office."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def mail_lab(request: HttpRequest) -> dict[str, bool]:
    """Whether pages lead to the mail lab."""
    return {"has_mail_lab": settings.MAIL_LAB}
