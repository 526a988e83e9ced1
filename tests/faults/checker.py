"""The judge: compares the database, read by plain SQL, with what the players and the mail host have noted.

It imports nothing of the service: what it holds the service to is written down here once more.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import accumulate, pairwise
from typing import Any

from tests.faults.journal import Journal, Sent
from tests.faults.mail_host import Copy
from tests.faults.stage import Stage

MAIL_DOMAIN = "play.localhost"
TURNS = ("started", "step", "roll")  # kinds of entries with which a turn begins
OUTAGE_SECONDS = 90.0  # a silence that is longer is given back to every clock
LATE = ("late-rest", "late-mail")
SLEEPERS = ("sam", "sue", "sid")
REPEATS_MAIL = re.compile("process|supervisor|restart|database|mail host|disk|clock|second workers")

Rows = Callable[..., list[tuple[Any, ...]]]


@dataclass
class Verdict:
    """What was found: ``broken`` promises, a sentence each, and ``counted`` facts for the report."""

    broken: list[str] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class _Step:
    text: str
    player: str
    kind: str
    source: str
    cause: str


def judge(stage: Stage, journal: Journal) -> Verdict:
    """Everything that must be true once the service has settled."""
    verdict = Verdict(broken=list(journal.found))
    with stage.place.rows() as rows:
        copies = list(stage.host.copies)
        steps = _steps(rows)
        verdict.broken += _moves(rows, journal, steps, verdict)
        verdict.broken += _nothing_invented(journal, steps, verdict)
        verdict.broken += _numbers(rows)
        verdict.broken += _mails_out(rows, journal, copies, verdict)
        verdict.broken += _news(rows, verdict)
        verdict.broken += _results(rows, verdict)
        verdict.broken += _time(rows, journal, copies, verdict)
        verdict.broken += _nothing_stuck(rows)
    return verdict


def _steps(rows: Rows) -> dict[tuple[int, int], _Step]:
    sql = (
        "SELECT e.game_id, e.ply, e.text, p.username, e.kind, e.source, e.cause FROM games_gameevent e "
        "LEFT JOIN games_seat s ON s.game_id = e.game_id AND s.number = e.seat "
        "LEFT JOIN games_player p ON p.id = s.player_id WHERE e.ply IS NOT NULL"
    )
    return {(game, ply): _Step(*rest) for game, ply, *rest in rows(sql)}


def _moves(rows: Rows, journal: Journal, steps: dict[tuple[int, int], _Step], verdict: Verdict) -> Iterator[str]:
    """Every move that was acknowledged stands in the log, as it was sent."""
    receipts = {(game, receipt) for game, receipt in rows("SELECT game_id, receipt FROM games_gameevent")}
    submissions = {str(pk): state for pk, state in rows("SELECT id, state FROM games_submission")}
    arrived = _inbound(rows)
    flags = _flags(rows)
    for sent in journal.acknowledged():
        verdict.counted[f"acknowledged moves by {sent.door}"] += 1
        if sent.door == "mail":
            mails = arrived.get(sent.message_id, [])
            if len(mails) != 1 or mails[0][0] != "done":
                yield f"{sent} was taken in, and is there as {mails}"
                continue
            _, outcome, at, reason = mails[0]
            if outcome != "played":
                verdict.counted["mails that came too late or for a game that was over"] += 1
                fell = flags.get((sent.game, sent.player), float("inf"))
                held = outcome == "held" and journal.clock_was_wrong(sent.answered_at)  # no signature is of its day
                if at < min(fell, sent.deadline) and not held:
                    yield f"{sent} was taken in and not played: {outcome} {reason}"
                continue
        step = steps.get((sent.game, sent.ply + 1))
        if step is None or (step.text, step.player, step.kind) != (sent.text, sent.player, "step"):
            yield f"{sent} was acknowledged, and the log has {step}"
        if sent.door == "rest" and (sent.game, sent.said) not in receipts:
            yield f"{sent} has a receipt that is in no log"
        if sent.door == "form" and submissions.get(sent.said) != "played":
            yield f"{sent} has a receipt for a submission that is {submissions.get(sent.said)}"
    resigned = Counter(
        rows(
            "SELECT e.game_id, p.username FROM games_gameevent e JOIN games_seat s ON s.game_id = e.game_id AND "
            "s.number = e.seat JOIN games_player p ON p.id = s.player_id WHERE e.kind = 'resigned'"
        )
    )
    for sent in journal.acknowledged("resign"):
        verdict.counted["acknowledged resignations"] += 1
        if resigned[sent.game, sent.player] != 1:
            yield f"{sent} was acknowledged, and is in the log {resigned[sent.game, sent.player]} times"


def _inbound(rows: Rows) -> dict[str, list[tuple[str, str, float, str]]]:
    found = defaultdict(list)
    for message_id, state, outcome, at, reason in rows(
        "SELECT message_id, state, outcome, received_at, reason FROM notifications_inboundmail"
    ):
        found[message_id].append((state, outcome, _seconds(at), reason))
    return found


def _nothing_invented(journal: Journal, steps: dict[tuple[int, int], _Step], verdict: Verdict) -> Iterator[str]:
    """Every move of a player's own was sent by that player."""
    tried = {(sent.game, sent.ply + 1, sent.text, sent.player) for sent in journal.sent}
    for (game, ply), step in steps.items():
        if step.kind == "step" and step.source in ("api", "page", "mail") and not step.cause:
            verdict.counted["moves in the logs of games that a player sent"] += 1
            if (game, ply, step.text, step.player) not in tried:
                yield f"game {game} has at ply {ply} {step}, which nobody has sent"


