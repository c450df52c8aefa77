"""The table of Gary's Great Getaway."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, ClassVar, cast

from textual.binding import Binding, BindingType

from marbles_tui.core import CHANCE, Cell, Event
from marbles_tui.games.getaway import Decision, Draw, Journey
from marbles_tui.games.getaway.scene import Scene as Trail
from marbles_tui.games.getaway.scene import Traveller
from marbles_tui.play import Match
from marbles_tui.play.story import narrate
from marbles_tui.table import phrases as phrases
from marbles_tui.tui.clipboard import write
from marbles_tui.tui.drawing.frame import Highlights
from marbles_tui.tui.drawing.speed import SPEEDS
from marbles_tui.tui.games.getaway.board import GetawayBoard
from marbles_tui.tui.screens.table import Table
from marbles_tui.tui.widgets.board_view import BoardView
from marbles_tui.tui.widgets.panels import Key, Seats
from marbles_tui.tui.widgets.panels.story import Story


class GetawayTable(Table):
    """Roll with Space, Enter or a click on the die; pay or go at a toll; `a` rolls for everybody."""

    BOARD: ClassVar[type[BoardView[Any]]] = GetawayBoard
    SIDE: ClassVar[bool] = True
    NUMBERED: ClassVar[bool] = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,A", "auto", "Roll for all", show=False, id="trail.auto"),
        Binding("1", "decide('pay')", "Pay", show=False, id="trail.pay"),
        Binding("2", "decide('go')", "Go", show=False, id="trail.go"),
        Binding("w,W", "write_story", "Write the story", show=False, id="trail.story"),
    ]

    rolling_alone: bool = False
    """Whether the die is rolled for people too."""

    @property
    def journey(self) -> Journey:
        """The position."""
        return cast("Journey", self.match.position)

    def on_mount(self) -> None:
        """The story stands where other games list their moves."""
        self.add_class("getaway")
        self.query_one("#under").mount(Story())
        self.call_after_refresh(self._retell)

    def on_resize(self) -> None:
        """There is more or less room for what travellers carry."""
        self.call_after_refresh(self._note, self.journey.board)

    # Rolling and deciding

    async def _until_rolled(self, match: Match) -> None:
        """A person rolls their die; what else chance draws comes by itself."""
        position = cast("Journey", match.position)
        if position.need == "roll" and not self.rolling_alone:
            await super()._until_rolled(match)
        elif position.need == "roll":
            await asyncio.sleep(0.2 * SPEEDS[self.app.settings.speed].tempo)

    def action_auto(self) -> None:
        """Roll for everybody, or let people roll again."""
        self.rolling_alone = not self.rolling_alone
        self.tell("It rolls by itself." if self.rolling_alone else "Everybody rolls again.")
        if self.rolling_alone and self._asked_to_roll:
            self._rolled.set()
        self.mark()

    @property
    def _asked_to_roll(self) -> bool:
        return self.waiting and self.match.position.turn == CHANCE

    @property
    def _asked_to_decide(self) -> bool:
        return self.waiting and self.journey.need == "choice"

    def action_decide(self, word: str) -> None:
        """Pay a toll, or go where it leads."""
        if self.used_up():
            return
        if self._asked_to_decide:
            self.choose(next(one for one in self.journey.moves() if str(one) == word))
        else:
            self.tell("No toll is asked of you now.", warning=True)

    def action_hint(self) -> Any:
        """Where a toll is asked; there is nothing to decide about a roll."""
        if self._asked_to_roll:
            self.tell("The die decides.")
            return None
        return super().action_hint()

    def action_for_me(self) -> Any:
        """A roll as well as a toll."""
        if self._asked_to_roll:
            self._rolled.set()
            return None
        return super().action_for_me()

    def pick(self, cell: Cell) -> None:
        """A click on the die rolls it."""
        if self._asked_to_roll and cell == self._die and not self.used_up():
            self._rolled.set()
            return
        super().pick(cell)

    @property
    def _die(self) -> Cell:
        return len(self.journey.course.trail.squares)

    # What is seen

    def _highlights(self) -> Highlights:
        """The die may be picked where a roll is asked for; else it lies as it fell."""
        if self._asked_to_roll and not self.under_way:
            return Highlights(legal=frozenset((self._die,)))
        number = self._fallen()
        return replace(super()._highlights(), notes={self._die: str(number)} if number else {})

    def _fallen(self) -> int:
        """The last roll of the die, 0 before the first."""
        plies = zip(reversed(self.match.moves), reversed(self.match.positions[:-1]), strict=True)
        rolls = (move for move, position in plies if cast("Journey", position).need == "roll")
        return next((move.number for move in rolls if isinstance(move, Draw)), 0)

    @classmethod
    def trace(cls, move: Any) -> frozenset[Cell]:
        """Nothing: the pawns tell where everybody went."""
        del move
        return frozenset()

    def landing(self, cell: Cell | None) -> tuple[Cell, ...]:
        """Nowhere: a toll's square and where it leads are marked already."""
        del cell
        return ()

    def foresee(self, cell: Cell | None) -> str:
        """What a decision at a toll brings."""
        move = self.picker.leads_to(cell) if cell is not None and self._asked_to_decide else None
        if not isinstance(move, Decision):
            return ""
        return f"Enter pays {self.journey.due} gold." if move.word == "pay" else "Enter goes without paying."

    def invitation(self, name: str) -> str:
        """Roll, or decide at a toll."""
        if self._asked_to_decide:
            return f"{name}: 1 pays {self.journey.due} gold, 2 goes."
        held = self.journey.trapped(self.journey.actor)
        return f"{name}: roll the die{', you are trapped' if held else ''}."

    def prompt(self) -> str:
        """Short beside the board: the panel is narrow."""
        busy = self.under_way and not (self.waiting or self.thinking or self.paused)
        return "Enter finishes the move." if busy else super().prompt()

    def pick_key(self) -> Key:
        """Roll, or decide."""
        return Key("1 2", "pay or go") if self._asked_to_decide else Key("space", "roll", "screen.go_on")

    def keys_now(self) -> tuple[Key, ...]:
        """Also the keys that only this game has."""
        first, *rest = super().keys_now()
        auto = Key("a", "stop rolling" if self.rolling_alone else "roll for all", "screen.auto")
        kept = [key for key in rest if key.key not in ("t", "y")]
        story = Key("w", "write story", "screen.write_story")
        if self.match.result:
            return (first, story, *kept)
        return (first, auto, *kept, story)

    def note(self) -> str:
        """The board and its die."""
        return f"{super().note()} {self.app.look.skin.dot} die {self.journey.course.trail.sides}"

    def show_match(self) -> None:
        """The board follows the player whose turn it is; the seats tell what they have."""
        super().show_match()
        self.board.turn = self.journey.actor
        if not self.under_way:
            self._note(self.journey.board)

    def note_seats(self) -> None:
        """What everybody has is told as it is shown."""

    def told(self, event: Event) -> None:
        """Add to the story, and count gold and things as they come."""
        if not self.laid:
            return
        self.query_one(Seats).acting = event.facts.get("seat")
        self.tell("")
        self._note(event.board)
        sentence = self.match.game.say(event, phrases.names(self.match))
        if sentence:
            self.query_one(Story).add(sentence)

    def _note(self, trail: Trail) -> None:
        room = self.query_one(Seats).content_size.width - 4
        self.query_one(Seats).notes = tuple(_purse(one, trail.trail.last, room) for one in trail.travellers)

    def _person_decides(self, match: Match, ply: int) -> bool:
        """A person's roll is where they take part, though chance decides what falls."""
        position = cast("Journey", match.positions[ply])
        return position.need in ("roll", "choice") and match.seats[position.actor].level is None

    def action_undo(self) -> None:
        """Back to the last roll or decision of a person; a die that rolls by itself stops."""
        self.rolling_alone = False
        super().action_undo()

    def recall(self) -> str:
        """Nothing: the story says what happened."""
        return ""

    def go_to(self, match: Match) -> None:
        """The story goes back and forth with the match."""
        super().go_to(match)
        self._retell()

    def _retell(self) -> None:
        if self.laid:
            self.query_one(Story).retell(narrate(self.match))

    def action_write_story(self) -> None:
        """Save the story so far as a text file."""
        write(self.app, "\n".join((*narrate(self.match), "")), "story.txt", "story")


def _purse(one: Traveller, castle: int, room: int) -> str:
    """What a traveller has, in at most `room` columns: things are counted where their names are too long."""
    where = "home" if one.square == castle else "trapped" if one.held else ""
    count = len(one.backpack)
    things = ", ".join(item.name for item in one.backpack)
    counted = f"{count} thing{'s'[: count != 1]}" if count else ""
    note = ", ".join(filter(None, (f"{one.gold} gold", where, things)))
    return note if len(note) <= room else ", ".join(filter(None, (f"{one.gold} gold", where, counted)))
