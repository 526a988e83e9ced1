"""Django's command line for Seeds: ``manage.py`` in a checkout, ``seeds`` where the package is installed."""

from __future__ import annotations

import os
import sys

from django.core.management import execute_from_command_line

from seeds.environment import IS_CHECKOUT, ROOT, Environment
from seeds.installation import prepare


def main() -> None:
    """Run the command that the arguments of this program name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seeds.settings")
    os.umask(0o077)  # what is written, such as the database and logs, is nobody else's
    prepare(Environment(os.environ))
    if IS_CHECKOUT:
        from seeds.translation.catalogues import compile_stale  # not in the package

        compile_stale(ROOT / "locale")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
