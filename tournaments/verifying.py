"""Checking an event against what is published of it: its seed, its log, its pairings and its tables."""

from __future__ import annotations

from collections.abc import Iterator

from games import dice
from tournaments.ledger import digest_of
from tournaments.lots import event_seed
from tournaments.models import Division, Event, PairingRun, StandingSnapshot
from tournaments.queries import field_of, lines_of


def verify_event(event: Event) -> list[str]:
    """Every discrepancy in a sentence; none if everything follows from the log and the seed. Writes nothing."""
    return [*_seed(event), *_log(event), *_pairings(event), *_tables(event)]


def _seed(event: Event) -> Iterator[str]:
    if not event.seed:
        return
    if dice.commit(event.nonce) != event.commitment:
        yield "The nonce is not the one that was committed to."
    starters = set(event.entrants.filter(division__stage__number=1, is_late=False).values_list("pk", flat=True))
    known = set(event.drawn_from) or starters  # whom no pool had room for is in the seed as well
    if not starters <= known or event.seed != event_seed(event.pk, known, event.nonce):
        yield "The seed does not follow from the entrants and the nonce."


def _log(event: Event) -> Iterator[str]:
    digest = ""
    for number, line in enumerate(event.results.order_by("seq"), 1):
        digest = digest_of([digest, event.pk, number, line.kind, line.payload])
        if (line.seq, line.digest) != (number, digest):
            yield f"Line {line.seq} of the log does not continue the chain."
            return
    if (event.result_digest or "") != digest:
        yield "The log does not end with the digest that the event has."


def _pairings(event: Event) -> Iterator[str]:
    runs = PairingRun.objects.filter(division__event=event).select_related("division__stage", "division__event")
    for run in runs.order_by("pk"):
        form = run.division.stage.stage_format
        if run.algorithm != form.algorithm:
            yield f"Pairing {run.pk} was made by {run.algorithm}, which is not known here."
            continue
        if digest_of(run.given) != run.given_digest or digest_of(run.made) != run.made_digest:
            yield f"Pairing {run.pk} is not the one whose digest was recorded."
        lines = [line for line in lines_of(run.division) if line.seq <= run.log_seq]
        given = form.pairing_input(field_of(run.division, lines=lines))
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
        lines = [line for line in lines_of(division) if line.seq <= snapshot.version]
        table = division.stage.stage_format.standings(field_of(division, lines=lines)).dump()
        if digest_of(table) != snapshot.digest or digest_of(snapshot.table) != snapshot.digest:
            yield f"The table of division {division.tier}.{division.number} comes out differently when computed again."
