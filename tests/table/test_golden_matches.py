"""Full matches of some games, played by computers at a session, is played again move by move.

`python -m tests.table.test_golden_matches` writes the records anew.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from marbles_tui.core import Game
from marbles_tui.games import GAMES, find
from marbles_tui.play import Match, Seat
from marbles_tui.play.series import SEED
from marbles_tui.table.demo import Glancer
from marbles_tui.table.loop import complete
from marbles_tui.table.session import Session

FOLDER = Path(__file__).parent / "golden"
LEVEL = "computer novice"


async def played(game: Game) -> Match:
    """A match of as many as can play, by computers that glance a move ahead."""
    random = Random(game.key)
    seats = tuple(Seat(f"Player {number}", LEVEL) for number in range(1, min(4, game.seats.stop - 1) + 1))
    start = Match.new(game, seats=seats, tags=((SEED, "5"),), random=random)
    return await Session(start, [Glancer(game, random) for _ in seats]).finish()


@pytest.mark.parametrize("key", [record.stem for record in sorted(FOLDER.glob("*.record"))])
async def test_a_match_of_computers_is_as_it_was(key: str) -> None:
    match = await played(find(key))
    assert match.result
    assert str(match) == (FOLDER / f"{key}.record").read_text(encoding="utf-8")


if __name__ == "__main__":
    for golden in GAMES:
        (FOLDER / f"{golden.key}.record").write_text(str(complete(played(golden))), encoding="utf-8")
