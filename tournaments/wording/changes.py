"""What has changed about an event that takes entries, in words: each change as "what: before, now after". Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ground.wording import and_list
from tournaments.event_log.kinds.words import moment
from tournaments.event_rules.layouts import Layout
from tournaments.standings.rulesets import Ruleset
from tournaments.standings.tie_breaks import TIE_BREAKS
from tournaments.wording.byes import pairing_bye_in_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What an event is played and entered by; ``control``, ``pauses``, ``entry`` and ``ratings`` in words."""

    name: str
    about: str
    most_entrants: int
    entry: str
    club: str
    ratings: str
    conditions: tuple[str, ...]
    has_code: bool
    start: datetime | None
    control: str
    pauses: str
    is_rated: bool
    options: Mapping[str, str]
    layout: Layout
    ruleset: Ruleset


def changes_in_words(before: Terms, after: Terms) -> list[str]:
    """One text for each thing that is not as it was."""
    changes = []
    for (title, old), (_title, new) in zip(_facts(before), _facts(after), strict=True):
        if old != new:
            values = {"title": title, "old": old.rstrip("."), "new": new.rstrip(".")}
            changes.append(_("%(title)s: %(old)s, now %(new)s") % values)
    if before.about != after.about:
        changes.append(_("the text about the event"))
    return changes


def _facts(terms: Terms) -> Iterator[tuple[str, str]]:
    yield _("name"), terms.name
    yield _("players at most"), str(terms.most_entrants)
    yield _("open for"), terms.entry
    yield _("club"), terms.club or _("none")
    yield _("ratings"), terms.ratings or _("any")
    yield _("conditions of entry"), and_list(terms.conditions) or _("none")
    yield _("invitation code"), _yes_or_no(is_so=terms.has_code)
    yield _("start"), moment(terms.start) if terms.start else _("when the director starts it")
    yield _("time to think"), terms.control
    yield _("pauses"), terms.pauses
    yield _("rated"), _yes_or_no(is_so=terms.is_rated)
    yield (
        _("options of the game"),
        ", ".join(f"{name} {value}" for name, value in sorted(terms.options.items())) or _("none"),
    )
    for title, value in _LAYOUT:
        yield title(), value(terms.layout)
    for title, counted in _RULESET:
        yield title(), counted(terms.ruleset)


def _or_none(number: int) -> str:
    return str(number) if number else _("none")


def _yes_or_no(*, is_so: bool) -> str:
    return pgettext("answer", "yes") if is_so else pgettext("answer", "no")


_LAYOUT: tuple[tuple[Callable[[], str], Callable[[Layout], str]], ...] = (
    (lambda: _("players in a game"), lambda layout: str(layout.seats)),
    (lambda: _("meetings with each other player"), lambda layout: str(layout.cycles)),
    (
        lambda: _("rounds"),
        lambda layout: str(layout.rounds) if layout.rounds else _("as many as it takes to find one winner"),
    ),
    (lambda: _("days for a round"), lambda layout: _or_none(layout.round_days)),
    (lambda: _("players in a pool"), lambda layout: _or_none(layout.pool_size)),
    (lambda: _("players who go on from a group"), lambda layout: str(layout.qualifiers)),
    (lambda: _("match for third place"), lambda layout: _yes_or_no(is_so=layout.third_place)),
    (lambda: _("days from one season to the next"), lambda layout: _or_none(layout.season_days)),
    (lambda: _("hours in which directors see a round first"), lambda layout: _or_none(layout.preview_hours)),
    (lambda: _("tables of one seat less"), lambda layout: _yes_or_no(is_so=layout.small_tables)),
    (
        lambda: _("percent of a round that can be open when the next one is paired"),
        lambda layout: _or_none(layout.open_percent),
    ),
    (lambda: _("games one after another"), lambda layout: _yes_or_no(is_so=layout.in_turn)),
)

_RULESET: tuple[tuple[Callable[[], str], Callable[[Ruleset], str]], ...] = (
    (lambda: _("games of each meeting"), lambda ruleset: str(ruleset.games_of_board)),
    (lambda: _("end as soon as nobody can catch up"), lambda ruleset: _yes_or_no(is_so=ruleset.best_of)),
    (lambda: _("par"), lambda ruleset: str(ruleset.par)),
    (lambda: _("cap of the leaf difference"), lambda ruleset: str(ruleset.margin_cap)),
    (lambda: _("points by place"), lambda ruleset: ", ".join(map(str, ruleset.points)) or _("the usual ones")),
    (lambda: _("bye of the pairing"), lambda ruleset: pairing_bye_in_words(ruleset).rstrip(".")),
    (lambda: _("rounds sat out that count half a point"), lambda ruleset: str(ruleset.half_byes)),
    (lambda: _("tie-breaks"), lambda ruleset: and_list([str(TIE_BREAKS[code].name) for code in ruleset.tie_breaks])),
)
