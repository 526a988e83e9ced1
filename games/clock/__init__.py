"""Time as plain arithmetic: time controls, pauses, calendars, the longest end, heartbeats, the monotonic counter. Pure."""
