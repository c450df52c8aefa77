"""Train a small agent by self-play, then let it meet one that plays at random: `python -m scripts.selfplay [GAME]`.

An example of what the extra `research` is for. A network with one hidden layer learns what positions are worth from
how games ended in which they occurred; a move is chosen by what it leads to. A minute is enough
for Egg Carton; other games take longer.
"""

from __future__ import annotations

import sys
import time
from typing import Any, Final

import numpy as np

from marbles_tui.games import find
from marbles_tui.play import Match
from marbles_tui.research.actions import numbers
from marbles_tui.research.aec import RawEnv
from marbles_tui.research.observations import observe

HIDDEN: Final = 40
RATE: Final = 0.005
"""How far a weight goes each time."""

CURIOUS: Final = 0.15
"""How often it tries any move while it learns."""


class Network:
    """What a position is worth to a player, -1 to 1, by what that player sees."""

    def __init__(self, size: int, random: Any) -> None:
        self._inner = random.normal(0, 1 / np.sqrt(size), (HIDDEN, size + 1))
        self._outer = random.normal(0, 1 / np.sqrt(HIDDEN), HIDDEN)

    def worth(self, seen: Any) -> Any:
        """Of each of several positions."""
        return np.tanh(np.tanh(_widened(seen) @ self._inner.T) @ self._outer)

    def learn(self, seen: Any, outcome: float) -> None:
        """Go towards the outcome of a game for a player who has seen that."""
        wide = _widened(seen)
        hidden = np.tanh(self._inner @ wide)
        value = np.tanh(self._outer @ hidden)
        slope = RATE * (outcome - value) * (1 - value**2)
        self._inner += slope * np.outer(self._outer * (1 - hidden**2), wide)
        self._outer += slope * hidden


def _widened(seen: Any) -> Any:
    """Without large numbers, and with one that is always 1."""
    squeezed = np.log1p(seen)
    return np.concatenate([squeezed, np.ones((*squeezed.shape[:-1], 1))], axis=-1)


def choose(match: Match, network: Network) -> tuple[str, Any]:
    """The move that leads to the best position, and what the mover sees of that."""
    seat = match.position.turn
    words = [str(move) for move in match.position.moves()]
    seen = np.stack([observe(match.read(word), seat) for word in words])
    best = int(np.argmax(network.worth(seen)))
    return words[best], seen[best]


def train(key: str, *, games: int = 1 << 30, seconds: float = 1e9, seed: int = 0) -> Network:
    """A network that has played so many games with itself, or for so long."""
    random = np.random.default_rng(seed)
    env = RawEnv(key, max_cycles=200)
    network = Network(env.observation_space("player_0")["observation"].shape[0], random)
    ends, number = time.monotonic() + seconds, 0
    while number < games and time.monotonic() < ends:
        env.reset(seed=int(random.integers(1 << 30)))
        memory: list[tuple[str, Any]] = []
        while not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
            agent = env.agent_selection
            word, seen = choose(env.match, network)
            if random.random() < CURIOUS:
                moves = env.match.position.moves()
                word = str(moves[random.integers(len(moves))])
                seen = observe(env.match.read(word), env.match.position.turn)
            memory.append((agent, seen))
            env.step(_number(env, word))
        for agent, seen in memory:
            network.learn(seen, env.rewards[agent])
        number += 1
    return network


def against_random(key: str, network: Network, games: int, seed: int = 1) -> float:
    """The share of the points that it makes; each begins in every second game."""
    random = np.random.default_rng(seed)
    env, points = RawEnv(key, max_cycles=400), 0.0
    for number in range(games):
        env.reset(seed=number)
        mine = f"player_{number % 2}"
        while not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
            moves = env.match.position.moves()
            word = str(moves[random.integers(len(moves))])
            if env.agent_selection == mine:
                word, _ = choose(env.match, network)
            env.step(_number(env, word))
        points += (env.rewards[mine] + 1) / 2
    return points / games


def _number(env: RawEnv, word: str) -> int:
    return numbers(env.game)[word]


def main() -> int:
    """Train for a minute and say what came of it."""
    key = find(sys.argv[1] if len(sys.argv) > 1 else "egg-carton").key
    before = against_random(key, train(key, games=0), 100)
    network = train(key, seconds=60)
    after = against_random(key, network, 200)
    print(
        f"{key}: {before:.0%} of the points against random play before, {after:.0%} after a minute of self-play"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
