"""From a result log to a table that explains itself: matches, points, tie-breaks, ranking, crosstable. All pure."""
