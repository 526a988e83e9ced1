"""Pages of directors beside the console: before the start, and of a round that is being played."""
