"""One turn on the trail. It is interrupted where a number must be drawn or a decision made, and then taken
up again where it stood."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from marbles_tui.core import Event, Tell
from marbles_tui.games.getaway.board import Jump, Teleporter, Toll, Trap, Treasure, Trinkets
from marbles_tui.games.getaway.trail import Trail, Traveller

if TYPE_CHECKING:
    from marbles_tui.games.getaway.journey import Journey

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
