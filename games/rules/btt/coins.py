"""Who pays whom when a pyramid points at another seat's pyramid."""

from __future__ import annotations

from games.rules.base import Effect, Seat
from ground.wording import gettext, ngettext

Coins = tuple[int, ...]
START = 5
REFILL = 5


def settle(
    coins: Coins, scoring: str, mover: Seat, placed: int, owner: Seat, pointed_at: int, where: str
) -> tuple[Coins, tuple[Effect, ...]]:
    """Coins by seat after ``mover`` pointed a pyramid of size ``placed`` at ``owner``'s of size ``pointed_at``.

    ``original`` (2002): the mover pays the size pointed at to the pot, the owner takes the size placed from the pot.
    ``wiki``: the mover pays both, the second one to the owner. ``martian``: the mover pays the pot, the owner gets
    nothing. A mover who cannot pay all of it makes every seat take five coins first, as often as needed.
    """
    reward = 0 if scoring == "martian" else placed
    due = pointed_at + (reward if scoring == "wiki" else 0)
    refill = REFILL * max(0, -((coins[mover] - due) // REFILL))
    purse = [held + refill for held in coins]
    purse[mover] -= due
    purse[owner] += reward
    effects = [Effect("refilled", None, where, refill)] if refill else []
    effects.append(Effect("paid", mover, where, pointed_at))
    if scoring == "wiki":
        effects += [Effect("gave", mover, where, reward), Effect("received", owner, where, reward)]
    elif reward:
        effects.append(Effect("took", owner, where, reward))
    return tuple(purse), tuple(effects)


def coins_in_words(count: int) -> str:
    """ "1 coin", "5 coins"."""
    return ngettext("{count} coin", "{count} coins", count).format(count=count)


def describe_effect(effect: Effect) -> str:
    """What happened to the coins, to be read after the name of the seat (or by itself where it concerns all)."""
    amount = coins_in_words(effect.amount)
    match effect.kind:
        case "refilled":
            return gettext("everybody takes {amount} from the pot").format(amount=amount)
        case "paid":
            return gettext("pays {amount} to the pot for pointing at {where}").format(amount=amount, where=effect.where)
        case "gave":
            return gettext("pays {amount} to the owner of {where}").format(amount=amount, where=effect.where)
        case "received":
            return gettext("gets {amount} for {where} being pointed at").format(amount=amount, where=effect.where)
        case "took":
            return gettext("takes {amount} from the pot for {where} being pointed at").format(
                amount=amount, where=effect.where
            )
    raise ValueError(effect.kind)
