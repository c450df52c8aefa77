"""Every game still plays, shows and says what its golden playthrough has."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from tests.conformance.random_games import IDS

ROOT = Path(__file__).parent.parent.parent


def playthrough(game: Game) -> str:
    spec = importlib.util.spec_from_file_location("playthroughs", ROOT / "scripts" / "playthroughs.py")
    assert spec
    assert spec.loader
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    text: str = script.playthrough(game)
    return text


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_every_game_plays_as_its_golden_playthrough(game: Game) -> None:
    golden = ROOT / "tests" / "golden" / f"{game.key}.txt"
    assert golden.exists(), f"{golden.name} is missing: python scripts/playthroughs.py writes it"
    assert playthrough(game).splitlines() == golden.read_text(encoding="utf-8").splitlines()
