"""Puzzles and journeys line by line, and what is kept of them."""

from __future__ import annotations

from typing import Final

from marbles_tui.ai.budget import Limit
from marbles_tui.core import CHANCE, Game, IllegalMove
from marbles_tui.core.text import sanitize_line
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.play.puzzles import tries
from marbles_tui.play.puzzles.daily import Daily, game_of_the_day
from marbles_tui.play.puzzles.journey import DailyJourney, gold_of
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.share import share_journey
from marbles_tui.play.puzzles.shipped import find_puzzle, shipped
from marbles_tui.play.puzzles.tries import Try
from marbles_tui.store import MatchStore
from marbles_tui.table.players import Here, SearchService
from marbles_tui.table.puzzle_day import utc_day
from marbles_tui.table.tasks.solve import Solve
from marbles_tui.text import words
from marbles_tui.text.puzzle import PuzzleText
from marbles_tui.text.talk import Ask, Put, tell

REPLY: Final = Limit(1.0)
"""How long the computer looks for each move, where a position is explored."""

JOURNEY_HELP: Final = "Type what a question names, rules (how the game is played), help or quit."


def due_or_fitting(game: Game | None, store: MatchStore) -> tuple[Puzzle, int]:
    """A puzzle that is due again today and how many are; where none is, one that suits the user, of a game or of the
    day's. Raises ValueError for a game without puzzles."""
    made = store.tries.all()
    named = (find_puzzle(GAMES, name) for name in tries.due(made, utc_day()))
    due = [puzzle for puzzle in named if puzzle and game in (None, puzzle.game)]
    if due:
        return due[0], len(due)
    chosen = game or game_of_the_day(GAMES, utc_day())
    found = tries.next_puzzle(shipped(chosen), made)
    if found is None:
        raise ValueError(f"there are no puzzles of {chosen.key}")
    return found, 0


async def solve(
    puzzle: Puzzle,
    store: MatchStore,
    ask: Ask,
    put: Put,
    daily: Daily | None = None,
    service: SearchService | None = None,
) -> None:
    """Let a puzzle be solved, and keep the scored try. `service`: where computers think, if not here."""
    before = store.tries.all()
    if daily and tries.tried_today(before, daily.date, puzzle.game.key):
        put("You have had your scored try at it: this one is for practice.")

    async def choose(match: Match) -> str | None:
        return (await (service or Here()).think(match, limit=REPLY)).move

    def keep(made: Try) -> None:
        if not store.tries.add(made):
            put(store.trouble)

    task = Solve(puzzle, daily, today=utc_day(), keep=keep, choose=choose, marks=False, made=before)
    table = PuzzleText(task, ask, put)
    if await table.run() and daily:
        put("")
        put(task.situation.shared)


async def solve_daily(found: Daily | DailyJourney, store: MatchStore, ask: Ask, put: Put) -> None:
    """The same for a day's puzzle or journey."""
    if isinstance(found, Daily):
        put(f"The puzzle of {found.date}, no. {found.number}.")
        await solve(found.puzzle, store, ask, put, found)
    else:
        await _travel(found, store, ask, put)


async def _travel(journey: DailyJourney, store: MatchStore, ask: Ask, put: Put) -> None:
    """The day's journey: rolls are the day's, tolls are asked for."""
    match = journey.match()
    game = match.game
    put(f"The journey of {journey.day.isoformat()}, no. {journey.number}. {game.blurb}")
    put(f"Everybody rolls the same. The house brings {journey.score} gold to the castle: bring more.")
    put(JOURNEY_HELP)
    while match.result is None:
        if match.turn == CHANCE:
            move = journey.roll(match)
        else:
            put(words.question(match))
            line = await ask() or "quit"
            command = line.strip().lower()
            if command in ("quit", "q"):
                return
            if command in ("help", "?", "rules"):
                tell(put, words.rules(match) if command == "rules" else (JOURNEY_HELP,))
                continue
            try:
                move = game.find(match.position, sanitize_line(line.strip(), words.WORD))
            except IllegalMove as error:
                put(f"{error}.")
                continue
        match, events = match.play(move)
        tell(put, filter(None, (game.told(event, ["You"]) for event in events)))
    gold = gold_of(match)
    day = journey.day.isoformat()
    put(f"You bring {gold} gold, the house {journey.score}; the most that could be had was {journey.best}.")
    before = store.tries.all()
    if not tries.tried_today(before, day, game.key):
        won = gold > journey.score
        if not store.tries.add(tries.Try(f"getaway-{day}", game.key, 0, won, utc_day(), day, score=gold)):
            put(store.trouble)
    put("")
    put(share_journey(journey, gold, tries.streak(store.tries.all(), utc_day())))
