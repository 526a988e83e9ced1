"""``python -m games.rules``: see :mod:`games.rules.cli`."""

import sys

from games.rules.cli import main

sys.exit(main(sys.argv[1:]))
