"""The two commands before anything is installed: a Python new enough, an environment from the lock."""

from __future__ import annotations

import ast
import base64
import hashlib
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from django.conf import settings

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


class Checkout:
    """A checkout with our ``bin`` and a lock of one small package, which lies beside it as a wheel."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(BIN, folder / "bin", ignore=shutil.ignore_patterns("__pycache__"))
        self.lock_package("1.0")

    def lock_package(self, version: str, *, wrong_hash: bool = False) -> None:
        wheel = make_wheel(self.folder, version)
        digest = "0" * 64 if wrong_hash else hashlib.sha256(wheel.read_bytes()).hexdigest()
        (self.folder / "requirements.lock").write_text("# Part: local\n# Part: development\nnever-installed==1\n")
        (self.folder / "requirements-production.lock").write_text(
            f"seedling @ {wheel.as_uri()} --hash=sha256:{digest}\n"
        )
        (self.folder / "requirements-maintenance.lock").write_text("# Part: installer\n")

    def prepare(self, code: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
        """Prepare the environment, then run ``code`` in it."""
        script = f"import bootstrap, os; python = bootstrap.prepare('local');os.execv(python, [python, '-c', {code!r}])"
        environment = {
            "PATH": "/usr/bin:/bin",
            "HOME": str(self.folder),
        } | variables  # no uv, no settings of a person's pip
        command = [BASE_PYTHON, "-c", script]
        return subprocess.run(
            command, cwd=self.folder / "bin", env=environment, capture_output=True, text=True, check=False
        )


def make_wheel(folder: Path, version: str, name: str = "seedling", more: dict[str, str] | None = None) -> Path:
    path = folder / f"{name}-{version}-py3-none-any.whl"
    metadata = f"{name}-{version}.dist-info"
    files = (more or {}) | {
        f"{name}.py": f"version = {version!r}\n",
        f"{metadata}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{metadata}/WHEEL": "Wheel-Version: 1.0\nGenerator: seeds\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = [f"{file},sha256={encoded_hash(text)},{len(text)}\n" for file, text in files.items()]
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in files.items():
            entry = zipfile.ZipInfo(file)
            entry.external_attr = 0o100755 << 16  # programs are run
            archive.writestr(entry, text)
        archive.writestr(f"{metadata}/RECORD", "".join(rows) + f"{metadata}/RECORD,,\n")
    return path


def encoded_hash(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "checkout")


SAY_VERSION = "import seedling; print(seedling.version)"


def test_first_start_installs_the_lock_and_the_second_does_nothing(checkout: Checkout) -> None:
    first, second = checkout.prepare(SAY_VERSION), checkout.prepare(SAY_VERSION)
    assert first.stdout.splitlines() == [
        "Installing 1 packages into .venv (once; needs the network).",
        "Unpacking them.",
        "1.0",
    ]
    assert second.stdout == "1.0\n"


@pytest.mark.slow
def test_variables_of_a_person_do_not_change_what_is_installed_or_how_it_runs(checkout: Checkout) -> None:
    said = checkout.prepare(
        "import sys, seedling; print(sys.flags.utf8_mode, sys.dont_write_bytecode, seedling.version)",
        PYTHONDONTWRITEBYTECODE="1",
        LC_ALL="en_US.ISO-8859-1",
        PIP_USER="1",
        PIP_REQUIRE_VIRTUALENV="1",
        PIP_TARGET=str(checkout.folder / "elsewhere"),
    )
    assert said.stdout.endswith("1 False 1.0\n"), said.stderr


@pytest.mark.slow
def test_changed_lock_is_installed_at_the_next_start(checkout: Checkout) -> None:
    checkout.prepare()
    checkout.lock_package("2.0")
    assert checkout.prepare(SAY_VERSION).stdout.endswith("2.0\n")


@pytest.mark.slow
@pytest.mark.parametrize("succeeds", [True, False])
def test_installer_that_is_fetched_installs_and_where_it_fails_pip_does(checkout: Checkout, *, succeeds: bool) -> None:
    """The installer is a wheel whose program notes that it ran, and either hands over to pip or fails."""
    noted = checkout.folder / "installer ran"
    install = f"{BASE_PYTHON} -m pip --python $4 install --quiet $5 $6 $7" if succeeds else "false"
    wheel = make_wheel(
        checkout.folder, "1.0", "uv", {"uv-1.0.data/scripts/uv": f"#!/bin/sh\n: > '{noted}'\n{install}\n"}
    )
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    locked = f"# Part: installer\nuv @ {wheel.as_uri()} --hash=sha256:{digest}\n# Part: build\n"
    (checkout.folder / "requirements-maintenance.lock").write_text(locked)
    said = checkout.prepare(SAY_VERSION).stdout.splitlines()
    assert noted.exists()
    assert ("Unpacking them." in said) is not succeeds
    assert said[-1] == "1.0"
    assert not list((checkout.folder / ".venv").glob("installer-*"))


@pytest.mark.slow
def test_package_that_is_not_the_locked_one_is_refused(checkout: Checkout) -> None:
    checkout.lock_package("1.0", wrong_hash=True)
    refused = checkout.prepare(SAY_VERSION)
    assert "The packages could not be installed" in refused.stderr
    assert refused.returncode == 1
    checkout.lock_package("1.0")
    assert checkout.prepare(SAY_VERSION).stdout.endswith("1.0\n")


@pytest.mark.slow
def test_environment_is_made_anew_where_the_checkout_was_moved(checkout: Checkout, tmp_path: Path) -> None:
    checkout.prepare()
    checkout.folder = checkout.folder.rename(tmp_path / "elsewhere")
    checkout.lock_package("1.0")
    assert checkout.prepare("import sys, seedling; print(sys.prefix)").stdout.endswith("elsewhere/.venv\n")


@pytest.mark.slow
def test_environment_that_is_broken_is_made_anew(checkout: Checkout) -> None:
    checkout.prepare()
    (checkout.folder / ".venv/bin/python").unlink()
    assert checkout.prepare(SAY_VERSION).stdout.endswith("1.0\n")
