"""The web pages of events, with their forms."""
