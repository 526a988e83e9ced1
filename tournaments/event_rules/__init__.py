"""What an event is made of: layouts, block designs, lots. Pure, below models."""
