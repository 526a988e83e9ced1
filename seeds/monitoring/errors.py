"""Faults of ours, reported to Sentry or a program like it where the operator has named one; otherwise to nobody.

A report has the traceback and the id of the work (``games.tracing``): no variables, no bodies of requests, no cookies
and no headers, and addresses that are a permission are blotted out as in the log.
"""

from __future__ import annotations

import json
from typing import Any

import sentry_sdk

from games import tracing
from seeds import __version__
from seeds.logs import without_permissions


def report_to(address: str, *, transport: Any = None) -> None:
    """From now on report faults of this process to an address; ``transport`` is how, if not by HTTP."""
    sentry_sdk.init(
        dsn=address,
        release=f"seeds@{__version__}",
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        traces_sample_rate=None,
        before_send=blotted,
        transport=transport,
    )


def blotted(event: Any, hint: Any) -> Any:
    """The report without what would let its reader act for a player."""
    request = event.get("request", {})
    for name in ("data", "cookies", "headers", "env"):
        request.pop(name, None)
    event.pop("user", None)
    event.setdefault("tags", {})["trace"] = tracing.present()
    return json.loads(without_permissions(json.dumps(event, default=str)))
