"""Recomputing an event from what is published of it. Above all services."""
