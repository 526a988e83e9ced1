"""Every operation of the REST interface, asked whatever its schema allows and forbids, on a service as ``./bin/serve``
starts it: no answer is an error of the service, and each is what the schema says.

    .venv/bin/python -m benchmarks.fuzz --seconds 600 --seed 1

It runs the examples, the coverage and the fuzzing of schemathesis, as a player of the demo league, and ends with its
status. Other arguments are schemathesis's, such as ``--include-path-regex=proposals``. With DATABASE_URL the service
is on PostgreSQL, else on a file of SQLite.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import django

# What is well formed can still be refused, with 400, 409 or 422: a name that nobody has, a move that is not legal.
# The server of HTTP answers 431 before it has read on.
REFUSED = "[checks]\nnegative_data_rejection.expected-statuses = [400, 401, 403, 404, 405, 409, 415, 422, 429, 431]"
NOT_CHECKED = "positive_data_acceptance"
NOT_ASKED = "/players/me/keys/{id}/"  # would revoke the key that all this is asked with; the tests ask it
MAKE_KEY = """
from games.accounts.api_keys import create_token
from games.models import Player
print("KEY", create_token(Player.objects.get(username="anna"), name="fuzz")[1])
"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    options, more = parser.parse_known_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seeds.settings")
    with tempfile.TemporaryDirectory(prefix="seeds-fuzz-", ignore_cleanup_errors=True) as folder:
        os.environ["SEEDS_VAR"] = folder
        django.setup()
        from tests.service import WITHOUT_LIMITS, Service

        service = Service(Path(folder), **WITHOUT_LIMITS)
        service.start_and_wait()
        threading.Thread(target=lambda: service.process.communicate(), daemon=True).start()  # nobody reads what it says
        try:
            key = service.manage("shell", "-c", MAKE_KEY).rpartition("KEY ")[2].strip()
            Path(folder, "schema.json").write_text(service.get("/api/schema/"))
            Path(folder, "schemathesis.toml").write_text(REFUSED)
            return subprocess.run(
                [
                    str(Path(sys.executable).with_name("schemathesis")),
                    "run",
                    "schema.json",
                    f"--url={service.site}",
                    "--phases=examples,coverage,fuzzing",
                    f"--max-time={options.seconds}",
                    f"--seed={options.seed}",
                    f"--exclude-checks={NOT_CHECKED}",
                    f"--exclude-path-regex={NOT_ASKED.replace('{', '[{]')}$",
                    f"--header=Authorization: Bearer {key}",
                    "--continue-on-failure",
                    "--no-color",
                    "--generation-database=none",
                    *more,
                ],
                check=False,
                cwd=folder,
            ).returncode
        finally:
            service.process.terminate()
            service.process.wait()


if __name__ == "__main__":
    sys.exit(main())
