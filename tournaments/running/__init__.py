"""A running event: its start, rounds, ladders, seasons, and its end."""
