"""Tries every mutant of one target of ``bin/mutate``: what mutmut would change, one change at a time.

The tests of the target are collected and run once, unchanged, to learn which of them call which function. Then each
mutant has a process of its own, forked from there: it puts the changed function in the place of the other and runs the
tests that call it, quick ones first, until one fails. That costs a hundredth of starting the tests anew.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import gc
import importlib
import os
import random
import resource
import site
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import maintenance
import mutation_report
import pytest

SURVIVED, KILLED = 0, 1  # how the process of a mutant ends
SECONDS = 3.0  # of processor time for the tests of one mutant, the quick ones first; what is over is left out
LEAST_SECONDS, TIMES_SLOWER = 4, 3  # of processor time, with its tests' own; then a mutant runs without end
MEMORY = 2 * 2**30  # bytes

PYTEST = [
    "-q", "-s", "--no-header", "--tb=line", "--assert=plain", "--hypothesis-profile=mutants", "-m", "not slow",
    *(f"-pno:{plugin}" for plugin in ("cacheprovider", "unraisableexception", "threadexception", "xdist", "cov")),
]  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change: where, the lines before and after, and how to make it."""

    module: str
    function: str  # its qualified name; "" for a constant of the module
    line: int
    before: str
    after: str
    tree: ast.stmt  # the changed definition or assignment

    @property
    def name(self) -> str:
        return f"{self.module}.{self.function or 'constants'}"

    @property
    def change(self) -> mutation_report.Change:
        return {"name": self.name, "before": self.before, "after": self.after}


# Making mutants -------------------------------------------------------------------------------------------------------


def mutants_of(path: Path) -> Iterator[Mutant]:
    """What mutmut changes in a module: functions, and the constants at its top; no class bodies."""
    from mutmut.mutation.file_mutation import create_mutations

    module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    source = _without_decorators(path.read_text())
    original = source.splitlines()
    places = _places(ast.parse(source))
    parsed, mutations, *_ = create_mutations(str(path), source)
    seen = set()
    for mutation in mutations:
        changed = parsed.deep_replace(mutation.original_node, mutation.mutated_node).code
        if changed in seen:
            continue
        seen.add(changed)
        steps = difflib.SequenceMatcher(None, original, changed.splitlines(), autojunk=False).get_opcodes()
        first, last = next(step for step in steps if step[0] != "equal"), [s for s in steps if s[0] != "equal"][-1]
        before, after = original[first[1] : last[2]], changed.splitlines()[first[3] : last[4]]
        place = next((p for p in places if p[1] <= first[1] + 1 <= p[2]), None)
        if place is None:
            continue
        tree = next((p[3] for p in _places(ast.parse(changed)) if p[0] == place[0]), None)
        if tree is not None:
            function = place[0] if isinstance(tree, ast.FunctionDef) else ""
            yield Mutant(module, function, first[1] + 1, _joined(before), _joined(after), tree)


def _without_decorators(source: str) -> str:
    """mutmut leaves decorated functions alone, because it decorates them itself. Line numbers stay."""
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        for decorator in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
            for number in range(decorator.lineno, (decorator.end_lineno or decorator.lineno) + 1):
                lines[number - 1] = "\n"
    return "".join(lines)


