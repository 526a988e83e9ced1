"""What a director can do, as a list: what each deed asks for, what it would come to, and doing it.

Pages and REST make their forms of this list, so that both have the same deeds with the same consequences. Names of the
values are those of ``Values``; the doors read them, services check them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar, TypedDict

from games.clocks import words
from games.directing import MOST_ADDED
from games.models import Game, Player
from games.rules.base import places_of
from tournaments import directing
from tournaments.exceptions import EventError
from tournaments.housekeeping import player_named
from tournaments.models import Division, Entrant, Event, Result
from tournaments.queries import field_of, open_games_of
from tournaments.schemes import Form
from tournaments.standings.log import Kind
from tournaments.wording import join, write_points

State = Event.State
Status = Entrant.Status


class Values(TypedDict, total=False):
    """What deeds ask for. Players are named; seats and rounds count from 1; None and nothing are the same."""

    player: str  # who takes part
    substitute: str
    game: int | None
    places: Sequence[int]  # by seat
    scores: Sequence[int]  # by seat
    seat: int | None
    span: timedelta
    round: int | None
    deadline: datetime
    bye: str
    line: int
    words: str


@dataclass(frozen=True, slots=True)
class ChangedPlace:
    """What a deed would change for one entrant; numbers are written out."""

    player: str
    rank_before: int
    rank_after: int
    points_before: str
    points_after: str

    @property
    def moves(self) -> int:
        """By how many places up; below nothing, down."""
        return self.rank_before - self.rank_after


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a deed would come to: sentences, and every place that would change, if places could (``is_counted``)."""

    sentences: tuple[str, ...]
    changes: tuple[ChangedPlace, ...] = ()
    is_counted: bool = False


Lines = Sequence[tuple[str, Mapping[str, Any]]]


def foreseen(
    sentences: Sequence[str], division: Division | None = None, lines: Lines = (), *, at: datetime
) -> Foreseen:
    """Sentences, and what lines of the log would change in a division's table."""
    if division is None:
        return Foreseen(tuple(sentences))
    names = dict(division.entrants.values_list("pk", "player__username"))
    changes = [
        ChangedPlace(
            names[change.entrant],
            change.rank_before,
            change.rank_after,
            write_points(change.points_before),
            write_points(change.points_after),
        )
        for change in directing.consequences(division, lines, at=at)
    ]
    return Foreseen(tuple(sentences), tuple(changes), is_counted=True)


class Deed(ABC):
    """One thing that a director can do. ``asks`` are names of ``Values``; those of ``optional`` may be missing."""

    slug: ClassVar[str]
    title: ClassVar[str]
    meaning: ClassVar[str]
    asks: ClassVar[tuple[str, ...]] = ()
    optional: ClassVar[tuple[str, ...]] = ()
    is_grave: ClassVar[bool] = False
    has_reason: ClassVar[bool] = True
    states: ClassVar[tuple[str, ...]] = (State.RUNNING,)

    def is_possible(self, event: Event) -> bool:
        """Whether it can be thought of at all in the event's state."""
        return event.state in self.states

    @abstractmethod
    def foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        """What it would come to; writes nothing. Raises EventError if it cannot be done."""

    @abstractmethod
    def do(self, event: Event, player: Player, values: Values, *, reason: str, at: datetime, key: str | None) -> Result:
        """Do it. Raises EventError."""


def entrant_named(event: Event, username: str) -> Entrant:
    """Who takes or took part under that name, in the latest stage. Raises EventError."""
    found = event.entrants.filter(player__username__iexact=username.strip()).exclude(number=None)
    entrant = found.select_related("player", "division__stage", "division__event").order_by("-stage_number").first()
    if entrant is None:
        raise EventError(f"{username} does not play in {event.name}.")
    return entrant


def standby_of(event: Event) -> list[Entrant]:
    """Who stands by as a substitute, the first to offer it first."""
    waiting = event.entrants.filter(status=Status.STANDBY, stage_number=1, player__is_active=True)
    return list(waiting.select_related("player").order_by("entered_at", "pk"))


def _division_of(game: Game) -> Division:
    division: Division = Division.objects.select_related("stage", "event").get(
        pk=game.fixture_game.fixture.round.division_id
    )
    return division


def _running(event: Event, game_id: int) -> Game:
    game = directing.game_of(event.pk, game_id)
    if game.status != Game.Status.RUNNING:
        raise EventError(f"Game {game_id} is over; correct or annul its result instead.")
    return game


