"""Facts about events that travel up. Sent inside the transaction that made them true.

``round_advanced``: ``event`` (already updated), ``division`` (None if it concerns all), ``kind``: one of ``STARTED``
(the first fixtures and games exist), ``PAIRED`` (more of them do: ``fixtures``), ``FINISHED`` (the final standings are
stored), ``ANNOUNCED`` (``words`` of the director to everybody) and ``ASKED`` (a new season takes entries: ``entrants``
of the last one are asked whether they stay).
"""

from __future__ import annotations

from django.dispatch import Signal

STARTED = "started"
PAIRED = "paired"
ANNOUNCED = "announced"
ASKED = "asked"
FINISHED = "finished"

round_advanced = Signal()
