"""Sentences of the pages on which directors look at a round."""
