"""What BeadMaster is on the match screen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final, cast

from marbles_tui.games.beadmaster.position import BEADS, Grid, sheltered
from marbles_tui.play import Match
from marbles_tui.table.game_words import HELP, MOVE, POINT, THREATS, Tip
from marbles_tui.table.players import Choice
from marbles_tui.table.tasks.task import Action
from marbles_tui.tui.games.beadmaster.board import bead_ink
from marbles_tui.tui.games.beadmaster.ending import BeadMasterEnding
from marbles_tui.tui.games.beadmaster.picking import BeadMasterPicking
from marbles_tui.tui.games.match_view import MatchView
from marbles_tui.tui.games.picking import Picking
from marbles_tui.tui.kit.edges import Key
from marbles_tui.tui.kit.look import Look

PLACING: Final = "placing"
SLIDING: Final = "sliding"


class BeadMasterMatch(MatchView):
    """The seats show their beads; beads can be placed by themselves."""

    picking = BeadMasterPicking
    end_words = BeadMasterEnding
    worth = "bead"
    tips = (
        Tip("place", f"Place {BEADS} beads each. The last player with a bead wins.", (MOVE,), PLACING),
        Tip(
            "slide",
            "Type a bar, as v3, then i (in), o (out) or an arrow. Beads over holes fall.",
            ("slide",),
            SLIDING,
        ),
        Tip("blocked", "2✕ on a bar: player 2 has just slid it, you may not for now.", (POINT,), SLIDING),
        Tip("marks", "t marks beads in danger, s suggests, u takes back.", (THREATS, HELP), SLIDING),
    )
    actions = (Action("automatic", "x,X", "Place by itself"),)
    hides_hints = False
    span = 4.0
    side = True

    def tips_of(self, match: Match) -> Sequence[Tip]:
        """How a bead is placed is told by a place that is free."""
        place, *others = self.tips
        if self.stage(match) != PLACING:
            return self.tips
        free = str(match.position.moves()[0]).lower()
        text = f"Place {BEADS} beads each, as {free}. The last player with a bead wins."
        return (place._replace(text=text), *others)

    def stage(self, match: Match) -> str:
        """Whether beads are still being placed, or bars slid."""
        return PLACING if _grid(match).placing else SLIDING

    def seat_notes(self, match: Match, board: Any, room: int, look: Look) -> tuple[str, ...]:
        """A sign for each bead, a dot for each that is lost or not placed yet."""

        def note(seat: int) -> str:
            left = board.beads.count(seat + 1)
            beads = look.skin.marbles[seat] * left + look.skin.dot * (BEADS - left)
            return f"{seat + 1} {beads if left or board.placing else 'out'}"

        return tuple(note(seat) for seat in range(board.seats))

    def seat_inks(self, match: Match, look: Look) -> tuple[str, ...]:
        """The colours of the beads."""
        return tuple(f"#{bead_ink(seat, look):06x}" for seat in range(len(match.seats)))

    def automatic(self, match: Match, random: Random) -> Choice | None:
        """A bead is placed where no single slide drops it."""
        if not _grid(match).placing:
            return None
        moves = sheltered(_grid(match))
        return moves[random.randrange(len(moves))]

    def automatic_refusal(self, match: Match) -> str:
        """Bars are not slid by themselves."""
        return "" if _grid(match).placing else "All beads are placed."

    def first_keys(self, match: Match, picking: Picking, automatic: bool) -> tuple[Key, ...]:
        """While beads are placed, the key that does it."""
        placing = picking.asked and _grid(match).placing
        return (Key("x", "place all", "screen.do('automatic')"),) if placing else ()


def _grid(match: Match) -> Grid:
    return cast("Grid", match.position)
