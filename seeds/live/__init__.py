"""The process that holds streams of the feed open, for pages and programs: one event loop, no ORM, no sessions.

``app`` answers requests, ``hub`` hands new entries to whoever reads their topics, ``sources`` find them in the
database, ``pages`` has pages as visitors see them, made once by a web process for all who watch. A
reader shows a signed token that says which topics it may read (``games.feed.tokens``).
"""
