"""Names that could be taken for each other.

Names have a to z, 0 to 9, dots, dashes and underscores and nothing else (see ``Player.username``), so no letter of
another script gets this far.
"""

from __future__ import annotations

from django.db.models import F, QuerySet, Value
from django.db.models.functions import Lower, Replace

from games.models import Player

# Marks that are easily overlooked, and letters that look like others in common typefaces; in this order.
ALIKE = ((".", ""), ("-", ""), ("_", ""), ("0", "o"), ("1", "l"), ("rn", "m"), ("vv", "w"))


def skeleton(name: str) -> str:
    """What is left of a name once everything that is easily confused is the same."""
    left = name.lower()
    for mark, other in ALIKE:
        left = left.replace(mark, other)
    return left


def players_like(name: str) -> QuerySet[Player]:
    """Players, also with closed accounts, whose name could be taken for this one."""
    stored: Lower | Replace = Lower(F("username"))
    for mark, other in ALIKE:
        stored = Replace(stored, Value(mark), Value(other))
    return Player.objects.annotate(skeleton=stored).filter(skeleton=skeleton(name)).order_by("pk")
