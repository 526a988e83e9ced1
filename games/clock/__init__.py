"""Time as plain arithmetic: time controls, pauses, calendars, the longest end, heartbeats. Pure."""
