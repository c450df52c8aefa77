"""Gary's Great Getaway put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from marbles_tui.core import BadSetup, DayMatch, Measure, Option, Randomness
from marbles_tui.core.boards import board_text
from marbles_tui.core.game import Achievement, Finished
from marbles_tui.core.text import sanitize_line
from marbles_tui.games.getaway.board import DIE, GOLD, Board, Toll
from marbles_tui.games.getaway.journey import (
    PAY,
    Decision,
    Draw,
    Journey,
    decide,
    explain_endless,
)
from marbles_tui.games.getaway.text import GetawayWords, jump_words, most_gold

if TYPE_CHECKING:
    from marbles_tui.games.getaway.read import BoardReading


def _gold(match: Finished) -> int:
    return int(match.final.travellers[match.seat].gold)


def _hops(match: Finished) -> int:
    """The most transports in a row, of one roll."""
    return max((sum(event.kind == "transport" for event in events) for events in match.own), default=0)


def _last_home(match: Finished) -> bool:
    arrivals = match.final.arrivals
    return len(arrivals) > 1 and arrivals[-1] == match.seat


def _alone(match: Finished) -> bool:
    return len(match.final.travellers) == 1


ACHIEVEMENTS: Final = (
    Achievement("rich", "Rich", "come home with 75 gold", lambda m: _gold(m) >= 75),
    Achievement("bank", "Like a bank", "come home with 100 gold", lambda m: _gold(m) >= 100),
    Achievement("late", "Late, but", "win and come home last", lambda m: m.won and _last_home(m)),
    Achievement("pedlar", "Pedlar", "sell three things at the castle", lambda m: m.count("sell") >= 3),
    Achievement(
        "ready", "Well prepared", "pass a trap by a thing you have", lambda m: m.count("avoided") >= 1
    ),
    Achievement(
        "stuck",
        "All the same",
        "win after you were trapped",
        lambda m: m.won and not _alone(m) and m.count("caught") >= 1,
    ),
    Achievement("dizzy", "Dizzy", "be carried off twice in one go", lambda m: _hops(m) >= 2),
)


KEY: Final = "getaway"
BOARDS_OWN: Final = "board"
"""The value of the options gold and sides that leaves them as the board has them."""

SETUPS: Final[Mapping[str, str]] = {
    "smugglers": "Smugglers' Coast: from harbour to lighthouse, customs men behind you",
    "wood": "The Whispering Wood: a night among owls, wolves and a witch",
    "caravan": "The Caravan: through the desert to Samarkand, past wells and toll gates",
    "night-train": "Night Train: through seven carriages before the frontier",
    "orbit": "Last Shuttle Home: across a space station that is falling apart",
    "gary": "the first board of the original, with every kind of square",
    "crummy": "the second board of the original: slide after slide",
}
DEFAULT: Final = "smugglers"

TITLES: Final[Mapping[str, str]] = {
    **{name: about.partition(":")[0] for name, about in SETUPS.items()},
    "gary": "Gary's First Board",
    "crummy": "Gary's Second Board",
}
"""What the boards that ship are called."""


@lru_cache(maxsize=16)
def built_in(name: str) -> Board:
    """A board that ships.

    Raises BadSetup, naming those that do.
    """
    board = _read(board_text(KEY, name)).board
    assert board, "a board that ships can be read"
    return board


def board_of(setup: str | None) -> Board:
    """The board of a setup: one that ships, by its name, or the text of a board file.

    Raises BadSetup.
    """
    name = (setup or DEFAULT).strip().lower()
    if name in SETUPS:
        return built_in(name)
    if setup is None or not ("\n" in setup or ":" in setup):
        raise BadSetup(
            f"getaway has no board {sanitize_line(name, 60)!r}: it has {', '.join(SETUPS)}, or a board's text"
        )
    reading = _read(setup)
    if reading.board is None:
        first, *more = reading.complaints
        others = f" (and {len(more)} more)" if more else ""
        raise BadSetup(f"board, {first}{others}")
    return reading.board


@lru_cache(maxsize=16)
def _read(text: str) -> BoardReading:
    from marbles_tui.games.getaway.read import (
        read_board,  # not for the menu: many patterns are compiled there
    )

    return read_board(text)


class Getaway(GetawayWords):
    """Race along a trail to the castle; the most gold wins."""

    key = KEY
    title, name = "Gary's Great Getaway", "Getaway"
    blurb = "Race along the trail to its end; the most gold wins."
    author = "A programming exercise, 2002"
    seats = range(1, 7)
    sides = ("Red", "Blue", "Green", "Yellow", "Purple", "Orange")
    setups = SETUPS
    options = (
        Option("exact", ("off", "on"), "off", "the castle must be reached by an exact roll"),
        Option(
            "toll", ("pay", "choose"), "pay", "tolls are paid at once where the gold suffices, or you choose"
        ),
        Option("gold", GOLD, BOARDS_OWN, "gold at the start"),
        Option("sides", DIE, BOARDS_OWN, "sides of the die"),
        Option("players", range(1, 7), "2", "number of travellers"),
    )
    proposed = {"toll": "choose"}
    board_files = True
    records = {"most gold": most_gold}
    achievements = ACHIEVEMENTS
    drawing = "marbles_tui.games.getaway.scene"
    rated = False
    told_as_story = True
    day_match = DayMatch(
        called="journey",
        counted="gold",
        aim="Bring more than {} gold to the castle.",
        advice="All roll the same; choose your tolls well.",
        options={"players": "1", "toll": "choose"},
        score=lambda position: position.travellers[0].gold,
        choose=decide,
    )

    explain_endless = staticmethod(explain_endless)

    def explain_move(self, position: Journey, move: Draw | Decision, names: Sequence[str]) -> str:
        if not isinstance(move, Decision):
            return ""
        _, toll = position.course.trail.squares[position.travellers[position.actor].square]
        if move.word == PAY:
            return f"keeps your place for {position.due} gold"
        assert isinstance(toll, Toll), "only tolls leave a choice"
        return f"saves {position.due} gold and leads {jump_words(toll.jump)}"

    def measures(self, setup: str | None, options: Mapping[str, str]) -> Mapping[str, Measure]:
        own = self.fill(setup, {"gold": BOARDS_OWN})["gold"]
        return self.records if options.get("gold", BOARDS_OWN) in (BOARDS_OWN, own) else {}

    def is_thrown(self, position: Journey) -> bool:
        return position.need == "roll"

    def begins_turn(self, position: Journey, before: Journey | None) -> bool:
        return position.need == "roll"

    def resolve_setup(
        self, setup: str | None, seats: int, options: Mapping[str, str], random: Randomness
    ) -> str | None:
        """None, a name, or the lines of a board."""
        board = board_of(setup)
        name = (setup or DEFAULT).strip().lower()
        if name == DEFAULT:
            return None
        from marbles_tui.games.getaway.sketch import write_board  # which reads, too

        return name if name in SETUPS else write_board(board)

    def fill(self, setup: str | None, options: Mapping[str, str]) -> dict[str, str]:
        """The options with the board's gold and sides where they are left to it."""
        board = board_of(setup)
        own = {"gold": board.gold, "sides": board.sides}
        return {
            name: str(own[name]) if value == BOARDS_OWN and name in own else value
            for name, value in options.items()
        }

    def start(self, setup: str | None, seats: int, options: Mapping[str, str]) -> Journey:
        board = board_of(setup)
        filled = self.fill(setup, options)
        trail = board._replace(gold=int(filled["gold"]), sides=int(filled["sides"]))
        return Journey.begin(trail, seats, exact=filled["exact"] == "on", choose=filled["toll"] == "choose")


GETAWAY = Getaway()
