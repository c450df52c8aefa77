"""The day's journey at its table: the day's rolls, no way back, and a score to beat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from marbles_tui.play import Match
from marbles_tui.play.puzzles import tries
from marbles_tui.play.puzzles.journey import DailyJourney, gold_of
from marbles_tui.play.puzzles.share import share_journey
from marbles_tui.table.live import News, Over
from marbles_tui.table.players import Choice, Human, Player
from marbles_tui.tui.clipboard import copy
from marbles_tui.tui.match.company import Company
from marbles_tui.tui.match.end_words import Line
from marbles_tui.tui.match.ending import Action
from marbles_tui.tui.puzzles.keeping import Keeping

if TYPE_CHECKING:
    from marbles_tui.tui.screens.match import MatchScreen

NO_WAY_BACK = "On the day's journey nothing is taken back: play it again as often as you like."
REFUSED = frozenset(
    ("undo", "redo", "players", "rematch", "swap", "app.setup_again", "hint", "for_me", "analysis")
)


RESULT = "further"
"""What copies the text to share."""


class Traveller(Human):
    """Somebody at this keyboard."""


class JourneyDice(Player):
    """Rolls what the day rolls."""

    def __init__(self, journey: DailyJourney) -> None:
        self._journey = journey

    async def choose(self, match: Match) -> Choice:
        """The day's next draw."""
        return self._journey.roll(match)


class JourneyCompany(Company):
    """Nobody else; the house has been there before."""

    looks_up: ClassVar[bool] = False

    def __init__(self, screen: MatchScreen, journey: DailyJourney) -> None:
        super().__init__(screen)
        self._journey = journey
        self._keeping: Keeping | None = None

    def begin(self) -> None:
        """Know the tries, and hear of the end."""
        super().begin()
        screen = self._screen
        self._keeping = Keeping(screen.app)
        screen.session.listen(self._hear)
        screen.run_worker(self._keeping.read(), group="tries")

    def _hear(self, news: News) -> None:
        """Keep the first try of the day."""
        keeping, journey, match = self._keeping, self._journey, self._screen.match
        if not isinstance(news, Over) or news.result is None or keeping is None:
            return
        day = journey.day.isoformat()
        if not tries.tried_today(keeping.tries, day, match.game.key):
            gold = gold_of(match)
            won = gold > journey.score
            keeping.put(tries.Try(f"getaway-{day}", match.game.key, 0, won, keeping.today, day, score=gold))

    @property
    def stakes(self) -> str:
        """What is to be beaten."""
        return f"the house: {self._journey.score} gold"

    @property
    def notes(self) -> tuple[str, ...]:
        """Which day's it is."""
        return (f"journey of the day, no. {self._journey.number}",)

    def refusal(self, action: str) -> str:
        """The day's rolls fall once."""
        return NO_WAY_BACK if action in REFUSED else ""

    def entries(self) -> list[tuple[str, str]]:
        """What is left of the game menu."""
        refused = {f"screen.{action}" for action in REFUSED} | REFUSED
        return [entry for entry in super().entries() if entry[0] not in refused]

    @property
    def follows(self) -> str:
        """What Enter plays."""
        return "it again"

    @property
    def end_actions(self) -> Sequence[Action]:
        """Again, and what is shared."""
        return (
            Action("enter", "The same journey again", "Again", "Again", "again"),
            Action("s", "Share the story", "Share", "Share", "share"),
            Action("p", "Copy the day's result", "Copy the result", "Result", RESULT),
        )

    @property
    def end_lines(self) -> tuple[Line, ...]:
        """What the house brought, and what could be had."""
        journey, gold = self._journey, gold_of(self._screen.match)
        told = "Level with the house"
        if gold != journey.score:
            told = "You beat the house" if gold > journey.score else "The house did better"
        first = Line("The day", ((f"{told}: {gold} gold, the house {journey.score}.", ""),), "day")
        most = Line("", ((f"The most that could be had: {journey.best}.", ""),), "day")
        return (first, most)

    def again(self, swap: bool) -> None:
        """The same journey from its start."""
        del swap
        from marbles_tui.tui.puzzles.opening import daily_screen

        self._screen.app.switch_screen(daily_screen(self._screen.app, self._journey))

    def runs(self, action: str) -> bool:
        """Copy the text to share."""
        if action != RESULT or not self._keeping:
            return False
        gold, streak = gold_of(self._screen.match), self._keeping.streak
        copy(self._screen.app, share_journey(self._journey, gold, streak), "text")
        return True
