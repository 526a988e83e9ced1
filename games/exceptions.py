"""What can be wrong with a submission: a code for programs and a sentence for people that says what would be right."""

from __future__ import annotations

from ground.refusals import Refusal


class GameError(Refusal):
    """Something that cannot be done with a game now."""

    submission_id: int | None = None


class NoSuchGame(GameError):
    code = "no_such_game"


class NotSeated(GameError):
    """The player has no seat in the game, or has left it."""

    code = "not_seated"


class GameOver(GameError):
    code = "game_over"


class NotYourTurn(GameError):
    code = "not_your_turn"


class StalePly(GameError):
    """Sent for another moment of the game than the present one. ``ply``: that of the present one, if known."""

    code = "stale"

    def __init__(self, message: str, ply: int | None = None) -> None:
        super().__init__(message)
        self.ply = ply


class OutOfTime(GameError):
    """Arrived after the deadline."""

    code = "out_of_time"


class NothingOffered(GameError):
    """There is no offer to answer, it has been made already, or nobody there could agree to it."""

    code = "nothing_offered"


class CannotUndo(GameError):
    """There is nothing that could be taken back."""

    code = "cannot_undo"


class MoveHeld(GameError):
    """A move of the player's waits to be published."""

    code = "move_held"


class NothingHeld(GameError):
    """There is no move that could be cancelled."""

    code = "nothing_held"


class KeyReused(GameError):
    """An idempotency key that was used for something else."""

    code = "key_reused"


class RefusedMove(GameError):
    """The rules refuse a step. ``code`` is ``unreadable``, ``ambiguous`` or ``illegal``; nothing was played.

    ``index`` is the step's number from 0, ``step`` its text as read, ``rest`` the steps after it.
    """

    def __init__(self, message: str, *, code: str, index: int, step: str, rest: list[str]) -> None:
        super().__init__(message)
        self.code = code
        self.index = index
        self.step = step
        self.rest = rest


class RefusedRecord(GameError):
    """A record that cannot be read, or that the rules refuse."""

    code = "unreadable"


class TooMuchWork(GameError):
    """What is asked for takes more work than one request may. The message names the limit."""

    code = "too_much_work"


class NoResultYet(GameError):
    """A form of records that only knows games with a result."""

    code = "no_result"


class ProposalError(GameError):
    """A proposal that cannot be made, accepted, declined or withdrawn."""

    code = "proposal"


class PuzzleError(GameError):
    """What was sent does not solve a puzzle. ``code`` is ``unreadable``, ``illegal`` or ``enough``."""

    def __init__(self, message: str, *, code: str) -> None:
        super().__init__(message)
        self.code = code


class RepeatedRefusal(GameError):
    """A submission that was refused before, sent again: the same answer, recorded once."""

    def __init__(self, message: str, *, code: str, submission_id: int) -> None:
        super().__init__(message)
        self.code, self.submission_id = code, submission_id


class AbsenceError(GameError):
    """Sleep hours, days off or leave that cannot be had."""

    code = "absence"


class CannotDirect(GameError):
    """A action of a director that does not fit the game as it stands."""

    code = "cannot_direct"
