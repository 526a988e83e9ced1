"""``python -m games.records``."""

from __future__ import annotations

import sys

from games.records.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
