"""What players can report: each sort of subject says where it is, what it says, and which player answers for it.

Packages above register their own sorts when their app starts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from games.models import Game, ModerationEntry, Player, Remark

LONGEST_QUOTE = 500


@dataclass(frozen=True, slots=True)
class Subject:
    """One thing that can be reported: ``name`` is a phrase such as "game 17", ``quoted`` the words it consists of."""

    kind: str
    key: str
    name: str
    address: str
    about: Player | None = None
    quoted: str = ""


Finder = Callable[[str, Player | None], Subject | None]

FINDERS: dict[str, Finder] = {}


def register(kind: str, finder: Finder) -> None:
    """Let subjects of a kind be reported; the finder answers None where the viewer sees no such thing."""
    FINDERS[kind] = finder


def find(kind: str, key: str, viewer: Player | None) -> Subject | None:
    """The subject of that kind and number or name, if there is one that the viewer can see."""
    finder = FINDERS.get(kind)
    return finder(key, viewer) if finder and "\0" not in key else None


def report_address(kind: str, key: str | int) -> str:
    """The page on which something is reported."""
    return f"{reverse('games:report')}?{urlencode({'kind': kind, 'key': key})}"


def number_in(key: str) -> int:
    """The number that a key is; 0 for every other text, which no row has."""
    return int(key) if key.isascii() and key.isdecimal() and len(key) <= 18 else 0


def _player(key: str, viewer: Player | None) -> Subject | None:
    found = Player.objects.filter(username__iexact=key, is_active=True, is_bot=False).first()
    if found is None:
        return None
    name, address = found.username, reverse("games:player", args=[found.username])
    return Subject("player", found.username, gettext("player {name}").format(name=name), address, found)


def _game(key: str, viewer: Player | None) -> Subject | None:
    found = Game.objects.filter(pk=number_in(key)).only("pk").first()
    if found is None:
        return None
    name = gettext("game {number}").format(number=found.pk)
    return Subject("game", str(found.pk), name, reverse("games:game", args=[found.pk]))


def _remark(key: str, viewer: Player | None) -> Subject | None:
    found = Remark.objects.filter(pk=number_in(key)).select_related("player").first()
    if found is None or (found.is_for_players and not found.game.seats.filter(player=viewer).exists()):
        return None
    name = gettext("what {player} said in game {number}").format(player=found.player.username, number=found.game_id)
    address = f"{reverse('games:game', args=[found.game_id])}#talk"
    return Subject("remark", str(found.pk), name, address, found.player, found.text[:LONGEST_QUOTE])


def _decision(key: str, viewer: Player | None) -> Subject | None:
    """A moderator's decision about the viewer, who thinks that it is wrong."""
    found = ModerationEntry.objects.filter(pk=number_in(key), player=viewer).first() if viewer else None
    if found is None:
        return None
    name = gettext("the decision of a moderator about you")
    return Subject("decision", str(found.pk), name, reverse("games:conduct"), quoted=found.reason)


register("player", _player)
register("decision", _decision)
register("game", _game)
register("remark", _remark)
