"""``python -m games.rules``: see :mod:`games.rules.cli`."""

import sys

from games.rules.cli import main


def run() -> None:
    """What an installed command does."""
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    run()
