"""A journey along a trail: what moves there are, and what a roll or a decision leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from marbles_tui.core import CHANCE, Event, Result, Tell
from marbles_tui.core.text import article
from marbles_tui.core.tuples import NamedTuple
from marbles_tui.games.getaway.board import (
    Board,
    Jump,
    Teleporter,
    Toll,
    Trap,
    Treasure,
    Trinket,
    Trinkets,
    dead_ends,
    met_squares,
)

PAY: Final = "pay"
GO: Final = "go"


class Draw(NamedTuple):
    """A ply of the chance seat: the number that falls. Its notation is `*n`."""

    number: int

    def __str__(self) -> str:
        return f"*{self.number}"

    @property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        """None: chance picks no squares."""
        return ()


class Decision(NamedTuple):
    """A player's answer to a toll: `pay` or `go`; picked by the toll's square, or one where `go` may lead."""

    word: str
    squares: tuple[int, ...]

    def __str__(self) -> str:
        return self.word

    @property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        """One pick: any of the squares."""
        return tuple((square,) for square in self.squares)


Ply: TypeAlias = Draw | Decision


@lru_cache(maxsize=64)
def draws(faces: int) -> tuple[Draw, ...]:
    """What a die of so many faces, or a draw of so many numbers, can show."""
    return tuple(Draw(number) for number in range(1, faces + 1))


class Traveller(NamedTuple):
    """A player on the trail. `held`: 0 free; n > 0 the turns still to lose; n < 0 until -n is rolled."""

    square: int
    gold: int
    backpack: tuple[Trinket, ...] = ()
    held: int = 0


class Trail(NamedTuple):
    """The trail as it is drawn. `taken`: how often each square has given what it gives only so often, be it a
    treasure, a trinket or a ride."""

    trail: Board
    travellers: tuple[Traveller, ...]
    taken: tuple[int, ...]


def outset(trail: Board) -> Trail:
    """A trail as one traveller finds it."""
    return Trail(trail, (Traveller(0, trail.gold),), (0,) * len(trail.squares))


def places(travellers: Sequence[Traveller]) -> list[int]:
    """The place of each seat, from 0; equal gold, equal place."""
    return [sum(other.gold > traveller.gold for other in travellers) for traveller in travellers]


class Course(NamedTuple):
    """What stays as it is for a whole game: the trail, with the die that is used, and the options."""

    trail: Board
    exact: bool = False
    choose: bool = False

    @property
    def most_hops(self) -> int:
        """How many transports a turn may have; its chain is stopped before the next."""
        return 10 * len(self.trail.squares)


class Journey(NamedTuple):
    """Who is where and has what, and what the game waits for.

    `faces`: from how many numbers chance draws, 0 where it draws none. Within a turn, `hops` counts its
    transports and `due` is the toll asked for. `arrivals`: the seats in the castle, in their order.
    """

    course: Course
    travellers: tuple[Traveller, ...]
    taken: tuple[int, ...]
    actor: int
    need: Need
    faces: int
    hops: int = 0
    due: int = 0
    arrivals: tuple[int, ...] = ()

    @classmethod
    def begin(cls, trail: Board, seats: int, exact: bool = False, choose: bool = False) -> Journey:
        """Everybody on Start with the trail's gold, player 1 to roll."""
        travellers = (Traveller(0, trail.gold),) * seats
        course = Course(trail, exact, choose)
        return cls(course, travellers, (0,) * len(trail.squares), 0, "roll", trail.sides)

    @property
    def turn(self) -> int:
        """CHANCE before a roll or a draw; the actor before a decision, and when the game is over."""
        return CHANCE if self.faces else self.actor

    @property
    def seats(self) -> int:
        """How many travel."""
        return len(self.travellers)

    @property
    def board(self) -> Trail:
        """What is drawn of it."""
        return Trail(self.course.trail, self.travellers, self.taken)

    @property
    def result(self) -> Result | None:
        """Most gold wins once all have arrived; equal best gold is a shared win. (The assignment, on the castle.)"""
        if self.need != "over":
            return None
        best = max(traveller.gold for traveller in self.travellers)
        winners = tuple(seat for seat, traveller in enumerate(self.travellers) if traveller.gold == best)
        return Result.win(self.seats, winners, "castle")

    @property
    def alone(self) -> bool:
        """Whether a single player is still on the path, so that traps neither catch nor hold."""
        return self.seats - len(self.arrivals) == 1

    def trapped(self, seat: int) -> bool:
        """Whether a trap holds that player."""
        return self.travellers[seat].held != 0 and not self.alone

    def moves(self) -> Sequence[Draw | Decision]:
        """The numbers that can fall, from 1 up; or `pay` and `go`."""
        if self.faces:
            return draws(self.faces)
        if self.need != "choice":
            return ()
        square = self.travellers[self.actor].square
        trail = self.course.trail
        toll = trail.squares[square].encounter
        assert isinstance(toll, Toll), "only tolls leave a choice"
        targets = toll.jump.targets(square, trail.last) - {square}
        return (Decision(PAY, (square,)), Decision(GO, tuple(sorted(targets))))

    def play(self, move: Draw | Decision, tell: Tell | None = None) -> Journey:
        """Play a turn on from where it stands to its end, or to the next draw or decision.

        The assignment: each player rolls, moves, interacts with the square, and possibly with another in turn.
        """
        turn = Turn(self, tell)
        if isinstance(move, Decision):
            turn.decide(pays=move.word == PAY)
        elif self.need == "roll":
            turn.roll(move.number)
        else:
            turn.draw(move.number)
        return Journey(
            self.course,
            tuple(turn.travellers),
            tuple(turn.taken),
            turn.actor,
            turn.need,
            turn.faces,
            turn.hops,
            turn.due,
            turn.arrivals,
        )


