"""Everything that an event leaves to chance, from one public seed. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def event_seed(event: int, entrants: Iterable[int], nonce: str) -> str:
    """The seed of all lots of an event, as hex: SHA-256 over event, sorted entrants and the nonce committed to.

    Nobody can steer it: the nonce is fixed before the first entry, the entrants only when entries close.
    """
    text = f"{event}:{','.join(str(entrant) for entrant in sorted(entrants))}:{nonce}"
    return hashlib.sha256(text.encode()).hexdigest()
