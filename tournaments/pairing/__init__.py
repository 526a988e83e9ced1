"""Who meets whom: pairing systems as pure functions of what is recorded, so that anybody can pair a round again."""
