"""Circuits: making one, its events, and its end."""
