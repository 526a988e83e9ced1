"""Checking an event against what is published of it: its seed, log, divisions, pairings, fixtures and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from django.db.models import Max, QuerySet

from games.erasing import erased_in
from ground.canonical import digest_of
from tournaments.event_log.append import chained
from tournaments.event_log.kinds import (
    Archived,
    CalledOff,
    Departure,
    Entered,
    FinalsBegan,
    Kind,
    Malformed,
    Reverted,
    RoundPaired,
    Season,
    SquadNamed,
    Started,
    Substituted,
    Unarchived,
    WentOn,
)
from tournaments.event_log.kinds.folding import LogEntry, account
from tournaments.event_log.reading import read
from tournaments.event_rules.layouts import Layout
from tournaments.event_rules.lots import event_seed
from tournaments.models import Division, Entrant, Event, EventLogEntry, PairingRun, StandingSnapshot
from tournaments.queries import field_of, lines_of
from tournaments.setup import seeding
from tournaments.standings.columns import table_format
from tournaments.standings.ranking import Standings
from tournaments.verifying.approvals import wrong_approvals, wrong_confirmations
from tournaments.verifying.attendance import games_unlike_log
from tournaments.verifying.boards import boards_unlike_log
from tournaments.verifying.meetings import held_meetings, wrong_meetings


def verify_event(event: Event) -> list[str]:
    """Every discrepancy in a sentence; none if everything follows from the log and the seed. Writes nothing.

    Of a log that somebody has touched nothing is made again, nor is where others play or meet than follows from it.
    """
    try:
        return _discrepancies(event)
    except Malformed as error:
        return [*_log(event), str(error)]


def _discrepancies(event: Event) -> list[str]:
    found = [*_seed(event), *_log(event)]
    found = found or [*_state(event), *_rules(event), *_entrants(event), *_places(event)] or [*_divisions(event)]
    found = found or [*wrong_meetings(event)] or [*_finals(event), *_left_open(event)]
    found = found or [*_pairings(event), *_tables(event)]
    found = found or [*games_unlike_log(event), *wrong_confirmations(event), *wrong_approvals(event)]
    return found or [*boards_unlike_log(event)]


def _seed(event: Event) -> Iterator[str]:
    if not event.seed:
        return
    start = _start(event)
    if start is None:
        yield "The log has no entry about the start."
        return
    starters = event.entrants.filter(division__stage__number=1, is_late=False)
    if not set(starters.values_list("pk", flat=True)) <= set(start.entrants):
        yield "An entrant takes part whom the log does not name at the start."
    if start.nonce != event.nonce:  # whose hash was public before
        yield "The nonce is not the one that was committed to."
    if event.seed != event_seed(event.pk, start.entrants, start.nonce):
        yield "The seed does not follow from the entrants and the nonce."


def _state(event: Event) -> Iterator[str]:
    """Whether the event goes on or is over, as its log tells; from the start on it is no draft and takes no entries."""
    known = event.log_entries.filter(seq__lte=event.log_seq)
    described = [type(entry.payload) for entry in read(known, CalledOff, Archived, Unarchived)]
    if described[-1:] == [Archived]:
        due = {Event.State.ARCHIVED}
    elif CalledOff in described:
        due = {Event.State.CALLED_OFF}
    else:
        due = {Event.State.RUNNING, Event.State.FINISHED} if event.seed else {Event.State.DRAFT, Event.State.OPEN}
    is_open = event.state == Event.State.FINISHED and event.stages.filter(finished_at=None).exists()
    if event.state not in due or is_open:
        yield f"The event is {event.get_state_display()}, which does not follow from its log."


def _rules(event: Event) -> Iterator[str]:
    """Form, layout and ruleset, as the start names them; the finals of groups have the ruleset of a knockout."""
    start = _start(event)
    layout, ruleset = (event.layout, event.ruleset) if start is None else (start.layout, start.ruleset)
    form = Layout.load(layout).form
    formats = {1: seeding.first_format(Layout.load(layout)), 2: seeding.next_format(form, 1)}
    played = [(event.form, event.layout, event.ruleset) == (form, layout, ruleset)]
    for stage in event.stages.all():
        played.append((stage.format, stage.layout) == (formats.get(stage.number), layout))
        played.append(stage.number > 1 or stage.ruleset == ruleset)
    if not all(played):
        yield "The event is not played by the rules that the start names."


def _start(event: Event) -> Started | None:
    """What the entry of the start says; None before it."""
    return next((entry.payload for entry in read(event.log_entries.all(), Started)), None)


def _entrants(event: Event) -> Iterator[str]:
    """Players, and their ratings at the start, as the log names them."""
    rows = list(event.entrants.exclude(division=None).values_list("pk", "player", "rating"))
    players: dict[int, int] = {}
    ratings: dict[int, int] = {}
    kinds = (Started, Entered, Substituted, FinalsBegan, SquadNamed)
    for seq, payload, *_ in read(event.log_entries.all(), *kinds):
        if isinstance(payload, Started):
            players = {starter.entrant: starter.player for starter in payload.starters}
            ratings = {starter.entrant: starter.rating for starter in payload.starters}
        elif isinstance(payload, Entered):
            players[payload.entrant], ratings[payload.entrant] = payload.player, payload.rating
        elif isinstance(payload, Substituted) and seq > event.log_seq:  # while this looks
            players.pop(payload.entrant, None)
        elif isinstance(payload, Substituted):
            players[payload.entrant] = payload.new
        elif isinstance(payload, FinalsBegan):
            players |= {one.after: players[one.before] for one in payload.finalists if one.before in players}
        elif isinstance(payload, SquadNamed):
            players[payload.entrant] = payload.captain
    if any(player != players.get(entrant, player) for entrant, player, _ in rows):
        yield f"Somebody has a place in {event.name} whom its log does not name for it."
    if any(rating != ratings.get(entrant, rating) for entrant, _, rating in rows):
        yield f"Somebody has another rating in {event.name} than its log says."


def _places(event: Event) -> Iterator[str]:
    """Whether those have places whom the log names, under their pairing numbers, and have left or not as it tells.

    What it tells while this looks may have been done, or not yet.
    """
    everybody = list(event.entrants.order_by("division", "number"))
    lines: list[LogEntry[Kind]] = read(event.log_entries.all(), Started, FinalsBegan, Entered, Departure, Reverted)
    known = [line for line in lines if line.seq <= event.log_seq]
    starters = {entrant for line in lines if isinstance(line.payload, Started) for entrant in line.payload.entrants}
    placed = [one for one in everybody if one.division_id]
    number_of = {one.pk: one.number for one in placed}
    came_later = _came_later(lines)
    if not _came_later(known).keys() <= number_of.keys() <= starters | came_later.keys():
        yield f"Others have places in {event.name} than its log names."
    late = {one for one, number in came_later.items() if number} - starters
    if any(one.is_late != (one.pk in late) for one in placed):
        yield f"Somebody has come into {event.name} at another time than its log says."
    numbers = [[one.number for one in members] for _, members in groupby(placed, key=attrgetter("division_id"))]
    is_other = any(number and number_of.get(one, number) != number for one, number in came_later.items())
    if is_other or any(several != [*range(1, len(several) + 1)] for several in numbers):
        yield f"Somebody has another pairing number in {event.name} than follows from its log."
    before, now, here = account(known).status, account(lines).status, Entrant.Status.ACTIVE
    is_other = any(one.status not in (before.get(one.pk, here), now.get(one.pk, here)) for one in placed)
    if is_other or (event.seed and any(one.status == here and not one.division_id for one in everybody)):
        yield f"Somebody takes part in {event.name}, or has left it, otherwise than its log says."


def _came_later(lines: Iterable[LogEntry[Kind]]) -> dict[int, int]:
    """Who got a place after the start; with the pairing number where the line tells it, else 0."""
    came: dict[int, int] = {}
    for payload in [line.payload for line in lines]:
        if isinstance(payload, Entered):
            came[payload.entrant] = payload.number
        elif isinstance(payload, FinalsBegan):
            came |= {one.after: 0 for one in payload.finalists}
    return came


def _divisions(event: Event) -> Iterator[str]:
    """Tiers, pools and pairing numbers of the start: by the seed, the ratings and the logs of the seasons before."""
    start = _start(event)
    if start is None:
        return
    if found := list(_seasons(event, start.seasons)):
        yield from found
        return
    by_hand = seeding.decided_by_hand(event)
    pools = seeding.pools_at_start(event, start.starters, start.seasons, event.seed, by_hand, again=True)
    made = {(tier, number): pool for tier, of in enumerate(pools, 1) for number, pool in enumerate(of, 1)}
    for division in event.divisions.filter(stage__number=1):
        title = f"division {division.tier}.{division.number}"
        held = list(division.entrants.filter(is_late=False).order_by("number").values_list("pk", flat=True))
        due = made.pop((division.tier, division.number), [])
        if sorted(held) != sorted(due):
            yield f"Who plays in {title} does not follow from the start and the season before."
        elif held != due:
            yield f"The pairing numbers of {title} do not follow from the seed."
    for tier, number in made:
        yield f"There is no division {tier}.{number}, which follows from the start."


def _seasons(event: Event, described: Sequence[Season]) -> Iterator[str]:
    """Whether the seasons before are those that the start names, with the logs that they had then."""
    before = seeding.seasons_before(event)
    if [season.pk for season in before] != [one.event for one in described]:
        yield "The seasons before are not those that the start names."
        return
    for season, one in zip(before, described, strict=True):
        if _chain(season.log_entries.filter(seq__lte=one.seq)) != (one.seq, one.digest):
            yield f"The log of {season.name} is not the one that the start names."
        yield from [*_entrants(season), *_places(season)]


def _finals(event: Event) -> Iterator[str]:
    """Who went on from the groups, and in which order, by their tables as they were then."""
    line = next(iter(read(event.log_entries.all(), FinalsBegan)), None)
    if line is None:
        return
    finalists = line.payload.finalists
    numbers = {entrant.pk: entrant.number or 0 for entrant in event.entrants.filter(division__stage__number=1)}
    tables = []
    for division in event.divisions.filter(stage__number=1).select_related("stage", "event").order_by("tier", "number"):
        field = field_of(division, lines=[known for known in lines_of(division) if known.seq < line.seq])
        rows = division.stage.stage_format.standings(field).rows
        tables.append([row for row in rows if row.entrant not in field.account.gone])
    if [one.before for one in finalists] != seeding.qualified(tables, numbers, event.event_layout.qualifiers):
        yield "The players of the finals do not follow from the tables of the groups."
    seeded = event.entrants.filter(division__stage__number=2, division__tier=1, division__number=1)
    if [one.after for one in finalists] != list(seeded.order_by("number").values_list("pk", flat=True)):
        yield "The finals are not played by those who reached them, or not in that order."


def _log(event: Event) -> Iterator[str]:
    """Whether each line continues the chain, and the last one is the event's head, in one look at both."""
    head = Event.objects.annotate(last=Max("log_entries__seq")).get(pk=event.pk)
    number, digest = _chain(event.log_entries.filter(seq__lte=head.log_seq))
    if digest is None:
        yield f"Line {number} of the log does not continue the chain."
    elif (head.last or 0, head.log_seq, head.log_digest or "") != (number, number, digest):
        yield "The log does not end with the digest that the event has."


