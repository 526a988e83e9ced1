"""What entries of the feed are about, and what happens there. Pure."""

from __future__ import annotations

from hashlib import sha256

LOBBY = "lobby"
PUBLIC = "public"  # what everybody can see and no log has; nobody subscribes to it

# What happens to a game; the feed of a player has the kinds of mail instead.
STARTED, MOVED, CHANGED, FINISHED, SAID = "started", "moved", "changed", "finished", "said"
# In the lobby, and to an event.
PROPOSAL = "proposal"
# To a key, to an account that is closed, or to a session that has ended.
REVOKED = "revoked"
LOGGED, STANDINGS, ENTRANTS = "logged", "standings", "entrants"


def of_game(number: int) -> str:
    """The topic of a game: everybody may read it."""
    return f"game:{number}"


def of_player(number: int) -> str:
    """The topic of a player: nobody else may read it."""
    return f"player:{number}"


def of_event(number: int) -> str:
    """The topic of an event: for those to whom the event is shown."""
    return f"event:{number}"


def of_key(number: int) -> str:
    """The topic of a key of REST, whose only entry says that it was revoked; nobody subscribes to it alone."""
    return f"key:{number}"


def of_account(number: int) -> str:
    """The same of a player's account."""
    return f"account:{number}"


def of_session(key: str) -> str:
    """The same of a session of a browser, by a digest that is no key."""
    return f"session:{sha256(key.encode()).hexdigest()[:32]}"
