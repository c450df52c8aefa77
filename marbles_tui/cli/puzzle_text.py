"""Puzzles on standard input and output, and what is kept of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Final

from marbles_tui.cli.failure import INTERRUPTED, Failure
from marbles_tui.cli.output import put_folded
from marbles_tui.core import CHANCE, Game, IllegalMove
from marbles_tui.core.text import sanitize_line
from marbles_tui.games import GAMES
from marbles_tui.play.puzzles import tries
from marbles_tui.play.puzzles.daily import Daily, game_of_the_day
from marbles_tui.play.puzzles.journey import DailyJourney, gold_of
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.share import share, share_journey
from marbles_tui.play.puzzles.shipped import find_puzzle, shipped
from marbles_tui.store import MatchStore
from marbles_tui.table.puzzle_day import utc_day
from marbles_tui.table.solving import Solving
from marbles_tui.text import words
from marbles_tui.text.puzzle import PuzzleText

UNSURE: Final = ". It is still uncertain: each of your first puzzles moves it far."

JOURNEY_HELP: Final = "Type what a question names, rules (how the game is played), help or quit."


def solve_as_text(puzzle: Puzzle, daily: Daily | None = None) -> int:
    """Let a puzzle be solved line by line, and keep the scored try; the exit status."""
    return _with_store(lambda store: _solve(puzzle, daily, store))


def due_or_fitting(game: Game | None) -> tuple[Puzzle, int]:
    """A puzzle that is due again today and how many are; where none is, one that suits the user, of a game or of the
    day's. Raises Failure for a game without puzzles."""
    store = MatchStore.open()
    try:
        made = store.tries.all()
    finally:
        store.close()
    named = (find_puzzle(GAMES, name) for name in tries.due(made, utc_day()))
    due = [puzzle for puzzle in named if puzzle and game in (None, puzzle.game)]
    if due:
        return due[0], len(due)
    chosen = game or game_of_the_day(GAMES, utc_day())
    found = tries.next_puzzle(shipped(chosen), made)
    if found is None:
        raise Failure(f"there are no puzzles of {chosen.key}")
    return found, 0


def solve_daily_as_text(found: Daily | DailyJourney) -> int:
    """The same for a day's puzzle or journey."""
    if isinstance(found, Daily):
        put_folded(f"The puzzle of {found.date}, no. {found.number}.")
        return solve_as_text(found.puzzle, found)
    return _with_store(lambda store: _travel(found, store))


def _with_store(work: Callable[[MatchStore], object]) -> int:
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="replace")
    store = MatchStore.open()
    try:
        work(store)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        store.close()
    return 0


def _solve(puzzle: Puzzle, daily: Daily | None, store: MatchStore) -> None:
    before = store.tries.all()
    scored = bool(daily and tries.tried_today(before, daily.date, puzzle.game.key))
    if scored:
        put_folded("You have had your scored try at it: this one is for practice.")

    def score(solving: Solving, seconds: float) -> Iterator[str]:
        day = daily.date if daily else ""
        won = solving.verdict == "solved" and solving.clean
        made = tries.Try(
            puzzle.id, puzzle.game.key, puzzle.difficulty, won, utc_day(), day, solving.hints, seconds
        )
        store.tries.add(made)
        old, new = tries.rate(before), tries.rate([*before, made])
        was, now = (round(ratings.of(puzzle.game.key).number) for ratings in (old, new))
        if was != now:
            unsure = new.of(puzzle.game.key).provisional
            yield f"Your rating at puzzles of {puzzle.game.title}: {was:,} to {now:,}{UNSURE if unsure else '.'}"
        if store.trouble:
            yield store.trouble

    table = PuzzleText(puzzle, _ask, put_folded, score, daily=daily is not None, practice=scored)
    solved = table.play()
    if daily and solved:
        streak = tries.streak(store.tries.all(), utc_day())
        put_folded("")
        put_folded(share(daily, *table.told, streak))


def _travel(journey: DailyJourney, store: MatchStore) -> None:
    """The day's journey: rolls are the day's, tolls are asked for."""
    match = journey.match()
    game = match.game
    put_folded(f"The journey of {journey.day.isoformat()}, no. {journey.number}. {game.blurb}")
    put_folded(f"Everybody rolls the same. The house brings {journey.score} gold to the castle: bring more.")
    put_folded(JOURNEY_HELP)
    while match.result is None:
        if match.turn == CHANCE:
            move = journey.roll(match)
        else:
            put_folded(words.question(match))
            line = _ask() or "quit"
            command = line.strip().lower()
            if command in ("quit", "q"):
                return
            if command in ("help", "?", "rules"):
                for told in words.rules(match) if command == "rules" else (JOURNEY_HELP,):
                    put_folded(told)
                continue
            try:
                move = game.find(match.position, sanitize_line(line.strip(), 40))
            except IllegalMove as error:
                put_folded(f"{error}.")
                continue
        match, events = match.play(move)
        for event in events:
            if told := game.say(event, ["You"]):
                put_folded(sanitize_line(told, 500))
    gold = gold_of(match)
    day = journey.day.isoformat()
    put_folded(
        f"You bring {gold} gold, the house {journey.score}; the most that could be had was {journey.best}."
    )
    before = store.tries.all()
    if not tries.tried_today(before, day, game.key):
        won = gold > journey.score
        store.tries.add(tries.Try(f"getaway-{day}", game.key, 0, won, utc_day(), day, score=gold))
    put_folded("")
    put_folded(share_journey(journey, gold, tries.streak(store.tries.all(), utc_day())))


def _ask() -> str | None:
    """The next line of stdin; None at its end."""
    try:
        return sys.stdin.readline() or None
    except UnicodeError:
        return None
