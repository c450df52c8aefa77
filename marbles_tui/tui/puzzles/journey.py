"""The day's journey at its table: the day's rolls, no way back, and a score to beat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marbles_tui.play import Match
from marbles_tui.play.puzzles import tries
from marbles_tui.play.puzzles.journey import DailyJourney, gold_of
from marbles_tui.play.puzzles.share import share_journey
from marbles_tui.table.ending import EndAction, Line, TurningPoint
from marbles_tui.table.players import Choice, Human, Player
from marbles_tui.table.session import Session
from marbles_tui.table.tasks.playing import Occasion
from marbles_tui.tui.clipboard import copy
from marbles_tui.tui.puzzles.keeping import Keeping
from marbles_tui.tui.table.board_screen import BoardScreen
from marbles_tui.tui.table.sitting import match_screen

if TYPE_CHECKING:
    from marbles_tui.tui.kit_app import Kit

NO_WAY_BACK = "On the day's journey nothing is taken back: play it again as often as you like."
REFUSED = ("undo", "redo", "players", "rematch", "swap", "setup_again", "hint", "for_me", "analysis")


class JourneyDice(Player):
    """Rolls what the day rolls."""

    def __init__(self, journey: DailyJourney) -> None:
        self._journey = journey

    async def choose(self, match: Match) -> Choice:
        """The day's next draw."""
        return self._journey.roll(match)


def journey_screen(app: Kit, journey: DailyJourney) -> BoardScreen:
    """The screen of a day's journey."""
    keeping = Keeping(app)

    def keep(match: Match) -> None:
        """Keep the first try of the day."""
        day = journey.day.isoformat()
        if not tries.tried_today(keeping.tries, day, match.game.key):
            gold = gold_of(match)
            won = gold > journey.score
            keeping.put(tries.Try(f"getaway-{day}", match.game.key, 0, won, keeping.today, day, score=gold))

    def offers(match: Match, turning: TurningPoint | None) -> tuple[EndAction, ...]:
        del match, turning
        return (
            EndAction("enter", "The same journey again", "Again", "Again", "again"),
            EndAction("s", "Share the story", "Share", "Share", "share"),
            EndAction("p", "Copy the day's result", "Copy the result", "Result", "further"),
        )

    def lines(match: Match) -> tuple[Line, ...]:
        """What the house brought, and what could be had."""
        gold = gold_of(match)
        told = "Level with the house"
        if gold != journey.score:
            told = "You beat the house" if gold > journey.score else "The house did better"
        first = Line("The day", ((f"{told}: {gold} gold, the house {journey.score}.", ""),), "day")
        return (first, Line("", ((f"The most that could be had: {journey.best}.", ""),), "day"))

    def again(match: Match) -> None:
        del match
        app.switch_screen(journey_screen(app, journey))

    occasion = Occasion(
        notes=(f"journey of the day, no. {journey.number}",),
        stakes=f"the house: {journey.score} gold",
        refused=dict.fromkeys(REFUSED, NO_WAY_BACK),
        follows="it again",
        looks_up=False,
        offers=offers,
        lines=lines,
        over=keep,
        does={
            "again": again,
            "further": lambda over: copy(app, share_journey(journey, gold_of(over), keeping.streak), "text"),
        },
    )
    session = Session(journey.match("You"), [Human()], dice=JourneyDice(journey))
    screen = match_screen(app, session, occasion)
    app.run_worker(keeping.read(), group="tries")
    return screen
