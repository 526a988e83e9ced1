"""What a password must not be, beside Django's own checks."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from games.rules import RULES

LEAST_BESIDE_WORDS = 6  # characters of a password beside words of the service


def words_of_service() -> list[str]:
    """Words that everybody tries first here, the longest first: of the service, its games and its address."""
    titles = " ".join([rules.title for rules in RULES.values()] + list(RULES))
    words = re.findall(r"[a-z]{3,}", f"seeds password play game {titles} {settings.SITE_HOST}".lower())
    return sorted(set(words), key=lambda word: (-len(word), word))


class ServiceWordsValidator:
    """Refuses a password that is little more than words of the service."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raises ValidationError."""
        rest = password.lower()
        for word in words_of_service():
            rest = rest.replace(word, "")
        if rest != password.lower() and len(rest) < LEAST_BESIDE_WORDS:
            message = gettext("This password consists of words of this service. Add other words.")
            raise ValidationError(message, code="password_of_service_words")

    def get_help_text(self) -> str:
        """What forms say about it."""
        return gettext("Your password cannot be made of the name of this service and its games.")
