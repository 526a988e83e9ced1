"""Makes the environment in ``.venv`` from lock files. Standard library only: nothing is installed yet when this runs.

A stamp in ``.venv`` says for which packages and which Python it was made, so that the second start does nothing here.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
# A Python that itself runs inside an environment installs with the one below: the inner one may have no pip.
BASE_PYTHON = getattr(sys, "_base_executable", None) or sys.executable
OLDEST_PIP = (22, 3)  # the first that installs into another environment
# Modules are compiled when they are loaded first, which a fifth of them are.
PIP_OPTIONS = ["--require-hashes", "--no-compile", "--no-input", "--disable-pip-version-check", "--progress-bar=off"]


def locked(lock: str, *parts: str) -> str:
    """The packages of these parts of a lock file, with their hashes; of the whole file where no part is named."""
    text = (ROOT / lock).read_text("utf-8")
    found = re.split(r"^# Part: (\w+)\n", text, flags=re.MULTILINE)
    by_name = dict(zip(found[1::2], found[2::2], strict=True))
    return "".join(by_name[part] for part in parts) if parts else text


def prepare(*parts: str) -> Path:
    """Have the packages of production and of these parts of ``requirements.lock`` in ``.venv``, exactly as their hashes
    say; return the Python to run them with.

    Ends the program with a sentence when that is not possible. From here on Python keeps what it compiles, and reads
    files as UTF-8, whatever the environment says: many programs load the same modules.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONUTF8"] = "1"
    packages = locked("requirements-production.lock") + locked("requirements.lock", *parts)
    with _one_at_a_time():
        stamp = VENV / f"made-for-{parts[-1]}"
        wanted = _fingerprint(packages)
        if PYTHON.exists() and stamp.exists() and stamp.read_text("utf-8") == wanted:
            return PYTHON
        if not _environment_fits():
            _make_environment()
        install(packages, PYTHON)
        stamp.write_text(wanted)
    return PYTHON


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Two starts at once make one environment: the second waits."""
    with (ROOT / "requirements.lock").open() as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another start is creating the environment; waiting for it.")
            fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _fingerprint(packages: str) -> str:
    """Changes with the locks, with the Python and with the place of the checkout: programs in ``.venv`` know theirs."""
    parts = [packages.encode(), sys.version.encode(), sys.base_prefix.encode(), str(VENV).encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _environment_fits() -> bool:
    question = "import sys; print(sys.version, sys.base_prefix, sys.prefix)"
    try:
        answer = subprocess.run([PYTHON, "-c", question], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return False
    return answer.strip() == f"{sys.version} {sys.base_prefix} {VENV}"


def _make_environment() -> None:
    made = subprocess.run([BASE_PYTHON, "-m", "venv", "--clear", "--without-pip", VENV], check=False)
    if made.returncode:
        sys.exit(f"The environment {VENV} could not be created: see above.")


# Installing -----------------------------------------------------------------------------------------------------------


def install(packages: str, python: Path) -> None:
    """Have these packages, as a lock file names them, in the environment of ``python``. Ends the program with a
    sentence when that is not possible."""
    folder = python.parent.parent
    lock = folder / "wanted.lock"
    lock.write_text(packages, "utf-8")
    count = len(re.findall(r"^[a-z0-9]", packages, re.MULTILINE | re.IGNORECASE))
    say(f"Installing {count} packages into {folder.name} (once; needs the network).")
    if uv := shutil.which("uv"):
        installed = subprocess.run(_uv_command(uv, lock, python), check=False).returncode == 0
    else:
        installed = _install_with_fetched_uv(lock, python) or _run_with_progress(
            [*_pip(python), "install", *PIP_OPTIONS, "-r", str(lock)], count
        )
    if not installed:
        sys.exit("The packages could not be installed: see above. Is this machine online?")


def _install_with_fetched_uv(lock: Path, python: Path) -> bool:
    """Install with the uv that is locked, which fetches packages side by side and takes a third of the time. False
    where it cannot be had or does not succeed: pip, which knows what a person has set for it (mirrors, certificates),
    is asked then, and says what is wrong.
    """
    pip = _pip(python)
    with tempfile.TemporaryDirectory(prefix="installer-", dir=lock.parent) as folder:
        installer = Path(folder, "installer.lock")
        installer.write_text(locked("requirements-maintenance.lock", "installer"), "utf-8")
        fetch = [*pip, "install", *PIP_OPTIONS, "--quiet", "--target", folder, "-r", str(installer)]
        environment = _environment_of_pip()
        if subprocess.run(fetch, capture_output=True, check=False, env=environment).returncode:
            return False
        asked = subprocess.run([*pip, "config", "get", "global.index-url"], capture_output=True, text=True, check=False)
        if index := environment.get("PIP_INDEX_URL") or asked.stdout.strip():
            environment.setdefault("UV_DEFAULT_INDEX", index)
        command = _uv_command(str(Path(folder, "bin", "uv")), lock, python)
        try:
            return subprocess.run(command, capture_output=True, check=False, env=environment).returncode == 0
        except OSError:  # where nothing below this folder may be run
            return False


def _uv_command(uv: str, lock: Path, python: Path) -> list[str]:
    return [uv, "pip", "install", "--python", str(python), "--require-hashes", "-r", str(lock)]


def _pip(python: Path) -> list[str]:
    """A pip that installs into an environment: the one of the base Python, else one that ships inside it."""
    version = subprocess.run(
        [BASE_PYTHON, "-m", "pip", "--version"], capture_output=True, text=True, check=False
    ).stdout
    numbers = re.match(r"pip (\d+)\.(\d+)", version)
    if numbers and (int(numbers[1]), int(numbers[2])) >= OLDEST_PIP:
        return [BASE_PYTHON, "-m", "pip", "--python", str(python)]
    if subprocess.run([python, "-m", "ensurepip"], capture_output=True, check=False).returncode == 0:
        return [str(python), "-m", "pip"]
    sys.exit("This Python has no pip and cannot add it. Install it (Debian, Ubuntu: python3-venv) and try again.")


def _run_with_progress(command: list[str], packages: int) -> bool:
    """Run pip and return whether it succeeded, counting what it fetches; its own words are shown only when it fails."""
    lines: list[str] = []
    fetched = 0
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=_environment_of_pip()
    ) as process:
        for line in process.stdout or []:
            lines.append(line)
            if line.startswith(("Collecting ", "Requirement already satisfied")):
                fetched += 1
                _show_progress(f"  {fetched} of {packages}")
            elif line.startswith("Installing collected packages"):
                _show_progress("")
                say("Unpacking them.")
    _show_progress("")
    if process.returncode:
        sys.stderr.writelines(lines[-15:])
    return process.returncode == 0


def _environment_of_pip() -> dict[str, str]:
    """Without what a person may have set for environments of their own, which would send the packages elsewhere."""
    environment = os.environ | {"PIP_REQUIRE_VIRTUALENV": "0", "PIP_USER": "0"}
    for name in ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT"):
        environment.pop(name, None)
    return environment


def say(text: str) -> None:
    print(text, flush=True)


def _show_progress(text: str) -> None:
    if sys.stdout.isatty():
        sys.stdout.write(f"\r\x1b[K{text}")
        sys.stdout.flush()
