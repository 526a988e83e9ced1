"""Roots and Shoots in sentences: what lies where, what may be played now, what a step or a roll did."""

from __future__ import annotations

from games.rules.base import Effect, Roll, Seat, Table
from games.rules.roots.garden import Garden
from games.rules.roots.grid import NAMES, SIZE, Node, names
from games.rules.roots.pieces import COLOURS
from games.rules.roots.position import Position
from games.rules.roots.refusals import name_of, task
from games.rules.roots.stages import Choosing, Growing, Losing, Settling
from ground.wording import and_list, gettext, ngettext, ngettext_noop

_COUNTED = {
    "bead": ngettext_noop("{count} bead", "{count} beads"),
    "marker": ngettext_noop("{count} marker", "{count} markers"),
    "nutrient": ngettext_noop("{count} nutrient", "{count} nutrients"),
    "place": ngettext_noop("{count} place", "{count} places"),
    "point": ngettext_noop("{count} point", "{count} points"),
    "step": ngettext_noop("{count} step", "{count} steps"),
}


def describe(position: Position, *, over: bool = False) -> str:
    """The position in words: every seat and every nutrient, what has just happened, who is to act."""
    garden = position.garden
    sentences = [_seat(position, seat) for seat in range(position.variant.seats)]
    if garden.nutrients:
        listed = "; ".join(f"{NAMES[node]}, {nutrient(garden, node)}" for node, _ in garden.nutrients)
        sentences.append(gettext("Nutrients on the board: {listed}.").format(listed=listed))
    else:
        sentences.append(gettext("No nutrient is on the board."))
    sentences.append(gettext("In the stack: {counted}.").format(counted=counted(garden.stack, "marker")))
    if position.recent:
        sentences.append(gettext("New on the board: {names}.").format(names="; ".join(names(position.recent))))
    return " ".join([*sentences, f"{turn(position, over=over)}."])


def _seat(position: Position, seat: Seat) -> str:
    garden = position.garden
    beads = names(garden.roots[seat].beads)
    where = f" ({'; '.join(beads)})" if beads else ""
    return gettext(
        "{name_of}: {counted}, {counted_2} on the board{where}, {stores} in the store, {piles} in the pile."
    ).format(
        name_of=name_of(seat),
        counted=counted(garden.points[seat], "point"),
        counted_2=counted(len(beads), "bead"),
        where=where,
        stores=garden.stores[seat],
        piles=garden.piles[seat],
    )


def nutrient(garden: Garden, node: Node) -> str:
    """What the nutrient on a node is worth, who marks it and who else touches it."""
    parts = [worth(garden, node)]
    marker = garden.owner(node)
    if marker is not None:
        parts.append(gettext("marked by {colours}").format(colours=gettext(COLOURS[marker])))
    others = [gettext(COLOURS[seat]) for seat in garden.seats_at(node) if seat != marker]
    if others:
        parts.append(gettext("touched by {others}").format(others=and_list(others)))
    return ", ".join(parts)


def worth(garden: Garden, node: Node) -> str:
    """The value of a nutrient as far as it is rolled."""
    markers, hidden = garden.markers(node), garden.unvalued(node)
    if not hidden:
        return gettext("worth {sum}").format(sum=sum(markers))
    unrolled = gettext("{counted} not rolled yet").format(counted=counted(hidden, "marker"))
    return (
        unrolled
        if hidden == len(markers)
        else gettext("worth {sum} and {unrolled}").format(sum=sum(markers), unrolled=unrolled)
    )


def counted(number: int, word: str) -> str:
    """A number with its word: "1 bead", "no beads"."""
    one, many = _COUNTED[word]
    return ngettext(one, many, number).format(count=number or gettext("no"))


def turn(position: Position, *, over: bool = False) -> str:
    """What the game waits for, and whether the end is near."""
    if position.to_act is None:
        return gettext("The game is over: {result}").format(result=_result(position))
    if over:
        return gettext("The game is over")
    whose = (
        gettext(", in the turn of {name_of}").format(name_of=name_of(position.mover))
        if isinstance(position.stage, Losing)
        else ""
    )
    last = gettext(". The game ends with this turn") if position.is_last else ""
    if isinstance(position.to_act, Roll):
        first, *others = position.to_act.dice  # they are all of one kind
        dice = f"{len(others) + 1} d{first}" if others else gettext("a d{sides}").format(sides=first)
        return gettext("{name_of} rolls {dice} for {why}{last}").format(
            name_of=name_of(position.mover), dice=dice, why=gettext(position.to_act.why), last=last
        )
    return gettext("{name_of} is to act{whose}{last}").format(name_of=name_of(position.to_act), whose=whose, last=last)


