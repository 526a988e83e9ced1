"""Actions about several games or players at once."""
