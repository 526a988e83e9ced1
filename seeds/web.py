"""What web servers load: the WSGI application of a process that sends heartbeats.

A thread that has much to do gives way to others after a millisecond, so that what is quickly done is quickly answered.

Nothing is garbage while modules load, so nobody looks for any: that saves a tenth of the time.
"""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

from seeds.processes import ending

ending.die_with_parent()  # before all else is loaded, which takes a while
gc.disable()

from seeds.wsgi import application as application  # noqa: E402

from seeds import urls  # noqa: E402, F401 - needs the apps that the line before has loaded; isort: skip
from seeds.monitoring.metrics import forget_old  # noqa: E402 - the same; isort: skip
from seeds.processes import heartbeat  # noqa: E402 - the same; isort: skip

from ground.callers import allow_files  # noqa: E402 - the same; isort: skip
from games.feed import reading as feed  # noqa: E402 - the same; isort: skip

gc.freeze()
gc.enable()
sys.setswitchinterval(0.001)
allow_files(8192)  # each connection is one
forget_old(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]))
heartbeat.start("web")
ending.when_asked_to_end(feed.end_waits)
