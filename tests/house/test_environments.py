"""The games as environments to learn from, held to the checks of PettingZoo and Gymnasium. Needs the extra."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from random import Random
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings

from games.rules import RULES

pytest.importorskip("pettingzoo")

CONFORMANCE = pytest.importorskip("pettingzoo.test")
CHECKER = pytest.importorskip("gymnasium.utils.env_checker")


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


def legal_actions(observed: Any) -> list[int]:
    return [int(action) for action in observed["action_mask"].nonzero()[0]]


def played(environments: Any, slug: str, *texts: str, **settings: Any) -> Any:
    """A game after these steps."""
    game = environments.Game(slug, **settings)
    game.reset(seed=1)
    for text in texts:
        game.step(game.action_of(text))
    return game


def a_game_of(solo: Any, random: Random) -> float:
    """A game, with steps by lot for the seat; its reward."""
    observed, over, reward = solo.reset(seed=1)[0], False, 0.0
    while not over:
        observed, reward, over, _, _ = solo.step(random.choice(legal_actions(observed)))
    return reward


# What is said of environments that are not on the list of PettingZoo's own games.
@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.slow
@pytest.mark.parametrize("slug", RULES)
def test_each_game_passes_the_checks_of_pettingzoo(environments: Any, slug: str) -> None:
    seats = RULES[slug].seats[:2][-1]
    CONFORMANCE.api_test(environments.env(slug, seats=seats), num_cycles=150)
    CONFORMANCE.seed_test(lambda: environments.env(slug, seats=seats), num_cycles=50)


@pytest.mark.filterwarnings("ignore:.*alternative render modes")  # of environments without a name in a register
@pytest.mark.slow
@pytest.mark.parametrize("slug", RULES)
def test_each_game_passes_the_checks_of_gymnasium_for_a_seat(environments: Any, slug: str) -> None:
    CHECKER.check_env(environments.Solo(slug, seat=2, render_mode="ansi"))


@pytest.mark.parametrize("slug", RULES)
def test_an_action_is_the_same_step_in_every_position_and_the_mask_has_the_legal_ones(
    environments: Any, slug: str
) -> None:
    game, random = environments.Game(slug), Random(1)
    game.reset(seed=1)
    meanings: dict[int, str] = {}
    seen: dict[tuple[bytes, bytes], Any] = {}
    while not any(game.terminations.values()):
        position, observed = game.position, game.observe(game.agent_selection)
        texts = {action: game.text_of(action) for action in legal_actions(observed)}
        assert sorted(texts.values()) == sorted(game.rules.format(move, position) for move in position.legal_moves())
        assert all(meanings.setdefault(action, text) == text for action, text in texts.items())
        action, text = random.choice(sorted(texts.items()))
        assert game.action_of(text) == action
        arrays = observed["observation"].tobytes(), observed["numbers"].tobytes()
        assert seen.setdefault(arrays, position) == position
        game.step(action)


def test_a_seat_sees_its_own_pieces_in_the_first_rows(environments: Any) -> None:
    steps = "null d3", "null a1", "root e2", "root g7", "M d2>e2"  # the last one by the second seat
    game = played(environments, "btt", *steps, seats=3, options={"board": "square7"})
    tokens = [(0, 0), (0, 2 * 7 + 3), (1, 1 * 7 + 4), (1, 6 * 7 + 6)]
    for agent, row in (("seat_2", 3), ("seat_1", 6), ("seat_3", 9)):
        lies = zip(*game.observe(agent)["observation"].nonzero(), strict=True)
        assert [tuple(map(int, at)) for at in lies] == [*tokens, (row, 1 * 7 + 3)]


@pytest.mark.parametrize(
    ("far", "up"), [(lambda n: (3 + n, 1, 1), 1), (lambda n: (1, 2 - n, 1), 1), (lambda n: (1, 4, n), 17)]
)
def test_the_longest_tree_of_treeblox_has_its_place(environments: Any, far: Any, up: int) -> None:
    cells = [",".join(map(str, far(number))) for number in range(1, 18)]
    steps = ["L 3,3,1", "L 2,3,1"]
    for number, cell in enumerate(cells, 1):
        steps += [f"{'L' if number == len(cells) else 'B'} {cell}", "pass"]
    game = played(environments, "treeblox", *steps)
    board = game.observe("seat_1")["observation"]
    assert (board[:17].sum(), board[17 : 2 * 17].sum()) == (16, 2)
    assert board[17 + up - 1].sum() == (2 if up == 1 else 1)


def test_twigs_out_of_reach_have_no_number_and_are_left_out(environments: Any) -> None:
    game = played(environments, "twigs", "X0@0,0", reach=3)
    numbered = {game.text_of(action) for action in legal_actions(game.observe("seat_2"))}
    every = {game.rules.format(move, game.position) for move in game.position.legal_moves()}
    assert set() < numbered < every
    for text in every - numbered:
        with pytest.raises(ValueError, match=r"lies farther than 3 from 0,0: make the arrays with a greater reach"):
            game.action_of(text)
    with pytest.raises(ValueError, match=r"No twig can be placed within 2 of 0,0"):
        a_game_of(environments.Solo("twigs", reach=2), Random(1))


@pytest.mark.parametrize(
    ("scores", "rewards"), [((3, 1), [1, -1]), ((2, 2), [0, 0]), ((5, 5, 1), [0.5, 0.5, -1]), ((1, 2, 3), [-1, 0, 1])]
)
def test_rewards_compare_a_seat_with_each_opponent(
    environments: Any, scores: tuple[int, ...], rewards: list[float]
) -> None:
    assert environments.rewards_of(scores) == rewards


@pytest.mark.parametrize("action", [-1, 0, 40_000, 10**6])
def test_an_action_that_is_no_legal_step_ends_the_game(environments: Any, action: int) -> None:
    game = played(environments, "treeblox")
    game.step(action)
    assert game.terminations == {"seat_1": True, "seat_2": True}
    assert game.rewards == {"seat_1": -1, "seat_2": 0}


def test_one_seat_meets_a_house_bot_and_learns_who_has_won(environments: Any) -> None:
    from seeds_rules import bots

    bot = partial(bots.choose_move, strength=bots.Strength.MIDDLE, random=Random(1), simulations=0)
    solo = environments.Solo("roots", seat=2, opponent=bot)
    reward = a_game_of(solo, Random(1))
    assert solo.game.position.to_act is None
    assert [-reward, reward] == environments.rewards_of(solo.game.position.scores)


def test_a_game_draws_its_board(environments: Any) -> None:
    drawn = environments.Game("btt", render_mode="svg")
    drawn.reset()
    assert drawn.render().startswith("<svg")
