"""A fifth game, which lives in the tests alone: what one more game needs, and that every door then takes it."""
