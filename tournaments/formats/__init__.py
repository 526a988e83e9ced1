"""The formats an event can have. One more is a module here and a line in ``FORMATS``."""

from __future__ import annotations

from tournaments.formats.base import Format
from tournaments.formats.round_robin import RoundRobin

FORMATS: dict[str, Format] = {form.slug: form for form in (RoundRobin(),)}
