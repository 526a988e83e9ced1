"""Stored games as records: what everybody may read, download and recheck, and the keys that sign them. Nothing here
writes."""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.db.models import Prefetch, QuerySet
from django.utils import translation
from django.utils.translation import gettext

from games.exceptions import TooMuchWork
from games.log_kinds.director_texts import has_numbers, parse_numbers, places_in_words, span_in_words, takeover_in_words
from games.models import Game, GameEvent, Invitation, Player, Proposal
from games.records import dice
from games.records.abstractplay import NoResult, to_abstract_play
from games.records.json_form import from_json, to_json
from games.records.record import LONGEST_TEXT, ROLL, STEP, UNDO, Entry, Place, Record
from games.records.signing import public_key_of, read_private_key, sign
from games.records.text_form import to_text
from ground.canonical import whole_milliseconds

Kind = GameEvent.Kind

MOST_IN_A_FILE = 25_000  # games
AT_A_TIME = 100  # games in memory while many are written

_PLIES = {GameEvent.Kind.STEP: STEP, GameEvent.Kind.ROLL: ROLL, GameEvent.Kind.UNDONE: UNDO}
_IN_THE_HEADERS = (GameEvent.Kind.STARTED, GameEvent.Kind.FINISHED)


def record_of(game: Game) -> Record:
    """The game as it stands, signed. Its secret is only there once it is over; an imported game is as it was imported,
    with the signature that it came with.
    """
    if hasattr(game, "imported"):
        return from_json(game.imported.record)
    is_over = game.status == Game.Status.FINISHED
    seats = sorted(game.seats.all(), key=lambda seat: seat.number)
    events = sorted(game.events.all(), key=lambda event: event.seq)
    names = NamesInTheLog(events)
    record = Record(
        game=game.rules,
        options={"players": len(seats), **game.options},
        entries=tuple(_entry(game, event, names) for event in events if event.kind not in _IN_THE_HEADERS),
        places=tuple(
            Place(
                name=name_of(seat.player),
                userid=str(seat.player_id),
                is_bot=seat.player.is_program,
                place=seat.place,
                points=seat.points,
                left=seat.left_reason,
                word=word,
            )
            for seat, word in zip(seats, game.words or [""] * len(seats), strict=True)
        ),
        version=game.rules_version,
        site=f"Seeds at {settings.SITE_HOST}",
        number=str(game.pk),
        title="".join(mark if mark.isprintable() else " " for mark in game.title),
        rated=game.rated,
        control=game.control,
        started=whole_milliseconds(game.started_at),
        finished=whole_milliseconds(game.finished_at) if game.finished_at else None,
        reason=game.end_reason,
        commitment=commitment_of(game),
        secret=game.secret if is_over else "",
        lot=_lot(game),
        receipt=game.receipt,
    )
    return sign(record, signing_key())


def records_of(games: QuerySet[Game]) -> Iterator[Record]:
    """The records of many games, oldest first, a few in memory at a time."""
    invitations = Invitation.objects.select_related("player").order_by("pk")
    complete = games.order_by("pk").select_related("proposal__proposer", "imported").prefetch_related(
        "seats__player", "events", Prefetch("proposal__invitations", invitations)
    )  # fmt: skip
    return map(record_of, complete.iterator(chunk_size=AT_A_TIME))


def commitment_of(game: Game) -> str:
    """What sealed the game's secret at its start; empty where a game played elsewhere had none."""
    return str(game.imported.record.get("commitment", "")) if hasattr(game, "imported") else dice.commit(game.secret)


def name_of(player: Player) -> str:
    """The name of a player in records; a closed account has only its number left."""
    return player.username if player.is_active else f"player {player.pk}"


class NamesInTheLog:
    """The names of the players whose numbers stand in the events of a log. Looked up once, if there are any."""

    def __init__(self, events: Sequence[GameEvent]) -> None:
        taken_over = [event.text for event in events if event.kind == Kind.SUBSTITUTED and has_numbers(event.text)]
        wanted = {number for text in taken_over for number in parse_numbers(text)}
        wanted |= {event.actor_id for event in events if event.actor_id is not None}
        self.players = Player.objects.in_bulk(wanted) if wanted else {}

    def __getitem__(self, number: int) -> str:
        player = self.players.get(number)
        return name_of(player) if player else f"player {number}"


