"""Teams of a team league as somebody sees them, what they can do about one, and the sentences of its page."""
