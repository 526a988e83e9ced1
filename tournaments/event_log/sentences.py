"""The log of an event in words: one sentence for each line, who wrote it, why, and whether it has been taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Max

from games.clock.controls import words
from games.log_kinds.director_texts import ADJUDICATED
from games.models import Player, Seat
from games.rules.base import places_of
from tournaments.event_log.fold import REVERSIBLE, Kind, standing_lines
from tournaments.event_rules.layouts import Form
from tournaments.models import Entrant, Event, Fixture, Result
from tournaments.presenting.tables import division_title
from tournaments.standings.matches import ABANDONED, ANNULLED, DRAW_AGREED, FORFEIT, TIME, WITHDRAWN, GameResult
from tournaments.wording.decisions import join

_DEPARTED = {
    TIME: "ran out of time",
    FORFEIT: "made no move",
    WITHDRAWN: "has left the event",
}


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the log as people read it. ``actor`` is empty where the rules of the event did it.

    ``game`` is the number of the game that it is about, if it is about one.
    """

    seq: int
    at: datetime
    kind: str
    text: str
    actor: str
    why: str
    game: int | None
    is_taken_back: bool
    can_be_taken_back: bool


def entries(event: Event, lines: Sequence[Result] | None = None) -> list[LogEntry]:
    """These lines of an event's log (all of them by default) in words, in their order."""
    chosen = list(event.results.order_by("seq") if lines is None else lines)
    reader = _Reader(event, chosen)
    deeds = event.results.filter(kind__in=(*REVERSIBLE, Kind.REVERSED)).order_by("seq")
    standing = {line.seq for line in standing_lines(deed.line for deed in deeds)}
    paired = event.divisions.aggregate(most=Max("rounds__number"))["most"] or 0
    return [
        LogEntry(
            seq=line.seq,
            at=line.at,
            kind=line.kind,
            text=reader.text_of(line),
            actor=reader.player(line.payload.get("actor")),
            why=line.payload.get("why", ""),
            game=line.game_id or line.payload.get("game"),
            is_taken_back=line.kind in REVERSIBLE and line.seq not in standing,
            can_be_taken_back=line.seq in standing and _is_reversible(event, line, paired),
        )
        for line in chosen
    ]


def _is_reversible(event: Event, line: Result, paired: int) -> bool:
    """Whether a line is of a kind that can be taken back; that of the end only while the event is coming to it, that a
    round is sat out only until it is ``paired``."""
    if line.division_id is None:
        return False
    if line.kind == Kind.FINISHED:
        return event.state == Event.State.RUNNING
    if line.kind == Kind.BYE_ASKED:
        return bool(line.payload["round"] > paired)
    return line.kind in REVERSIBLE


