"""What directors look at: before the start, and while a round is played. Writes nothing."""
