"""Entering an event: admission, and byes that players ask for."""
