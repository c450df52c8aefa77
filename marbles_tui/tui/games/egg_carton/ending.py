"""What Egg Carton says of a match that is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from marbles_tui.core.text import plural
from marbles_tui.games.egg_carton.position import SIDES, Carton
from marbles_tui.table.ending import EndWords, Feat, Line

RELAYS = "longest relay"
"""The record that counts relays."""


class EggCartonEnding(EndWords):
    """Who cleared the side, what was left on the other, the longest relay."""

    def won(self) -> str:
        winner = self.winners[0]
        if self.you not in (None, winner):
            return f"{self.who(winner)} cleared {self.whose(winner)} side first."
        return f"{self.who(winner)} cleared {self.whose(winner)} side in {self.length}."

    def drawn(self) -> str:
        if self.match.result and self.match.result.reason == "agreed":
            left = [self._left(seat) for seat in (0, 1)]
            held = (
                f"{plural(left[0], 'marble')} each"
                if left[0] == left[1]
                else f"{left[0]} to {left[1]} marbles"
            )
            return f"Agreed {self.agreed}, with {held}."
        return super().drawn()

    def details(self) -> Sequence[Line]:
        if not self.winners:
            return ()
        loser = 1 - self.winners[0]
        left = plural(self._left(loser), "marble")
        return (Line("Left", ((f"{self.who(loser)} still had {left} to clear.", ""),), "how"),)

    def feat(self, seat: int) -> Feat | None:
        relays = [
            sum(event.kind == "relay" and event.facts["seat"] == seat for event in ply) for ply in self.events
        ]
        most = max(relays, default=0)
        if most < 2:
            return None
        return Feat(f"Turn {self.turn_of[relays.index(most)]}: a relay of {most} slots.", RELAYS, most)

    def _left(self, seat: int) -> int:
        side = SIDES[seat]
        return sum(cast("Carton", self.match.position).ring[side.start : side.stop])
