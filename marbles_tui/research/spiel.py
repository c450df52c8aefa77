"""The games for OpenSpiel: importing this registers `python_marbles_abacus` and the others."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pyspiel

from marbles_tui.core import CHANCE, Game
from marbles_tui.games import GAMES
from marbles_tui.games.getaway.board import DRAWN
from marbles_tui.play import Match
from marbles_tui.research.spaces import actions, numbers, observe

LONGEST: Final = 1000  # plies, after which a match is a draw here


def start(game: Game, seed: int = 0) -> Match:
    """The match that a game begins with; `seed` draws what is left to chance in its start."""
    return Match.new(game, options=game.proposed, random=Random(seed))


class SpielState(pyspiel.State):
    """A match as OpenSpiel sees it: outcomes of chance and actions are numbered."""

    def __init__(self, game: object, match: Match) -> None:
        super().__init__(game)
        self.match = match

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.match.turn == CHANCE else self.match.position.turn

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(numbers(self.match.game)[str(move)] for move in self.match.position.moves())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [
            (outcome, 1 / count) for count in [len(self.match.position.moves())] for outcome in range(count)
        ]

    def _apply_action(self, action: int) -> None:
        self.match = self.match.read(self._action_to_string(self.current_player(), action))

    def _action_to_string(self, player: int, action: int) -> str:
        drawn = player == pyspiel.PlayerId.CHANCE
        return str(self.match.position.moves()[action]) if drawn else actions(self.match.game)[action]

    def is_terminal(self) -> bool:
        return self.match.result is not None or self.match.plies >= LONGEST

    def returns(self) -> list[float]:
        result = self.match.result
        return [2 * score - 1 for score in result.scores] if result else [0.0, 0.0]

    def __str__(self) -> str:
        return self.match.game.diagram(self.match.position)


class Observer:
    """Fills a tensor with what a player sees."""

    def __init__(self, match: Match) -> None:
        self.tensor = observe(match, 0)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = observe(state.match, player)

    def string_from(self, state: SpielState, player: int) -> str:
        return str(state)  # all is open


def register(game: Game) -> None:
    """Have OpenSpiel know a game."""
    kinds, dice = pyspiel.GameType, game.key == "getaway"
    kind = kinds(
        short_name=f"python_marbles_{game.key.replace('-', '_')}", long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL, reward_model=kinds.RewardModel.TERMINAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if dice else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if dice else kinds.Utility.ZERO_SUM,
        max_num_players=2, min_num_players=2, parameter_specification={"seed": 0},
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True,
    )  # fmt: skip
    outcomes, total = DRAWN.stop if dice else 0, None if dice else 0.0
    info = pyspiel.GameInfo(len(actions(game)), outcomes, 2, -1.0, 1.0, total, LONGEST)

    class SpielGame(pyspiel.Game):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, info, params or {})
            self.seed = int((params or {}).get("seed", 0))

        def new_initial_state(self) -> SpielState:
            return SpielState(self, start(game, self.seed))

        def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> Observer:
            return Observer(start(game, self.seed))

    pyspiel.register_game(kind, SpielGame)


for _game in GAMES:
    register(_game)
