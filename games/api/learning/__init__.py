"""REST for lessons and the puzzle of the day."""
