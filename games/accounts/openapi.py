"""What the OpenAPI schema says of every operation beside what it takes and answers: the scope that a key needs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema

from games.accounts.scopes import scope_needed


class ScopedSchema(AutoSchema):
    """Operations with the scope of their keys, in ``x-key-scope`` and in words."""

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        scope = str(scope_needed(self.view, self.method))
        said = f"A key needs the scope `{scope}`."
        described = operation.get("description", "")
        return {**operation, "description": f"{described}\n\n{said}".strip(), "x-key-scope": scope}
