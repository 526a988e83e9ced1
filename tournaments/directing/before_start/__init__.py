"""Actions before the start: the order of players, their places in tiers and pools, and when the event starts."""
