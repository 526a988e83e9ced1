"""The web pages of notifications, with their forms."""
