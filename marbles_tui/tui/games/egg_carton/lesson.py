"""The first lesson of Egg Carton on the screen."""

from marbles_tui.tui.games.egg_carton.screen import EggCartonScreen
from marbles_tui.tui.screens.lesson import LessonScreen


class EggCartonLesson(LessonScreen):
    """Slots are selected by their letters, as in a game."""

    BINDINGS = EggCartonScreen.BINDINGS
