"""Actions about rounds: their pairs, byes, deadlines and release."""