def _numbers(rows: Rows) -> Iterator[str]:
    for game, events, last, stored in rows(
        "SELECT e.game_id, count(*), max(e.seq), max(g.seq) FROM games_gameevent e JOIN games_game g "
        "ON g.id = e.game_id GROUP BY e.game_id HAVING count(*) <> max(e.seq) OR max(e.seq) <> max(g.seq)"
    ):
        yield f"the log of game {game} has {events} entries up to {last}, the game says {stored}"


# Mail -----------------------------------------------------------------------------------------------------------------


def _mails_out(rows: Rows, journal: Journal, copies: list[Copy], verdict: Verdict) -> Iterator[str]:
    """What counts as sent was accepted by the mail host; a second copy is the same mail, after a fault that explains
    it."""
    taken: dict[int, list[Copy]] = defaultdict(list)
    for copy in copies:
        found = re.fullmatch(rf"<mail-(\d+)@{re.escape(MAIL_DOMAIN)}>", copy.message_id)
        if found is None:
            yield f"{copy} is no mail of the outbox"
        else:
            taken[int(found[1])].append(copy)
    excuses = [fault for fault in journal.happened if REPEATS_MAIL.search(fault.kind)]
    known = {}
    for pk, state, reason, address in rows(
        "SELECT m.id, m.state, m.reason, a.email FROM notifications_outboundmail m "
        "LEFT JOIN account_emailaddress a ON a.id = m.address_id"
    ):
        known[pk] = state
        verdict.counted[f"mails {state}"] += 1
        if state == "sent" and not taken[pk]:
            yield f"mail {pk} counts as sent, and the mail host never took it"
        if state == "dropped" and reason.startswith("Given up"):
            yield f"mail {pk} was given up: {reason}"
        if address and {copy.to for copy in taken[pk]} - {address}:
            yield f"mail {pk} to {address} went to {taken[pk]}"
    for pk, several in taken.items():
        if pk not in known:
            yield f"the mail host has mail {pk}, of which there is no row"
        for first, second in pairwise(several):
            verdict.counted["second copies of a mail"] += 1
            if not any(f.begun - 5 < second.at and f.ended + 1 > first.at - 30 for f in excuses):
                yield f"{second} is a second copy, and nothing had happened since {first.at}"


def _news(rows: Rows, verdict: Verdict) -> Iterator[str]:
    """Whoever is to move was notified of it, and everybody of a result."""
    for game, ply, name in rows(
        "SELECT t.game_id, g.ply, p.username FROM games_currentturn t JOIN games_game g ON g.id = t.game_id "
        "JOIN games_player p ON p.id = t.player_id WHERE p.owner_id IS NULL AND NOT EXISTS "
        "(SELECT 1 FROM notifications_outboundmail m WHERE "
        "m.game_id = t.game_id AND m.reader_id = t.player_id AND m.ply = g.ply AND m.state <> 'waiting')"
    ):
        yield f"it is {name}'s turn at ply {ply} of game {game}, and no mail says so"
    for game, name in rows(
        "SELECT g.id, p.username FROM games_game g JOIN games_seat s ON s.game_id = g.id JOIN games_player p "
        "ON p.id = s.player_id WHERE g.status = 'finished' AND NOT p.is_bot AND p.owner_id IS NULL AND NOT EXISTS "
        "(SELECT 1 FROM notifications_outboundmail m WHERE m.game_id = g.id AND m.reader_id = p.id AND m.kind IN "
        "('result', 'receipt', 'left') AND m.ply = g.ply)"
    ):
        yield f"game {game} is over, and no mail says so to {name}"
    verdict.counted["games that ended"] = int(rows("SELECT count(*) FROM games_game WHERE status = 'finished'")[0][0])


# Events and time ------------------------------------------------------------------------------------------------------


def _results(rows: Rows, verdict: Verdict) -> Iterator[str]:
    """Every finished game of an event has one result in its log, and no other game has any."""
    sql = "SELECT game_id FROM tournaments_eventlogentry WHERE kind = 'game_finished'"
    counted = Counter(game for (game,) in rows(sql))
    for game, status in rows(
        "SELECT g.id, g.status FROM games_game g JOIN tournaments_fixturegame f ON f.game_id = g.id"
    ):
        verdict.counted["games of events"] += 1
        if counted[game] != (status == "finished"):
            yield f"game {game} is {status} and has {counted[game]} results"
    verdict.counted["events that ended"] = int(
        rows("SELECT count(*) FROM tournaments_event WHERE state = 'finished'")[0][0]
    )


