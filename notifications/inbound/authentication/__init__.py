"""Whether a mail was sent by the domain and the player that it names."""
