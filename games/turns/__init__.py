"""What a submission does to a position, and what its receipt says. Pure; may import the rules."""