class _Reader:
    """Lines to sentences, with the names that they need looked up once."""

    def __init__(self, event: Event, lines: Iterable[Result]) -> None:
        lines = list(lines)
        self.is_ladder = event.form == Form.LADDER
        payloads = [line.payload for line in lines]
        paired = {line.division_id for line in lines if line.kind == Kind.ROUND_PAIRED and line.division_id is not None}
        self.titles: dict[int | None, str] = {}
        for division in event.divisions.select_related("stage").filter(
            pk__in=[key for key in paired if key is not None]
        ):
            division.event = event
            self.titles[division.pk] = division_title(division)
        back = [payload["line"] for payload in payloads if "line" in payload]
        self.taken_back = {line.seq: line for line in event.results.filter(seq__in=back)} if back else {}
        payloads += [line.payload for line in self.taken_back.values()]
        self.substitutions = [
            (line.seq, line.payload)
            for line in event.results.filter(kind=Kind.SUBSTITUTED).order_by("seq")
        ]  # fmt: skip
        self.seats: dict[int, list[int]] = {}
        games = {payload["game"] for payload in payloads if payload.get("game")}
        for game, player in (
            Seat.objects.filter(game__in=games).order_by("game", "number").values_list("game", "player")
        ):
            self.seats.setdefault(game, []).append(player)
        wanted_players = {key for payload in payloads for key in _players_in(payload)}
        wanted_players |= {player for players in self.seats.values() for player in players}
        self.players = dict(Player.objects.filter(pk__in=wanted_players).values_list("pk", "username"))
        self.players |= dict(
            Player.objects.filter(
                pk__in={key for _, payload in self.substitutions for key in (payload["old"], payload["new"])}
            ).values_list("pk", "username")
        )
        wanted = {key for payload in payloads for key in _entrants_in(payload)}
        fixtures = {key for payload in payloads for key in _fixtures_in(payload)}
        found = Fixture.objects.filter(pk__in=fixtures).select_related("round").prefetch_related("seats")
        self.fixtures = {fixture.pk: fixture for fixture in found}
        wanted |= {seat.entrant_id for fixture in self.fixtures.values() for seat in fixture.seats.all()}
        self.entrants = dict(Entrant.objects.filter(pk__in=wanted).values_list("pk", "player__username"))

    def player(self, key: int | None) -> str:
        return self.players.get(key, "") if key is not None else ""

    def entrant(self, key: int, seq: int) -> str:
        """Who had an entrant's place when line ``seq`` was written."""
        for later, payload in self.substitutions:
            if payload["entrant"] == key and later > seq:
                return self.player(payload["old"])
        return self.entrants.get(key, f"entrant {key}")

    def text_of(self, line: Result) -> str:
        """The line as a sentence."""
        return _TEXTS[Kind(line.kind)](self, line, line.payload)

    def seated(self, game: int, seq: int) -> list[str]:
        """Who sat in each seat of a game when line ``seq`` was written."""
        names = []
        for player in self.seats.get(game, ()):
            for later, payload in reversed(self.substitutions):
                if payload["new"] == player and later > seq:
                    player = payload["old"]
            names.append(self.player(player))
        return names

    def names(self, keys: Iterable[int], seq: int) -> list[str]:
        return [self.entrant(key, seq) for key in keys]


Payload = Mapping[str, Any]
Text = Callable[[_Reader, Result, Payload], str]


def _players_in(payload: Payload) -> list[int]:
    return [key for name in ("actor", "old", "new") if (key := payload.get(name)) is not None]


def _entrants_in(payload: Payload) -> list[int]:
    named = [key for name in ("entrant", "challenger", "defender") if (key := payload.get(name)) is not None]
    return [*named, *payload.get("entrants", ()), *(entrant for entrant, _, _ in payload.get("byes", ()))]


def _fixtures_in(payload: Payload) -> list[int]:
    some = list(payload.get("fixtures", ()))[:1]  # one says which round it is
    return [*some, *([payload["fixture"]] if "fixture" in payload else [])]


# Games ----------------------------------------------------------------------------------------------------------------


def _result_in_words(reader: _Reader, line: Result, payload: Payload) -> str:
    """ "anna won against bert, 5 to 3", "anna won against bert; bert ran out of time".

    Scores are told of what they have decided: not of a resigned game, even where its result is corrected.
    """
    result = GameResult.load(payload)
    names = reader.names(result.entrants, line.seq)
    if not result.places:
        how = "abandoned by agreement" if result.reason == ABANDONED else "without a result"
        return f"{join(names)}: {how}"
    told = _placed(names, result.places)
    if result.reason == DRAW_AGREED:
        told += " by agreement"
    is_decided_by_scores = not result.left and result.places == places_of(result.scores)
    scores = f", {' to '.join(map(str, sorted(result.scores, reverse=True)))}" if is_decided_by_scores else ""
    left = join([names[seat] for seat in result.left])
    departed = f"; {left} {_DEPARTED.get(result.reason, 'resigned')}" if left else ""
    return f"{told}{scores}{departed}"


def _placed(names: Sequence[str], places: Sequence[int]) -> str:
    """ "anna and bert drew", "anna won against bert", "1. anna, 2. bert, 3. cleo"."""
    if len(set(places)) == 1:
        return f"{join(names)} drew"
    if len(names) == 2:
        return f"{names[places.index(1)]} won against {names[places.index(2)]}"
    return ", ".join(f"{place}. {name}" for place, name in sorted(zip(places, names, strict=True)))


