"""The games as environments of PettingZoo, held to that library's own checks. Needs the extra of ``seeds-rules``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings

from games.rules import RULES

pytest.importorskip("pettingzoo")

CONFORMANCE = pytest.importorskip("pettingzoo.test")


@pytest.fixture(scope="module")
def environments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The module, in the library as it is built."""
    library = tmp_path_factory.mktemp("library")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(settings.ROOT / "bin/packages/rules"))
        patch.syspath_prepend(str(library))
        import rules_hook

        rules_hook.lay_out(settings.ROOT, library)
        from seeds_rules import environments

        yield environments
    for name in [name for name in sys.modules if name.partition(".")[0] in ("seeds_rules", "rules_hook")]:
        del sys.modules[name]


# Two remarks for whoever is not on the list of PettingZoo's own games; the third is for pictures.
@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.filterwarnings("ignore:The observation contains negative numbers")
@pytest.mark.slow
@pytest.mark.parametrize("slug", RULES)
def test_each_game_passes_the_checks_of_pettingzoo(environments: Any, slug: str) -> None:
    seats = RULES[slug].seats[:2][-1]
    CONFORMANCE.api_test(environments.env(slug, seats=seats), num_cycles=150)
    CONFORMANCE.seed_test(lambda: environments.env(slug, seats=seats), num_cycles=50)


@pytest.mark.parametrize("slug", RULES)
def test_what_an_agent_observes_tells_positions_apart(environments: Any, slug: str) -> None:
    game, random = environments.Game(slug), Random(1)
    seen: dict[bytes, Any] = {}
    game.reset(seed=1)
    for _ in range(20):
        agent = game.agent_selection
        observed = game.observe(agent)
        table, mask = observed["observation"], observed["action_mask"]
        moves = game.infos[agent]["moves"]
        assert list(mask[: len(moves) + 1]) == [1] * len(moves) + [0]
        assert [*table[0, :2]] == [game.position.to_act + 1] * 2
        assert seen.setdefault(table[1:].tobytes(), game.position) == game.position
        game.step(random.randrange(len(moves)))
    assert len(seen) == 20


def test_the_facts_of_a_position_are_numbers_for_its_words_and_places(environments: Any) -> None:
    game = environments.Game("btt")
    game.reset()
    for text in ("null d3", "root e2", "S d2>e2"):
        game.step(game.infos[game.agent_selection]["moves"].index(text))
    table, word = game.observe("seat_1")["observation"], game.words
    rows = [[int(number) for number in row[:7]] for row in table[1:6]]
    assert rows == [
        [word["tokens"], 5, 2, word["root"], 0, 0, 0],
        [word["tokens"], 4, 3, word["null"], 0, 0, 0],
        [word["pyramids"], 4, 2, 1, word["S"], 5, 2],
        [word["coins"], 0, 5, 0, 0, 0, 0],
        [word["coins"], 1, 5, 0, 0, 0, 0],
    ]


@pytest.mark.parametrize(
    ("scores", "rewards"), [((3, 1), [1, -1]), ((2, 2), [0, 0]), ((5, 5, 1), [0.5, 0.5, -1]), ((1, 2, 3), [-1, 0, 1])]
)
def test_rewards_compare_a_seat_with_each_opponent(
    environments: Any, scores: tuple[int, ...], rewards: list[float]
) -> None:
    assert environments.rewards_of(scores) == rewards


def test_an_action_that_is_no_legal_step_ends_the_game(environments: Any) -> None:
    games = environments.env("twigs")
    games.reset(seed=1)
    games.step(environments.ACTIONS - 1)
    assert games.terminations == {"seat_1": True, "seat_2": True}
    assert games.rewards["seat_1"] == -1


def test_a_game_draws_its_board(environments: Any) -> None:
    drawn = environments.Game("btt", render_mode="svg")
    drawn.reset()
    assert drawn.render().startswith("<svg")