def _chain(lines: QuerySet[EventLogEntry]) -> tuple[int, str | None]:
    """The number and the digest of the last of these lines of a log, or the first that does not continue the chain."""
    last, digest = 0, ""
    for line in lines.order_by("seq"):
        digest = chained(digest, line)
        if line.seq != last + 1 or (line.digest != digest and not erased_in(EventLogEntry, [line.pk])):
            return line.seq, None
        digest = line.digest
        last = line.seq
    return last, digest


def _left_open(event: Event) -> Iterator[str]:
    """Whether each round that did not wait for open games left those open that were, and only as many as the layout
    says where no director decided it."""
    divisions = {one.pk: one for one in event.divisions.select_related("stage", "event")}
    for seq, payload, _, held_in in read(event.log_entries.filter(seq__lte=event.log_seq), WentOn):
        division = divisions[held_in or 0]
        field = field_of(division, lines=lines_of(division, upto=seq - 1))
        due = field.awaited if payload.actor else division.stage.stage_format.left_open(field)
        if (payload.round, list(payload.fixtures)) != (field.rounds + 1, list(due)):
            yield f"Line {seq} leaves other games open than were open, or more than the event allows."


def _pairings(event: Event) -> Iterator[str]:
    held = held_meetings(event)
    named = read(event.log_entries.all(), RoundPaired)
    paired = {line.payload.pairing: line.payload for line in named if line.seq <= event.log_seq}  # not while this looks
    runs = PairingRun.objects.filter(pk__in=paired).select_related("division__stage", "division__event")
    for run in runs.order_by("pk"):
        form = run.division.stage.stage_format
        if run.algorithm != form.algorithm_of(run.given):
            yield f"Pairing {run.pk} was made by {run.algorithm}, which is not known here."
            continue
        if digest_of(run.given) != run.given_digest or digest_of(run.made) != run.made_digest:
            yield f"Pairing {run.pk} is not the one whose digest was recorded."
            continue
        lines = lines_of(run.division, upto=run.log_seq)
        field = field_of(run.division, lines=lines)
        together = [fixture for fixture in paired[run.pk].fixtures if field.keeps_apart(held[fixture][-1])]
        if list(paired[run.pk].together) != together:
            yield f"The log does not name those who meet by pairing {run.pk} although they are kept apart."
        given = form.pairing_input(field)
        if given is None or digest_of(given) != run.given_digest:
            yield f"What pairing {run.pk} was made from does not follow from the log."
        if digest_of(form.draw(run.given).dump()) != run.made_digest:
            yield f"Pairing {run.pk} comes out differently when it is made again."


