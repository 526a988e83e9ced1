"""What a player can choose to be notified of, and when. Pure, below models."""
