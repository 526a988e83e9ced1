"""Sentences of the pages on dice and records: what was rechecked, and what a record says of itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from ground.lists import dotted


def rechecked(throws: int, *, has_lot: bool) -> str:
    """That the secret of a game fits its seal, and everything else that follows from it."""
    if has_lot and throws:
        text = ngettext(
            "Rechecked just now: the secret fits its seal, the lot for the seats follows from it, and so does the only"
            " throw.",
            "Rechecked just now: the secret fits its seal, the lot for the seats follows from it, and so do all"
            " {throws} throws.",
            throws,
        )
    elif has_lot:
        text = gettext("Rechecked just now: the secret fits its seal, and the lot for the seats follows from it.")
    elif throws:
        text = ngettext(
            "Rechecked just now: the secret fits its seal, and the only throw follows from it.",
            "Rechecked just now: the secret fits its seal, and all {throws} throws follow from it.",
            throws,
        )
    else:
        text = gettext("Rechecked just now: the secret fits its seal.")
    return text.format(throws=throws)


def shown_or_sealed(secret: str, *, is_sealed: bool) -> str:
    """The secret of a game, once it is published."""
    return gettext("shown when the game is over") if is_sealed else secret


def faces(times: Sequence[int], expected: float) -> str:
    """How often each face of a die came up, and how often it was to be expected."""
    counted = ", ".join(f"{face}: {count}" for face, count in enumerate(times, start=1))
    return gettext("{counted} ({expected:.1f} each)").format(counted=counted, expected=expected)


def origin(site: str, number: str, started: date | None, options: Mapping[str, str]) -> str:
    """Where and when the game of a record was played, and with which options."""
    place = gettext("{site}, game {number}").format(site=site, number=number) if site and number else site
    day = date_format(started, gettext("j M Y")) if started else ""
    return dotted([place, day, ", ".join(f"{name}: {value}" for name, value in options.items())])


def fits_the_rules(throws: int, *, is_proved: bool) -> str:
    """What replaying a record has shown; ``is_proved``: its dice follow from its secret."""
    if is_proved:
        return ngettext(
            "Every move fits the rules, and the only throw follows from the secret.",
            "Every move fits the rules, and all {throws} throws follow from the secret.",
            throws,
        ).format(throws=throws)
    if throws:
        return gettext("Every move fits the rules. Its dice cannot be rechecked: it has no secret.")
    return gettext("Every move fits the rules.")


def our_keys(count: int) -> str:
    """What the list of public keys is."""
    if count == 1:
        return gettext("Every record that you download here is signed with Ed25519. This is the public key:")
    return gettext(
        "Every record that you download here is signed with Ed25519. These are the public keys, the present one first:"
    )
