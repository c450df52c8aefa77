"""What Abacus says of a match that is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from marbles_tui.games.abacus.position import NAMES, Abacus
from marbles_tui.table.ending import EndWords, Feat, Line

ORDINALS: Final = ("", "first", "second", "third", "fourth", "fifth", "sixth")
NUMBERS: Final = ("", "one", "two", "three", "four", "five", "six")


class AbacusEnding(EndWords):
    """Where the last marble went over the edge, what each side has lost, the strongest push."""

    def won(self) -> str:
        winner = self.winners[0]
        if self.match.result and self.match.result.reason == "no-move":
            return f"{self.who(1 - winner)} could not move in turn {self.turns}."
        lost = max(self._position.lost)
        if self.you not in (None, winner):
            return f"{self.who(winner)} pushed {_word(NUMBERS, lost)} off in {self.length}."
        edge = [NAMES[event.cells[0]] for _, event in self.told("lost") if event.facts["owner"] != winner]
        where = f" at {edge[-1]}" if edge else ""
        return f"The {_word(ORDINALS, lost)} marble went over the edge{where}, in {self.length}."

    def details(self) -> Sequence[Line]:
        if not any(self._position.lost):
            return (Line("", (("No marble was pushed off.", ""),), "lost"),)
        order = (1 - self.teller, self.teller)
        return (
            Line("Lost marbles", (), "lost"),
            *(Line(self.who(seat), ((self._dots(seat), f"seat{seat}"),), "lost") for seat in order),
        )

    def feat(self, seat: int) -> Feat | None:
        pushes = []
        for ply, events in enumerate(self.events):
            step = next((event for event in events if event.kind == "select"), None)
            if step and step.facts["seat"] == seat and step.facts["pushed"]:
                off = any(event.kind == "lost" and event.facts["owner"] != seat for event in events)
                pushes.append((step.facts["pushed"], off, len(step.cells), -ply))
        if not pushes:
            return None
        pushed, off, pushing, ply = max(pushes)
        over = ", one over the edge" if off else ""
        return Feat(f"Turn {self.turn_of[-ply]}: {pushing} against {pushed}{over}.")

    def _dots(self, seat: int) -> str:
        lost, lose = self._position.lost[seat], self._position.lose
        decided = bool(self.winners) and lost >= lose
        return "●" * (lost - decided) + "[●]" * decided + "·" * (lose - lost)

    @property
    def _position(self) -> Abacus:
        return cast("Abacus", self.match.position)


def _word(words: Sequence[str], number: int) -> str:
    return words[number] if number < len(words) else str(number)
