"""What BeadMaster says of a match that is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from marbles_tui.core.text import plural
from marbles_tui.games.beadmaster.position import NAMES, Grid
from marbles_tui.games.beadmaster.text import dropped
from marbles_tui.table.ending import EndWords, Feat, Line

AT_ONCE = "most at once"
"""The record that counts beads."""


class BeadMasterEnding(EndWords):
    """Whose beads are left, and the slide that dropped most."""

    def won(self) -> str:
        winner = self.winners[0]
        if self.match.result and self.match.result.reason == "all-fell":
            return f"All beads fell in turn {self.turns}, and {_inside(self.who(winner))} slid last."
        left = self._beads(winner)
        others = [seat for seat in range(len(self.names)) if seat != winner]
        if self.you not in (None, winner):
            return f"{self.who(winner)} kept {plural(left, 'bead')} to the end."
        losers = self.subject(others) if len(others) == 1 else "Everybody else"
        return f"{losers} lost the last bead; {_inside(self.who(winner))} kept {left}."

    def drawn(self) -> str:
        if self.match.result and self.match.result.reason == "quiet":
            grid = cast("Grid", self.match.position)
            return f"No bead fell in {plural(grid.calm, 'slide')}."
        return super().drawn()

    def details(self) -> Sequence[Line]:
        return (Line("Turns", ((str(self.turns), ""),), "how"),)

    def feat(self, seat: int) -> Feat | None:
        most, found = 0, ""
        for ply, events in enumerate(self.events):
            fell = dropped(events, seat)
            slide = next((event for event in events if event.kind == "slide"), None)
            if slide and fell > most:
                way = "inwards" if slide.facts["to"] < slide.facts["from"] else "outwards"
                bar = NAMES[slide.facts["bar"]]
                most, found = fell, f"Turn {self.turn_of[ply]}: {bar} {way} dropped {plural(fell, 'bead')}."
        return Feat(found, AT_ONCE, most) if found else None

    def _beads(self, seat: int) -> int:
        return cast("Grid", self.match.position).beads.count(seat + 1)


def _inside(name: str) -> str:
    """A seat in the middle of a sentence."""
    return "you" if name == "You" else name
