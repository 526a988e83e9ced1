"""Entries about the event as a whole: its start and end, pauses, announcements, and what is reverted."""
