"""Facts about events that travel up. Sent inside the transaction that made them true.

``round_advanced``: ``event`` (already updated), ``division`` (None if it concerns all), ``kind``: one of ``STARTED``
(every fixture and game exists) and ``FINISHED`` (the final standings are stored).
"""

from __future__ import annotations

from django.dispatch import Signal

STARTED = "started"
FINISHED = "finished"

round_advanced = Signal()
