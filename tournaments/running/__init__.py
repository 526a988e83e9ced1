"""What happens in an event while it runs, whoever decided it: a director, a player, or the rules of the event.

Imports the log, the models and the pure modules; nothing of ``entries``, ``directing`` or the pages.
"""
