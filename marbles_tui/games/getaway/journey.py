"""A position of Gary's Great Getaway: everybody on their way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from marbles_tui.core import CHANCE, Result, Tell
from marbles_tui.games.getaway.board import Board, Toll
from marbles_tui.games.getaway.moves import DRAWS, GO, PAY, Decision, Draw
from marbles_tui.games.getaway.trail import Course, Trail, Traveller
from marbles_tui.games.getaway.turn import Need, Turn


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
        """What there is to see."""
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
            return DRAWS[: self.faces]
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


def explain_illegal(position: Journey) -> str:
    """What is expected here instead of a move that cannot be played."""
    name = position.course.trail.squares[position.travellers[position.actor].square].name
    match position.need:
        case "roll":
            return f"expected a roll of the die, *1 to *{position.faces}"
        case "amount":
            return f"expected the gold drawn at {name}, *1 to *{position.faces}"
        case "jump":
            return f"expected the squares drawn at {name}, *1 to *{position.faces}"
        case "choice":
            return f"expected pay or go: the toll at {name} is {position.due} gold"
    return "the game is over"


def explain_illegal_pick(position: Journey) -> str:
    """Why a square cannot be picked."""
    if position.need == "choice":
        return "pick the toll's square to pay, or the square it leads to"
    return "the game is over" if position.need == "over" else "the die decides: roll it"
