"""Clubs: founding one, joining and leaving it, its organisers, its page and its operations.

Giving the code away and using it is the consent of both sides. Requests to join would be a state, a list and a mail
more, and one more way to write to strangers.
"""
