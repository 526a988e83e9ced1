"""A client of Seeds: the REST interface, a loop for bots, engines over standard input, and a simulator."""

from __future__ import annotations

from seeds_client.bot import Choice, Screen, Turn, keep_playing, play_once
from seeds_client.rest import Client, Problem

__all__ = ["Choice", "Client", "Problem", "Screen", "Turn", "keep_playing", "play_once"]
