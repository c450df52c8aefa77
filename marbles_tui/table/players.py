"""Those who sit at a table: people, dice, computers, scripts. A session asks each of them the same way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from enum import Enum
from random import Random
from typing import Final, Protocol, TypeAlias

from marbles_tui.ai.analysis import Analysis, Limit
from marbles_tui.ai.levels import nearest_level
from marbles_tui.core import CHANCE, BadOption, IllegalMove, Move, Solutions
from marbles_tui.play import Match, Seat
from marbles_tui.play.series import seed_of


class Act(Enum):
    """What can be done at a match besides a move; the values are what processes call it among each other."""

    ROLL = "roll"
    """Throw the dice: what is chosen where chance draws for a person."""

    CLAIM = "claim"
    """End the match as a draw, where its rules allow that to the seat to move."""

    RESIGN = "resign"
    """Give up; the others win."""

    FORFEIT = "forfeit"
    """Lose, because nothing can be played: what a program chooses that has broken."""

    MOVE_NOW = "move_now"
    """The player who is thinking is to choose at once."""

    DRAW = "offer_draw"
    """Offer a draw to all others."""

    UNDO = "undo"
    """Back to the last decision of the person on a seat: at once, or when the people elsewhere agree."""

    REDO = "redo"
    """Forward to the next decision of a person, likewise."""

    ACCEPT = "accept"
    REFUSE = "refuse"
    """What a seat answers that an offer waits for."""

    WITHDRAW = "withdraw"
    """Take the own offer back."""

    CLAIM_ABSENCE = "claim_absence"
    """Win because another has been gone for so long."""

    REMATCH = "want_rematch"
    """Play again, the sides changed: it begins when everybody wants it."""


Choice: TypeAlias = Move | Act
"""A legal move of the position, or an Act: to roll, claim, resign or forfeit."""

KEYBOARD: Final = "keyboard"
"""The hand of everybody who sits at this machine."""


class Player:
    """Anyone who can sit at a table."""

    hand: str | None = None
    """Who has to be asked before a decision is taken back: people at one keyboard share a hand, since each of
    them sees what the others do; None for those who do not mind."""

    thought: Analysis | None = None
    """What a computer found in the position in which it chose last."""

    async def choose(self, match: Match) -> Choice:
        """A legal move of the match's position, or an Act."""
        raise NotImplementedError

    async def accepts_draw(self, match: Match, seat: int) -> bool:
        """Whether the player, who has that seat, takes the draw that is offered. Not asked of people: they
        answer when they like."""
        return False

    def hurry(self) -> None:
        """Choose now, as well as can be."""

    def forget(self) -> None:
        """Another position has been put on the table: what was chosen or found out before counts no more."""


async def chosen(player: Player, match: Match) -> Choice | Exception:
    """What a player chooses; an exception instead of what cannot be played."""
    try:
        choice = await player.choose(match)
    except Exception as error:  # a guest's line may break, an engine may know no such game
        return error
    return choice if is_legal(match, choice) else IllegalMove(f"{choice} is not legal here")


def is_legal(match: Match, choice: Choice) -> bool:
    """Whether the seat whose turn it is may choose that."""
    if not isinstance(choice, Act):
        return choice in match.position.moves()
    may = {
        Act.ROLL: match.turn == CHANCE,
        Act.CLAIM: match.claimable,
        Act.RESIGN: len(match.seats) > 1,
        Act.FORFEIT: True,
    }
    return may.get(choice, False)


class Human(Player):
    """Somebody whose choices a face puts in by `Session.do`."""

    def __init__(self, hand: str = KEYBOARD) -> None:
        self.hand = hand
        self._choices: asyncio.Queue[Choice] = asyncio.Queue()

    def put(self, choice: Choice) -> None:
        """What this person chooses."""
        self._choices.put_nowait(choice)

    async def choose(self, match: Match) -> Choice:
        """What is put in, as soon as it is."""
        return await self._choices.get()

    def forget(self) -> None:
        """Drop what was put in for another position."""
        while not self._choices.empty():
            self._choices.get_nowait()


