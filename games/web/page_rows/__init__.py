"""The rows of the pages: what a template places, with finished sentences and links."""
