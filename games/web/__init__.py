"""The web pages of the games: thin doors to queries and services. Everything works without JavaScript."""
