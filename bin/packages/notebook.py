"""Run the notebook of ``seeds-rules``: ``python notebook.py NOTEBOOK`` prints it with the results of its cells.

The notebook needs no program but Python, and so does this. A result is what a cell prints, and the picture of its last
line.
"""

from __future__ import annotations

import ast
import json
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any


def with_results(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with what its code cells print and draw, run one after another."""
    names: dict[str, Any] = {"__name__": "__main__"}
    codes = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(codes, 1):
        cell["execution_count"], cell["outputs"] = number, outputs_of("".join(cell["source"]), number, names)
    return notebook


def outputs_of(source: str, number: int, names: dict[str, Any]) -> list[dict[str, Any]]:
    """What one cell prints and draws, as a notebook stores it."""
    *statements, last = ast.parse(source).body
    drawn = None
    with redirect_stdout(StringIO()) as printed:
        for statement in statements:
            exec(compile(ast.Module([statement], []), f"cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            drawn = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
        else:
            exec(compile(ast.Module([last], []), f"cell {number}", "exec"), names)
    outputs: list[dict[str, Any]] = []
    if text := printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)})
    if drawn is not None:
        data = {"image/svg+xml": drawn._repr_svg_().splitlines(keepends=True), "text/plain": ["A board"]}
        outputs.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs


if __name__ == "__main__":
    run = with_results(json.loads(Path(sys.argv[1]).read_text("utf-8")))
    sys.stdout.write(json.dumps(run, indent=1, ensure_ascii=False) + "\n")
