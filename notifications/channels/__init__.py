"""Other ways than mail to be notified: calls to programs and messengers, pushes to browsers, feeds that are fetched."""
