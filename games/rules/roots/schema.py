"""The JSON schema of positions of Roots and Shoots."""

from __future__ import annotations

from games.rules.base import JSON, Option
from games.rules.roots.position import FORMAT, GAME
from games.rules.schema import SEAT, flag, listed, mapped, named, number, one_of, position, text

_NODE = text("A node, as in `3,9`.")
_AGAIN = number("How many rolls before this one, in the setup, allowed only nodes with beads.")
_ARM = named(
    {"first": _NODE, "beads": listed(_NODE, "All its beads.")},
    "A loose arm of a cut root, and the bead at which it begins.",
)

_MEANINGS = {
    "settling": "In the setup, the seat has to place its first bead on a star point.",
    "choosing": "The seat has to choose a die: d4, d6, d8 or d10. This begins its turn.",
    "throwing": "The chosen die is to be rolled.",
    "growing": "The seat has to place a bead. After the last one, the d12 of the spawn phase follows.",
    "valuing": "A d12 is to be rolled for the first marker without a value at the node, until all have one.",
    "checking": "The d12 is to be rolled that decides whether a nutrient spawns.",
    "scattering": "Two d20 are to be rolled for the lines on which a nutrient spawns.",
    "spawning": "The seat has to choose one of the nodes that the two d20 allow.",
    "raining": "In the rain, a d12 is to be rolled for each marker without a value that a bead touches.",
    "losing": "The seat, whose root was cut, has to choose which loose arm it loses, also in the turn of another seat.",
    "over": "The game is over.",
    "sunbathing": "The seat takes beads from its pile into its store.",
    "comparing": "The d12 is compared with the number of nutrients on the board: a nutrient spawns if it is higher.",
    "passing": "The turn ends.",
}

# What each stage knows besides its name. Of these the game never waits in the last three.
_STAGES: dict[str, dict[str, JSON]] = {
    "settling": {"seat": SEAT},
    "choosing": {"seat": SEAT},
    "throwing": {"die": number("The sides of the die: 4, 6, 8 or 10.")},
    "growing": {
        "seat": SEAT,
        "die": number("The sides of the die: 4, 6 or 8."),
        "left": number("How many beads of the roll have not been placed yet. The store may hold fewer."),
        "placed": listed(_NODE, "Beads placed in this turn that are still on the board."),
        "has_attacked": flag("Whether an attack was made in this turn."),
    },
    "valuing": {"node": _NODE},
    "checking": {},
    "scattering": {"again": _AGAIN},
    "spawning": {"seat": SEAT, "dice": listed(number("A face."), "What the two d20 show."), "again": _AGAIN},
    "raining": {"dice": number("How many d12 are rolled.")},
    "losing": {"seat": SEAT, "arms": listed(_ARM, "The arms to choose from.")},
    "over": {},
    "sunbathing": {"amount": number("What the d10 shows: always 1, since only a 1 brings rain.")},
    "comparing": {"face": number("What the d12 shows: always 1, since only a 1 brings rain.")},
    "passing": {},
}
_OPTIONAL = {"growing": {"last": {**_NODE, "description": "The bead placed last, while it is on the board."}}}
_STAGE: JSON = {"$ref": "#/$defs/stage"}
_INTERRUPTING = ("valuing", "raining", "losing")  # with ``then``, the stage that goes on afterwards


def position_schema(options: tuple[Option, ...]) -> dict[str, object]:
    """What ``Position.dump`` writes. The stages are definitions of their own, since one can interrupt another."""
    described = position(
        GAME,
        "Roots and Shoots",
        FORMAT,
        options,
        {
            "roots": listed(listed(_NODE, "The nodes of its beads."), "The beads on the board, by seat."),
            "markers": mapped(
                listed(number("A value; 0 if its die has not been rolled yet."), "The markers of the node."),
                "The nutrients by node, as in `3,9`.",
            ),
            "stores": listed(number("Beads."), "The beads in the store, by seat. All others are in the pile."),
            "points": listed(number("Points."), "The points by seat."),
            "stack": number("The nutrients that are left in the stack."),
            "turn": number("How many turns began before this one, including those of the setup."),
            "stage": _STAGE,
            "is_last": flag("Whether the game ends with this turn."),
            "recent": listed(_NODE, "Where beads and nutrients have been placed since a die was last chosen."),
        },
    )
    return {**described, "$defs": _definitions()}


def _definitions() -> dict[str, JSON]:
    """The stages by name, and the choice among them."""
    then = {"then": _STAGE}
    kinds = {
        f"stage_{name}": named(
            {"name": one_of((name,), "The stage."), **values, **(then if name in _INTERRUPTING else {})},
            _MEANINGS[name],
            _OPTIONAL.get(name),
        )
        for name, values in _STAGES.items()
    }
    where = {name: f"#/$defs/stage_{name}" for name in _STAGES}
    choice: JSON = {
        "description": "What the game is waiting for or, in `then`, how it continues after an interruption.",
        "oneOf": [{"$ref": ref} for ref in where.values()],
        "discriminator": {"propertyName": "name", "mapping": where},
    }
    return {**kinds, "stage": choice}
