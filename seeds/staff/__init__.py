"""The staff's pages: Django's admin behind the players' way to sign in, and a second factor."""
