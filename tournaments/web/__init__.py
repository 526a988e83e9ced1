"""The pages of events: addresses, views, forms, and the rows of each page. Above everything else of ``tournaments``."""