def _finished(reader: _Reader, line: Result, payload: Payload) -> str:
    return f"Game {payload['game']} is over. {_result_in_words(reader, line, payload)}."


def _corrected(reader: _Reader, line: Result, payload: Payload) -> str:
    if payload["reason"] == ADJUDICATED:
        return f"Game {payload['game']} was ended and decided: {_result_in_words(reader, line, payload)}."
    return f"Game {payload['game']} counts with another result. {_result_in_words(reader, line, payload)}."


def _annulled(reader: _Reader, line: Result, payload: Payload) -> str:
    return f"Game {payload['game']} of {join(reader.names(payload['entrants'], line.seq))} does not count any more."


def _adjudicated(reader: _Reader, line: Result, payload: Payload) -> str:
    if payload["result"] == ANNULLED:
        return f"Game {payload['game']} was ended without a result."
    names = reader.seated(payload["game"], line.seq)
    return f"Game {payload['game']} was ended and decided: {_placed(names, payload['result'])}."


def _time_added(reader: _Reader, line: Result, payload: Payload) -> str:
    span = words(timedelta(seconds=payload["seconds"]))
    if payload["game"] is None:
        return f"Everybody got {span} more in every open game."
    whose = "everybody" if payload["seat"] is None else reader.seated(payload["game"], line.seq)[payload["seat"]]
    return f"In game {payload['game']}, {whose} got {span} more."


# Rounds ---------------------------------------------------------------------------------------------------------------


def _paired(reader: _Reader, line: Result, payload: Payload) -> str:
    count = len(payload["fixtures"])
    meetings = f"{count} meeting{'' if count == 1 else 's'}"
    first = reader.fixtures.get(payload["fixtures"][0]) if payload["fixtures"] else None
    number = first.round.number if first else payload["byes"][0][1] if payload["byes"] else 1
    byes = [f"{reader.entrant(key, line.seq)} ({kind})" for key, _, kind in payload["byes"]]
    without = f" Without an opponent: {join(byes)}." if byes else ""
    title = reader.titles.get(line.division_id, "")
    return f"{title}{': paired' if title else 'Paired'} from round {number} on: {meetings}.{without}"


def _games_added(reader: _Reader, line: Result, payload: Payload) -> str:
    fixture = reader.fixtures.get(payload["fixture"])
    names = reader.names([seat.entrant_id for seat in fixture.seats.all()], line.seq) if fixture else []
    between = f" of {join(names)}" if names else ""
    return f"The match{between} was level and goes on with {payload['games']} more games."


def _bye_given(reader: _Reader, line: Result, payload: Payload) -> str:
    told = [f"{reader.entrant(key, line.seq)}, round {number}: {kind}" for key, number, kind in payload["byes"]]
    return f"A round without a game: {'; '.join(told)}."


def _bye_asked(reader: _Reader, line: Result, payload: Payload) -> str:
    return f"{reader.entrant(payload['entrant'], line.seq)} asked to sit out round {payload['round']}."


def _deadline_moved(reader: _Reader, line: Result, payload: Payload) -> str:
    if "start" in payload:
        return f"The start was moved to {_moment(payload['start'])}."
    which = f"round {payload['round']}" if payload["round"] else "all rounds"
    return f"The deadline of {which} is now {_moment(payload['deadline'])}."


def _moment(text: str) -> str:
    return f"{datetime.fromisoformat(text).astimezone(UTC):%-d %B %Y, %H:%M} UTC"


# Entrants -------------------------------------------------------------------------------------------------------------


def _entered(reader: _Reader, line: Result, payload: Payload) -> str:
    missed = len(payload["byes"])
    half = f", with half a point for {'the round' if missed == 1 else 'each round'} that was missed" if missed else ""
    how = "again, on the last rung" if payload.get("again") else f"as number {payload['number']}{half}"
    return f"{reader.entrant(payload['entrant'], line.seq)} entered {how}."


