"""The folder of an installation: made by the first program that runs, for its owner only."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from seeds.environment import Environment, SettingError
from seeds.installation import prepare, stored_secret_key


def test_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    folder = prepare(Environment({"SEEDS_VAR": str(tmp_path / "a" / "var")}))
    first = stored_secret_key(folder)
    prepare(Environment({"SEEDS_VAR": str(folder)}))
    assert stored_secret_key(folder) == first
    assert len(first) > 50
    assert (folder.stat().st_mode & 0o777, (folder / "secret_key").stat().st_mode & 0o777) == (0o700, 0o600)
    assert not list(folder.glob("secret_key.*"))


def test_folder_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    prepare(Environment({"SEEDS_VAR": str(tmp_path)}))
    assert tmp_path.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("given", [{"SECRET_KEY": "k" * 50}, {"PRODUCTION": "1"}])
def test_no_key_is_made_where_settings_must_give_it(tmp_path: Path, given: dict[str, str]) -> None:
    prepare(Environment({"SEEDS_VAR": str(tmp_path)} | given))
    assert stored_secret_key(tmp_path) == ""


def test_folder_that_cannot_be_made_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SettingError, match="SEEDS_VAR must name a folder that can be written to"):
        prepare(Environment({"SEEDS_VAR": str(tmp_path / "file" / "var")}))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_folder_that_cannot_be_written_to_stops_the_start(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(SettingError, match="SEEDS_VAR must name a folder that can be written to"):
        prepare(Environment({"SEEDS_VAR": str(tmp_path)}))
