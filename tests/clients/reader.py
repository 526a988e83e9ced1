"""A reader of a Swiss tournament on the Python client that openapi-python-client makes. Arguments: the site, and the
name of the event in its address."""

from __future__ import annotations

import sys

from generated_seeds.api.events import events_divisions_pairings_retrieve, events_results_list
from generated_seeds.client import Client
from generated_seeds.models import AheadSwissPairingRun, RoundPairedResult, StartedResult, SwissPairingRun


def main(site: str, slug: str) -> None:
    """Write the form of the event, and the points and pairing numbers of its first round. Raises AssertionError
    for a value of another type than the schema describes."""
    client = Client(site)
    entries = events_results_list.sync(slug, client=client)
    assert isinstance(entries, list), entries
    started, paired = entries[0], next(entry for entry in entries if isinstance(entry, RoundPairedResult))
    assert isinstance(started, StartedResult), started
    assert paired.division is not None
    run = events_divisions_pairings_retrieve.sync(slug, paired.division, paired.payload.pairing, client=client)
    assert isinstance(run, AheadSwissPairingRun | SwissPairingRun), run
    scores = sum(entry.score for entry in run.given.entries)
    numbers = sorted(number for meeting in run.made.meetings for number in meeting.numbers)
    sys.stdout.write(f"{started.payload.layout.form} {scores} {numbers}\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
