"""The log of an event: kinds of entries, appending, reading, and the fold that standings are made of."""
