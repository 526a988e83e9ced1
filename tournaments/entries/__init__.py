"""How players come into an event, and how they leave it by themselves.

Imports ``running``, the log, the models and the pure modules; nothing of ``directing`` or the pages.
"""
