"""What templates place on each page: rows, links and finished sentences. One module a page.

A row is what its template shows, by name. Addresses stand here, and what of the models goes into which row.
"""
