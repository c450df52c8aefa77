"""Any of the games as a PettingZoo environment: agents take turns, and dice are thrown by the environment."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import turn_based_aec_to_parallel, wrappers
from PIL import Image
from resvg_py import svg_to_bytes

from marbles_tui.core import CHANCE
from marbles_tui.games import find
from marbles_tui.play import Match, Seat
from marbles_tui.research.spaces import actions, numbers, observe


class RawEnv(AECEnv):
    """A match. An observation is a dictionary: `observation`, the vector of `observations`, and `action_mask`, 1 for
    each legal action. The reward comes at the end: 1 for a win, -1 for a loss, 0 for a draw."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "is_parallelizable": True, "render_fps": 2}

    def __init__(
        self,
        key: str,
        *,
        render_mode: str | None = None,
        max_cycles: int = 1000,
        seats: int = 2,
        setup: str | None = None,
        options: Mapping[str, str] | None = None,
        illegal: Literal["error", "random"] = "error",
    ) -> None:
        """`max_cycles`: after so many actions the match is broken off. `setup`: a named start or a position text.
        `options`: of the game; where it proposes others than its defaults, those. `illegal`: what an action that is
        not legal does, raise ValueError or stand for one drawn by the seed."""
        super().__init__()
        self.game = find(key)
        self.metadata = {**RawEnv.metadata, "name": f"{key.replace('-', '_')}_v0"}
        self.render_mode = render_mode
        self._most, self._illegal, self._setup = max_cycles, illegal, setup
        self._options = {**self.game.proposed, **(options or {})}
        self._random, self._seats = Random(), [Seat()] * seats
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.reset()
        count = len(actions(self.game))
        seen = spaces.Box(0, np.inf, observe(self.match, 0).shape, np.float32)
        sight = {"observation": seen, "action_mask": spaces.Box(0, 1, (count,), np.int8)}
        sights = {agent: spaces.Dict(sight) for agent in self.possible_agents}
        deeds = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.observation_space, self.action_space = sights.__getitem__, deeds.__getitem__

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Begin a match; the same seed throws the same dice and draws the same start."""
        self._random = self._random if seed is None else Random(seed)
        terms: dict[str, Any] = {"setup": self._setup, "options": self._options, "seats": self._seats}
        self.match, self._steps = Match.new(self.game, random=self._random, **terms), 0
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = (dict.fromkeys(self.agents, 0.0) for _ in range(2))
        self.terminations, self.truncations = (dict.fromkeys(self.agents, False) for _ in range(2))
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._settle()

    def step(self, action: Any) -> None:
        """Play the selected agent's action, then whatever the dice decide."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = [str(move) for move in self.match.position.moves()]
        word = actions(self.game)[action]
        if word not in legal:
            if self._illegal == "error":
                raise ValueError(f"{word} is not legal here: {', '.join(legal)}")
            word = self._random.choice(legal)
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0
        self.match, self._steps = self.match.read(word), self._steps + 1
        self._settle()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, object]:
        """What that agent sees; only the one to act has legal actions."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(actions(self.game)), np.int8)
        if self.match.turn == seat and not any(self.truncations.values()):
            mask[[numbers(self.game)[str(move)] for move in self.match.position.moves()]] = 1
        return {"observation": observe(self.match, seat), "action_mask": mask}

    def render(self) -> object:
        """The diagram as text, or the picture as an array of height, width and 3 colours."""
        if self.render_mode != "rgb_array":
            return self.game.diagram(self.match.position) if self.render_mode == "ansi" else None
        picture = svg_to_bytes(svg_string=self.game.svg(self.match.position))
        return np.asarray(Image.open(io.BytesIO(bytes(picture))).convert("RGB"), np.uint8)

    def close(self) -> None:
        """There is nothing to close."""

    def _settle(self) -> None:
        """Throw the dice, and see who is next, or how it has ended."""
        while self.match.turn == CHANCE:
            self.match = self.match.read(str(self._random.choice(self.match.position.moves())))
        if result := self.match.result:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, [2 * score - 1 for score in result.scores], strict=True))
        elif self._steps >= self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.match.position.actor]


def environments(key: str) -> tuple[Callable[..., object], ...]:
    """What a module of PettingZoo offers: `env`, in the usual wrappers, where an illegal action ends it with -1;
    `raw_env`, without them; `parallel_env`, where all hand in actions and only that of the one to act counts."""

    def env(**terms: Any) -> object:
        raw, random = RawEnv(key, **terms), terms.get("illegal") == "random"
        judged = raw if random else wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(judged))

    return env, partial(RawEnv, key), lambda **terms: turn_based_aec_to_parallel(env(**terms))