def _seated(game: Game) -> list[str]:
    return [seat.player.username for seat in game.seats.select_related("player").order_by("number")]


def _outcome(names: Sequence[str], places: Sequence[int]) -> str:
    if len(set(places)) == 1:
        return f"{join(names)} draw"
    return ", ".join(f"{place}. {name}" for place, name in sorted(zip(places, names, strict=False)))


# Games ----------------------------------------------------------------------------------------------------------------


class Adjudicate(Deed):
    slug = "adjudicate"
    title = "Decide a game"
    meaning = "Ends a running game with the places that you give. It cannot be played on; its result can be corrected."
    asks = ("game", "places")
    is_grave = True

    def foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        game = _running(event, values["game"] or 0)
        places, names = list(values["places"]), _seated(game)
        if len(places) != len(names) or tuple(places) != places_of([-place for place in places]):
            raise EventError(
                f"Give each of the {len(names)} seats its place; who tie share the better one, as in 1, 1, 3."
            )
        told = [f"Game {game.pk} ends at once: {_outcome(names, places)}. Its players are told by mail."]
        if event.event_ruleset.scoring == "leaves":
            told.append(f"What counts in the match are the leaves on the board: {_board(game, names)}.")
        return foreseen(told, _division_of(game), [directing.ending(game, places)], at=at)

    def do(self, event: Event, player: Player, values: Values, *, reason: str, at: datetime, key: str | None) -> Result:
        return directing.adjudicate(
            event_id=event.pk, game_id=values["game"] or 0, places=values["places"], player=player, reason=reason,
            at=at, key=key,
        )  # fmt: skip


def _board(game: Game, names: Sequence[str]) -> str:
    return ", ".join(f"{name} {score}" for name, score in zip(names, game.load_position().scores, strict=True))


class Correct(Deed):
    slug = "correct"
    title = "Correct a result"
    meaning = "Gives a game that is over another result in the event. The game itself stays as it was played."
    asks = ("game", "places", "scores")
    optional = ("places", "scores")
    states = (State.RUNNING, State.FINISHED)

    def foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        game = directing.game_of(event.pk, values["game"] or 0)
        places, scores = _corrected(event, values)
        kind, payload, division = directing.correction(game.pk, places=places, scores=scores)
        told = f"Game {game.pk} counts like this: {_outcome(_seated(game), places)}."
        return foreseen([told, *_later(division)], division, [(kind, payload)], at=at)

    def do(self, event: Event, player: Player, values: Values, *, reason: str, at: datetime, key: str | None) -> Result:
        directing.game_of(event.pk, values["game"] or 0)
        places, scores = _corrected(event, values)
        return directing.correct_result(
            event_id=event.pk, game_id=values["game"] or 0, places=places, scores=scores, player=player, reason=reason,
            at=at, key=key,
        )  # fmt: skip


def _corrected(event: Event, values: Values) -> tuple[Sequence[int], Sequence[int] | None]:
    """Places, and the scores if they are given; where leaves count, places follow from them. Raises EventError."""
    scores = values.get("scores") or None
    if event.event_ruleset.scoring == "leaves":
        if scores is None:
            raise EventError("Give the active leaves of each seat: they are what counts in a match.")
        return places_of(scores), scores
    if not values.get("places"):
        raise EventError("Give each seat its place, the winner's is 1.")
    return values["places"], scores


def _later(division: Division) -> list[str]:
    """What a changed result does not change."""
    if division.stage.format in ("swiss", "knockout"):
        return ["Rounds that are paired already stay as they are."]
    return []


class Annul(Deed):
    slug = "annul"
    title = "Annul a game"
    meaning = "Takes a game's result away, as if it had not been played. A running game ends."
    asks = ("game",)
    is_grave = True
    states = (State.RUNNING, State.FINISHED)

    def foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        game = directing.game_of(event.pk, values["game"] or 0)
        if game.status == Game.Status.RUNNING:
            told = f"Game {game.pk} of {join(_seated(game))} ends at once and counts for nobody. That stays so."
            return foreseen([told], _division_of(game), [directing.ending(game, ())], at=at)
        kind, payload, division = directing.annulment(game.pk)
        told = f"Game {game.pk} of {join(_seated(game))} does not count any more."
        return foreseen([told, *_later(division)], division, [(kind, payload)], at=at)

    def do(self, event: Event, player: Player, values: Values, *, reason: str, at: datetime, key: str | None) -> Result:
        return directing.annul(
            event_id=event.pk, game_id=values["game"] or 0, player=player, reason=reason, at=at, key=key
        )


