"""What templates place on each page: rows, links and finished sentences, as frozen dataclasses. One module a page.

The sentences come from ``presenting.page_sentences``; here are addresses, and what of the models goes into which row.
"""
