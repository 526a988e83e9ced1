"""What happens in events and concerns single players becomes rows of the outbox: departures, substitutes, deadlines,
results that count otherwise, invitations, questions.

Who is told of what is decided here; ``messages.events`` has the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.dispatch import receiver

from games.models import Player
from notifications.models import OutboundMail
from notifications.outbox import Letter, post
from tournaments.event_log.fold import DEPARTURES, Kind
from tournaments.event_rules.layouts import Form
from tournaments.models import Entrant, Event, Result
from tournaments.queries import open_rounds, running_games
from tournaments.signals import ASKED, log_grown, players_concerned, round_advanced
from tournaments.standings.tables import Kind as RoundKind

Status = Entrant.Status

AT_ONCE = 500  # letters that are looked for among those that were written


@receiver(log_grown)
def tell_of_line(event: Event, line: Result, **_: Any) -> None:
    """Tell whom a line of the log concerns, but not who wrote it."""
    readers = _READERS.get(Kind(line.kind))
    if readers is None:
        return
    concerned = [key for key in readers(event, line) if key != line.payload.get("actor")]
    _tell(event, str(line.kind), concerned, key=str(line.seq), at=line.at, facts={"line": line.seq})


@receiver(players_concerned)
def tell_concerned(
    event: Event, what: str, players: Sequence[int], key: str, at: datetime, facts: dict[str, Any], **_: Any
) -> None:
    """Tell players what concerns them, once a key."""
    _tell(event, what, players, key=key, at=at, facts=facts)


@receiver(round_advanced)
def ask_whether_they_stay(event: Event, kind: str, **_: Any) -> None:
    """Ask everybody of last season."""
    if kind == ASKED:
        asked = event.entrants.filter(status=Status.ASKED).values_list("player", flat=True)
        _tell(event, ASKED, asked, key="", at=event.created_at, facts={})


def _tell(event: Event, what: str, players: Iterable[int], *, key: str, at: datetime, facts: dict[str, Any]) -> None:
    humans = Player.objects.filter(pk__in=set(players), is_bot=False, is_active=True).order_by("pk")
    letters = [
        Letter(
            kind=OutboundMail.Kind.EVENT,
            reader_id=reader,
            cause=f"event:{event.pk}:{what}:{key}",
            context={"event": event.pk, "what": what, **facts},
        )
        for reader in humans.values_list("pk", flat=True)
    ]
    for start in range(0, len(letters), AT_ONCE):
        keys = {letter.as_row(at).dedupe_key: letter for letter in letters[start : start + AT_ONCE]}
        said = set(OutboundMail.objects.filter(dedupe_key__in=keys).values_list("dedupe_key", flat=True))
        post([letter for name, letter in keys.items() if name not in said], at=at)


# Whom lines concern ---------------------------------------------------------------------------------------------------


def _of_departure(event: Event, line: Result) -> list[int]:
    """Who left, the director where it was not his deed, and whoever plays on where games go on without counting."""
    playing: list[int] = []
    if event.form == Form.LADDER:
        games = running_games(event).order_by().filter(fixture_game__fixture__in=line.payload["void"])
        playing += games.values_list("seats__player", flat=True)
    return [_player_of(line.payload["entrant"]), event.director_id, *playing]


def _of_substitution(event: Event, line: Result) -> list[int]:
    return [line.payload["old"], line.payload["new"], event.director_id]


def _of_result(event: Event, line: Result) -> list[int]:
    return [_player_of(key) for key in line.payload["entrants"]]


def _of_pairing(event: Event, line: Result) -> list[int]:
    """Who has a bye in a later round; the mail of the start tells of the first."""
    return [_player_of(key) for key, number, kind in line.payload["byes"]
            if number > 1 and kind == RoundKind.PAIRING_BYE and event.form == Form.SWISS]  # fmt: skip


def _of_reversal(event: Event, line: Result) -> list[int]:
    """Whom the line concerned that is taken back; nobody where a substitute has the place of who had left."""
    earlier = event.results.get(seq=line.payload["line"])
    later = event.results.filter(kind=Kind.SUBSTITUTED, seq__gt=earlier.seq).values_list("payload", flat=True)
    if earlier.kind in DEPARTURES and earlier.payload["entrant"] in [each["entrant"] for each in later]:
        return []
    if earlier.kind == Kind.BYE_ASKED:
        return [_player_of(earlier.payload["entrant"])]
    readers = _READERS.get(Kind(earlier.kind))
    return readers(event, earlier) if readers else []


def _of_bye(event: Event, line: Result) -> list[int]:
    return [_player_of(key) for key, _, _ in line.payload["byes"]]


def _of_deadline(event: Event, line: Result) -> list[int]:
    """Of the start: everybody; of a round: who has an open game in it."""
    if "start" in line.payload:
        return _everybody(event)
    rounds = open_rounds(event)
    if line.division_id is not None:
        rounds = rounds.filter(division=line.division_id)
    if line.payload["round"] is not None:
        rounds = rounds.filter(number=line.payload["round"])
    playing = running_games(event).order_by().filter(fixture_game__fixture__round__in=rounds, seats__left_ply=None)
    return list(playing.values_list("seats__player", flat=True).distinct())


def _everybody(event: Event, line: Result | None = None) -> list[int]:
    """Who takes part, waits or stands by, and the director."""
    gone = (Status.WITHDRAWN, Status.DISQUALIFIED)
    entered = event.entrants.of_first_stage().exclude(status__in=gone)
    return [*entered.values_list("player", flat=True), event.director_id]


def _of_end(event: Event, line: Result) -> list[int]:
    """Everybody, where challenges are still to be played; else the final table comes at once."""
    return _everybody(event) if running_games(event).exists() else []


def _player_of(entrant: int) -> int:
    return int(Entrant.objects.values_list("player", flat=True).get(pk=entrant))


_READERS: dict[Kind, Any] = {
    Kind.WITHDRAWN: _of_departure,
    Kind.DISQUALIFIED: _of_departure,
    Kind.LEFT_LADDER: _of_departure,
    Kind.SUBSTITUTED: _of_substitution,
    Kind.GAME_CORRECTED: _of_result,
    Kind.GAME_ANNULLED: _of_result,
    Kind.ROUND_PAIRED: _of_pairing,
    Kind.BYE_GIVEN: _of_bye,
    Kind.DEADLINE_MOVED: _of_deadline,
    Kind.FINISHED: _of_end,
    Kind.REVERSED: _of_reversal,
    Kind.CALLED_OFF: _everybody,
}
