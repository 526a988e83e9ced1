"""Counts and durations for Prometheus, of all processes of a machine together: each keeps them in files of its own
below ``PROMETHEUS_MULTIPROC_DIR``, which the settings name, and ``seeds.monitoring.metrics`` adds them up.

Labels are few and ours; no word of a person is one.
"""

from __future__ import annotations

import contextlib
import os
import socket

from prometheus_client import Counter, Histogram, values

_HOST = socket.gethostname()  # containers that share a folder have the same process ids

with contextlib.suppress(KeyError, OSError):  # where nothing can be kept, a process counts for itself
    os.makedirs(os.environ["PROMETHEUS_MULTIPROC_DIR"], exist_ok=True)
    values.ValueClass = values.MultiProcessValue(lambda: f"{_HOST}-{os.getpid()}")  # type: ignore[no-untyped-call]

SUBMISSIONS = Counter("seeds_submissions", "Moves and other submissions.", ["source", "verb", "state"])
MAILS_IN = Counter("seeds_mails_in", "Mails that were read.", ["outcome"])
MAILS_OUT = Counter("seeds_mails_out", "Mails that a mail host has taken.", ["kind"])
SWEEPS = Histogram("seeds_sweep_seconds", "How long a sweep took.", ["sweep"])
FAILURES = Counter("seeds_sweep_failures", "Things that a sweep could not do.", ["sweep"])
ANSWERS = Histogram("seeds_answer_seconds", "How long an answer of Django took.", ["door", "status"])
STREAMS_REFUSED = Counter("seeds_streams_refused", "Requests for streams that were refused.", ["status"])
KEPT = Counter("seeds_kept_answers", "Answers for visitors that were ready.", ["status"])
