"""The event started: everything that its first stage is laid out from stands in this entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.event_log.kinds.base import Kind, Names
from tournaments.event_rules.layouts import Form, Layout
from tournaments.standings.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class Starter:
    """An entrant at the start: the rating of that day in whole points, with its deviation rounded down."""

    entrant: int
    player: int
    rating: int
    deviation: int


@dataclass(frozen=True, slots=True)
class Season:
    """A season before this one: the event, and the number and digest of the last entry that its log had then."""

    event: int
    seq: int
    digest: str


@dataclass(frozen=True, kw_only=True)
class Started(Kind):
    """The event started with these entrants, by this layout and ruleset; the nonce and the seed of all lots are public
    from now on. In a league ``seasons`` are at most two seasons before, the latest first."""

    slug: ClassVar[str] = "started"
    is_routine: ClassVar[bool] = True

    nonce: str
    seed: str
    layout: Annotated[Mapping[str, Any], Layout]
    ruleset: Annotated[Mapping[str, Any], Ruleset]
    starters: tuple[Starter, ...]
    seasons: tuple[Season, ...]

    @property
    def entrants(self) -> tuple[int, ...]:
        """The numbers of those who take part from the start on."""
        return tuple(starter.entrant for starter in self.starters)

    def sentence(self, names: Names) -> str:
        if self.layout.get("form") == Form.TEAMS:
            return _("The event started with %(count)d teams, and its nonce was revealed.") % {
                "count": len(self.starters)
            }
        return ngettext(
            "The event started with %(count)s player, and its nonce was revealed.",
            "The event started with %(count)s players, and its nonce was revealed.",
            len(self.starters),
        ) % {"count": len(self.starters)}
