"""What a clock decides about events: the timetable, substitutes who step in, closed accounts."""
