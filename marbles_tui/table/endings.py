"""How the end of a match of each game is told, on the screen and in text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from marbles_tui.core.text import enumerated, ordinal, plural
from marbles_tui.games.abacus import Abacus
from marbles_tui.games.abacus.position import NAMES as CELL_NAMES
from marbles_tui.games.beadmaster.position import NAMES as BAR_NAMES
from marbles_tui.games.beadmaster.position import BeadGrid
from marbles_tui.games.beadmaster.text import dropped
from marbles_tui.games.egg_carton.position import SIDES, Carton
from marbles_tui.games.getaway import Journey
from marbles_tui.games.getaway.journey import Traveller, explain_endless, places
from marbles_tui.games.gobblet.position import LINE_NAMES, size_of
from marbles_tui.games.gobblet.text import WORDS, gobbled
from marbles_tui.play import Match
from marbles_tui.play.getaway_simulation import luck_of
from marbles_tui.play.series import place_in_series, score
from marbles_tui.table.ending import EndingLine, EndWords, Feat

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

    def details(self) -> Sequence[EndingLine]:
        if not self.winners:
            return ()
        loser = 1 - self.winners[0]
        left = plural(self._left(loser), "marble")
        return (EndingLine("Left", ((f"{self.who(loser)} still had {left} to clear.", ""),), "how"),)

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
        edge = [
            CELL_NAMES[event.cells[0]] for _, event in self.told("lost") if event.facts["owner"] != winner
        ]
        where = f" at {edge[-1]}" if edge else ""
        return f"The {_word(ORDINALS, lost)} marble went over the edge{where}, in {self.length}."

    def details(self) -> Sequence[EndingLine]:
        if not any(self._position.lost):
            return (EndingLine("", (("No marble was pushed off.", ""),), "lost"),)
        order = (1 - self.teller, self.teller)
        return (
            EndingLine("Lost marbles", (), "lost"),
            *(EndingLine(self.who(seat), ((self._dots(seat), f"seat{seat}"),), "lost") for seat in order),
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

    def details(self) -> Sequence[EndingLine]:
        lines = [EndingLine("Turns", ((str(self.turns), ""),), "how")]
        if not (found := luck_of(self.match)):
            return lines
        if len(self.names) == 1:
            lines.append(EndingLine("Luck", ((str(found[0]), ""),), "how", unit="gold"))
        else:
            rank, won = places(self._travellers), self._won
            for seat in sorted(range(len(self.names)), key=lambda seat: rank[seat]):
                style = "strong" if not rank[seat] else ""
                gold = f"{self._travellers[seat].gold:>4}"
                dice = tuple((f"  {each}", "quiet") for each in found[seat].parts)
                so_far = ((f"  won {won[seat]:g}", "quiet"),) if won else ()
                lines.append(
                    EndingLine(
                        f"{ordinal(rank[seat] + 1)} {self.names[seat]}",
                        ((gold, style), *so_far, *dice),
                        "places",
                        unbroken=True,
                        unit="gold",
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
            grid = cast("BeadGrid", self.match.position)
            return f"No bead fell in {plural(grid.calm, 'slide')}."
        return super().drawn()

    def details(self) -> Sequence[EndingLine]:
        return (EndingLine("Turns", ((str(self.turns), ""),), "how"),)

    def feat(self, seat: int) -> Feat | None:
        most, found = 0, ""
        for ply, events in enumerate(self.events):
            fell = dropped(events, seat)
            slide = next((event for event in events if event.kind == "slide"), None)
            if slide and fell > most:
                way = "inwards" if slide.facts["to"] < slide.facts["from"] else "outwards"
                bar = BAR_NAMES[slide.facts["bar"]]
                most, found = fell, f"Turn {self.turn_of[ply]}: {bar} {way} dropped {plural(fell, 'bead')}."
        return Feat(found, AT_ONCE, most) if found else None

    def _beads(self, seat: int) -> int:
        return cast("BeadGrid", self.match.position).beads.count(seat + 1)


def _inside(name: str) -> str:
    """A seat in the middle of a sentence."""
    return "you" if name == "You" else name


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


ENDINGS: Final[dict[str, type[EndWords]]] = {
    "egg-carton": EggCartonEnding,
    "abacus": AbacusEnding,
    "getaway": GetawayEnding,
    "beadmaster": BeadMasterEnding,
    "gobblet": GobbletEnding,
}
"""By the keys of their games; a game that is not here has the usual words."""


def end_words(match: Match, here: Sequence[int] | None = None) -> EndWords:
    """The words about a match that is over; `here` are the seats of those who read them, of all people if None."""
    return ENDINGS.get(match.game.key, EndWords)(match, here)