def details_of(game: Game, event: GameEvent, names: NamesInTheLog) -> str:
    """What the text of an event that is no ply says, in words; blank if it says nothing."""
    match event.kind:
        case Kind.TIME_ADDED:
            return span_in_words(event.text)
        case Kind.SUBSTITUTED:
            return takeover_in_words(event.text, names.__getitem__)
        case Kind.ADJUDICATED:
            return places_in_words(event.text, game.game_rules.colours)
        case _:
            return event.text


def _entry(game: Game, event: GameEvent, names: NamesInTheLog) -> Entry:
    """A line of the record, in English. Of a director's action its text has all: what, why and by whom."""
    kind = Kind(event.kind)
    with translation.override(settings.LANGUAGE_CODE):
        text = event.text if event.ply is not None else details_of(game, event, names)
    if event.reason:
        by = f"by {names[event.actor_id]}" if event.actor_id is not None else ""
        text = "; ".join(filter(None, (text, by, event.reason)))
    shown = text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 3]}..."
    return Entry(_PLIES.get(kind, str(kind)), shown, event.seat, event.cause, whole_milliseconds(event.at))


def _lot(game: Game) -> tuple[str, ...]:
    """The players in the order of their accounts, if their seats were drawn by lot."""
    proposal = getattr(game, "proposal", None)
    if proposal is None or proposal.is_match or proposal.seating != Proposal.Seating.LOT:
        return ()
    players = [proposal.proposer, *(invitation.player for invitation in proposal.invitations.all())]
    return tuple(map(name_of, sorted(players, key=lambda player: player.pk)))


# As files ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Form:
    """A way to write records into a file. Of one record or many, one after another."""

    name: str  # as programs ask for it
    one: str  # how the name of a file with one record ends
    many: str
    content_type: str
    content_type_of_many: str
    write: Callable[[Record, datetime], str]


PLAIN, JSON_LINES = "text/plain; charset=utf-8", "application/x-ndjson"
TEXT = Form("text", "txt", "txt", PLAIN, PLAIN, lambda record, now: f"{to_text(record)}\n")
JSON = Form(
    "json", "json", "jsonl", "application/json", JSON_LINES, lambda record, now: f"{json.dumps(to_json(record))}\n"
)
ABSTRACT_PLAY = Form(
    "abstract-play",
    "ap.json",
    "ap.jsonl",
    "application/vnd.abstract-play+json",
    JSON_LINES,
    lambda record, now: f"{json.dumps(to_abstract_play(record, generated=now))}\n",
)
FORMS = (TEXT, JSON, ABSTRACT_PLAY)
FORM_OF = {form.name: form for form in FORMS}


def write_records(games: QuerySet[Game], form: Form, *, now: datetime) -> Iterator[str]:
    """The records of many games, one piece a game. Abstract Play's form leaves out games without a result.

    Raises TooMuchWork for more games than a file may have.
    """
    if (found := games.count()) > MOST_IN_A_FILE:
        raise TooMuchWork(
            gettext(
                "These are {found} games, and a file has at most {most_in_a_file}. Ask for the records of single "
                "games or events."
            ).format(found=f"{found:,}", most_in_a_file=f"{MOST_IN_A_FILE:,}")
        )
    return _written(games, form, now)


def _written(games: QuerySet[Game], form: Form, now: datetime) -> Iterator[str]:
    for record in records_of(games):
        with suppress(NoResult):
            yield form.write(record, now)


_PURPOSE = b"seeds: signing records"


def signing_key() -> Ed25519PrivateKey:
    """The key of ``RECORD_KEY_FILE``; where there is none, a key that follows from ``SECRET_KEY``."""
    return _read(settings.RECORD_KEY) if settings.RECORD_KEY else _derived(settings.SECRET_KEY)


def public_keys() -> list[str]:
    """The public keys whose signatures are ours, as hex: the present one first, then the former ones."""
    present = public_key_of(signing_key())
    return list(dict.fromkeys([present, *settings.RECORD_FORMER_KEYS]))


_read = lru_cache(read_private_key)


@lru_cache
def _derived(secret_key: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(hmac.digest(secret_key.encode(), _PURPOSE, "sha256"))
