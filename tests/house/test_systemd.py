"""The units in ``docs/systemd`` name programs, settings and units that exist."""

from __future__ import annotations

import os
import re
from configparser import ConfigParser

import pytest
from django.conf import settings
from django.core.management import get_commands

FOLDER = settings.ROOT / "docs/systemd"
UNITS = sorted(path.name for path in FOLDER.iterdir())


def unit(name: str) -> ConfigParser:
    """The sections of a unit; their names in their own case."""
    read = ConfigParser(interpolation=None, strict=True)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read(FOLDER / name)
    return read


@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_service_runs_what_there_is_in_the_checkout(name: str) -> None:
    service = unit(name)["Service"]
    assert service["WorkingDirectory"] == "/opt/seeds"
    program = service["ExecStart"].split()[0]
    if program.startswith("/opt/seeds/"):
        assert os.access(settings.ROOT / program.removeprefix("/opt/seeds/"), os.X_OK)
    if found := re.search(r"manage\.py (\w+)", service["ExecStart"]):
        assert found[1] in get_commands()
    assert service["StateDirectory"].split()[0] == service["Environment"].removeprefix("SEEDS_VAR=/var/lib/")


def test_each_timer_has_its_service_and_the_guide_names_what_is_switched_on() -> None:
    timers = [name for name in UNITS if name.endswith(".timer")]
    assert {timer.replace(".timer", ".service") for timer in timers} <= set(UNITS)
    guide = (settings.ROOT / "docs/operating.md").read_text()
    switched_on = [name for name in UNITS if "Install" in unit(name)]
    assert f"systemctl enable --now {' '.join(sorted(switched_on, reverse=True))}" in " ".join(guide.split())
