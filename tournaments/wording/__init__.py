"""Numbers and decisions of an event in words. Pure."""