class AddTime(Deed):
    slug = "add-time"
    title = "Add time"
    meaning = "Gives one seat of a game, all its seats, or everybody in all open games more time."
    asks = ("game", "seat", "span")
    optional = ("game", "seat")

    def foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        span = words(values["span"])
        if not timedelta(minutes=1) <= values["span"] <= MOST_ADDED:
            raise EventError(f"Between a minute and {MOST_ADDED.days} days can be added.")
        if values.get("game") is None:
            count = directing.running_games(event).count()
            return Foreseen((f"Everybody gets {span} more in each of {_counted(count, 'open game')}.",))
        game = _running(event, values["game"] or 0)
        names, seat = _seated(game), values.get("seat")
        if seat is not None and not 1 <= seat <= len(names):
            raise EventError(f"The game has the seats 1 to {len(names)}.")
        whose = join(names) if seat is None else names[seat - 1]
        gets = "get" if seat is None else "gets"
        return Foreseen((f"{whose} {gets} {span} more in game {game.pk}. What is above the cap lapses after a turn.",))

    def do(self, event: Event, player: Player, values: Values, *, reason: str, at: datetime, key: str | None) -> Result:
        seat = values.get("seat")
        return directing.add_time(
            event_id=event.pk, game_id=values.get("game"), seat=None if seat is None else seat - 1, span=values["span"],
            player=player, reason=reason, at=at, key=key,
        )  # fmt: skip


# Entrants -------------------------------------------------------------------------------------------------------------


class Withdraw(Deed):
    slug = "withdraw"
    title = "Withdraw a player"
    meaning = "Takes a player out of the running event, by its rules for who leaves."
    asks = ("player",)
    is_grave = True
    kind: ClassVar[Kind] = Kind.WITHDRAWN

    def foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        return foresee_departure(entrant_named(event, values["player"]), kind=self.kind, at=at)

    def do(self, event: Event, player: Player, values: Values, *, reason: str, at: datetime, key: str | None) -> Result:
        entrant = entrant_named(event, values["player"])
        deed = directing.withdraw if self.kind == Kind.WITHDRAWN else directing.disqualify
        return deed(event_id=event.pk, entrant_id=entrant.pk, player=player, reason=reason, at=at, key=key)


class Disqualify(Withdraw):
    slug = "disqualify"
    title = "Disqualify a player"
    meaning = "Takes a player out of the running event as a sanction, who cannot enter it again."
    kind = Kind.DISQUALIFIED


def foresee_departure(entrant: Entrant, *, kind: str = Kind.WITHDRAWN, at: datetime) -> Foreseen:
    """What it means that somebody leaves: the policy of the event as it applies, and every changed place."""
    name, event = entrant.player.username, entrant.event
    if entrant.status in (Status.WITHDRAWN, Status.DISQUALIFIED):
        raise EventError(f"{name} has left {event.name} already.")
    lines = directing.foreseen_departure(entrant, kind=kind)
    division = entrant.division
    if division is None:
        raise EventError(f"{name} has not been paired yet.")
    told = [*_policy(entrant, len(lines[0][1]["void"])), *_what_becomes_of_games(entrant, bool(lines[0][1]["void"]))]
    return foreseen(told, division, lines, at=at)


def _policy(entrant: Entrant, void: int) -> list[str]:
    """The rule by which somebody leaves, and what it comes to."""
    division, name = entrant.division, entrant.player.username
    if division is None:
        return []
    form = division.stage.format
    if form == "ladder":
        return [f"{name} leaves the ladder, and all below move up by one rung."]
    if form == "knockout":
        return [f"What was played stands. Whoever is to meet {name} goes on without a game."]
    if form == "swiss":
        return [f"What was played stands. {name} is not paired again."]
    if entrant.event.event_scheme.seats > 2:
        return [f"What was played stands. In open games the others play on, and {name} is placed last."]
    own = [match for match in field_of(division).matches if entrant.pk in match.entrants]
    complete = sum(match.is_complete for match in own)
    rule = "Who leaves with less than half of the meetings complete is taken out of the table with all of them."
    if void:
        return [
            rule,
            f"{name} has completed {complete} of {len(own)}, which is less than half: all {len(own)} become void and "
            "count for nobody.",
        ]
    return [
        rule,
        f"{name} has completed {complete} of {len(own)}, so what was played stands, and what is open is lost.",
    ]


