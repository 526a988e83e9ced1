"""The games as environments of PettingZoo and Gymnasium, for programs that learn. Needs ``seeds-rules[pettingzoo]``.

    from seeds_rules.environments import env

    table = env("btt", seats=3)
    table.reset(seed=1)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, info = table.last()
        action = None if terminated or truncated else table.action_space(agent).sample(observation["action_mask"])
        table.step(action)

Agents are ``seat_1``, ``seat_2`` ... What a number means as an action is the same in every position, and so is each
place in the arrays: ``observation`` has the board, ``numbers`` all else, ``action_mask`` a 1 for each legal step.
:mod:`seeds_rules.arrays` describes them game by game; ``action_of`` and ``text_of`` turn a step as it is written into
its number and back. Dice, and steps that are forced, are played by the environment.

At the end every agent gets the share of its opponents that it has beaten, less the share that has beaten it: 1, 0 or -1
in a game of two. Rewards before are 0. An action that is no legal step ends the game, with -1 for its agent.

:class:`Solo` is an environment of Gymnasium for one seat; the others are played by a function, by lot if there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import gymnasium
import numpy
from gymnasium import spaces
from pettingzoo import AECEnv
from seeds_rules import RULES
from seeds_rules.arrays import ARRAYS
from seeds_rules.base import IllegalMove, Options, Position, Roll, places_of
from seeds_rules.playout import random_faces


class Game(AECEnv):
    """One game for a number of seats, with its options. ``position`` is where it stands, ``rules`` its rules.

    What is more goes to the arrays of the game: ``reach`` of Twigs. Raises KeyError and OptionError.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1, "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        *,
        seats: int = 2,
        options: Options | None = None,
        render_mode: str | None = None,
        **arrays: int,
    ) -> None:
        super().__init__()
        self.rules, self.render_mode = RULES[game], render_mode
        self.metadata = {**self.metadata, "name": f"seeds_{game}_v{self.rules.version}"}
        self.start: Position[Any] = self.rules.start(seats, options)
        self.position = self.start
        self.arrays = ARRAYS[game](self.start, **arrays)
        self.possible_agents = [f"seat_{number}" for number in range(1, seats + 1)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._random = Random()
        seen, actions = self.arrays.board(self.start, 0), self.arrays.actions
        boxes = {
            "observation": spaces.Box(0, int(numpy.iinfo(seen.dtype).max), seen.shape, seen.dtype.type),
            "numbers": spaces.Box(-1, 2**15 - 1, (len(self.arrays.numbers(self.start, 0)),), numpy.int16),
            "action_mask": spaces.Box(0, 1, (actions,), numpy.int8),
        }
        self._observations = {agent: spaces.Dict(boxes) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game. Dice follow from the seed; without one they go on from where they were."""
        if seed is not None:
            self._random = Random(seed)
        self.position, self.agents = self.start, list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        """Play the step of that number; None takes an agent out whose game is over."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        try:
            if action is None or not 0 <= action < self.arrays.actions:
                raise IllegalMove
            self.position = self.position.play(self.arrays.step_of(int(action)))
        except IllegalMove:
            self._end(dict.fromkeys(self.agents, 0.0) | {self.agent_selection: -1.0})
        else:
            self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """The arrays; the mask is empty for an agent that is not to act."""
        arrays, position, seat = self.arrays, self.position, self._seats[agent]
        is_acting = position.seat_to_act == seat and not self.terminations.get(agent)
        return {
            "observation": arrays.board(position, seat),
            "numbers": numpy.array(arrays.numbers(position, seat), numpy.int16),
            "action_mask": arrays.mask(position) if is_acting else numpy.zeros(arrays.actions, numpy.int8),
        }

    def action_of(self, text: str) -> int:
        """The number of a step that is legal now, as it is written. Raises MoveError and ValueError."""
        return int(self.arrays.action_of(self.rules.parse(text, self.position)))

    def text_of(self, action: int) -> str:
        """A step by its number, as it is written."""
        return str(self.rules.format(self.arrays.step_of(action), self.position))

    def render(self) -> str | None:
        """The board as text or as SVG."""
        if self.render_mode is None:
            return None
        draw = self.rules.text if self.render_mode == "ansi" else self.rules.svg
        return str(draw(self.position))

    def close(self) -> None:
        """Nothing is open."""

    def _go_on(self) -> None:
        """Up to the next choice, or to the end."""
        position = self.position
        while (to_act := position.to_act) is not None:
            if isinstance(to_act, Roll):
                position = position.roll(random_faces(to_act, self._random))
            elif (forced := position.forced_move()) is not None:
                position = position.play(forced)
            else:
                self.agent_selection = self.possible_agents[to_act]
                break
        self.position = position
        if to_act is None:
            self._end(dict(zip(self.agents, rewards_of(position.scores), strict=True)))

    def _end(self, rewards: dict[str, float]) -> None:
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()


class Solo(gymnasium.Env[dict[str, Any], Any]):
    """One seat of a :class:`Game`, which has the other settings. ``opponent`` gives a step for a position.

    A house bot is ``partial(choose_move, strength=Strength.MIDDLE, random=Random(1), simulations=0)`` with
    :mod:`seeds_rules.bots`.
    """

    metadata = Game.metadata

    def __init__(
        self,
        game: str,
        *,
        seat: int = 1,
        opponent: Callable[[Position[Any]], Any] | None = None,
        **settings: Any,
    ) -> None:
        self.game, self.opponent, self.agent = Game(game, **settings), opponent, f"seat_{seat}"
        self.render_mode = self.game.render_mode
        self.observation_space = self.game.observation_space(self.agent)
        self.action_space = self.game.action_space(self.agent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game, up to the first choice of the seat. Dice and steps by lot follow from the seed."""
        super().reset(seed=seed)
        self.game.reset(int(self.np_random.integers(2**31)))
        return self._met(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play a step, and those of the others up to the next choice of the seat."""
        self.game.step(action)
        observed = self._met()
        return observed, self.game.rewards[self.agent], self.game.terminations[self.agent], False, {}

    def render(self) -> Any:
        """The board as text or as SVG."""
        return self.game.render()

    def _met(self) -> dict[str, Any]:
        game = self.game
        while game.agent_selection != self.agent and not game.terminations[self.agent]:
            if self.opponent is None:
                legal = numpy.flatnonzero(game.arrays.mask(game.position))
                game.step(int(self.np_random.choice(legal)))
            else:
                game.step(game.arrays.action_of(self.opponent(game.position)))
        return game.observe(self.agent)


env = Game  # the name under which environments of PettingZoo are made


def rewards_of(scores: tuple[int, ...]) -> list[float]:
    """By seat: the share of opponents with fewer points, less the share of those with more. The sum is 0."""
    places = places_of(scores)
    return [sum((other > own) - (other < own) for other in places) / (len(places) - 1) for own in places]
