"""What the text page offers, and what comes of a choice there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from marbles_tui.ai.levels import find_level, opponents_of
from marbles_tui.core import Game, Option
from marbles_tui.core.text import capitalized, plural, sanitize_line
from marbles_tui.games import GAMES, find
from marbles_tui.play import HUMAN, Match, Seat
from marbles_tui.play.lessons import lesson_of, steps_done
from marbles_tui.play.puzzles.text import with_puzzles
from marbles_tui.play.rating import unrated
from marbles_tui.play.reading import explain_fault, recognise, summarise
from marbles_tui.play.series import PASTED
from marbles_tui.store import MatchStore, Settings
from marbles_tui.store.library import Filter
from marbles_tui.table.season import next_table, seasons_of, told
from marbles_tui.table.start import Start, new_table, saved_match

PLAYERS: Final = "players"
"""The option that says how many play, where a game has it."""

MOST_UNFINISHED: Final = 20
"""Unfinished games that are listed."""

MOST_PASTED: Final = 1_000_000
"""Characters of a record that is pasted in."""


def offered(store: MatchStore, settings: Settings) -> dict[str, Any]:
    """All there is to choose from."""
    puzzled = with_puzzles(GAMES)
    return {
        "games": [_game(game, settings, game in puzzled) for game in GAMES],
        "unfinished": list(_unfinished(store)),
        "season": _season(store),
    }


def _game(game: Game, settings: Settings, puzzles: bool) -> dict[str, Any]:
    lesson = lesson_of(game)
    kept = settings.lessons.get(game.key, "")
    done = steps_done(kept, lesson.steps) if lesson else 0
    return {
        "key": game.key,
        "title": game.title,
        "about": game.blurb,
        "players": list(game.seats),
        "sides": list(game.sides),
        "starts": [[name, _start(name, about)] for name, about in game.setups.items()],
        "opponents": [
            *([level.key, f"{level.title}: {level.character}"] for level in opponents_of(game)),
            [HUMAN, "Another person at this keyboard"],
        ],
        "options": [_option(game, option) for option in game.options if option.name != PLAYERS],
        "lesson": f"{plural(len(lesson.steps), 'step')}, {done} done" if lesson else "",
        "puzzles": puzzles,
    }


def _start(name: str, about: str) -> str:
    """A start in a line; what is told of a board begins with its own name."""
    return about if about[0].isupper() else f"{capitalized(name)}: {about}"


def _option(game: Game, option: Option) -> dict[str, Any]:
    """A rule with what may be chosen; no value leaves it to the game."""
    words = () if isinstance(option.values, range) else option.values
    bounds = [option.values.start, option.values.stop - 1] if isinstance(option.values, range) else None
    return {
        "name": option.name,
        "about": capitalized(option.text) + (f" ({option.choices})" if bounds else ""),
        "words": [*words],
        "bounds": bounds,
        "usual": game.proposed.get(option.name, option.default),
    }


def _unfinished(store: MatchStore) -> Iterator[list[object]]:
    for entry in store.library.page(Filter(state="unfinished"), count=MOST_UNFINISHED):
        if entry.plies and not entry.is_puzzle:
            title = next((game.title for game in GAMES if game.key == entry.game), entry.game)
            told = f"{title}: {entry.names}, {plural(entry.plies, 'move')}, {entry.changed[:10]}"
            yield [entry.id, sanitize_line(told)]


def _season(store: MatchStore) -> str:
    """How the season stands and what comes next in it; "" where there is none."""
    now = seasons_of(GAMES)(store).now
    if now.next is None:
        return ""
    stands = "nothing played yet" if now.is_new else told(now)
    begins = "you begin" if now.next.begins == 0 else "they begin"
    return f"Season {now.number}: {stands}. Next: {now.next.game.title} against {now.next.opponent.title}, {begins}."


def table_of(wish: Mapping[str, Any], store: MatchStore, settings: Settings) -> Start:
    """The match to sit down to: a new one, a saved one, the next of the season, or one that was pasted in. Raises
    ValueError, or LookupError for a game that there is not."""
    if "saved" in wish:
        start = saved_match(store, GAMES, str(wish["saved"]))
        if start.match.has_goal:
            raise ValueError("this is a puzzle, and puzzles go on in the arcade")
        return start
    if "season" in wish:
        found = next_table(store, GAMES, settings.name)
        if found is None:
            raise ValueError("the season is over")
        return found
    return Start(pasted(str(wish["record"]))) if "record" in wish else _new(wish, settings.name)


def _new(wish: Mapping[str, Any], name: str) -> Start:
    game = find(str(wish["game"]))
    options = {str(name): str(value) for name, value in dict(wish.get("options", {})).items() if value != ""}
    players, own = int(wish.get("players", game.seats.start)), int(wish.get("side", 0))
    if any(option.name == PLAYERS for option in game.options):
        options[PLAYERS] = str(players)
    opponent = str(wish.get("opponent", HUMAN))
    other = Seat() if opponent == HUMAN else Seat("", f"computer {find_level(game, opponent).key}")
    seats = tuple(Seat() if number == own else other for number in range(players))
    return new_table(game, str(wish.get("start") or "") or None, options, seats, name=name)


def pasted(text: str) -> Match:
    """The match of a record, or of moves alone, that was pasted in. Raises ValueError where it is not whole, or no
    match at all."""
    if len(text) > MOST_PASTED:
        raise ValueError(f"what was pasted is longer than {MOST_PASTED:,} characters")
    found = recognise(text, GAMES)
    match = found[0].match if found else None
    if match is None:
        raise ValueError("no game found in what you pasted")
    if found[0].fault:
        raise ValueError(f"{explain_fault(found[0])} (read so far: {summarise(match)})")
    return unrated(match, PASTED)
