"""What actions are made of: their common part, what they ask for, their dry runs, and what several of them share."""
