"""Clubs: founding one, joining and leaving it, and who organises it."""
