"""Stored games as records: reading, importing, checking."""