def _flags(rows: Rows) -> dict[tuple[int, str], float]:
    """When the time of a player was over in a game that was lost on time."""
    sql = (
        "SELECT e.game_id, p.username, e.at FROM games_gameevent e JOIN games_seat s ON s.game_id = e.game_id AND "
        "s.number = e.seat JOIN games_player p ON p.id = s.player_id WHERE e.kind = 'flagged'"
    )
    return {(game, name): _seconds(at) for game, name, at in rows(sql)}


def _time(rows: Rows, journal: Journal, copies: list[Copy], verdict: Verdict) -> Iterator[str]:
    """Nobody has lost on time who had moved in time, or tried to for as long as an outage, or was not warned."""
    tries: dict[tuple[int, str], list[Sent]] = defaultdict(list)
    for sent in journal.sent:
        tries[sent.game, sent.player].append(sent)
    taken = {copy.message_id for copy in copies}
    warned = defaultdict(set)
    for game, name, mail in rows(
        "SELECT s.game_id, p.username, r.mail_id FROM notifications_reminder r JOIN games_seat s ON s.id = r.seat_id "
        "JOIN games_player p ON p.id = s.player_id"
    ):
        warned[game, name].add(f"<mail-{mail}@{MAIL_DOMAIN}>")
    noticed = set(rows("SELECT s.game_id, p.username FROM games_seat s JOIN games_player p ON p.id = s.player_id "
                       "WHERE s.notices > 0"))  # fmt: skip
    plies: dict[int, int] = dict(rows("SELECT id, ply FROM games_game"))
    for (game, name), fell in _flags(rows).items():
        verdict.counted["losses on time"] += 1
        last = [sent for sent in tries[game, name] if sent.ply == plies[game] and sent.verb == "move"]
        if any(sent.answer == "yes" and sent.door != "mail" for sent in last):
            yield f"{name} has lost game {game} on time after {last}"
        in_vain = [sent for sent in last if sent.tried_at < fell - (5 if name in LATE else 0)]
        if in_vain and fell - in_vain[0].tried_at > OUTAGE_SECONDS:
            yield f"{name} has lost game {game} at {fell} and had tried to move since {in_vain[0]}"
        elif in_vain:
            verdict.counted["losses on time of players who tried in vain, for less than an outage"] += 1
        elif name not in (*SLEEPERS, *LATE) and fell < journal.over_at:
            yield f"{name} has lost game {game} on time and was awake"
        if not warned[game, name] & taken and (game, name) not in noticed:
            yield f"{name} has lost game {game} on time and was never warned"
    yield from _short_turns(rows)


def _short_turns(rows: Rows) -> Iterator[str]:
    """A turn that was lost on time had all its time, unless a clock that was ahead dated its beginning: what was
    written later and at once is then dated earlier."""
    controls: dict[int, Any] = dict(rows("SELECT id, control FROM games_game"))
    log = rows("SELECT game_id, kind, at, source FROM games_gameevent ORDER BY id")
    at_once = [_seconds(at) if kind in TURNS and source != "mail" else math.inf for _, kind, at, source in log]
    earliest = [*accumulate(reversed(at_once), min)][::-1]
    begun: dict[int, tuple[float, bool]] = {}
    for (game, kind, moment, _), first in zip(log, earliest, strict=True):
        at = _seconds(moment)
        if kind in TURNS:
            begun[game] = at, at > first + 5
        elif kind == "flagged" and game in begun:
            control = controls[game]
            given = json.loads(control) if isinstance(control, str) else control
            since, is_wrong = begun[game]
            if not is_wrong and 0 < at - since < given["base"] - 0.001:
                yield f"the turn that was lost on time in game {game} was {at - since:.1f} s long"


def _nothing_stuck(rows: Rows) -> Iterator[str]:
    now = datetime.now(UTC).timestamp()
    for game, due in rows("SELECT game_id, due_at FROM games_currentturn WHERE due_at IS NOT NULL"):
        if _seconds(due) < now - 60:
            yield f"nobody looks at game {game}, which was due {now - _seconds(due):.0f} s ago"
    for event, behind in rows(
        "SELECT d.id, d.finished_at FROM tournaments_division d JOIN tournaments_stage s ON s.id = d.stage_id JOIN "
        "tournaments_event e ON e.id = s.event_id LEFT JOIN tournaments_standingsnapshot n ON n.division_id = d.id "
        "WHERE n.id IS NULL AND e.state <> 'draft'"
    ):
        yield f"division {event} has no table: {behind}"


def _seconds(at: Any) -> float:
    """A moment as the database gives it, in seconds."""
    if isinstance(at, str):
        at = datetime.fromisoformat(at)
    return float((at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp())
