"""The first lesson of Gobblet on the screen."""

from marbles_tui.tui.games.gobblet.screen import GobbletScreen
from marbles_tui.tui.screens.lesson import LessonScreen


class GobbletLesson(LessonScreen):
    """Stacks and cells are picked by the keys of a game."""

    BINDINGS = GobbletScreen.BINDINGS