def _withdrawn(reader: _Reader, line: Result, payload: Payload) -> str:
    name = reader.entrant(payload["entrant"], line.seq)
    actor = reader.player(payload["actor"])
    told = f"{name} withdrew" if actor == name else f"{name} was withdrawn"
    return f"{told}. {_void(payload, reader.is_ladder)}".strip()


def _disqualified(reader: _Reader, line: Result, payload: Payload) -> str:
    return f"{reader.entrant(payload['entrant'], line.seq)} was disqualified. {_void(payload)}".strip()


def _void(payload: Payload, is_ladder: bool = False) -> str:
    count = len(payload["void"])
    if is_ladder and count:
        goes_on = "meeting goes on, but counts" if count == 1 else "meetings go on, but count"
        return f"{count} open {goes_on} for nothing here."
    if count == 1:
        return "The only meeting of this player is void and counts for nobody."
    return f"All {count} meetings of this player are void and count for nobody." if count else ""


def _substituted(reader: _Reader, line: Result, payload: Payload) -> str:
    return f"{reader.player(payload['new'])} took over the place of {reader.player(payload['old'])}."


def _challenged(reader: _Reader, line: Result, payload: Payload) -> str:
    challenger, defender = reader.names((payload["challenger"], payload["defender"]), line.seq)
    return f"{challenger} challenged {defender}."


def _left_ladder(reader: _Reader, line: Result, payload: Payload) -> str:
    name = reader.entrant(payload["entrant"], line.seq)
    return f"{name} is not on the ladder any more. {_void(payload, is_ladder=True)}".strip()


# The event ------------------------------------------------------------------------------------------------------------


def _reversed(reader: _Reader, line: Result, payload: Payload) -> str:
    earlier = reader.taken_back.get(payload["line"])
    told = f" “{reader.text_of(earlier)}”" if earlier else ""
    return f"Line {payload['line']} was taken back:{told}" if told else f"Line {payload['line']} was taken back."


def _says(sentence: str) -> Text:
    return lambda reader, line, payload: sentence


_TEXTS: dict[Kind, Text] = {
    Kind.GAME_FINISHED: _finished,
    Kind.GAME_CORRECTED: _corrected,
    Kind.GAME_ANNULLED: _annulled,
    Kind.ROUND_PAIRED: _paired,
    Kind.GAMES_ADDED: _games_added,
    Kind.BYE_ASKED: _bye_asked,
    Kind.BYE_GIVEN: _bye_given,
    Kind.ENTERED: _entered,
    Kind.WITHDRAWN: _withdrawn,
    Kind.DISQUALIFIED: _disqualified,
    Kind.SUBSTITUTED: _substituted,
    Kind.REVERSED: _reversed,
    Kind.PAUSED: _says("The event was paused: no clock runs."),
    Kind.RESUMED: _says("The event goes on: the clocks run again, and deadlines have moved by the pause."),
    Kind.TIME_ADDED: _time_added,
    Kind.ADJUDICATED: _adjudicated,
    Kind.DEADLINE_MOVED: _deadline_moved,
    Kind.ANNOUNCED: lambda reader, line, payload: f"Announced: {payload['words']}",
    Kind.CHALLENGED: _challenged,
    Kind.LEFT_LADDER: _left_ladder,
    Kind.STARTED: lambda reader, line, payload: (
        f"The event started with {len(payload['entrants'])} players, and its nonce was revealed."
    ),
    Kind.FINALS: lambda reader, line, payload: f"The finals began with {len(payload['finalists'])} players.",
    Kind.FINISHED: _says(
        "The ladder was ended: nobody challenges or enters any more, and open challenges are played out."
    ),
    Kind.CALLED_OFF: _says("The event was called off. Open games ended without a result."),
    Kind.ARCHIVED: _says("The event was put into the archive."),
    Kind.UNARCHIVED: _says("The event was taken out of the archive."),
}
