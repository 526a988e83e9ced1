"""What people do, each declared once: what it asks for, doing it, and what came of it. Pages, REST and mail are made
from it (``games.web.action_pages``, ``games.api.action_views``, ``notifications.inbound.verbs.base``); it knows none of
them. ``games/README.md`` says how to add one.

Three things are no actions: a move, whose receipt, ply and hold are the business of ``games.play.moving``; signing in,
which makes the caller whom an action needs; and the import of a record, which belongs to nobody's game.
"""
