"""What Gary's Great Getaway says of a journey that is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from marbles_tui.core.text import ordinal
from marbles_tui.games.getaway.journey import Journey, Ply, Traveller, explain_endless, places
from marbles_tui.play.getaway_simulation import Luck, luck
from marbles_tui.play.series import place_in_series, score
from marbles_tui.table.ending import EndWords, Feat, Line

PLACES = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")
GOLD = "most gold"
"""The record that counts gold."""


class GetawayEnding(EndWords):
    """Who got away with how much, the best find, and everybody's place."""

    def won(self) -> str:
        best = max(traveller.gold for traveller in self._travellers)
        others = sorted((traveller.gold for traveller in self._travellers), reverse=True)[len(self.winners) :]
        sentence = f"{self.subject(self.winners)} got away with {best} gold"
        if not others:
            return f"{sentence}."
        rest = "anyone else" if len(others) > 1 else self._loser
        return f"{sentence}, {best - others[0]} more than {rest}."

    def details(self) -> Sequence[Line]:
        lines = [Line("Turns", ((str(self.turns), ""),), "how")]
        if not self.arrived:
            return lines
        found = luck(cast("Sequence[Journey]", self.match.positions), cast("Sequence[Ply]", self.match.moves))
        if len(self.names) == 1:
            lines.append(Line("Luck", ((_luck(found[0]), ""),), "how"))
        else:
            rank, won = places(self._travellers), self._won
            for seat in sorted(range(len(self.names)), key=lambda seat: rank[seat]):
                style = "strong" if not rank[seat] else ""
                gold = f"{self._travellers[seat].gold:>4}"
                dice = ((f"  {_luck(found[seat])}", "quiet"),)
                so_far = ((f"  won {won[seat]:g}", "quiet"),) if won else ()
                lines.append(
                    Line(
                        f"{ordinal(rank[seat] + 1)} {self.names[seat]}",
                        ((gold, style), *so_far, *dice),
                        "places",
                    )
                )
        return lines

    def place(self) -> str:
        if self.you is None or not self.arrived or len(self.names) < 3:
            return ""
        return PLACES[places(self._travellers)[self.you]]

    def feat(self, seat: int) -> Feat | None:
        if not self.arrived:
            return None
        mine = self._travellers[seat].gold
        finds = [
            (event.facts["gains"], -ply, event)
            for ply, event in self.told("gold")
            if event.facts["seat"] == seat
        ]
        if not finds:
            return Feat("", self._record, mine)
        gains, ply, event = max(finds, key=lambda find: find[:2])
        square = event.board.trail.squares[event.cells[-1]].name
        return Feat(f"{square}: {gains} gold in turn {self.turn_of[-ply]}.", self._record, mine, False)

    @property
    def _won(self) -> Sequence[float]:
        """By seat, the games of the series that were won so far; nothing where there is no series."""
        return score(self.match) if place_in_series(self.match)[1] > 1 else ()

    @property
    def arrived(self) -> bool:
        """Whether all are in the castle: only then gold decides, and gives everybody a place."""
        last = self._journey.course.trail.last
        return all(traveller.square == last for traveller in self._travellers)

    def drawn(self) -> str:
        endless = explain_endless(self._journey)
        return f"Agreed {self.agreed}. {endless}" if endless else super().drawn()

    @property
    def _record(self) -> str:
        """The record that the gold counts for, "" where the travellers began with more or less than the board's."""
        return GOLD if GOLD in self.match.game.measures(self.match.setup, self.match.options) else ""

    @property
    def _journey(self) -> Journey:
        return cast("Journey", self.match.position)

    @property
    def _travellers(self) -> tuple[Traveller, ...]:
        return self._journey.travellers

    @property
    def _loser(self) -> str:
        loser = next(seat for seat in range(len(self.names)) if seat not in self.winners)
        return "you" if loser == self.you else self.names[loser]


def _luck(luck: Luck) -> str:
    """ "dice +12, tolls -3": the gold that chance gave and decisions cost, against what was to be expected."""
    cost = round(luck.cost)
    return f"dice {round(luck.dice):+d}" + (f", tolls {-cost}" if cost else "")
