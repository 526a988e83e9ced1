"""The read side of games: what pages, mails and REST show. Nothing here writes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, islice
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from games.log_kinds.director_texts import has_numbers, parse_numbers
from games.models import Game, GameEvent, Invitation, Outage, Player, Proposal, PuzzleSolution, Seat, Submission
from games.moderation.blocks import blocked_by
from games.rules.base import Position
from games.rules.choices import effect_words
from games.rules.replay import parse_undo, positions_of
from games.rules.twigs.puzzles import Puzzle
from ground.prepared.queries import Asked, Prepared, attach


def games_to_move(player: Player | Asked) -> QuerySet[Game]:
    """Running games in which the player is to act and has not left, the most urgent first."""
    found = Game.objects.filter(turn__player=player).select_related("turn").prefetch_related("seats__player")
    return found.order_by(F("turn__deadline").asc(nulls_last=True), "pk")


@dataclass(frozen=True, slots=True)
class Offered:
    """What others have offered in a game at a ply, and a player can answer; ``offer`` is the number of the newest."""

    game: int
    ply: int
    what: list[str]
    offer: int


def offers_to(player: Player) -> list[Offered]:
    """What waits for an answer of the player in their running games, by the number of the game."""
    seats = Seat.objects.filter(player=player, points=None, left_ply=None).exclude(game__agreements={})
    found = seats.order_by("game").values_list(
        "game", "game__ply", "game__agreements", "number", Subquery(newest_offer(OuterRef("game"), OuterRef("number")))
    )
    offered = [
        (game, ply, sorted(what for what in said if number not in said[what]), offer)
        for game, ply, said, number, offer in found
    ]
    return [Offered(game, ply, what, offer) for game, ply, what, offer in offered if what]


def newest_offer(game: int | OuterRef, seat: int | OuterRef) -> QuerySet[GameEvent, int]:
    """The ``seq`` of the newest offer in a game that is not the seat's own, which is its number there."""
    offers = (GameEvent.Kind.DRAW_OFFERED, GameEvent.Kind.ABANDON_OFFERED, GameEvent.Kind.UNDO_ASKED)
    found = GameEvent.objects.filter(game=game, kind__in=offers).exclude(seat=seat)
    return found.order_by("-seq").values_list("seq", flat=True)[:1]


def next_to_move(player: Player, *, but: Game) -> int | None:
    """The number of the most urgent other game in which the player is to act."""
    return next((game.pk for game in _MOST_URGENT.ask(player=player.pk, but=but.pk)), None)


def waiting_for(username: str) -> QuerySet[Game]:
    """Running games in which the named player, perhaps a house bot, is to act and has not left, unordered."""
    return Game.objects.filter(
        seats__player__username=username, seats__points=None, seats__left_ply=None, seats__number=F("to_act")
    )


def games_of(player: Player | Asked) -> QuerySet[Game]:
    """All games of a player, the newest first."""
    found = Game.objects.filter(seats__player=player).select_related("turn")
    return found.prefetch_related("seats__player").order_by("-pk")


def games_with_seats() -> QuerySet[Game]:
    """All games with their seats and players, the newest first."""
    return _shown().prefetch_related("seats__player").order_by("-pk")


def _shown() -> QuerySet[Game]:
    return Game.objects.select_related("imported", "turn").defer("imported__record")


_GAME = Prepared(lambda: _shown().filter(pk=Asked("game")))
_SEATS = Prepared(lambda: Seat.objects.filter(game=Asked("game")).select_related("player").order_by("number"))
_EVENTS = Prepared(lambda: GameEvent.objects.filter(game=Asked("game")).order_by("seq"))
_SUBSTITUTES = Prepared(lambda: _EVENTS.make().filter(kind=GameEvent.Kind.SUBSTITUTED))
_MOST_URGENT = Prepared(
    lambda: (
        Game.objects.filter(turn__player=Asked("player"))
        .exclude(pk=Asked("but"))
        .order_by(F("turn__deadline").asc(nulls_last=True), "pk")
        .only("pk")[:1]
    )
)


def game_with_seats(pk: int) -> Game | None:
    """One of them, if there is one of that number."""
    for game in _GAME.ask(game=pk):
        attach(game, "seats", _SEATS.ask(game=pk))
        return game
    return None


def player_named(username: str) -> Player | None:
    """The player of that name with an open account."""
    if "\0" in username:  # PostgreSQL refuses even to look for it
        return None
    return Player.objects.filter(username=username, is_active=True).first()


