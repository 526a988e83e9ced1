"""What a submission does to a position, lines that are tried, and what a receipt says. Pure; may import the rules."""
