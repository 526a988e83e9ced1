"""The clock of the seat to act as a game's row has it, and the leave of players. May import models."""
