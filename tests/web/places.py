"""Where a place of Egg Carton's board is on a screen of any size."""

from __future__ import annotations

from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.egg_carton.position import LETTERS
from marbles_tui.play import Match
from marbles_tui.store import StoreThread
from marbles_tui.store.files import data_folder
from marbles_tui.table.start import Start
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.games.egg_carton.match import EggCartonBoard
from tests.tui.stage import Resting, opened


async def place_of(slot: str, size: tuple[int, int]) -> tuple[int, int]:
    """The column and row, from 0, in the middle of a slot at a table on a screen of that size."""
    app = Arcade(
        store=StoreThread(data_folder() / "nowhere.sqlite3"),
        opening=Start(Match.new(EGG_CARTON)),
        engine=Resting(),
    )
    async with opened(app, size):
        board = app.screen.query_one(EggCartonBoard)
        region = board.places()[LETTERS.index(slot)]
        middle = region.translate(board.content_region.offset)
        return middle.x + middle.width // 2, middle.y + middle.height // 2
