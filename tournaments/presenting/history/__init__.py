"""What events that are over have come to: titles, leagues over their seasons, all-time tables. Read from the stored
tables, so that a result that is corrected later changes it, too. Writes nothing."""