def _tables(event: Event) -> Iterator[str]:
    for division in Division.objects.filter(event=event).select_related("stage", "event"):
        snapshot = StandingSnapshot.objects.filter(division=division).first()
        if snapshot is None:
            yield f"Division {division.tier}.{division.number} has no table."
            continue
        lines = lines_of(division, upto=snapshot.version)
        if snapshot.version != (lines[-1].seq if lines else 0):
            yield f"The table of division {division.tier}.{division.number} counts up to a line that it does not have."
        form, field = division.stage.stage_format, field_of(division, lines=lines)
        ended = division.finished_at  # both before and after the table was read
        if form.due(field) and ended and Division.objects.filter(pk=division.pk, finished_at=ended).exists():
            yield f"Division {division.tier}.{division.number} is over, and not everything is decided in it."
        table = form.standings(field)
        if not _is_table(snapshot, table):
            yield f"The table of division {division.tier}.{division.number} comes out differently when computed again."


def _is_table(snapshot: StandingSnapshot, table: Standings) -> bool:
    """Whether a stored table is this one; columns count only where it has the present format."""
    try:
        stored = snapshot.standings
    except (KeyError, TypeError):
        return False
    digests = {digest_of(stored.canonical()), digest_of(table.canonical()), snapshot.digest}
    return len(digests) == 1 and (stored == table or snapshot.format != table_format())
