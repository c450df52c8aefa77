"""What commands are given: games, seats, records, positions, and how each is named."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

import click

from marbles_tui import games
from marbles_tui.cli import completion
from marbles_tui.cli.output import WRONG_USAGE, Failure
from marbles_tui.core import BadSetup, Game, Option
from marbles_tui.games import GAMES
from marbles_tui.play import HUMAN, Match, Seat, read_match
from marbles_tui.play.match import NoChance, RandomStart
from marbles_tui.store.files import named_board, objection, read_file, write_file


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


FEW: Final = 6
"""An option with more values than these is shown by its range."""


F = TypeVar("F", bound=Callable[..., object])


game_option: Final = click.option(
    "--game",
    "key",
    metavar="GAME",
    shell_complete=completion.games,
    help="The game, if the record does not name it.",
)
"""Given as `key`."""


def setup_option(about: str) -> Callable[[F], F]:
    """`--setup`, completed with the game's starts; `about` is its help."""
    return click.option("--setup", metavar="NAME", shell_complete=completion.setups, help=about)


def rule_option(about: str = "An option of the game, as listed below.") -> Callable[[F], F]:
    """`--option`, as often as one likes, completed with the game's rules; `about` is its help."""
    return click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        shell_complete=completion.options,
        help=about,
    )


class GameCommand(click.Command):
    """Ends its help with what can be named for each game."""

    def format_epilog(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a section for each game."""
        super().format_epilog(context, formatter)
        for game in GAMES:
            with formatter.section(f"{game.key} ({game.title})"):
                formatter.write_dl(_rows(game))


def _rows(game: Game) -> list[tuple[str, str]]:
    # Imported only where it is asked for: search takes a while to load.
    from marbles_tui.ai.levels import known_levels

    rows = [
        ("levels", ", ".join(level.key for level in known_levels(game))),
        ("starts", ", ".join(game.setups)),
        *((f"{option.name}={_values(option)}", option.text) for option in game.options),
    ]
    return [row for row in rows if row[1]]


def _values(option: Option) -> str:
    values = [str(value) for value in option.values]
    return "|".join(values) if len(values) <= FEW else f"{values[0]}-{values[-1]}"


MOST_BYTES: Final = 1 << 30
"""The longest text that is read: a gibibyte is a million matches."""

CHUNK: Final = 1 << 20
"""Bytes that are read at once."""

force_option = click.option("--force", is_flag=True, help="Overwrite a file, or make its folder.")
"""Agrees to what is asked before a file is written."""


def check_target(path: str, force: bool) -> None:
    """Raises Failure where a file may not be written unless `--force` is given."""
    if not force and (why := objection(path)):
        raise Failure(f"{why.what}; --force {'makes' if why.folder else 'overwrites'} it")


def write_text(path: str, text: str, force: bool) -> None:
    """Write a text to a file; what is no regular file is written into. Raises Failure with the reason."""
    check_target(path, force)
    try:
        write_file(path, text, asked=True, wait=True)
    except ValueError as error:
        raise Failure(str(error)) from error


def write_out(path: str, text: str, force: bool) -> None:
    """Write a text to a file, or to stdout for `-`, byte for byte."""
    if path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
    else:
        write_text(path, text, force)


def read_text(path: str) -> str:
    """The text of a file, or of stdin for `-`: UTF-8, with or without its mark, at most MOST_BYTES long.

    Raises Failure where there is none to read, where it is empty or too long, or where it is not UTF-8 text.
    """
    where = "stdin" if path == "-" else path
    try:
        if path == "-":
            if sys.stdin is None:
                raise Failure("stdin cannot be read: it is closed")
            data = _bytes(sys.stdin.buffer, where)
        else:
            with Path(path).open("rb") as file:
                data = _bytes(file, where)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise Failure(f"{where} cannot be read: {reason}") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = data[error.start]
        raise Failure(f"{where} is not UTF-8 text: byte 0x{byte:02x} in line {line}") from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise Failure(f"{where} is not UTF-8 text: byte 0x00 in line {line}")
    if not text.strip():
        raise Failure(f"{where} is empty")
    return text


def _bytes(source: BinaryIO, where: str) -> bytes:
    """All that a source gives, as far as it may be text. Raises Failure as soon as it is too much."""
    data = bytearray()
    while chunk := source.read(CHUNK):
        data += chunk
        if b"\0" in chunk:
            break  # no text: its end need not be waited for
        if len(data) > MOST_BYTES:
            raise Failure(f"{where} is too long: at most {MOST_BYTES >> 20:,} MiB are read")
    return bytes(data)


def opening_options(command: F) -> F:
    """The command-line options that name an opening."""
    for option in (
        rule_option(),
        click.option(
            "--record", metavar="FILE", help="Begin where this record ends ('-' for standard input)."
        ),
        click.option("--position", metavar="TEXT", help="Begin at this position text."),
        setup_option("Begin at a named start or a position text."),
    ):
        command = option(command)
    return command


def open_match(
    game: Game, setup: str | None, position: str | None, record: str | None, options: Mapping[str, str]
) -> Match:
    """The match that stands at an opening.

    Raises Failure, BadSetup, BadPosition, BadOption or BadRecord.
    """
    if sum(given is not None for given in (setup, position, record)) > 1:
        raise Failure("give only one of --setup, --position and --record", WRONG_USAGE)
    if record is not None:
        match = read_match(read_text(record), GAMES, game, None, options).whole()
        if match.game is not game:
            raise Failure(f"the record is of {match.game.key}, not of {game.key}")
        return match
    if position is not None:
        if not game.has_text:
            raise Failure(f"a position of {game.key} has no text: expected --setup or --record", WRONG_USAGE)
        game.choose(options)
        game.read(position)
        setup = position
    try:
        return Match.new(game, setup=setup, options=options, random=NoChance())
    except RandomStart:
        fixed = next((f"--setup {name}, " for name in game.setups if _is_fixed(game, name, options)), "")
        raise BadSetup(f"this start is random: try {fixed}--position TEXT or --record FILE") from None


def _is_fixed(game: Game, setup: str, options: Mapping[str, str]) -> bool:
    """Whether chance has no part in a setup."""
    try:
        Match.new(game, setup=setup, options=options, random=NoChance())
    except RandomStart:
        return False
    return True
