"""What Gobblet says of a match that is over."""

from __future__ import annotations

from marbles_tui.core.text import enumerated
from marbles_tui.games.gobblet.position import LINE_NAMES, size_of
from marbles_tui.games.gobblet.text import WORDS, gobbled
from marbles_tui.table.ending import EndWords, Feat

GOBBLED = "most gobbled"
"""The record that counts gobblets."""


class GobbletEnding(EndWords):
    """Where the line of four is, and the largest gobblet that was covered."""

    def won(self) -> str:
        winner = self.winners[0]
        result = self.match.result
        if result and result.reason == "no-move":
            return f"{self.who(1 - winner)} could not move in turn {self.turns}."
        numbers = next((event.facts["lines"] for _, event in reversed(list(self.told("line")))), ())
        where = enumerated([LINE_NAMES[number] for number in numbers])
        line = f"four in {where}" if where else "four in a line"
        if result and result.reason == "uncovered":
            return f"{self.who(1 - winner)} uncovered {self.whose_name(winner)} {line}."
        return f"{self.who(winner)} made {line}, in {self.length}."

    def feat(self, seat: int) -> Feat | None:
        covers = [
            (size_of(event.facts["covered"]), -ply)
            for ply, event in self.told("cover")
            if gobbled(event, seat)
        ]
        if not covers:
            return None
        size, ply = max(covers)
        many = f" You covered {len(covers)} in all." if seat == self.you and len(covers) > 1 else ""
        return Feat(f"Turn {self.turn_of[-ply]}: gobbled a {WORDS[size]} one.{many}", GOBBLED, len(covers))

    def whose_name(self, seat: int) -> str:
        """What belongs to a seat that no one has named yet."""
        return "your" if seat == self.you else f"{self.names[seat]}'s"
