"""One running game: its log, moves, offers, time-outs, outcome, submissions, directing, plans and house players."""
