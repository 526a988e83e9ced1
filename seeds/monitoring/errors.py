"""Faults of ours, reported to Sentry or a program like it where the operator has named one; otherwise to nobody.

A report is made anew of what may go: the kinds of the errors with the places in the code at which they were raised, the
name of the logger with the template of its message, the release, and the id of the work (``ground.tracing``). What an
error says in its own words can quote anything, so it stays in the log.
"""

from __future__ import annotations

from typing import Any

import sentry_sdk

from ground import tracing
from seeds import __version__


def report_to(address: str, *, transport: Any = None) -> None:
    """From now on report faults of this process to an address; ``transport`` is how, if not by HTTP."""
    sentry_sdk.init(
        dsn=address,
        release=f"seeds@{__version__}",
        include_local_variables=False,
        max_request_body_size="never",
        traces_sample_rate=None,
        max_breadcrumbs=0,
        auto_session_tracking=False,
        before_send=allowed,
        transport=transport,
    )


def allowed(event: Any, hint: Any) -> Any:
    """The report with what may go, and nothing else of what the library has found."""
    report = _chosen(event, "event_id", "timestamp", "level", "platform", "release", "logger")
    if (entry := event.get("logentry", {})).get("params"):  # otherwise its message has its values in it
        report["logentry"] = {"message": entry.get("message", "")}
    report["exception"] = {"values": [_error(one) for one in event.get("exception", {}).get("values", ())]}
    return report | {"tags": {"trace": tracing.present()}}


def _error(found: Any) -> dict[str, Any]:
    lines = found.get("stacktrace", {}).get("frames", ())
    places = [_chosen(line, "module", "filename", "function", "lineno", "in_app") for line in lines]
    return _chosen(found, "type", "module") | {"stacktrace": {"frames": places}}


def _chosen(found: Any, *names: str) -> dict[str, Any]:
    return {name: found[name] for name in names if name in found}