def _result(position: Position) -> str:
    best = max(position.scores)
    winners = [name_of(seat) for seat, points in enumerate(position.scores) if points == best]
    return ngettext("{winners} wins with {points}", "{winners} share the win with {points}", len(winners)).format(
        winners=", ".join(winners), points=counted(best, "point")
    )


def tables(position: Position) -> list[Table]:
    """The nodes by x and y."""
    lines = range(SIZE)
    rows = tuple((f"y {y}", tuple(node_words(position, SIZE * y + x) for x in lines)) for y in reversed(lines))
    return [Table(gettext("The board by x and y"), tuple(f"x {x}" for x in lines), rows)]


def node_words(position: Position, node: Node) -> str:
    """What lies on a node."""
    garden = position.garden
    owner = garden.owner(node)
    bead = "" if owner is None else gettext(COLOURS[owner])
    parts = (
        [gettext("nutrient, {nutrient}").format(nutrient=nutrient(garden, node))]
        if garden.sown >> node & 1
        else [bead or gettext("empty")]
    )
    return ", ".join([*parts, *([gettext("new")] if position.recent >> node & 1 else [])])


def hint(position: Position) -> str:
    """What the seat to act may do, with placeholders instead of a step that could be played as it stands."""
    if position.to_act is None:
        return gettext("The game is over.")
    if isinstance(position.to_act, Roll):
        return f"{turn(position)}."
    count = sum(1 for _ in position.legal_moves())
    last = gettext(" The game ends with this turn.") if position.is_last else ""
    possible = ngettext("{count} step is possible.", "{count} steps are possible.", count).format(count=count)
    return f"{task(position)}. {possible}{last}"


def prompt(position: Position) -> str:
    """What the seat to act does next, for those who point."""
    last = gettext(" The game ends with this turn.") if position.is_last else ""
    return f"{_asked(position)}{last}"


def _asked(position: Position) -> str:
    match position.stage:
        case Settling():
            return gettext("Tap a star point to place your first bead.")
        case Choosing(seat) if not position.garden.stores[seat]:
            return gettext("Your store is empty: take the d10 to refill it.")
        case Choosing():
            return gettext("Choose a die.")
        case Growing() if position.places & position.garden.sown:
            return gettext("You have found a nutrient: tap it.")
        case Growing(left=left):
            return ngettext("Tap a node for your last bead.", "Tap a node for a bead: {count} left.", left).format(
                count=left
            )
        case Losing():
            return gettext("Tap the end of your cut root that you give up.")
    return gettext("Choose where the new nutrient appears.")


def describe_effect(effect: Effect) -> str:
    """What a step or a roll did, to be read after the name of the seat (or by itself where it concerns all)."""
    where, amount = effect.where, effect.amount
    return {
        "grows": gettext("has {counted} to place").format(counted=counted(amount, "bead")),
        "blocked": gettext("has no legal place for the next of {counted}").format(counted=counted(amount, "bead")),
        "took": gettext("takes {counted} from the pile").format(counted=counted(amount, "bead")),
        "found": gettext("marks the nutrient at {where}").format(where=where),
        "worth": gettext("a marker at {where} is worth {amount}").format(where=where, amount=amount),
        "severed": gettext("loses the bead on {where} to a stronger root").format(where=where),
        "uprooted": gettext("loses the bead on {where}, where the nutrient would have spawned").format(where=where),
        "torn": gettext("has to choose which of {amount} ends of the cut root is lost").format(amount=amount),
        "lost": gettext("loses the end that begins at {where}: {counted}").format(
            where=where, counted=counted(amount, "bead")
        ),
        "spawned": gettext("a nutrient spawns at {where}").format(where=where)
        if amount == 1
        else gettext("marker {amount} spawns at {where}").format(amount=amount, where=where),
        "barren": gettext("no nutrient spawns, since the d12 is not above {amount}, the number of nutrients").format(
            amount=amount
        ),
        "again": gettext("beads are on all nodes that the dice allow, so both are rolled again"),
        "rain": gettext("it rains on {counted}").format(counted=counted(amount, "nutrient"))
        if amount
        else gettext("it rains, and nobody touches a nutrient"),
        "scored": gettext("gets {counted} for the nutrient at {where}").format(
            counted=counted(amount, "point"), where=where
        ),
        "wasted": gettext("{counted} of the nutrient at {where} cannot be shared and nobody marks it").format(
            counted=counted(amount, "point"), where=where
        ),
        "washed": gettext("takes the marking bead on {where} back into the pile").format(where=where),
        "pile empty": gettext("has emptied its pile, so the game ends with this turn"),
        "stack empty": gettext("the last marker has left the stack, so the game ends with this turn"),
        "turn limit": gettext("every seat has had {amount} turns, so the game is over").format(amount=amount),
    }[effect.kind]
