"""Circuits as pages and REST show them: tables, titles, and the sentences of their pages."""
