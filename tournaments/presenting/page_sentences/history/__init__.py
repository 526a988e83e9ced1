"""Sentences of the pages of titles and of leagues over their seasons."""
