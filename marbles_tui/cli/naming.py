"""What users name on the command line: games, options, levels, seats. An unknown name is wrong usage."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from marbles_tui import games
from marbles_tui.cli.failure import WRONG_USAGE, Failure
from marbles_tui.core import Game
from marbles_tui.play import HUMAN, Seat
from marbles_tui.store.boards import named_board, read_file


def find_game(key: str) -> Game:
    """The game of that key, in any case. Raises Failure."""
    try:
        return games.find(key)
    except LookupError as error:
        raise Failure(str(error), WRONG_USAGE) from error


def find_setup(game: Game, setup: str | None) -> str | None:
    """What `--setup` says: for a game that is played on boards of the user's own, a path, or the name of one of
    them, stands for the text of the file. Raises Failure."""
    if setup is None or not game.board_files or setup.strip().lower() in game.setups or "\n" in setup:
        return setup
    file = setup if os.path.exists(setup) else named_board(setup)
    if file is None:
        return setup
    try:
        return read_file(file).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Failure(f"{setup} is not UTF-8 text") from error
    except ValueError as error:
        raise Failure(str(error)) from error


def split_options(words: Sequence[str]) -> dict[str, str]:
    """Words `name=value` taken apart; whether a game has them is not asked here. Raises Failure."""
    given: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign:
            raise Failure(f"option {word!r} has no value: expected name=value", WRONG_USAGE)
        given[name.strip().lower()] = value.strip()
    return given


def level_key(game: Game, word: str) -> str:
    """The key of the game's level that `word` names. Raises BadOption."""
    # Imported only where it is asked for: search takes a while to load.
    from marbles_tui.ai import levels

    return levels.find_level(game, word).key


def seat_players(game: Game, words: Sequence[str], options: Mapping[str, str]) -> tuple[Seat, ...]:
    """Words `N=human` and `N=LEVEL` as seats, humans where nothing is said and at least as many as the options
    say; empty for no words. Raises Failure or BadOption."""
    seats: dict[int, Seat] = {}
    most = game.seats.stop - 1
    for word in words:
        number, sign, player = word.partition("=")
        if not sign or not number.strip().isdecimal() or not 1 <= int(number) <= most:
            raise Failure(
                f"no such seat: {word!r}; expected N=human or N=LEVEL, N from 1 to {most}", WRONG_USAGE
            )
        human = player.strip().lower() == HUMAN
        seats[int(number)] = Seat("", HUMAN if human else f"computer {level_key(game, player)}")
    players = int(game.choose(options).get("players", game.seats.start)) if "players" in options else 0
    count = max(game.seats.start, players, *seats) if seats else 0
    return tuple(seats.get(number, Seat()) for number in range(1, count + 1))