def _places(tree: ast.Module) -> list[tuple[str, int, int, ast.stmt]]:
    """What can be exchanged, with its name, first and last line: functions, methods, assignments to one name."""
    found: list[tuple[str, int, int, ast.stmt]] = []

    def look(body: Sequence[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef):
                found.append((prefix + node.name, node.lineno, node.end_lineno or 0, node))
            elif isinstance(node, ast.ClassDef):
                look(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.Assign) and not prefix and isinstance(node.targets[0], ast.Name):
                found.append((node.targets[0].id, node.lineno, node.end_lineno or 0, node))

    look(tree.body, "")
    return found


def _joined(lines: Sequence[str]) -> str:
    return " ".join(" ".join(lines).split())


# Putting them in place ------------------------------------------------------------------------------------------------


def put_in_place(mutant: Mutant) -> None:
    """From here on this process runs the mutant. Raises whatever its definition raises."""
    module = sys.modules[mutant.module]
    scope = dict(vars(module))
    code = compile(ast.Module([mutant.tree], []), module.__file__ or "", "exec")
    if mutant.function:
        function = function_of(module, mutant.function)
        exec(code, scope)
        made = scope[mutant.function.rpartition(".")[2]]
        function.__code__, function.__defaults__ = made.__code__, made.__defaults__
        function.__kwdefaults__ = made.__kwdefaults__
    else:
        assert isinstance(mutant.tree, ast.Assign)
        assert isinstance(mutant.tree.targets[0], ast.Name)
        name = mutant.tree.targets[0].id
        old = scope[name]
        exec(code, scope)
        for other in list(sys.modules.values()):
            if getattr(other, "__dict__", {}).get(name) is old:
                setattr(other, name, scope[name])


def function_of(module: ModuleType, qualified: str) -> FunctionType:
    """The plain function below properties, caches and the like."""
    found: Any = module
    for part in qualified.split("."):
        found = vars(found)[part]
    while not isinstance(found, FunctionType):
        if isinstance(found, property):
            found = found.fget
        elif isinstance(found, cached_property):
            found = found.func
        else:
            found = found.__wrapped__
    return found


def forget(module: ModuleType) -> None:
    """Empty the caches of a module's functions."""
    for value in list(vars(module).values()):
        for one in (value, *vars(value).values()) if isinstance(value, type) else (value,):
            if callable(clear := getattr(one, "cache_clear", None)):
                clear()


# Running tests --------------------------------------------------------------------------------------------------------


class Trial:
    """A plugin of pytest that runs the collected tests against each mutant in turn."""

    def __init__(self, mutants: Sequence[Mutant], processes: int) -> None:
        self.mutants, self.processes = mutants, processes
        self.survivors: list[Mutant] = []
        self.untested: list[Mutant] = []
        self._modules = sorted({mutant.module for mutant in mutants})
        self._callers: dict[str, set[int]] = defaultdict(set)  # numbers of tests by name of a mutant's function
        self._seconds: list[float] = []
        self._names: dict[object, str] = {}
        self._session: pytest.Session

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._session = session
        self._learn()
        if session.testsfailed:
            return True
        session.config.pluginmanager.unregister(name="terminalreporter")
        print(f"{len(session.items)} tests take {sum(self._seconds):.1f} s for {len(self.mutants)} mutants", flush=True)
        gc.collect()
        gc.freeze()
        gc.disable()
        running: dict[int, Mutant] = {}
        for number, mutant in enumerate(self.mutants, start=1):
            if not self._tests(mutant):
                self.untested.append(mutant)
                continue
            running[self._start(mutant)] = mutant
            while len(running) >= self.processes:
                self._wait(running)
            if number % 50 == 0:
                print(f"{number} of {len(self.mutants)}, {len(self.survivors)} survived", flush=True)
        while running:
            self._wait(running)
        return True

    def _learn(self) -> None:
        """Run every test twice as the code is: to note which functions it calls, and then its time."""
        for mutant in self.mutants:
            if mutant.function:
                self._names[function_of(sys.modules[mutant.module], mutant.function).__code__] = mutant.name
        items = self._session.items
        turns = list(zip(items, [*items[1:], items[0]], strict=True))  # what a whole session shares is kept
        for number, (item, following) in enumerate(turns):
            for name in self._modules:
                forget(sys.modules[name])
            called: set[str] = set()
            sys.setprofile(self._noting(called))
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            sys.setprofile(None)
            for name in called:
                self._callers[name].add(number)
        for item, following in turns:
            started = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            self._seconds.append(time.process_time() - started)

    def _noting(self, called: set[str]) -> Callable[[Any, str, Any], None]:
        names = self._names

        def note(frame: Any, event: str, _: Any) -> None:
            if event == "call" and frame.f_code in names:
                called.add(names[frame.f_code])

        return note

    def _tests(self, mutant: Mutant) -> list[int]:
        """The numbers of the tests that can notice it; of a constant, those that call any function of the module."""
        if mutant.function:
            found = self._callers[mutant.name]
        else:
            found = set().union(*(tests for name, tests in self._callers.items() if name.startswith(mutant.module)))
        quick = sorted(found, key=self._seconds.__getitem__)
        spent = accumulate(self._seconds[number] for number in quick)
        return [
            number for number, seconds in zip(quick, spent, strict=True) if seconds <= SECONDS or number == quick[0]
        ]

    def _start(self, mutant: Mutant) -> int:
        pid = os.fork()
        if pid:
            return pid
        ending = KILLED
        try:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.dup2(null, 2)
            tests = self._tests(mutant)
            seconds = LEAST_SECONDS + round(TIMES_SLOWER * sum(self._seconds[number] for number in tests))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            for name in self._modules:
                forget(sys.modules[name])
            put_in_place(mutant)
            items = [self._session.items[number] for number in tests]
            self._session._setupstate.teardown_exact(items[0])
            for item, following in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if self._session.testsfailed:
                    break
            else:
                ending = SURVIVED
        finally:
            os._exit(ending)

    def _wait(self, running: dict[int, Mutant]) -> None:
        pid, status = os.wait()
        mutant = running.pop(pid)
        if os.waitstatus_to_exitcode(status) == SURVIVED:
            self.survivors.append(mutant)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("target")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    site.addsitedir(str(maintenance.site_packages()))  # after ours, which the tests need as they are locked
    target = mutation_report.configuration()["targets"][asked.target]
    paths = [path for pattern in target["modules"] for path in sorted(Path().glob(pattern))]

    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    sys.path.insert(0, str(Path.cwd()))
    os.environ["CI"] = "1"  # the same chance each time
    mutants = [mutant for path in paths for mutant in mutants_of(path) if asked.only in mutant.name]
    killed = mutation_report.killed(asked.target) if asked.again else []
    known = [mutant for mutant in mutants if mutant.change in killed]
    mutants = [mutant for mutant in mutants if mutant not in known]
    possible = len(known) + len(mutants)
    if 0 < asked.sample < len(mutants):
        mutants = random.Random(asked.target).sample(mutants, asked.sample)
    trial = Trial(mutants, asked.processes)
    status = pytest.main([*PYTEST, *target["tests"]], plugins=[trial, Importing(mutants)])
    if status:
        sys.exit(f"The tests of {asked.target} fail without any change: see above.")
    survivors = sorted([*trial.survivors, *trial.untested], key=lambda mutant: (mutant.module, mutant.line))
    for mutant in survivors:
        print(f"\n{mutant.name}, line {mutant.line}{' (no test)' if mutant in trial.untested else ''}")
        print(f"  - {mutant.before}\n  + {mutant.after}")
    killed = [mutant.change for mutant in [*known, *mutants] if mutant not in survivors]
    print(f"\n{asked.target}: {len(killed)} of {len(killed) + len(survivors)} killed", flush=True)
    if not asked.only:
        mutation_report.keep(asked.target, possible, killed, [mutant.change for mutant in survivors])


class Importing:
    """Every module is there before functions are looked for."""

    def __init__(self, mutants: Sequence[Mutant]) -> None:
        self._modules = {mutant.module for mutant in mutants}

    def pytest_collection_finish(self) -> None:
        for module in self._modules:
            importlib.import_module(module)


if __name__ == "__main__":
    main()
