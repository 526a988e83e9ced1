"""Several Celery workers, and the scheduler, in one process: ``python -m seeds.processes.workers worker mail-in beat``.

Each worker has its queues, its threads and its heartbeat, so that what one waits for keeps no other from its work,
and they share the memory of one process.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from typing import Any

from celery import Celery
from celery.beat import Service
from celery.signals import setup_logging
from celery.worker import WorkController, state
from django.conf import settings

from seeds.celery import app as main_app
from seeds.celery import give_signs_of

log = logging.getLogger(__name__)

# Tasks that a worker fetches ahead, for each of its threads. A worker that holds as many asks the broker for more only
# after two seconds (Celery's loop without an event loop does not notice that a thread is done with one): with one for
# each thread, a queue of quick tasks moved by one task a second.
FETCHED_AHEAD = 100


def main(names: list[str]) -> None:
    """Run the named workers until SIGTERM or SIGINT; each finishes the tasks in hand. When one fails, all end."""
    if not settings.WORKERS.keys() & set(names) or not set(names) <= {*settings.WORKERS, "beat"}:
        sys.exit(f"Usage: python -m seeds.processes.workers {' '.join(settings.WORKERS)} beat, one worker at least")
    import django

    django.setup()
    setup_logging.connect(_leave_logging_alone)
    main_app.loader.import_default_modules()
    workers = {name: _worker(name) for name in names if name != "beat"}
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _end)
    threads = [threading.Thread(target=_run, args=item, name=item[0]) for item in workers.items()]
    if "beat" in names:  # it ends with the process: it has nothing in hand
        beat = Service(main_app, scheduler_cls=main_app.conf.beat_scheduler)
        threading.Thread(target=_run, args=("beat", beat), name="beat", daemon=True).start()
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive():
            thread.join(1)
    sys.exit(1 if _failed else 0)


_failed: list[str] = []


def _worker(name: str) -> WorkController:
    """A worker with an application of its own, since the queues that are consumed belong to one."""
    own = Celery("seeds", set_as_current=False)
    own.config_from_object("django.conf:settings", namespace="CELERY")
    own.finalize()
    queues, threads = settings.WORKERS[name]

    def is_ready(consumer: Any) -> None:
        give_signs_of(name)

    return WorkController(
        app=own,
        hostname=f"{name}@%h",
        ready_callback=is_ready,
        queues=queues,
        concurrency=threads,
        prefetch_multiplier=FETCHED_AHEAD,
        pool="threads",
        loglevel=settings.LOG_LEVEL,
        without_gossip=True,
        without_mingle=True,
        use_eventloop=False,  # which is one for each process
    )


def _run(name: str, worker: WorkController | Service) -> None:
    try:
        worker.start()
    except Exception:
        log.exception("The worker %s failed", name)
    if state.should_stop is None:  # nobody has asked for it
        _failed.append(name)
        _stop(1)


def _end(number: int, frame: Any) -> None:
    _stop(os.EX_OK)


def _stop(status: int) -> None:
    """Every worker of this process looks at it in each round."""
    vars(state)["should_stop"] = status


def _leave_logging_alone(**_: Any) -> None:
    """Django has set it up."""


if __name__ == "__main__":
    main(sys.argv[1:])
