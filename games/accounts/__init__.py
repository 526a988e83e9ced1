"""What belongs to a player's account: keys to the REST interface."""
