"""Django's backend for PostgreSQL, with an end to every wait for the server: an ``ENGINE`` of the settings."""