# One turn on the trail. It is interrupted where a number must be drawn or a decision made, and then taken
# up again where it stood.

Need: TypeAlias = Literal["roll", "amount", "jump", "choice", "over"]
"""What the game waits for: a roll, an amount or a jump to be drawn, a decision, or nothing any more."""


class Turn:
    """The turn of a position's actor. Its fields are those of the position that follows."""

    __slots__ = (
        "_tell", "actor", "alone", "arrivals", "backpack", "course", "due", "faces", "gold", "held",
        "hops", "need", "square", "squares", "taken", "travellers",
    )  # fmt: skip

    def __init__(self, position: Journey, tell: Tell | None) -> None:
        self.course = position.course
        self.squares = position.course.trail.squares
        self.travellers = list(position.travellers)
        self.taken = list(position.taken)
        self.actor = position.actor
        self.hops = position.hops
        self.due = position.due
        self.arrivals = position.arrivals
        self.need = position.need
        self.faces = position.faces
        self.alone = position.alone
        self.square, self.gold, self.backpack, self.held = position.travellers[position.actor]
        self._tell = tell

    # What a ply sets going

    def roll(self, number: int) -> None:
        """Advance by a roll, unless a trap holds the player."""
        self._say("turn", square=self._name)
        self._say("roll", number=number)
        self._follow(self._free(number) and self._advance(number))

    def draw(self, number: int) -> None:
        """Go on with the gold that a square pays or asks, or the squares that a transport carries."""
        self._say("draw", number=number)
        encounter = self.squares[self.square].encounter
        if self.need == "jump":
            assert isinstance(encounter, Teleporter | Toll), "only transports draw a jump"
            self._follow(self._carry(encounter.jump, number))
        elif isinstance(encounter, Toll):
            self._follow(self._ask(encounter.jump, number))
        else:
            self._receive(number)

    def decide(self, pays: bool) -> None:
        """Go on with the player's answer to a toll."""
        encounter = self.squares[self.square].encounter
        assert isinstance(encounter, Toll), "only tolls leave a choice"
        if pays:
            self._pay()
        else:
            self._say("go")
            self._follow(self._hop(encounter.jump))

    def _follow(self, moved: bool) -> None:
        """Meet squares as long as they carry the pawn to others."""
        while moved:
            moved = self._meet()

    # What follows. Each returns whether the pawn has moved to a square that is still to be met.

    def _advance(self, number: int) -> bool:
        last = self.course.trail.last
        target = self.square + number
        if target > last and self.course.exact:
            self._say("too-far", square=self._name)
            return self._end()
        for square in range(self.square + 1, min(target, last) + 1):
            before, self.square = self.square, square
            self._say("walk", before)
        return True

    def _meet(self) -> bool:
        self._say("land", square=self._name)
        square = self.square
        encounter = self.squares[square].encounter
        if encounter is None:
            return self._arrive() if square == self.course.trail.last else self._end()
        if isinstance(encounter, Trinkets):
            return self._pick_up(encounter)
        if isinstance(encounter, Trap):
            return self._spring(encounter)
        if encounter.once and self.taken[square]:
            self._say("spent", what=self.course.trail.kind(square))
            return self._end()
        if isinstance(encounter, Teleporter):
            return self._hop(encounter.jump)
        if encounter.amount.drawn:
            return self._wait("amount", encounter.amount.size)
        if isinstance(encounter, Toll):
            return self._ask(encounter.jump, encounter.amount.size)
        return self._receive(encounter.amount.size)

    def _receive(self, gold: int) -> bool:
        self._spend()
        self.gold += gold
        self._say("gold", gains=gold, gold=self.gold)
        return self._end()

    def _spend(self) -> None:
        """What serves only the first to land has served."""
        encounter = self.squares[self.square].encounter
        if isinstance(encounter, Treasure | Teleporter | Toll) and encounter.once:
            self.taken[self.square] = 1

    def _pick_up(self, trinkets: Trinkets) -> bool:
        number = self.taken[self.square]
        if number == len(trinkets.items):
            self._say("spent", what="trinkets")
            return self._end()
        item = trinkets.items[number]
        self.taken[self.square] += 1
        self.backpack = (*self.backpack, item)
        self._say("pick-up", trinket=item.name)
        self._say("backpack", trinkets=tuple(trinket.name for trinket in self.backpack))
        return self._end()

    def _ask(self, jump: Jump, gold: int) -> bool:
        self._spend()
        self._say("toll", gold=gold)
        if self.gold < gold:
            self._say("short", gold=gold)
            return self._hop(jump)
        self.due = gold
        return self._wait("choice", 0) if self.course.choose else self._pay()

    def _pay(self) -> bool:
        self.gold -= self.due
        self._say("pay", pays=self.due, gold=self.gold)
        return self._end()

    def _hop(self, jump: Jump) -> bool:
        if self.hops == self.course.most_hops:
            self._spend()
            self._say("stopped", hops=self.hops)
            return self._end()
        return self._wait("jump", jump.draws) if jump.draws else self._carry(jump, 0)

    def _carry(self, jump: Jump, drawn: int) -> bool:
        self._spend()
        before = self.square
        self.square = jump.target(before, self.course.trail.last, drawn)
        self.hops += 1
        if jump.way == "A":
            self._say("transport", before, to=self._name)
        else:
            size = jump.size if jump.way == "F" else drawn if jump.size > 0 else -drawn
            self._say("transport", before, by=size)
        return True

    def _arrive(self) -> bool:
        for item in self.backpack:
            self.gold += item.value
            self.backpack = self.backpack[1:]
            self._say("sell", trinket=item.name, value=item.value)
        self.arrivals = (*self.arrivals, self.actor)
        self._say("arrive", gold=self.gold)
        return self._end()

    # Traps

    def _free(self, roll: int) -> bool:
        """Whether nothing holds the player any more, or this roll frees them."""
        if not self.held:
            return True
        if self.alone:
            self.held = 0
            self._say("released")
            return True
        if self.held < 0 and roll == -self.held:
            self.held = 0
            self._say("freed")
            return True
        if self.held > 0:
            self.held -= 1
            self._say("held" if self.held else "served", turns=self.held)
        else:
            self._say("held", number=-self.held)
        return self._end()

    def _spring(self, trap: Trap) -> bool:
        if self.alone:
            self._say("asleep")
        elif any(item.name == trap.trinket for item in self.backpack):
            self._say("avoided", trinket=trap.trinket)
        else:
            self.held = -trap.number if trap.event else trap.number
            self._say("caught", **{"number" if trap.event else "turns": trap.number})
        return self._end()

    # Ends

    def _wait(self, need: Need, faces: int) -> bool:
        """Stop here until a number is drawn or a decision made."""
        self.need, self.faces = need, faces
        self._put_back()
        return False

    def _end(self) -> bool:
        """The next player who is still on the path is to roll; without any the game is over."""
        self._put_back()
        self.hops = self.due = 0
        seats = len(self.travellers)
        following = ((self.actor + step) % seats for step in range(1, seats + 1))
        actor = next((seat for seat in following if seat not in self.arrivals), None)
        if actor is None:
            self._finish()
        else:
            self.actor, self.need, self.faces = actor, "roll", self.course.trail.sides
        return False

    def _finish(self) -> None:
        self.need, self.faces = "over", 0
        purses = [traveller.gold for traveller in self.travellers]
        ranking = sorted(self.arrivals, key=lambda seat: -purses[seat])
        best = purses[ranking[0]]
        winners = tuple(seat for seat in ranking if purses[seat] == best)
        self._say("over")
        self._say("winner", seats=winners, gold=best)
        for place, seat in enumerate(ranking[len(winners) :]):
            if not place:
                self._say("others")
            self._say("other", seats=(seat,), gold=purses[seat])

    # What is told

    @property
    def _name(self) -> str:
        return self.squares[self.square].name

    def _put_back(self) -> None:
        self.travellers[self.actor] = Traveller(self.square, self.gold, self.backpack, self.held)

    def _say(self, kind: str, before: int | None = None, /, **facts: object) -> None:
        if not self._tell:
            return
        self._put_back()
        scene = Trail(self.course.trail, tuple(self.travellers), tuple(self.taken))
        cells = (self.square,) if before is None else (before, self.square)
        self._tell(Event(kind, scene, cells, {"seat": self.actor, **facts}))


