"""The two commands before anything is installed: a Python new enough, an environment from the lock."""

from __future__ import annotations

import ast
import hashlib
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from django.conf import settings

from tests.house.test_release import program

BIN: Path = settings.ROOT / "bin"
BASE_PYTHON: str = sys._base_executable  # type: ignore[attr-defined]
OLD_PYTHON = "import sys; sys.version_info = (3, 8, 1); sys.argv = ['bin/serve', '--port', '9000']; import interpreter;"


def run_old(path: Path) -> subprocess.CompletedProcess[str]:
    """What an old Python does that finds other Pythons on ``path`` only."""
    command = [BASE_PYTHON, "-c", f"{OLD_PYTHON} interpreter.require_modern(); print('went on')"]
    return subprocess.run(command, cwd=BIN, env={"PATH": str(path)}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", ["serve", "test", "interpreter.py"])
def test_old_python_can_read_what_it_runs_first(name: str) -> None:
    ast.parse((BIN / name).read_text(), feature_version=(3, 7))


def test_old_python_is_told_what_is_needed(tmp_path: Path) -> None:
    refused = run_old(tmp_path)
    assert refused.stderr.startswith("Seeds needs Python 3.11 or newer, and found only ")
    assert refused.stderr.count("\n") == 1
    assert refused.returncode == 1


def test_old_python_hands_over_to_a_newer_one(tmp_path: Path) -> None:
    newer = tmp_path / "python3.12"
    newer.write_text('#!/bin/sh\necho "newer: $*"\n')
    newer.chmod(0o755)
    assert run_old(tmp_path).stdout == "newer: bin/serve --port 9000\n"


# The environment ------------------------------------------------------------------------------------------------------

SAY_VERSION = "import sys, seedling; print(sys.flags.utf8_mode, sys.dont_write_bytecode, seedling.version)"
COULD_MISLEAD = {  # what a person may have set for other environments
    "PYTHONDONTWRITEBYTECODE": "1",
    "LC_ALL": "en_US.ISO-8859-1",
    "PIP_USER": "1",
    "PIP_REQUIRE_VIRTUALENV": "1",
    "PIP_TARGET": "elsewhere",
}


class Checkout:
    """A checkout with our ``bin`` and a lock of one small package, which lies beside it as a wheel."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.installer_ran = folder, folder / "installer ran"
        shutil.copytree(BIN, folder / "bin", ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "requirements.lock").write_text("# Part: local\n# Part: development\nnever-installed==1\n")
        (folder / "requirements-maintenance.lock").write_text("# Part: installer\n")
        self.lock_package("1.0")

    def lock_package(self, version: str, *, wrong_hash: bool = False) -> None:
        made = locked_wheel(self.folder, "seedling", version, {"seedling.py": f"version = {version!r}\n"})
        made = made[:-64] + "0" * 64 if wrong_hash else made
        (self.folder / "requirements-production.lock").write_text(f"{made}\n")

    def lock_installer(self, install: str) -> None:
        """A wheel whose program notes that it ran, and installs by a line of shell."""
        program = f"#!/bin/sh\n: > '{self.installer_ran}'\n{install}\n"
        made = locked_wheel(self.folder, "uv", "1.0", {"uv-1.0.data/scripts/uv": program})
        locked = f"# Part: installer\n{made}\n# Part: build\n"
        (self.folder / "requirements-maintenance.lock").write_text(locked)

    def prepare(self, **variables: str) -> subprocess.CompletedProcess[str]:
        """Prepare the environment, then say which version is in it."""
        script = f"import bootstrap, os; p = bootstrap.prepare('local'); os.execv(p, [p, '-c', {SAY_VERSION!r}])"
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder)} | variables  # no uv, no settings of pip
        command, place = [BASE_PYTHON, "-c", script], self.folder / "bin"
        return subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)


def locked_wheel(folder: Path, name: str, version: str, files: dict[str, str]) -> str:
    """Make a wheel with these files; how a lock names it, with its hash at the end."""
    path, metadata = folder / f"{name}-{version}-py3-none-any.whl", f"{name}-{version}.dist-info"
    files = files | {
        f"{metadata}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{metadata}/WHEEL": "Wheel-Version: 1.0\nGenerator: seeds\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in files.items():
            entry = zipfile.ZipInfo(file)
            entry.external_attr = 0o100755 << 16  # programs are run
            archive.writestr(entry, text)
        archive.writestr(f"{metadata}/RECORD", "".join(f"{file},,\n" for file in (*files, f"{metadata}/RECORD")))
    return f"{name} @ {path.as_uri()} --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "checkout")


def test_first_start_installs_the_lock_whatever_a_person_has_set_and_the_second_does_nothing(
    checkout: Checkout,
) -> None:
    first, second = checkout.prepare(**COULD_MISLEAD), checkout.prepare()
    assert first.stdout.splitlines() == [
        "Installing 1 packages into .venv (once; needs the network).",
        "Unpacking them.",
        "1 False 1.0",
    ]
    assert second.stdout == "1 False 1.0\n"


@pytest.mark.slow
def test_changed_lock_is_installed_by_an_installer_that_is_fetched_and_where_it_fails_by_pip(
    checkout: Checkout,
) -> None:
    checkout.lock_installer("false")
    checkout.lock_package("1.0", wrong_hash=True)
    refused = checkout.prepare()
    assert "The packages could not be installed" in refused.stderr
    assert refused.returncode == 1
    checkout.lock_package("1.0")
    assert checkout.installer_ran.exists()
    assert checkout.prepare().stdout.splitlines()[1:] == ["Unpacking them.", "1 False 1.0"]
    checkout.lock_installer(f"{BASE_PYTHON} -m pip --python $4 install --quiet $5 $6 $7")
    checkout.lock_package("2.0")
    assert checkout.prepare().stdout.splitlines()[1:] == ["1 False 2.0"]
    assert not list((checkout.folder / ".venv").glob("installer-*"))


def test_environment_that_is_broken_or_was_made_elsewhere_is_made_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bootstrap = program("bootstrap")
    monkeypatch.setattr(bootstrap, "PYTHON", sys.executable)
    monkeypatch.setattr(bootstrap, "VENV", Path(sys.prefix))
    assert bootstrap._environment_fits()
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    assert not bootstrap._environment_fits()
    monkeypatch.setattr(bootstrap, "PYTHON", tmp_path / "python")
    assert not bootstrap._environment_fits()