class Dice(Player):
    """Draws for chance from a seed and the ply: the same ply of the same match never rolls anew."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    async def choose(self, match: Match) -> Choice:
        """One of the equally likely outcomes."""
        moves = match.position.moves()
        return moves[Random(f"{self._seed}/{match.plies}").randrange(len(moves))]


class Choosing(Player):
    """A player whose choices are a function of the match: dice that are known beforehand, or a player elsewhere."""

    def __init__(self, choose: Callable[[Match], Choice | None], hand: str | None = None) -> None:
        """`choose` gives None where nothing is chosen."""
        self._choose, self.hand = choose, hand

    async def choose(self, match: Match) -> Choice:
        """What the function gives; nothing, ever, where that is None."""
        choice = self._choose(match)
        return await for_ever() if choice is None else choice


def seated(seats: Sequence[Seat], service: SearchService) -> list[Player]:
    """People at this keyboard and computers, seat by seat."""
    return [Engine(seat.computer, service) if seat.computer else Human() for seat in seats]


class SearchService(Protocol):
    """Where computers think: an `EngineClient`, or `Here`."""

    async def think(
        self, match: Match, level: str | None = None, limit: Limit | None = None, seed: int = 0
    ) -> Analysis:
        """What a level, or the strongest, finds in a running match. Raises BadOption where no computer plays."""

    def move_now(self) -> None:
        """End a search for a move with the best found so far."""


HINT: Final = Limit(1.5)
"""How long a computer that thinks here looks for a hint."""


class Here:
    """Thinks in this process, in which nothing else goes on meanwhile; helps people, too."""

    async def think(
        self, match: Match, level: str | None = None, limit: Limit | None = None, seed: int = 0
    ) -> Analysis:
        """See `SearchService`."""
        from marbles_tui.ai.levels import consider

        return consider(match, level, limit, seed)

    def move_now(self) -> None:
        """Nobody can ask while it thinks."""

    async def hint(self, match: Match) -> Analysis | None:
        """What the strongest level would play, None if no computer knows this game."""
        try:
            return await self.think(match, limit=HINT)
        except BadOption:
            return None

    async def analyse(self, match: Match, report: Callable[[Analysis], None]) -> Analysis | None:
        """How a position stands."""
        return await self.hint(match)

    async def solutions(self, match: Match) -> Solutions | None:
        """The ways to reach the goal of a match; None where they cannot be counted."""
        return match.goal.solutions(match.position) if match.goal else None


DRAW_LIMIT: Final = Limit(1.5)
"""How long a computer looks at the position in which a draw is offered."""


def takes_draw(value: float) -> bool:
    """Whether a computer that stands so is content with a draw: where it stands no better than even."""
    return value <= 0


class Engine(Player):
    """A computer of a level. Levels that are limited by nodes play the same match again from the same seed."""

    def __init__(
        self, level: str, service: SearchService, *, limit: Limit | None = None, seed: int | None = None
    ) -> None:
        """`limit` bounds each move besides the level's own. `seed`: the match's own if None is given."""
        self.level = level
        self._service = service
        self._limit = limit
        self._seed = seed

    async def choose(self, match: Match) -> Choice:
        """A move; or a claim where a draw may be claimed and nothing better is in sight.

        Raises BadOption where no computer plays.
        """
        own = seed_of(match) if self._seed is None else self._seed
        seed = Random(f"{own}/{match.plies}").randrange(1 << 32)
        level = nearest_level(match.game, self.level).key
        self.thought = await self._service.think(match, level, self._limit, seed)
        if match.claimable and takes_draw(self.thought.value):
            return Act.CLAIM
        return match.find(self.thought.move or "")

    async def accepts_draw(self, match: Match, seat: int) -> bool:
        """Whether the game can never end, or it stands no better than even; a computer that cannot tell plays on."""
        if match.game.explain_endless(match.position):
            return True
        mover = match.turn
        if mover in (None, CHANCE) or (mover != seat and len(match.seats) != 2):
            return False
        try:
            thought = await self._service.think(match, limit=DRAW_LIMIT)
        except BadOption:
            return False
        return takes_draw(thought.value if mover == seat else -thought.value)

    def hurry(self) -> None:
        """Play the best that has been found so far."""
        self._service.move_now()

    def forget(self) -> None:
        """What was proved of another position counts no more."""
        self.thought = None


async def for_ever() -> Choice:
    """Wait until cancelled."""
    never: asyncio.Future[Choice] = asyncio.get_running_loop().create_future()
    return await never
