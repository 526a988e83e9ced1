"""Only added to: a migration that has landed is never edited. See "Migrations" in CONTRIBUTING.md."""
