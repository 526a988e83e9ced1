"""Pages from which a game is learnt: lessons and the puzzle of the day."""
