"""The games as environments of PettingZoo, for programs that learn. Needs ``seeds-rules[pettingzoo]``.

    from seeds_rules.environments import env

    table = env("btt", seats=3)
    table.reset(seed=1)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, info = table.last()
        action = None if terminated or truncated else table.action_space(agent).sample(observation["action_mask"])
        table.step(action)

Agents are ``seat_1``, ``seat_2`` ... An action is the place of a legal step in the list of them: ``info["moves"]`` of
the agent to act has them as text, and ``action_mask`` a 1 for each. Dice, and steps that are forced, are played by the
environment. At the end every agent gets the share of its opponents that it has beaten, less the share that has beaten
it: 1, 0 or -1 in a game of two. Rewards before are 0.

``observation`` is a table of whole numbers, the same for every agent but for the first row, which has the observer's
seat and the seat to act. Each row after it is one fact of the position, in the order in which ``Position.dump`` writes
it, with 0 after its end: a word is its number in ``words``, a place such as ``d3`` or ``-1,4`` its coordinates (4 and
3, -1 and 4), and an element of a list begins with its index from 0. A pyramid of BTT is the word *pyramids*, the two
numbers of its square, its seat, the word of its size and the two numbers of its target.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from seeds_rules import RULES
from seeds_rules.base import JSON, Options, Position, Roll, places_of
from seeds_rules.playout import random_faces

ACTIONS = 4096  # more than the steps that any position has in our tests
FACTS, WIDTH = 2048, 12  # rows of an observation and their numbers
LEFT_OUT = ("format", "game", "options")  # of what a position dumps: the same in every position of an environment
_PLACE = re.compile(r"([A-Za-z]?)(-?\d+)((?:,-?\d+)*)")


def env(game: str, **settings: Any) -> AECEnv:
    """An environment for one game by its slug, which ends the game at an illegal action. See :class:`Game`."""
    checked = wrappers.TerminateIllegalWrapper(Game(game, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class Game(AECEnv):
    """One game for a number of seats, with its options. ``position`` is where it stands, ``rules`` its rules.

    ``actions`` and ``facts`` are the sizes of the spaces. Raises KeyError and OptionError; a step raises ValueError for
    an action that is no legal step, and for a position that does not fit into the spaces.
    """

    metadata = {"render_modes": ["ansi", "svg"], "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        *,
        seats: int = 2,
        options: Options | None = None,
        render_mode: str | None = None,
        actions: int = ACTIONS,
        facts: int = FACTS,
    ) -> None:
        super().__init__()
        self.rules, self.seats, self.options, self.render_mode = RULES[game], seats, options, render_mode
        self.metadata = {**self.metadata, "name": f"seeds_{game}_v{self.rules.version}"}
        self.position: Position[Any] = self.rules.start(seats, options)
        self.words = {word: number for number, word in enumerate(words_of(self.rules.position_schema), 1)}
        self.possible_agents = [f"seat_{number}" for number in range(1, seats + 1)]
        self._moves: list[Any] = []
        self._random = Random()
        table = spaces.Box(-(2**31), 2**31 - 1, (facts, WIDTH), numpy.int32)
        mask = spaces.Box(0, 1, (actions,), numpy.int8)
        self._observations = {
            agent: spaces.Dict({"observation": table, "action_mask": mask}) for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game. Dice follow from the seed; without one they go on from where they were."""
        if seed is not None:
            self._random = Random(seed)
        self.position = self.rules.start(self.seats, self.options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._go_on()

    def step(self, action: int | None) -> None:
        """Play the step of that place in the list; None takes an agent out whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self._moves):
            raise ValueError(f"{agent} has {len(self._moves)} legal steps, counted from 0, and none at {action}.")
        self._cumulative_rewards[agent] = 0.0
        self.position = self.position.play(self._moves[action])
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """The table of facts and the mask, which is empty for an agent that is not to act."""
        spaces_of_agent = self._observations[agent]
        table, mask = (
            numpy.zeros(space.shape, space.dtype)
            for space in (spaces_of_agent["observation"], spaces_of_agent["action_mask"])
        )
        to_act = self.position.seat_to_act
        table[0, :2] = self.possible_agents.index(agent) + 1, 0 if to_act is None else to_act + 1
        dumped = {name: value for name, value in self.position.dump().items() if name not in LEFT_OUT}
        for row, fact in enumerate(facts_of(dumped, self.words), 1):
            if row >= len(table):
                raise ValueError(f"The position has more than {len(table) - 1} facts: make the environment with more.")
            table[row, : len(fact)] = fact
        if agent == self.agent_selection:
            mask[: len(self._moves)] = 1
        return {"observation": table, "action_mask": mask}

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
        while (to_act := self.position.to_act) is not None:
            if isinstance(to_act, Roll):
                self.position = self.position.roll(random_faces(to_act, self._random))
            elif (forced := self.position.forced_move()) is not None:
                self.position = self.position.play(forced)
            else:
                break
        self._moves = list(self.position.legal_moves())
        if to_act is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, rewards_of(self.position.scores), strict=True))
        else:
            self.agent_selection = self.possible_agents[to_act]
        if len(self._moves) > self._actions[self.agent_selection].n:
            raise ValueError(f"There are {len(self._moves)} legal steps: make the environment with more actions.")
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection]["moves"] = [self.rules.format(move, self.position) for move in self._moves]


def rewards_of(scores: tuple[int, ...]) -> list[float]:
    """By seat: the share of opponents with fewer points, less the share of those with more. The sum is 0."""
    places = places_of(scores)
    return [sum((other > own) - (other < own) for other in places) / (len(places) - 1) for own in places]


def words_of(schema: JSON) -> list[str]:
    """The names and words that positions have, in the order of their schema."""
    found: dict[str, None] = {}

    def look(part: JSON) -> None:
        if isinstance(part, Mapping):
            found.update(dict.fromkeys(name for name in part.get("properties", ())))
            found.update(dict.fromkeys(word for word in part.get("enum", ()) if isinstance(word, str)))
        for inner in part.values() if isinstance(part, Mapping) else part if isinstance(part, list) else ():
            look(inner)

    look(schema)
    return list(found)


def facts_of(
    value: JSON, words: Mapping[str, int], before: tuple[int, ...] = (), depth: int = 0
) -> Iterator[tuple[int, ...]]:
    """A row for each number or word, and one for each object deeper inside that has nothing else."""
    inner: list[tuple[tuple[int, ...], JSON]]
    if isinstance(value, list):
        inner = [((index,), each) for index, each in enumerate(value)]
    elif isinstance(value, Mapping) and (depth < 2 or any(isinstance(each, list | Mapping) for each in value.values())):
        inner = [(numbers_of(name, words), each) for name, each in value.items()]
    else:
        each_of = value.values() if isinstance(value, Mapping) else [value]
        yield (*before, *(number for each in each_of for number in numbers_of(each, words)))
        return
    for numbers, each in inner:
        yield from facts_of(each, words, (*before, *numbers), depth + 1)


def numbers_of(value: JSON, words: Mapping[str, int]) -> tuple[int, ...]:
    """A number, a word or a place as numbers; other texts are 1, or 0 if they are empty."""
    if not isinstance(value, str):
        return (int(value),)
    if value in words:
        return (words[value],)
    if (place := _PLACE.fullmatch(value)) is None:
        return (int(bool(value)),)
    letter = (ord(place[1].lower()) - ord("a") + 1,) if place[1] else ()
    return (*letter, int(place[2]), *(int(number) for number in place[3].split(",")[1:]))
