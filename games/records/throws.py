"""The dice of a record: every throw with what it was made from, whether it follows from the secret, how they fell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.records import dice
from games.records.record import RENEWED, Moment, Record, first_position, moments_of
from games.rules.base import Seat
from games.rules.replay import RecordError, parse_roll
from games.work import Budget
from ground.wording import gettext


@dataclass(frozen=True, slots=True)
class Throw:
    """One die that fell. ``ply`` is the number of plies before the first die of its roll, ``die`` counts them from 0.

    ``number`` is that of its own ply in the record, ``seat`` whose turn it was, ``why`` what it decided, ``nonce`` the
    newest one before it, blank where none was drawn.
    """

    number: int
    ply: int
    die: int
    sides: int
    face: int
    seat: Seat | None
    why: str
    nonce: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in a record that does not follow from its secret; ``number`` is the throw's, None for all of it."""

    number: int | None
    message: str


@dataclass(frozen=True, slots=True)
class Tally:
    """How one kind of die fell for one seat; ``faces`` by face, from 1."""

    sides: int
    seat: Seat | None
    faces: tuple[int, ...]

    @property
    def count(self) -> int:
        return sum(self.faces)

    @property
    def expected(self) -> Fraction:
        """How often each face should show, on average."""
        return Fraction(self.count, self.sides)

    @property
    def mean(self) -> Fraction:
        return Fraction(sum(face * times for face, times in enumerate(self.faces, start=1)), self.count)

    @property
    def expected_mean(self) -> Fraction:
        return Fraction(self.sides + 1, 2)

    @property
    def chi_squared(self) -> Fraction:
        """The sum over the faces of (times - expected)^2 / expected; on average one less than the die has sides."""
        return sum(((times - self.expected) ** 2 / self.expected for times in self.faces), Fraction(0))


def throws_of(record: Record, budget: Budget | None = None) -> list[Throw]:
    """Every die of the record in order. Raises RecordError and TooMuchWork."""
    rules, _, position = first_position(record.game, record.options)
    return throws_in(moments_of(rules, position, record.steps, budget), nonces_of(record))


def nonces_of(record: Record) -> list[tuple[int, str]]:
    """The nonces that were drawn after a restored backup, each with the number of plies before it, in order."""
    found, plies = [], 0
    for entry in record.entries:
        plies += entry.is_ply
        if entry.kind == RENEWED:
            found.append((plies, entry.text))
    return found


def throws_in(moments: Iterable[Moment], nonces: Sequence[tuple[int, str]] = ()) -> list[Throw]:
    """Every die that falls in the plies of a game, in order. Raises what asking for the plies raises."""
    found = []
    for number, moment in enumerate(moments, start=1):
        if moment.roll is not None:
            sides, face = parse_roll(moment.text)
            ply = number - 1 - moment.die
            seat = moment.before.turn_of
            nonce = next((nonce for after, nonce in reversed(nonces) if after <= ply), "")
            found.append(Throw(number, ply, moment.die, sides, face, seat, moment.roll.why, nonce))
    return found


@dataclass(frozen=True)
class Recheck:
    """What a record's dice are, and what of it does not follow from the secret; nothing yet while that is sealed."""

    throws: list[Throw]
    faults: list[Fault]
    is_sealed: bool

    @property
    def is_proved(self) -> bool:
        """Whether there is a published secret, and everything follows from it."""
        return not self.is_sealed and not self.faults

    @property
    def problems(self) -> list[str] | None:
        """The faults in words; None while the secret is sealed."""
        return None if self.is_sealed else [fault.message for fault in self.faults]


def recheck(record: Record, budget: Budget | None = None) -> Recheck:
    """The dice of a record, rechecked. Moves that break the rules are a fault like any other. Raises TooMuchWork."""
    try:
        throws = throws_of(record, budget)
    except RecordError as error:
        return Recheck(
            [], [Fault(None, gettext("The moves do not fit the rules. {error}").format(error=error))], is_sealed=False
        )
    return recheck_throws(record, throws)


def recheck_throws(record: Record, throws: list[Throw]) -> Recheck:
    """The dice that were found in a record, rechecked."""
    is_sealed = not record.secret
    return Recheck(throws, [] if is_sealed else faults_of(record, throws), is_sealed)


def faults_of(record: Record, throws: Sequence[Throw]) -> list[Fault]:
    """What does not follow from the published secret: commitment, lot and throws. Empty when all of it does."""
    try:
        commitment = dice.commit(record.secret)
    except ValueError:
        return [Fault(None, gettext("The secret is not written in hexadecimal digits."))]
    faults: list[Fault] = []
    if not record.commitment:
        faults.append(Fault(None, gettext("There is a secret, and no commitment to it.")))
    elif record.commitment != commitment:
        faults.append(Fault(None, gettext("The commitment is not the SHA-256 of the secret.")))
    if record.lot and drawn(record) != [place.name for place in record.places]:
        faults.append(
            Fault(None, gettext("The lot gives the seats to {names}.").format(names=", ".join(drawn(record))))
        )
    if not _is_in_order(record):
        faults.append(Fault(None, gettext("The lot was not drawn in the order of the players' accounts.")))
    key = key_of(record)
    for throw in throws:
        face = dice.throw(dice.renew(key, throw.nonce), throw.ply, throw.die, throw.sides)
        if face != throw.face:
            said = gettext("Move {number} says roll d{sides} {said}, and the secret gives {face}.")
            facts = {"number": throw.number, "sides": throw.sides, "said": throw.face, "face": face}
            faults.append(Fault(throw.number, said.format(**facts)))
    return faults


def _is_in_order(record: Record) -> bool:
    """Whether the players of the lot stand in the order of their accounts, as far as the record tells these."""
    accounts = {place.name: int(place.userid) for place in record.places if place.userid.isdecimal()}
    return set(record.lot) != set(accounts) or list(record.lot) == sorted(record.lot, key=accounts.__getitem__)


def key_of(record: Record) -> str:
    """What lot and dice follow from: the published secret, with the words of the players mixed in."""
    return dice.mix(record.secret, record.words)


def drawn(record: Record) -> list[str]:
    """The players by seat as the lot gives them."""
    return [record.lot[index] for index in dice.draw_order(key_of(record), len(record.lot))]


def tallies_of(throws: Sequence[Throw]) -> list[Tally]:
    """How the dice fell, by die and then by seat."""
    faces = Counter((throw.sides, throw.seat, throw.face) for throw in throws)
    kinds = sorted({(sides, -1 if seat is None else seat) for sides, seat, _ in faces})
    return [
        Tally(sides, seat, tuple(faces[sides, seat, face] for face in range(1, sides + 1)))
        for sides, seat in ((sides, None if seat < 0 else seat) for sides, seat in kinds)
    ]
