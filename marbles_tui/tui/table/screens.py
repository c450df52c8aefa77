"""One screen a game: it shows the game's board, and any task at it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.table.tasks.task import Task
from marbles_tui.tui.table.board_screen import BoardScreen, Panels


class EggCartonScreen(BoardScreen):
    """Egg Carton."""

    GAME = EGG_CARTON


class AbacusScreen(BoardScreen):
    """Abacus."""

    GAME = ABACUS


class GetawayScreen(BoardScreen):
    """Gary's Great Getaway."""

    GAME = GETAWAY


class BeadMasterScreen(BoardScreen):
    """BeadMaster."""

    GAME = BEADMASTER


class GobbletScreen(BoardScreen):
    """Gobblet."""

    GAME = GOBBLET


SCREENS: Final[Mapping[str, type[BoardScreen]]] = {
    screen.GAME.key: screen
    for screen in (EggCartonScreen, AbacusScreen, GetawayScreen, BeadMasterScreen, GobbletScreen)
}


def board_screen(task: Task, panels: Panels, *recall: Any) -> BoardScreen:
    """The screen of the game of a task, which shows that task; a game without one has the usual one."""
    return SCREENS.get(task.game.key, BoardScreen)(task, panels, *recall)
