"""What players do in a game besides moving. Done to the number of a game; the game's own submissions keep the keys, and
what was refused, so that the service has its own transaction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from django.utils.translation import gettext, gettext_lazy

from games.action.base import Call, I, Input, NoInputs, Outcome, PlayerAction
from games.play import agreements, held_moves
from games.play.submissions import Receipt

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class Offer:
    offer: Annotated[
        int | None,
        Input("Offer",
              "The number of the offer that you answer, `offers` of the game; refused if a newer one was made. Left "
              "out: whatever is offered now.",
              least=1),
    ] = None  # fmt: skip


class GameAction(PlayerAction[int, I]):
    """Something that a service of the game does."""

    service: ClassVar[Callable[..., Receipt]]
    done: ClassVar[str | StrPromise]

    def do(self, target: int, inputs: I, call: Call) -> Outcome:
        return self.perform(target, inputs, call)

    def perform(self, target: int, inputs: I, call: Call) -> Outcome:
        sent: dict[str, object] = {
            "game_id": target,
            "player_id": call.player.pk,
            "at": call.at,
            "source": call.source,
            "key": call.key,
        }
        receipt = type(self).service(**sent, **{name: getattr(inputs, name) for name in self.inputs})
        done = gettext("You sent this before, so nothing new happened.") if receipt.repeated else str(self.done)
        more = "" if receipt.repeated else receipt.submission.message
        return Outcome(tuple(filter(None, (done, more))), receipt, is_repeat=receipt.repeated)


class Resign(GameAction[NoInputs]):
    slug, title, button = "resign", gettext_lazy("Resign"), gettext_lazy("Resign")
    meaning = gettext_lazy(
        "You give the game up and lose it. With three or more seats the house bot plays on in your place, and you are"
        " placed last. This cannot be taken back."
    )
    service, done, is_grave = agreements.resign, gettext_lazy("You have resigned."), True


class OfferDraw(GameAction[NoInputs]):
    slug, title, button = "draw", gettext_lazy("Offer a draw"), gettext_lazy("Offer a draw")
    meaning = gettext_lazy(
        "If everybody agrees, the game ends and all share the first place. Your offer lapses with the next move."
    )
    service, done = agreements.offer_draw, gettext_lazy("You have offered a draw, or agreed to one.")


class Abandon(GameAction[NoInputs]):
    slug, title = "abandon", gettext_lazy("Offer to abandon the game")
    button = gettext_lazy("Offer to abandon it")
    meaning = gettext_lazy(
        "If everybody agrees, the game ends without a result and does not count. House bots agree at once. Your"
        " offer lapses with the next move."
    )
    service = agreements.offer_abandonment
    done = gettext_lazy("You have offered to abandon the game, or agreed to it.")


class CancelMove(GameAction[NoInputs]):
    slug, title, button = "cancel", gettext_lazy("Cancel the move"), gettext_lazy("Cancel it")
    meaning = gettext_lazy(
        "The move that is held is forgotten, as if you had never sent it. Nobody else has seen it. Your clock has run"
        " on."
    )
    service, done = held_moves.cancel_held, gettext_lazy("The move is cancelled.")


class Undo(GameAction[NoInputs]):
    slug, title, button = "undo", gettext_lazy("Take back a move"), gettext_lazy("Ask to take it back")
    meaning = gettext_lazy(
        "You ask for your last turn, and everything after it, to be taken back; or you agree to what another player"
        " asks. It happens once everybody agrees, and never where dice have fallen since. Your question lapses with the"
        " next move."
    )
    service, done = agreements.ask_undo, gettext_lazy("You have asked to take your move back, or agreed to it.")


class Accept(GameAction[Offer]):
    slug, title, button = "accept", gettext_lazy("Accept the offer"), gettext_lazy("Accept")
    meaning = gettext_lazy(
        "If everybody has agreed then, a draw or the abandonment ends the game at once, and a move that was to be taken"
        " back is gone."
    )
    service, done, Inputs = agreements.accept_offer, gettext_lazy("You have accepted."), Offer


class Decline(GameAction[Offer]):
    slug, title, button = "decline", gettext_lazy("Decline the offer"), gettext_lazy("Decline")
    meaning = gettext_lazy("The game goes on as before.")
    service, done, Inputs = agreements.decline_offer, gettext_lazy("You have declined."), Offer


ACTIONS: dict[str, GameAction[Any]] = {  # Any: their inputs differ
    one.slug: one for one in (Resign(), OfferDraw(), Abandon(), CancelMove(), Undo(), Accept(), Decline())
}
