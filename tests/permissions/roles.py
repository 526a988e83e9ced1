"""The roles in which everything is tried, and the players who have them."""

from __future__ import annotations

PASSWORD = "correct-horse-7-battery"

GUEST = "guest-0000000000"

# In the order of the columns of the table: the role, and the player who has it.
ROLES = {
    "anonymous": None,
    "guest": GUEST,  # knows only what is open to guests
    "stranger": "sven",
    "player": "anna",  # owns what a path names: the seat to act, the key, the proposal
    "opponent": "bert",
    "watcher": "wanda",
    "entrant": "emil",  # of the same event, in other games
    "director": "dora",
    "assistant": "asta",
    "arbiter": "arno",
    "other director": "otto",
    "staff": "stan",  # without any right
    "moderator": "mona",  # in the group of moderators, and no staff
    "superuser": "sula",
}
