"""What Gary's Great Getaway is on the match screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final, cast

from marbles_tui.core import CHANCE, Cell, Event
from marbles_tui.core.frame import Tone
from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.games.getaway import Board, Draw, Journey
from marbles_tui.games.getaway.journey import Traveller
from marbles_tui.games.getaway.text import sign
from marbles_tui.play import Match
from marbles_tui.table.game_words import MOVE, POINT, Tip
from marbles_tui.table.players import Act, Choice
from marbles_tui.table.tasks.task import Action
from marbles_tui.tui.games.getaway.ending import GetawayEnding
from marbles_tui.tui.games.getaway.picking import GetawayPicking
from marbles_tui.tui.games.getaway.tale import Tale
from marbles_tui.tui.games.getaway.toll import TollBox, toll_offer
from marbles_tui.tui.games.match_view import MatchView, Overlay
from marbles_tui.tui.games.picking import Picking
from marbles_tui.tui.kit.edges import Key
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.story import StoryLine

END_NAME: Final = 24
"""The most characters of what a board calls its end."""

BESIDE: Final = 24
"""Columns of a seat from which on it is said before the gold where a traveller is."""


class GetawayMatch(MatchView):
    """The match is told as a story; the board follows the traveller whose turn it is."""

    picking = GetawayPicking
    end_words = GetawayEnding
    podium = 0.25
    side = True
    side_from = 100
    numbered = True
    story = True
    tips = (
        Tip("roll", "Space rolls. At the end the traveller with the most gold wins.", (MOVE,)),
        Tip("look", "Arrows show what waits on a square: gold, slides, traps, tolls.", (POINT,)),
        Tip("toll", "At a toll you choose: pay, or go where it sends you.", ("pay", "go")),
    )
    busy = "Enter: finish the move."
    actions = (
        Action("automatic", "a,A", "Roll for all"),
        Action("story", "w,W", "Write the story"),
    )
    noted = frozenset(("sides",))
    goes_on = "Then the die rolls on by itself."

    def overlays(self) -> Sequence[Overlay]:
        """The box in which tolls are paid or not."""
        return (TollBox(),)

    def tips_of(self, match: Match) -> Sequence[Tip]:
        """The end of the trail is called as its board calls it."""
        roll, *others = self.tips
        trail = _trail(match)
        end = sanitize_line(trail.squares[trail.last].name, END_NAME)
        return (roll._replace(text=f"Space rolls. At the {end} the most gold wins."), *others)

    def trace(self, move: Any) -> frozenset[Cell]:
        """Nothing: the pawns tell where everybody went."""
        return frozenset()

    def signs(self, match: Match) -> Mapping[Cell, str]:
        """The die as it fell last."""
        plies = zip(reversed(match.moves), reversed(match.positions[:-1]), strict=True)
        rolls = (move for move, position in plies if cast("Journey", position).need == "roll")
        number = next((move.number for move in rolls if isinstance(move, Draw)), 0)
        return {len(_trail(match).squares): str(number)} if number else {}

    def turn(self, match: Match) -> int | None:
        """The traveller whose turn it is, also while chance draws for them."""
        return match.position.actor

    def note(self, match: Match) -> str:
        """The die."""
        return f"die {_trail(match).sides}"

    def seat_notes(self, match: Match, board: Any, room: int, look: Look) -> tuple[str, ...]:
        """What everybody has."""
        coin = sign("treasure", look.skin.plain)
        return tuple(purse(traveller, board.trail.last, room, coin) for traveller in board.travellers)

    def writes_end(self, match: Match, tone: Tone, here: Sequence[int]) -> bool:
        """The podium has a band for the words; one traveller alone needs none, and who did not arrive has none."""
        return len(match.seats) > 1 and GetawayEnding(match).arrived

    def teller(self, match: Match, look: Look) -> Callable[[Event], Iterable[str | StoryLine]]:
        """Rounds, and in them a few short lines a turn."""
        return Tale(match.names, look).lines

    def automatic(self, match: Match, random: Random) -> Choice | None:
        """A roll."""
        return Act.ROLL if match.turn == CHANCE else None

    def automatic_refusal(self, match: Match) -> str:
        """A die can always be rolled by itself."""
        return ""

    def automatic_news(self, automatic: bool) -> str:
        """Who rolls."""
        if automatic:
            return "The die rolls by itself, for everybody: a stops that."
        return "The die no longer rolls by itself: Space rolls it."

    def first_keys(self, match: Match, picking: Picking, automatic: bool) -> tuple[Key, ...]:
        """The key that rolls for everybody; at the end the one that writes the story."""
        if isinstance(picking, GetawayPicking) and picking.deciding:
            go = Key("b", toll_offer(picking.journey).go.deeds[-1].lower(), "screen.type('b')")
            return (go, STOP) if automatic else (go,)
        if match.result:
            return (STORY,)
        return (STOP if automatic else Key("a", "roll for all", "screen.do('automatic')"),)

    def last_keys(self, match: Match) -> tuple[Key, ...]:
        """The key that writes the story."""
        return () if match.result else (STORY,)


def _trail(match: Match) -> Board:
    return cast("Journey", match.position).course.trail


STOP = Key("a", "stop roll for all", "screen.do('automatic')")
"""Stands in the key line for as long as the die rolls by itself, during a toll too."""

STORY = Key("w", "write story", "screen.do('story')")


def purse(traveller: Traveller, castle: int, room: int, coin: str) -> str:
    """What a traveller has, in at most `room` columns: the gold, and in a second line things, which are counted where
    their names are too long."""
    where = "home" if traveller.square == castle else "trapped" if traveller.held else ""
    count = len(traveller.backpack)
    things = ", ".join(item.name for item in traveller.backpack)
    beside = len(where) + 2 if where and room < BESIDE else 0
    if count and len(things) > room - 2 - beside:
        things = plural(count, "thing")
    gold = f"{traveller.gold} {coin}"
    if room < BESIDE:
        below = ", ".join(filter(None, (where, things)))
    else:
        gold, below = "  ".join(filter(None, (where, gold))), things
    return "\n".join(filter(None, (gold, below)))
