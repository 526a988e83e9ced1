"""Ratings of players by game, and how they follow from results."""
