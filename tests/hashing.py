"""Passwords in tests: hashed as in an installation, in a hundredth of the rounds, or each sign-in costs a third of a
second. Programs that tests start have the settings of an installation, and read these hashes."""

from __future__ import annotations

from django.contrib.auth.hashers import PBKDF2PasswordHasher


class QuickHasher(PBKDF2PasswordHasher):
    iterations = PBKDF2PasswordHasher.iterations // 100
