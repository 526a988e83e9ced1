"""Facts about games that travel up. Sent inside the transaction that made them true.

``game_advanced``: ``game`` (the locked row, already updated), ``events`` (the new GameEvents), ``seats``
(its Seats with players, by number), ``position`` (after the events). The first event of a game is ``started``.

``proposal_changed``: ``proposal`` (with its new status) and ``player`` (who did it).
"""

from __future__ import annotations

from django.dispatch import Signal

game_advanced = Signal()
proposal_changed = Signal()
