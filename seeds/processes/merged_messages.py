"""The messages of a language in one dictionary.

Django keeps catalogues apart (``TranslationCatalog.update`` compares a function with its code), and so a message that
none of them has, as most in English, is looked for twice in each of a dozen.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation.trans_real import DjangoTranslation

NUMBERS = range(201)  # rules for plural forms that agree on them are the same
apart = DjangoTranslation.ngettext  # Django's way, for catalogues whose rules differ


def merge_catalogues() -> None:
    """From now on a message is found by one look-up, whichever catalogue has it."""
    DjangoTranslation.gettext = _gettext  # type: ignore[method-assign]
    DjangoTranslation.ngettext = _ngettext  # type: ignore[method-assign, assignment]


def _gettext(self: Any, message: str) -> str:  # Any: as below
    found: str = _merged(self).single.get(message, message)
    return found


def _ngettext(self: Any, one: str, many: str, number: int) -> str:  # Any: as below
    merged = _merged(self)
    found: str = (
        merged.forms.get((one, self.plural(number)), one if number == 1 else many)
        if merged.has_one_rule
        else apart(self, one, many, number)
    )
    return found


def _merged(language: Any) -> _Merged:  # Any: Django keeps what it reads in attributes without types
    if "merged" not in vars(language):
        language.merged = _Merged(language)
    merged: _Merged = language.merged
    return merged


class _Merged:
    """What a language has, and below it what the languages have to which it falls back."""

    def __init__(self, language: Any) -> None:  # Any: as above
        below = _merged(language._fallback) if language._fallback else None
        catalogues = getattr(language._catalog, "_catalogs", [language._catalog])
        rules = getattr(language._catalog, "_plurals", [language.plural])
        own = {key: text for catalogue in reversed(catalogues) for key, text in catalogue.items()}
        self.rules: set[tuple[int, ...]] = {tuple(map(rule, NUMBERS)) for rule in rules}
        self.rules |= below.rules if below else set()
        self.has_one_rule = len(self.rules) == 1
        forms = {key: text for key, text in own.items() if isinstance(key, tuple)}
        self.forms: dict[tuple[str, int], str] = (below.forms if below else {}) | forms
        self.single: dict[str, str] = dict(below.single) if below else {}
        # As in Django's way, a message that has forms is also found alone.
        self.single |= {message: text for (message, form), text in forms.items() if form == language.plural(1)}
        self.single |= {key: text for key, text in own.items() if isinstance(key, str)}