def events_since(game: Game, seq: int) -> QuerySet[GameEvent]:
    """The log after an event, in order."""
    return game.events.filter(seq__gt=seq).select_related("actor").order_by("seq")


def submissions_of(player: Player) -> QuerySet[Submission]:
    """Everything a player has sent and what became of it, the newest first."""
    return Submission.objects.filter(player=player).select_related("game").order_by("-pk")


def games_to_look_at(*, now: datetime) -> QuerySet[Game]:
    """Running games with a deadline to come in which something may be due by now, the most urgent first."""
    found = Game.objects.filter(turn__due_at__lte=now, turn__deadline__gt=now).select_related("turn")
    return found.order_by("turn__deadline", "pk")


def players_of_the_past(game: Game) -> list[tuple[int, int, Player]]:
    """Who played seats that substitutes have taken over: up to which event, which seat, who; in order."""
    found = _SUBSTITUTES.ask(game=game.pk)
    changes = [(event.seq, event.seat or 0, event.text) for event in found if has_numbers(event.text)]
    players = Player.objects.in_bulk({parse_numbers(text)[0] for _, _, text in changes}) if changes else {}
    return [(seq, seat, players[parse_numbers(text)[0]]) for seq, seat, text in changes]


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """The steps that one seat made in a row, with the dice that fell between them; or one event that is no step."""

    events: tuple[GameEvent, ...]

    @property
    def last(self) -> GameEvent:
        return self.events[-1]

    @property
    def is_turn(self) -> bool:
        return self.last.ply is not None and self.last.kind != GameEvent.Kind.UNDONE

    @property
    def seat(self) -> int | None:
        """Whose turn it was; None for dice that fell before anybody chose."""
        return next((event.seat for event in self.events if event.seat is not None), None)

    @property
    def acting(self) -> GameEvent:
        """The first event of its seat; the last one for dice that fell before anybody chose."""
        return next((event for event in self.events if event.seat is not None), self.last)

    @property
    def source(self) -> str:
        """The way the player's own part of it came in; what is rolled, or played for the player, is the service's."""
        own = (
            event.source for event in self.events if event.ply is None or (event.seat is not None and not event.cause)
        )
        return next(own, self.last.source)


def history_of(game: Game) -> list[HistoryLine]:
    """The log in lines for people, in order: a line for each turn, and one for each offer, answer or end."""
    lines: list[list[GameEvent]] = []
    for event in _EVENTS.ask(game=game.pk):
        if lines and _goes_on(lines[-1], event):
            lines[-1].append(event)
        else:
            lines.append([event])
    return [HistoryLine(tuple(events)) for events in lines]


def _goes_on(line: Sequence[GameEvent], event: GameEvent) -> bool:
    """Whether a step or roll belongs to the turn in ``line``: no other seat has acted since."""
    if not (HistoryLine((event,)).is_turn and HistoryLine(tuple(line)).is_turn):
        return False
    seat = HistoryLine(tuple(line)).seat
    return event.seat is None or seat in (None, event.seat)


def position_at(game: Game, ply: int) -> Position[Any]:
    """The position after so many plies, replayed from the log. ``ply`` is from 0 to the game's."""
    start: Position[Any] = game.game_rules.start(game.seats.count(), game.options)
    steps = _standing_steps(game.events.filter(ply__lte=ply).order_by("ply").values_list("text", flat=True))
    return deque(positions_of(game.game_rules, start, steps), maxlen=1).pop() if steps else start


def positions_from(game: Game, ply: int, count: int) -> Iterator[Position[Any]]:
    """The positions after that ply and the next ones, as many as there are up to ``count``, by one replay."""
    start: Position[Any] = game.game_rules.start(game.seats.count(), game.options)
    events = game.events.filter(ply__isnull=False, ply__lt=ply + count).order_by("ply")
    steps = positions_of(game.game_rules, start, events.values_list("text", flat=True))
    return islice(chain([start], steps), ply, ply + count)


def _standing_steps(plies: Iterable[str]) -> list[str]:
    """The texts of the plies that lead to where the last one is, without those that were taken back."""
    lines: list[Any] = [None]  # after each ply: the line before its last step, and that step
    for text in plies:
        undo = parse_undo(text)
        lines.append((lines[-1], text) if undo is None else lines[undo])
    line, steps = lines[-1], deque[str]()
    while line is not None:
        line, step = line
        steps.appendleft(step)
    return list(steps)


