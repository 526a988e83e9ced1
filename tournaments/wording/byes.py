"""What rounds without a game are worth in a Swiss tournament, in sentences. Pure."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from tournaments.standings.rulesets import Ruleset


def pairing_bye_in_words(ruleset: Ruleset) -> str:
    """What a player gets for whom the pairing has no opponent."""
    if ruleset.pairing_bye == "none":
        return gettext("It counts nothing.")
    if ruleset.pairing_bye == "win" or (ruleset.seats == 2 and not ruleset.pairing_bye):
        return gettext("It counts as a win.")
    if ruleset.seats == 2:
        return gettext("It counts as a draw.")
    return gettext("It counts as much as if everybody had shared the first place.")


def sitting_out_in_words(ruleset: Ruleset) -> str:
    """What a round counts that a player asks to sit out."""
    if not ruleset.half_byes:
        return gettext("A round that a player asks to sit out counts nothing.")
    return ngettext(
        "The first round that a player asks to sit out counts half a point, others count nothing.",
        "The first {count} rounds that a player asks to sit out count half a point each, others count nothing.",
        ruleset.half_byes,
    ).format(count=ruleset.half_byes)


def late_entry_in_words(ruleset: Ruleset) -> str:
    """That a running tournament can still be entered, and what the round counts that is missed by it."""
    if ruleset.half_byes:
        return gettext("You can still enter: the round that you have missed counts half a point.")
    return gettext("You can still enter: the round that you have missed counts nothing.")
