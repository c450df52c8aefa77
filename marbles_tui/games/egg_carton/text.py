"""Egg Carton in words: position texts, sentences, a diagram."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Final

from marbles_tui.core import BadPosition, BadSetup, Event, Game, Randomness
from marbles_tui.core.text import plural
from marbles_tui.games.egg_carton.position import (
    ENDS,
    LEFT_END,
    LETTERS,
    RIGHT_END,
    SIDES,
    Carton,
    Selection,
    name,
    solutions,
)

MOST: Final = 999
"""The most marbles a typed position may hold."""

FORM: Final = "A,B,C,D,E,F/I,J,K,L,M,N/right,left/player"


def write(position: Carton) -> str:
    """The text of a position: `3,3,3,3,3,3/3,3,3,3,3,3/0,0/1` is the classic start."""
    ring = position.ring
    fields = (ring[0:6], ring[7:13], (ring[RIGHT_END], ring[LEFT_END]))
    return "/".join(",".join(map(str, field)) for field in fields) + f"/{position.turn + 1}"


def read(text: str) -> Carton:
    """A position from its text; blanks do not count.

    Raises BadPosition for anything but thirteen numbers in their places and a player, for more than MOST
    marbles, and where both sides are empty.
    """
    fields = "".join(text.split()).split("/")
    if len(fields) != 4:
        raise BadPosition(f"a position has the form {FORM}, not {text!r}")
    bottom = _counts(fields[0], 6, "A to F")
    top = _counts(fields[1], 6, "I to N")
    right, left = _counts(fields[2], 2, "the right and the left end")
    if fields[3] not in ("1", "2"):
        raise BadPosition(f"the player to move is 1 or 2, not {fields[3]!r}")
    if not any(bottom) and not any(top):
        raise BadPosition("both sides are empty: no game ends like that")
    ring = (*bottom, right, *top, left)
    if sum(ring) > MOST:
        raise BadPosition(f"there are {sum(ring)} marbles; a carton holds at most {MOST}")
    return Carton(ring, int(fields[3]) - 1)


def _counts(field: str, count: int, what: str) -> tuple[int, ...]:
    words = field.split(",")
    if len(words) != count:
        raise BadPosition(f"expected {count} numbers for {what}, found {len(words)} in {field!r}")
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= 3):
            raise BadPosition(f"expected a number from 0 to {MOST} for {what}, not {word!r}")
    return tuple(map(int, words))


def longest_chain(events: Sequence[Sequence[Event]], seat: int) -> int:
    """The most relays of a seat in one move."""
    own = (sum(event.kind == "relay" and event.facts["seat"] == seat for event in ply) for ply in events)
    return max(own, default=0)


MARBLES: Final = 36

SETUPS: Final[Mapping[str, str]] = {
    "classic": "three marbles in each slot",
    **{str(n): f"{plural(n, 'marble')} in each slot" for n in range(1, 7)},
    "random": "36 marbles scattered at random",
    "even": "the same marbles on both sides, and no win in the first turn",
    "handicap": "12 marbles for player 1 to clear, 24 for player 2",
}

DRAWN: Final = ("random", "even", "handicap")
"""The starts that chance draws; a record holds the position."""

SIDE: Final = MARBLES // 2
HEAD_START: Final = 6
"""So many marbles fewer than half has the weaker side of a handicap start, and so many more the other."""


def even(count: int) -> Carton:
    """`count` marbles in each slot, player 1 to select."""
    return Carton((count,) * 6 + (0,) + (count,) * 6 + (0,), 0)


def spread(random: Randomness) -> Carton:
    """36 marbles, each in a slot drawn by chance; drawn again where a side is empty."""
    drawn = (_row(MARBLES, random, 12) for _ in count())
    cartons = (Carton((*row[:6], 0, *row[6:], 0), 0) for row in drawn)
    return next(carton for carton in cartons if carton.result is None)


def drawn_even(random: Randomness) -> Carton:
    """18 marbles spread at random over one side, and the same over the other, so that whoever begins has no win
    in the first turn."""
    drawn = (_row(SIDE, random) for _ in count())
    return next(filter(_outlasts_a_turn, (Carton((*row, 0, *row, 0), 0) for row in drawn)))


def drawn_handicap(random: Randomness) -> Carton:
    """12 marbles for the first side and 24 for the other, each spread at random, so that neither could win in a first
    turn."""
    drawn = ((_row(SIDE - HEAD_START, random), _row(SIDE + HEAD_START, random)) for _ in count())
    cartons = (Carton((*less, 0, *more, 0), 0) for less, more in drawn)
    return next(
        carton for carton in cartons if all(_outlasts_a_turn(carton._replace(turn=seat)) for seat in (0, 1))
    )


def _row(marbles: int, random: Randomness, slots: int = 6) -> tuple[int, ...]:
    """So many marbles, each in a slot drawn by chance."""
    fallen = Counter(random.randrange(slots) for _ in range(marbles))
    return tuple(fallen[slot] for slot in range(slots))


def _outlasts_a_turn(carton: Carton) -> bool:
    """Whether nobody can win in the turn that begins."""
    ways = solutions(carton)
    return ways is not None and not ways.number


def _position(text: str) -> Carton:
    if "/" in text or "," in text:
        return read(text)
    raise BadSetup(f"egg-carton has no setup {text!r}: it has {', '.join(SETUPS)}, or a position text")


class EggCartonWords(Game[Carton, Selection]):
    """What is said of the game, and read of what people type; `game.py` adds the rest."""

    @staticmethod
    def resolve_setup(
        setup: str | None, _seats: int, _options: Mapping[str, str], random: Randomness
    ) -> str | None:
        """The setup as a record keeps it; see core.Game."""
        name = (setup or "classic").strip().lower()
        if name == "classic":
            return None
        if name == "random":
            return write(spread(random))
        if name == "even":
            return write(drawn_even(random))
        if name == "handicap":
            return write(drawn_handicap(random))
        return name if name in SETUPS else write(_position(name))

    @staticmethod
    def start(setup: str | None, _seats: int, _options: Mapping[str, str]) -> Carton:
        """The first position of a settled setup; see core.Game."""
        name = (setup or "classic").strip().lower()
        if name in DRAWN:
            raise BadSetup(f"setup {name!r} is drawn when a game begins; a record holds the position drawn")
        if name in SETUPS:
            return even(3 if name == "classic" else int(name))
        return _position(name)

    @staticmethod
    def diagram(position: Carton) -> str:
        """The carton as Talbot's manual draws it: the top row N to I, the bottom row A to F, the ends beside."""
        ring = position.ring

        def row(slots: Sequence[int]) -> str:
            return "| " + " ".join(f"{ring[slot] or '':>3}" for slot in slots) + "  |"

        def letters(slots: Sequence[int]) -> str:
            return "         " + " ".join(f"({LETTERS[slot]})" for slot in slots)

        top, bottom = range(12, 6, -1), range(6)
        line = "       " + "+" + "-" * 26 + "+"
        ends = f"{ring[LEFT_END]:>5}  +{'-' * 26}+  {ring[RIGHT_END]}"
        body = [
            letters(top),
            line,
            "       " + row(top),
            ends,
            "       " + row(bottom),
            line,
            letters(bottom),
        ]
        return "\n".join(body)

    @staticmethod
    def say(event: Event, names: Sequence[str]) -> str:
        """The sentence for an event."""
        facts = event.facts
        who = names[facts["seat"]]
        match event.kind:
            case "take":
                return f"{who} takes {facts['hand']} from {name(event.cells[0])}."
            case "last":
                place, held = event.cells[0], facts["held"]
                if place in ENDS:
                    return f"The last marble drops off the board, at {name(place)}."
                return f"The last marble drops into {name(place)}, which {f'held {held}' if held else 'was empty'}."
            case "relay":
                return f"The move goes on from {name(event.cells[0])}."
            case "again":
                return f"Off the board: {who} goes again."
            case "over":
                return f"{names[1 - facts['seat']]} to move."
            case "win":
                return f"{who} clears the side and wins."
        return ""

    @staticmethod
    def explain_illegal(position: Carton, text: str) -> str:
        """Why the slot named by `text` cannot be selected, and which can."""
        legal = ", ".join(map(str, position.moves()))
        slot = LETTERS.find(text) if len(text) == 1 else -1
        if slot < 0 or slot in ENDS:
            return f"a move is a letter, A to F or I to N; legal is {legal}"
        return f"{EggCartonWords.explain_illegal_pick(position, (slot,))}; legal is {legal}"

    @staticmethod
    def explain_illegal_pick(position: Carton, picks: tuple[int, ...]) -> str:
        """Why a place cannot be picked."""
        slot = picks[-1]
        if slot in ENDS:
            return "the ends are off the board: pick a slot"
        if slot not in SIDES[position.turn]:
            return f"{LETTERS[slot]} is on the other side"
        return f"{LETTERS[slot]} is empty"

    @staticmethod
    def explain_move(position: Carton, move: Selection, _names: Sequence[str] = ()) -> str:
        """Where the chain ends, and what that brings."""
        events: list[Event] = []
        after = position.play(move, events.append)
        if after.result:
            return "clears the side and wins"
        last = next(event.cells[-1] for event in reversed(events) if event.cells)
        if after.turn == position.turn:
            return "ends off the board and goes again"
        side = SIDES[position.turn]
        rid = sum(position.ring[slot] - after.ring[slot] for slot in side)
        if rid > 0:
            return f"ends at {name(last)}, with {plural(rid, 'marble')} fewer on the side"
        return f"ends at {name(last)}"
