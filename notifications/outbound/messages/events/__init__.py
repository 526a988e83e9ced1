"""Mails about events: its rounds, its end, announcements, and news for single players."""

from __future__ import annotations

from notifications.outbound.messages.events.base import Announcement, News
from notifications.outbound.messages.events.round import Round
from notifications.outbound.messages.events.standings import Standings

__all__ = ["Announcement", "News", "Round", "Standings"]
