"""Sentences of the pages of clubs."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext


def members(count: int) -> str:
    return ngettext("{count} member", "{count} members", count).format(count=count)


def best(tier: int, place: int) -> str:
    """The highest place in an event: "2", or "1 in tier 2"; empty for none."""
    if not place:
        return ""
    return str(place) if tier == 1 else gettext("{place} in tier {tier}").format(place=place, tier=tier)


def what_leaving_means(*, is_only_organiser: bool, is_last: bool) -> str:
    if is_last:
        return gettext("You are its last member: a club without members and events is deleted.")
    if is_only_organiser:
        return gettext("You are its only organiser. If you leave, the member who joined first organises it.")
    return ""


def changed() -> str:
    return gettext("Changed.")
