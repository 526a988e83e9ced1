"""Ways to make a move on the page of a game: by touch, by mouse, by keyboard alone, by links without a script."""
