"""The rules app: the games, one folder each. Adding a game is a folder here and a line in ``RULES``."""

from __future__ import annotations

from typing import Any

from games.rules.base import Rules
from games.rules.btt import BTT
from games.rules.roots import ROOTS
from games.rules.treeblox import TREEBLOX
from games.rules.twigs import TWIGS

RULES: dict[str, Rules[Any, Any]] = {rules.slug: rules for rules in (BTT, TREEBLOX, TWIGS, ROOTS)}
