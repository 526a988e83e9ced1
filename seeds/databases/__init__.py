"""Databases of an installation: how they are connected to, and moving one to another server."""
