"""Clubs as pages and REST show them, and the sentences of their pages."""