def _what_becomes_of_games(entrant: Entrant, is_void: bool) -> list[str]:
    count = open_games_of(entrant).count()
    seats = entrant.event.event_scheme.seats
    if not count:
        return []
    if seats > 2:
        standby = standby_of(entrant.event)
        after = (
            f"The first who stands by, {standby[0].player}, then takes over the place."
            if standby
            else "Nobody stands by, so the house bot plays on, and the seat is placed last."
        )
        return [f"The seat in {_counted(count, 'open game')} is left. {after}"]
    how = "without a result" if is_void else "at once as a loss"
    return [f"{_counted(count, 'open game')} {'ends' if count == 1 else 'end'} {how}."]


class Substitute(Deed):
    slug = "substitute"
    title = "Put in a substitute"
    meaning = "Another player takes over somebody's place, with all that has been reached and the open games."
    asks = ("player", "substitute")

    def foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        entrant, new = entrant_named(event, values["player"]), player_named(values["substitute"])
        directing.check_substitute(entrant, new)
        open_games = open_games_of(entrant).count()
        told = [
            f"{new} takes over the place of {entrant.player}, with all points and {_counted(open_games, 'open game')}.",
            f"The clocks go on as they stand, but {new} has at least a day, or an increment if that is more.",
        ]
        lines: list[tuple[str, Mapping[str, Any]]] = []
        if entrant.status != Status.ACTIVE:
            told.append(f"{entrant.player} had left; that is taken back with all that followed for the table.")
            lines = directing.reinstatement(entrant)
        return foreseen(told, entrant.division, lines, at=at)

    def do(self, event: Event, player: Player, values: Values, *, reason: str, at: datetime, key: str | None) -> Result:
        known = None if key is None else event.results.filter(payload__key=key).first()
        if known is not None:  # the old name is not in the event any more
            return known
        entrant = entrant_named(event, values["player"])
        return directing.substitute(
            event_id=event.pk, entrant_id=entrant.pk, username=values["substitute"], player=player, reason=reason,
            at=at, key=key,
        )  # fmt: skip


class GiveBye(Deed):
    slug = "bye"
    title = "Give a bye"
    meaning = "Says what a round without a game is worth to somebody who had to sit it out."
    asks = ("player", "round", "bye")

    def is_possible(self, event: Event) -> bool:
        return super().is_possible(event) and event.form == Form.SWISS

    def foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        entrant = entrant_named(event, values["player"])
        number = values["round"] or 0
        payload, division = directing.bye(event, entrant.pk, round_number=number, kind=values["bye"])
        told = f"Round {number} counts as a {values['bye']} for {entrant.player}."
        return foreseen([told], division, [(Kind.BYE_GIVEN, payload)], at=at)

    def do(self, event: Event, player: Player, values: Values, *, reason: str, at: datetime, key: str | None) -> Result:
        entrant = entrant_named(event, values["player"])
        return directing.give_bye(
            event_id=event.pk, entrant_id=entrant.pk, round_number=values["round"] or 0, kind=values["bye"],
            player=player, reason=reason, at=at, key=key,
        )  # fmt: skip


# The event ------------------------------------------------------------------------------------------------------------


class MoveDeadline(Deed):
    slug = "deadline"
    title = "Move a deadline"
    meaning = "Gives a round that is being played, or all of them, another deadline. Clocks of games stay as they are."
    asks = ("round", "deadline")
    optional = ("round",)

    def foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        number = values.get("round")
        held = directing.open_rounds(event)
        if number is not None:
            held = held.filter(number=number)
        if not held.exists():
            raise EventError(f"{event.name} has no such round that is being played.")
        if not at < values["deadline"] <= at + directing.FURTHEST_DEADLINE:
            raise EventError("The new deadline must lie in the future, within the next two years.")
        which = "Every round that is being played" if number is None else f"Round {number}"
        return Foreseen(
            (
                f"{which} ends on {values['deadline']:%-d %B %Y, %H:%M} UTC. Games that are open then get a week more, "
                "once; after that they are decided by the scores on the board.",
            )
        )

    def do(self, event: Event, player: Player, values: Values, *, reason: str, at: datetime, key: str | None) -> Result:
        return directing.move_deadline(
            event_id=event.pk, round_number=values.get("round"), deadline=values["deadline"], player=player,
            reason=reason, at=at, key=key,
        )  # fmt: skip


