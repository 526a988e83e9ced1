"""Pages of what events have come to: the hall of fame, and leagues over their seasons."""
