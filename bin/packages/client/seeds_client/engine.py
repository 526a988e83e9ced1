"""Programs in any language: a line of JSON in, a line with a step out."""

from __future__ import annotations

import json
import shlex
import subprocess
from dataclasses import asdict
from types import TracebackType
from typing import Self

from seeds_client.bot import Turn


class EngineError(RuntimeError):
    """An engine that has ended, or has answered with what is no legal step."""


class Engine:
    """A running program that chooses. Use it as a context; calling it is a ``Choice``."""

    def __init__(self, command: str) -> None:
        self._command = command
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __call__(self, turn: Turn) -> str:
        """The step that the engine chooses. Raises EngineError."""
        asked, answers = self._process.stdin, self._process.stdout
        if asked is None or answers is None:
            raise EngineError("The engine has no standard input or output.")
        try:
            asked.write(json.dumps(asdict(turn)) + "\n")
            asked.flush()
        except BrokenPipeError:
            raise EngineError(f"{self._command} has ended.") from None
        answer = answers.readline()
        if not answer:
            raise EngineError(f"{self._command} has ended.")
        step = answer.strip()
        if step not in turn.moves:
            raise EngineError(f"{self._command} answered with {step!r}, which is none of the moves.")
        return step

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.communicate()