def decide(position: Journey) -> Decision:
    """`pay` or `go`, where a toll leaves the choice.

    A ride towards the castle is taken for nothing; one back is worth paying off with up to half the purse.
    """
    traveller = position.travellers[position.actor]
    trail = position.course.trail
    toll = trail.squares[traveller.square].encounter
    assert isinstance(toll, Toll), "only tolls leave a choice"
    leads_on = min(toll.jump.targets(traveller.square, trail.last)) >= traveller.square
    word = GO if leads_on or 2 * position.due > traveller.gold else PAY
    return next(move for move in position.moves() if isinstance(move, Decision) and move.word == word)


known_dead_ends = lru_cache(maxsize=16)(dead_ends)


def cannot_end(position: Journey, dead: frozenset[int]) -> bool:
    """Whether somebody stands where nothing leads on to the castle (`dead`), or all who are still on the path
    wait for rolls that their die does not have."""
    last, sides = position.course.trail.last, position.course.trail.sides
    path = [traveller for traveller in position.travellers if traveller.square != last]
    if dead and any(traveller.square in dead for traveller in path):
        return True
    return len(path) > 1 and all(-traveller.held > sides for traveller in path)


def explain_endless(position: Journey) -> str:
    """Why a game can never end, in a sentence; "" where it may, and where it is over."""
    trail = position.course.trail
    dead = known_dead_ends(trail)
    if position.need == "over" or not cannot_end(position, dead):
        return ""
    squares = {traveller.square for traveller in position.travellers}
    why = next((told for number, told in _snares(trail, dead) if number in squares), "")
    return f"This game can never end: {why}."


def snare(board: Board) -> str:
    """What can keep travellers on a board for ever, "" where nothing can."""
    met = met_squares(board)
    return next((told for number, told in _snares(board, known_dead_ends(board)) if number in met), "")


def _snares(board: Board, dead: frozenset[int]) -> Iterator[tuple[int, str]]:
    for number, square in enumerate(board.squares):
        trap = square.encounter
        if isinstance(trap, Trap) and trap.event and trap.number > board.sides:
            waits = f"square {number} waits for {article(trap.number)} {trap.number}"
            yield number, f"{waits}, and the die has {board.sides} sides"
        elif number in dead:
            yield number, f"no roll leads on from square {number} to the castle"
