"""The script of the demo league: every turn is legal, and every game comes to an end."""

from __future__ import annotations

import pytest

from demo.script import RUNS_OUT_OF_TIME, Script, replayed, scripts, turn_at


@pytest.mark.parametrize("script", scripts("2"), ids=lambda script: "-".join(script.players))
def test_game_of_the_season_is_legal_and_ends_by_the_rules_or_on_time(script: Script) -> None:
    game = replayed(script.players)
    assert (game.position.outcome() is None) == (script.players == RUNS_OUT_OF_TIME)
    ply, _, last = game.turns[-1]
    assert (turn_at(script.players, ply), turn_at(script.players, ply + 1)) == (last, "")