class Pause(Deed):
    slug = "pause"
    title = "Pause the event"
    meaning = "Stops all clocks of the event. Moves are still taken; no round is paired."

    def is_possible(self, event: Event) -> bool:
        return super().is_possible(event) and event.paused_at is None

    def foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        if not self.is_possible(event):
            raise EventError(f"{event.name} is not running, or is paused already.")
        count = directing.running_games(event).count()
        told = f"The clocks of {_counted(count, 'open game')} stop until the event goes on. Moves are still taken."
        return Foreseen((told,))

    def do(self, event: Event, player: Player, values: Values, *, reason: str, at: datetime, key: str | None) -> Result:
        return directing.pause(event_id=event.pk, player=player, reason=reason, at=at, key=key)


class Resume(Deed):
    slug = "resume"
    title = "Let the event go on"
    meaning = "Lets the clocks of a paused event run again."

    def is_possible(self, event: Event) -> bool:
        return super().is_possible(event) and event.paused_at is not None

    def foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        if event.paused_at is None:
            raise EventError(f"{event.name} is not paused.")
        stood = words(at - event.paused_at)
        count = directing.running_games(event).count()
        return Foreseen((f"The clocks of {_counted(count, 'open game')} run again. Deadlines move by {stood}.",))

    def do(self, event: Event, player: Player, values: Values, *, reason: str, at: datetime, key: str | None) -> Result:
        return directing.resume(event_id=event.pk, player=player, reason=reason, at=at, key=key)


class Announce(Deed):
    slug = "announce"
    title = "Announce something"
    meaning = "Tells everybody in the event something: on its page, and by mail."
    asks = ("words",)
    has_reason = False
    states = (State.OPEN, State.RUNNING, State.FINISHED)

    def foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        count = event.entrants.filter(status=Status.ACTIVE, stage_number=1).count()
        return Foreseen((f"It stands in the event's log, and {_counted(count, 'player')} and you are mailed.",))

    def do(self, event: Event, player: Player, values: Values, *, reason: str, at: datetime, key: str | None) -> Result:
        return directing.announce(event_id=event.pk, words=values["words"], player=player, at=at, key=key)


class CallOff(Deed):
    slug = "call-off"
    title = "Call the event off"
    meaning = "Ends the event without a result. That cannot be taken back."
    is_grave = True
    states = (State.OPEN, State.RUNNING)

    def foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        count = directing.running_games(event).count()
        told = ["The event ends without a result, for good. Everybody in it is told by mail."]
        if count:
            told.append(f"{_counted(count, 'open game')} {'ends' if count == 1 else 'end'} without a result.")
        return Foreseen(tuple(told))

    def do(self, event: Event, player: Player, values: Values, *, reason: str, at: datetime, key: str | None) -> Result:
        return directing.call_off(event_id=event.pk, player=player, reason=reason, at=at, key=key)


class TakeBack(Deed):
    slug = "take-back"
    title = "Take a line back"
    meaning = "Makes it as if a correction, an annulment, a bye or a departure had never been."
    asks = ("line",)
    states = (State.RUNNING, State.FINISHED)

    def foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        from tournaments.logbook import entries

        division, line = directing.reversible(event, values["line"])
        (entry,) = entries(event, [line])
        told = [f"Line {line.seq} is taken back: “{entry.text}”"]
        if line.kind in (Kind.WITHDRAWN, Kind.DISQUALIFIED):
            told.append("The player takes part again. Games that ended meanwhile stay ended; they can be corrected.")
        return foreseen([*told, *_later(division)], division, [(Kind.REVERSED, {"line": line.seq})], at=at)

    def do(self, event: Event, player: Player, values: Values, *, reason: str, at: datetime, key: str | None) -> Result:
        return directing.reverse(event_id=event.pk, seq=values["line"], player=player, reason=reason, at=at, key=key)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


DEEDS: dict[str, Deed] = {
    deed.slug: deed
    for deed in (
        Adjudicate(),
        AddTime(),
        Correct(),
        Annul(),
        Withdraw(),
        Substitute(),
        GiveBye(),
        Disqualify(),
        MoveDeadline(),
        Announce(),
        Pause(),
        Resume(),
        TakeBack(),
        CallOff(),
    )
}
