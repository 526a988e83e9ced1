"""The REST interface to a player's preferences."""
