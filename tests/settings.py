"""The settings of a test run: the project's own, read from an environment in which nothing is set.

What a person has set for a real installation must not reach the tests, and nothing that tests write may land in ``var``
of the checkout. Programs that tests start inherit this clean environment.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

SETTINGS_SOURCE = Path(__file__).parent.parent.joinpath("seeds/settings.py").read_text()
ENVIRONMENT_NAMES = sorted({"SEEDS_VAR", *re.findall(r'\benv\.\w+\(\s*"([A-Z_]+)"', SETTINGS_SOURCE)})

# The two servers that a person may lend to the tests: see the fixtures in conftest.py.
# The second names carry them to the processes that share a test run.
LENT_DATABASE_URL = os.environ.get("DATABASE_URL", "") or os.environ.get("LENT_DATABASE_URL", "")
LENT_REDIS_URL = os.environ.get("REDIS_URL", "") or os.environ.get("LENT_REDIS_URL", "")

for _name in ENVIRONMENT_NAMES:
    os.environ.pop(_name, None)
if not LENT_DATABASE_URL:  # the PostgreSQL that tests start is reached by what its URL says, and nothing else
    for _name in [name for name in os.environ if re.fullmatch("PG[A-Z]+", name)]:
        del os.environ[_name]
os.environ |= {"LENT_DATABASE_URL": LENT_DATABASE_URL, "LENT_REDIS_URL": LENT_REDIS_URL}
# Every process of a test run keeps what it compiles, also where pytest is started by hand: compiling all modules and
# rewriting all assertions again takes longer than running many tests.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

_folder = tempfile.mkdtemp(prefix="seeds-tests-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ["SEEDS_VAR"] = _folder

from seeds.environment import SHIPPED, Environment  # noqa: E402
from seeds.installation import prepare  # noqa: E402
from seeds.translation.catalogues import compile_stale  # noqa: E402

prepare(Environment(os.environ))
compile_stale(SHIPPED / "locale")

from seeds.settings import *  # noqa: E402, F403

INSTALLED_APPS = [*INSTALLED_APPS, "django_migration_linter"]  # noqa: F405 - ``manage.py lintmigrations``
PASSWORD_HASHERS = ["tests.hashing.QuickHasher"]
WHITENOISE_AUTOREFRESH = True  # else each client of a test reads the names of all static files first
