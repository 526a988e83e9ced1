"""Solo puzzles: what players have found."""
