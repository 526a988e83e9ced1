"""The feed by REST: of the caller, of a game, of the lobby; ``views`` has what the feed of an event shares."""
