"""What Chomp is on the screen."""

from marbles_tui.tui.games.view import GameView
from tests.sixth.chomp import CHOMP


class ChompView(GameView):
    """A bar of chocolate."""

    game = CHOMP
    board_class = "tests.sixth.chomp.match:ChompBoard"
    match_class = "tests.sixth.chomp.match:ChompMatch"