def standing_plies(game: Game) -> list[GameEvent]:
    """The steps and rolls of a game that were not taken back, in order."""
    found: list[GameEvent] = []
    counts = [0]  # how many of them stood after each ply
    for event in game.events.filter(ply__isnull=False).order_by("ply"):
        if event.kind == GameEvent.Kind.UNDONE:
            del found[counts[parse_undo(event.text) or 0] :]
        else:
            found.append(event)
        counts.append(len(found))
    return found


def effects_from(game: Game, ply: int) -> dict[int, list[str]]:
    """What the plies from this one on did besides themselves, in words, by ply; found by replaying the log."""
    rules = game.game_rules
    before: Position[Any] = rules.start(game.seats.count(), game.options)
    steps = list(game.events.filter(ply__isnull=False).order_by("ply").values_list("text", flat=True))
    described = {}
    for number, (step, after) in enumerate(zip(steps, positions_of(rules, before, steps), strict=True), start=1):
        # Of dice that fall together the last one decides.
        if number >= ply and after is not before and parse_undo(step) is None:
            described[number] = [effect_words(rules, effect) for effect in after.effects]
        before = after
    return described


def open_proposals() -> QuerySet[Proposal]:
    """Proposals that wait for players, the newest first, with their people."""
    return (
        Proposal.objects.filter(status=Proposal.Status.OPEN, proposer__is_active=True)
        .select_related("proposer")
        .prefetch_related("invitations__player")
        .order_by("-pk")
    )


def open_seeks() -> QuerySet[Proposal]:
    """Open proposals with a seat that anybody may take."""
    return open_proposals().annotate(named=Count("invitations")).filter(named__lt=F("seats") - 1)


def open_seeks_for(player: Player | Asked) -> QuerySet[Proposal]:
    """Open seeks in which the player has no part yet, without those of players whom they have blocked."""
    own = Q(proposer=player) | Q(pk__in=Invitation.objects.filter(player=player).values("proposal"))
    return open_seeks().exclude(own).exclude(proposer__in=blocked_by(player))


def challenges_to(player: Player | Asked) -> QuerySet[Proposal]:
    """Open proposals that wait for the player's answer, without those of players whom they have blocked."""
    waiting = Invitation.Answer.WAITING
    asked = open_proposals().filter(invitations__player=player, invitations__answer=waiting)
    return asked.exclude(proposer__in=blocked_by(player))


def proposals_by(player: Player | Asked) -> QuerySet[Proposal]:
    """Open proposals in which the player has a seat already: made or accepted by the player."""
    accepted = Proposal.objects.filter(invitations__player=player, invitations__answer=Invitation.Answer.ACCEPTED)
    return open_proposals().filter(Q(proposer=player) | Q(pk__in=accepted.values("pk")))


def proposals_seen_by(player: Player | None) -> QuerySet[Proposal]:
    """Every proposal that somebody may look at: all with seats for anybody, and those the player has to do with."""
    proposals = (
        Proposal.objects.select_related("proposer")
        .prefetch_related("invitations__player")
        .annotate(named=Count("invitations"))
        .order_by("-pk")
    )
    seen = Q(named__lt=F("seats") - 1)
    if player is not None:
        invited = Invitation.objects.filter(player=player).values("proposal")
        seen |= Q(proposer=player) | Q(pk__in=invited)
    return proposals.filter(seen)


@dataclass(slots=True)
class HallLine:
    """What one player has found of a puzzle: the best figure, when it was found, and how many solutions in all."""

    player: str
    score: int
    figure: str
    found_at: datetime
    solutions: int = 0


def hall_of_fame(puzzle: Puzzle) -> list[HallLine]:
    """A line for each player who has solved the puzzle: by score, or by solutions where all are equally good.

    Of equals the one who was there first comes first.
    """
    found = PuzzleSolution.objects.filter(puzzle=puzzle.slug, player__is_active=True)
    lines: dict[str, HallLine] = {}
    for name, score, figure, at in found.order_by("-score", "found_at", "pk").values_list(
        "player__username", "score", "figure", "found_at"
    ):
        line = lines.setdefault(name, HallLine(name, score, figure, at))
        line.solutions += 1
    return list(lines.values()) if puzzle.unit else sorted(lines.values(), key=lambda line: -line.solutions)


def puzzle_solutions(player: Player, puzzle: Puzzle) -> QuerySet[PuzzleSolution]:
    """What a player has found of a puzzle, the best first."""
    return PuzzleSolution.objects.filter(player=player, puzzle=puzzle.slug).order_by("-score", "found_at", "pk")


def outages() -> QuerySet[Outage]:
    """The public ledger, the newest first."""
    return Outage.objects.order_by("-starts_at", "part")
