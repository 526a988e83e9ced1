"""Tries every mutant of one target of ``bin/mutate``: what mutmut would change, one change at a time.

The tests of the target are collected and run once, unchanged, to learn which of them call which function. Then each
mutant has a process of its own, forked from there: it puts the changed function in the place of the other and runs the
tests that call it, quick ones first, until one fails. That costs a hundredth of starting the tests anew. ``mutmut run``
would start pytest in each fork, and it leaves out properties, cached functions and constants.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import os
import random
import resource
import site
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
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

    @property
    def is_excused(self) -> bool:
        return bool(mutation_report.reason_of(self.change) != mutation_report.NO_REASON)


# Making mutants -------------------------------------------------------------------------------------------------------


def mutants_of(path: Path) -> Iterator[Mutant]:
    """What mutmut changes in a module: functions, and the constants at its top; no class bodies."""
    from mutmut.mutation.file_mutation import create_mutations

    module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    source = _without_decorators(path.read_text())
    lines = {name: line for name, line, _ in _places(ast.parse(source))}
    parsed, mutations, *_ = create_mutations(str(path), source)
    holders = {id(node): (name, holder) for name, holder in _holders(parsed.body) for node in _nodes_of(holder)}
    seen = set()
    for mutation in mutations:
        name, holder = holders.get(id(mutation.original_node), ("", None))
        if holder is None:
            continue
        original = parsed.code_for_node(holder)
        changed = parsed.code_for_node(holder.deep_replace(mutation.original_node, mutation.mutated_node))
        if (name, changed) in seen:
            continue
        seen.add((name, changed))
        first, before, after = _difference(original.splitlines(), changed.splitlines())
        [tree] = ast.parse(changed).body
        function = name if isinstance(tree, ast.FunctionDef) else ""
        yield Mutant(module, function, lines[name] + first - len(holder.leading_lines), before, after, tree)


def _holders(body: Sequence[Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """What can be exchanged in a tree of libcst, with its name: functions, methods, assignments to one name."""
    from libcst import Assign, ClassDef, FunctionDef, Name, SimpleStatementLine

    for node in body:
        match node:
            case FunctionDef():
                yield prefix + node.name.value, node
            case ClassDef():
                yield from _holders(node.body.body, f"{prefix}{node.name.value}.")
            case SimpleStatementLine(body=[Assign(targets=[target])]) if not prefix and isinstance(target.target, Name):
                yield target.target.value, node


def _nodes_of(holder: Any) -> Iterator[Any]:
    yield holder
    for child in holder.children:
        yield from _nodes_of(child)


def _difference(original: Sequence[str], changed: Sequence[str]) -> tuple[int, str, str]:
    """The index of the first line that differs, and the lines that differ before and after, each in one line."""
    most = min(len(original), len(changed))
    first = next((n for n in range(most) if original[n] != changed[n]), most)
    last = next((n for n in range(most - first) if original[-1 - n] != changed[-1 - n]), most - first)
    parts = (lines[first : len(lines) - last] for lines in (original, changed))
    before, after = (" ".join(" ".join(part).split()) for part in parts)
    return first, before, after


def _without_decorators(source: str) -> str:
    """mutmut leaves decorated functions alone, because it decorates them itself. Line numbers stay."""
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        for decorator in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
            for number in range(decorator.lineno, (decorator.end_lineno or decorator.lineno) + 1):
                lines[number - 1] = "\n"
    return "".join(lines)


def _places(tree: ast.Module) -> list[tuple[str, int, ast.stmt]]:
    """The same in a tree of Python's, with the first line."""
    found: list[tuple[str, int, ast.stmt]] = []

    def look(body: Sequence[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef):
                found.append((prefix + node.name, node.lineno, node))
            elif isinstance(node, ast.ClassDef):
                look(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.Assign) and not prefix and isinstance(node.targets[0], ast.Name):
                found.append((node.targets[0].id, node.lineno, node))

    look(tree.body, "")
    return found


# Putting them in place ------------------------------------------------------------------------------------------------


def put_in_place(mutant: Mutant) -> None:
    """From here on this process runs the mutant. Raises whatever its definition raises."""
    module = sys.modules[mutant.module]
    if mutant.function:
        function, made = function_of(vars(module), mutant.function), made_of(module, mutant.function, mutant.tree)
        function.__code__, function.__defaults__ = made.__code__, made.__defaults__
        function.__kwdefaults__ = made.__kwdefaults__
    else:
        assert isinstance(mutant.tree, ast.Assign)
        assert isinstance(mutant.tree.targets[0], ast.Name)
        name = mutant.tree.targets[0].id
        old, new = vars(module)[name], _run(module, mutant.tree)[name]
        for other in list(sys.modules.values()):
            if getattr(other, "__dict__", {}).get(name) is old:
                setattr(other, name, new)


def made_of(module: ModuleType, qualified: str, tree: ast.stmt) -> FunctionType:
    """The function that a definition makes where the function of that name stands."""
    for name in reversed(qualified.split(".")[:-1]):
        [outer] = ast.parse(f"class {name}: pass").body  # so that ``super`` and private names mean the same
        assert isinstance(outer, ast.ClassDef)
        outer.body = [tree]
        tree = outer
    return function_of(_run(module, tree), qualified)


def _run(module: ModuleType, tree: ast.stmt) -> dict[str, Any]:
    scope = dict(vars(module))
    exec(compile(ast.Module([tree], []), module.__file__ or "", "exec"), scope)
    return scope


def function_of(scope: Mapping[str, Any], qualified: str) -> FunctionType:
    """The plain function below properties, caches and the like."""
    first, *parts = qualified.split(".")
    found = scope[first]
    for part in parts:
        found = vars(found)[part]
    while not isinstance(found, FunctionType):
        if isinstance(found, property):
            found = found.fget
        elif isinstance(found, cached_property):
            found = found.func
        else:
            found = found.__wrapped__
    return found


def noting(module: ModuleType, called: set[str]) -> Iterator[tuple[FunctionType, CodeType]]:
    """Let every function of a module put its name into the set when it is called; yields it with the code it had."""
    vars(module)["__called__"] = called
    for name, _, tree in _places(ast.parse(_without_decorators(Path(module.__file__ or "").read_text()))):
        if isinstance(tree, ast.FunctionDef):
            tree.body[:0] = ast.parse(f"__called__.add({f'{module.__name__}.{name}'!r})").body
            function = function_of(vars(module), name)
            code, function.__code__ = function.__code__, made_of(module, name, tree).__code__
            yield function, code


def forget(module: ModuleType) -> None:
    """Empty the caches of a module's functions."""
    for value in list(vars(module).values()):
        for one in (value, *vars(value).values()) if isinstance(value, type) else (value,):
            if callable(clear := getattr(one, "cache_clear", None)):
                clear()


# Running tests --------------------------------------------------------------------------------------------------------


class Trial:
    """A plugin of pytest that runs the collected tests against each mutant in turn."""

    def __init__(self, mutants: Sequence[Mutant], processes: int, keep: Callable[[Trial], None]) -> None:
        self.mutants, self.processes, self._keep = mutants, processes, keep
        self.killed: list[Mutant] = []
        self.survivors: list[Mutant] = []
        self._modules = sorted({mutant.module for mutant in mutants})
        self._callers: dict[str, set[int]] = defaultdict(set)  # numbers of tests by name of a mutant's function
        self._seconds: list[float] = []
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
            if self._tests(mutant):
                running[self._start(mutant)] = mutant
            else:
                self._note(mutant, has_survived=True)
            while len(running) >= self.processes:
                self._wait(running)
            if number % 50 == 0:
                print(f"\n{number} of {len(self.mutants)}, {len(self.survivors)} survived", flush=True)
                self._keep(self)
        while running:
            self._wait(running)
        self._keep(self)
        return True

    def _learn(self) -> None:
        """Run every test twice: with functions that note that they are called, and as they are for its time."""
        items = self._session.items
        turns = list(zip(items, [*items[1:], items[0]], strict=True))  # what a whole session shares is kept
        called: set[str] = set()
        plain = [code for name in self._modules for code in noting(sys.modules[name], called)]
        for number, (item, following) in enumerate(turns):
            for name in self._modules:
                forget(sys.modules[name])
            called.clear()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            for name in called:
                self._callers[name].add(number)
        for function, code in plain:
            function.__code__ = code
        for item, following in turns:
            started = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            self._seconds.append(time.process_time() - started)

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
        self._note(running.pop(pid), has_survived=os.waitstatus_to_exitcode(status) == SURVIVED)

    def _note(self, mutant: Mutant, *, has_survived: bool) -> None:
        (self.survivors if has_survived else self.killed).append(mutant)
        if has_survived:
            print(f"\n{mutant.name}, line {mutant.line}{'' if self._tests(mutant) else ' (no test)'}")
            print(f"  - {mutant.before}\n  + {mutant.after}", flush=True)


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
    possible = len(mutants)
    killed = mutation_report.killed(asked.target) if asked.again else []
    known = [mutant for mutant in mutants if mutant.change in killed]
    excused = [mutant for mutant in mutants if asked.again and mutant not in known and mutant.is_excused]
    mutants = [mutant for mutant in mutants if mutant not in known and mutant not in excused]
    random.shuffle(mutants)  # so that a sample, and what is known of a run that was ended, is by chance
    mutants = mutants[: asked.sample or None]

    def keep(trial: Trial) -> None:
        is_over = len(trial.killed) + len(trial.survivors) == len(mutants)
        if asked.only or (asked.again and not is_over):
            return
        killed = [mutant.change for mutant in [*known, *trial.killed]]
        survived = sorted([*excused, *trial.survivors], key=lambda mutant: (mutant.module, mutant.line, mutant.after))
        command = " ".join(["bin/mutate", asked.target, *(["--again"] if asked.again else [])])
        command += f" --sample {asked.sample}" if asked.sample else ""
        mutation_report.keep(asked.target, command, possible, killed, [mutant.change for mutant in survived])

    trial = Trial(mutants, asked.processes, keep)
    status = pytest.main([*PYTEST, *target["tests"]], plugins=[trial, Importing(mutants)])
    if status:
        sys.exit(f"The tests of {asked.target} fail without any change: see above.")
    killed = len(known) + len(trial.killed)
    print(f"\n{asked.target}: {killed} of {killed + len(excused) + len(trial.survivors)} killed", flush=True)


class Importing:
    """Every module is there before functions are looked for."""

    def __init__(self, mutants: Sequence[Mutant]) -> None:
        self._modules = {mutant.module for mutant in mutants}

    def pytest_collection_finish(self) -> None:
        for module in self._modules:
            importlib.import_module(module)


if __name__ == "__main__":
    main()
