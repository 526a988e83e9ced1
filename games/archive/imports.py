"""Games that were played elsewhere, stored from their records: finished, unrated, without clocks, never twice."""

from __future__ import annotations

import re
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from games.models import Game, GameEvent, ImportedGame, Player, Seat, Submission
from games.play.log import OpenGame
from games.records import dice
from games.records.json_form import to_json
from games.records.record import Entry, Record, last_position
from games.records.signing import Verdict, judge, unsigned
from games.records.throws import recheck
from games.rules import RULES
from games.rules.replay import OPTIONS_AT_FAULT, RecordError
from games.turns.playing import Cause
from ground import canonical

Kind = GameEvent.Kind
SERVICE = Submission.Source.SERVICE
_SECRET = re.compile(r"([0-9a-f]{2}){0,32}")
_DEPARTURES = (Kind.RESIGNED, Kind.FLAGGED, Kind.FORFEITED)
_LONGEST_NAME = 20  # of the 30 letters of a user name


@transaction.atomic
def import_game(record: Record, *, at: datetime) -> tuple[Game, bool]:
    """The game of a checked record, and whether it is new here: the same record again is the same game.

    ``at`` is the time for what the record does not date. Nobody is mailed. Raises RecordError for a game that is not
    over, and for one whose dice do not follow from its secret.
    """
    digest = canonical.digest_of(unsigned(record))
    if earlier := ImportedGame.objects.filter(digest=digest).select_related("game").first():
        return earlier.game, False
    _check(record)
    began, ended = record.started or at, record.finished or record.started or at
    options = {name: value for name, value in record.options.items() if name != "players"}
    game = Game.objects.create(
        rules=record.game,
        rules_version=RULES[record.game].version,
        options=options,
        title=record.title[:120],
        rated=False,
        secret=record.secret,
        words=record.words,
        status=Game.Status.FINISHED,
        position=last_position(record).dump(),
        control={},
        clocks=[0] * len(record.places),
        started_at=began,
        finished_at=ended,
        end_reason=record.reason[:40],
    )
    ImportedGame.objects.create(game=game, digest=digest, record=to_json(record), imported_at=at)
    seats = _make_seats(game, record)
    opened = OpenGame(game=game, seats=seats, position=last_position(record))
    opened.write(Kind.STARTED, source=SERVICE, at=began, text=dice.seal(record.commitment, record.words))
    for entry in record.entries:
        _write(opened, entry, entry.at or began)
    opened.write(Kind.FINISHED, source=SERVICE, at=ended, text=record.reason)
    GameEvent.objects.bulk_create(opened.events)
    game.save()
    Seat.objects.bulk_update(seats, ["left_ply"])
    return game, True


def _check(record: Record) -> None:
    if not record.is_over:
        raise RecordError(len(record.steps), gettext("This game is not over, and only finished games can be imported."))
    if unknown := {entry.kind for entry in record.entries} - (set(Kind) - {Kind.STARTED, Kind.FINISHED}):
        raise RecordError(
            OPTIONS_AT_FAULT, gettext("Seeds knows no event {unknown}.").format(unknown=f"{min(unknown)!r}")
        )
    if unknown := {entry.cause for entry in record.entries} - {str(cause) for cause in Cause}:
        raise RecordError(
            OPTIONS_AT_FAULT, gettext("Seeds knows no cause {unknown} of a move.").format(unknown=f"{min(unknown)!r}")
        )
    if not _SECRET.fullmatch(record.secret):
        raise RecordError(OPTIONS_AT_FAULT, gettext("The secret is not written in up to 64 hexadecimal digits."))
    if judge(record) is Verdict.BROKEN:
        raise RecordError(OPTIONS_AT_FAULT, gettext(Verdict.BROKEN.value))
    if faults := recheck(record).faults:
        raise RecordError((faults[0].number or 0) - 1, faults[0].message)


def _make_seats(game: Game, record: Record) -> list[Seat]:
    """Seats held by accounts of their own, which nobody can sign in to: a name elsewhere is no proof of who it was."""
    seats = []
    for number, place in enumerate(record.places):
        player, _ = Player.objects.get_or_create(
            username=_username(record, number), defaults={"is_active": False, "is_bot": place.is_bot, "password": "!"}
        )
        left_ply = len(record.steps) if place.left else None  # unless the log says when
        seats.append(
            Seat(game=game, number=number, player=player, place=place.place, points=place.points,
                 left_ply=left_ply, left_reason=place.left[:20])
        )  # fmt: skip
    return Seat.objects.bulk_create(seats)


def _username(record: Record, number: int) -> str:
    """``imported.anna``; with the number of the seat where a name is missing or taken at the same table."""
    slugs = [_slug(place.name) for place in record.places]
    own = slugs[number]
    return f"imported.{own}" if own and slugs.count(own) == 1 else f"imported.{own}.{number + 1}".replace("..", ".")


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower())[: _LONGEST_NAME - 2].strip("-")


def _write(opened: OpenGame, entry: Entry, at: datetime) -> None:
    """One line of the log. A player who resigned or ran out of time has left from there on."""
    kind = Kind(entry.kind)
    opened.write(kind, source=SERVICE, at=at, seat=entry.seat, text=entry.text, cause=entry.cause)
    if kind in _DEPARTURES and entry.seat is not None and opened.seats[entry.seat].has_left:
        opened.seats[entry.seat].left_ply = opened.game.ply
