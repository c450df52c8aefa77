"""`marbles-tui replay`: records, played through and told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

import click

from marbles_tui.cli.arcade import launch
from marbles_tui.cli.arguments import (
    GameCommand,
    find_game,
    force_option,
    game_option,
    read_text,
    rule_option,
    setup_option,
    split_options,
    write_out,
)
from marbles_tui.cli.output import (
    BAD_INPUT,
    WRONG_USAGE,
    Failure,
    complain,
    error_of,
    naming_errors,
    put,
    put_json,
)
from marbles_tui.core import Game
from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.games import GAMES
from marbles_tui.play import Fault, Match, Reading, read_match, read_matches
from marbles_tui.play.match import narrate, standing


def blank(key: str | None = None) -> dict[str, object]:
    """The object of a record of which nothing could be read."""
    return {
        "game": key,
        "options": {},
        "setup": None,
        "seats": [],
        "plies": 0,
        "turn": None,
        "actor": None,
        "result": "*",
        "reason": None,
        "position": None,
        "moves": [],
        "warnings": [],
        "error": None,
    }


def describe(match: Match, warnings: Sequence[str], fault: Fault | None) -> dict[str, object]:
    """The object of a match; seats are numbered from 1, and 0 is chance."""
    game, position, result, turn = match.game, match.position, match.result, match.turn
    return {
        "game": game.key,
        "options": dict(match.options),
        # A whole board that stands in the record is no name and no position text.
        "setup": None if match.setup and "\n" in match.setup else match.setup,
        "seats": list(match.names),
        "plies": match.plies,
        "turn": None if turn is None else turn + 1,
        "actor": None if turn is None else position.actor + 1,
        "result": str(result) if result else "*",
        "reason": result.reason if result else None,
        "position": game.write(position) if game.has_text else None,
        "moves": [str(move) for move in match.moves],
        **game.facts(position, match.names),
        **({"narrative": list(narrate(match))} if game.told_as_story else {}),
        "warnings": list(warnings),
        "error": error_of(fault.message, fault.ply, fault.word) if fault else None,
    }


def show(match: Match) -> str:
    """The match for a person: who plays, the position, and whose turn it is or how it ended."""
    names = " – ".join(sanitize_line(name) for name in match.names)
    chosen = [f"{name} {value}" for name, value in match.unusual.items()]
    title = ", ".join([f"{match.game.title}: {names}", *chosen, plural(match.plies, "move")])
    return f"{title}\n\n{match.game.diagram(match.position)}\n\n{standing(match)}"


def at_ply(match: Match, ply: int) -> Match:
    """The match after so many plies. Raises Failure if it never had that many."""
    if ply > match.plies:
        raise Failure(f"there is no move {ply}: expected 0 to {match.plies}", WRONG_USAGE)
    return match.at(ply)


@click.command(cls=GameCommand)
@click.argument("file")
@game_option
@setup_option("The start, if the record does not name it.")
@rule_option("An option, if the record does not name it.")
@click.option("--ply", type=click.IntRange(0), help="Show the position after this many moves.")
@click.option("--all", "every", is_flag=True, help="Read every record in the file, not only the first.")
@click.option("--watch", is_flag=True, help="Watch the game on the board.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per record.")
@click.option(
    "--cast",
    metavar="FILE",
    help="Write a film of the game: an asciicast ('-' for standard output), or FILE.svg.",
)
@click.option("--size", default="80x24", metavar="COLUMNSxROWS", help="Of the film (80x24).")
@click.option("--theme", default="felt", metavar="NAME", help="Its colours (felt).")
@click.option("--skin", default="blocks", metavar="NAME", help="blocks, glyphs or ascii (blocks).")
@click.option("--speed", default="normal", metavar="NAME", help="From 'very slow' to 'instant' (normal).")
@click.option("--from", "first", default=0, type=click.IntRange(0), help="Begin after this many moves.")
@click.option("--to", "last", type=click.IntRange(0), help="End after this many moves (the last).")
@force_option
def replay(
    file: str,
    key: str | None,
    setup: str | None,
    options: tuple[str, ...],
    ply: int | None,
    every: bool,
    watch: bool,
    as_json: bool,
    cast: str | None,
    size: str,
    theme: str,
    skin: str,
    speed: str,
    first: int,
    last: int | None,
    force: bool,
) -> int:
    """Read the game records in FILE ('-' for standard input), check every move and show the result."""
    try:
        with naming_errors():
            if watch and (every or as_json):
                raise Failure("--watch shows one record on a screen: no --all, no --json", WRONG_USAGE)
            if cast is not None and (every or as_json or watch or ply is not None):
                raise Failure("--cast films one record: no --all, --json, --watch or --ply", WRONG_USAGE)
            game = find_game(key) if key is not None else None
            given = split_options(options)
            _check(game, setup, given)
            readings = read_matches(read_text(file), GAMES, game, setup, given)
            if watch:
                return _watch(next(readings), ply)
            if cast is not None:
                looks = size, theme, skin, speed
                write_out(
                    cast, _filmed(next(readings), *looks, first, last, cast.lower().endswith(".svg")), force
                )
                if cast != "-":
                    put(f"The film is in {cast}.")
                return 0
            status = 0
            for number, reading in enumerate(readings if every else islice(readings, 1), 1):
                if reading.match is None:
                    _check(game or _game_of(reading), setup, given)
                if every and number > 1 and not as_json:
                    put("")
                status = max(status, _report(reading, ply, as_json, f"record {number}: " if every else ""))
            return status
    except Failure as failure:
        if as_json:
            put_json({**blank(key), "error": error_of(str(failure))})
        raise


def _check(game: Game | None, setup: str | None, given: Mapping[str, str]) -> None:
    """Raises BadOption, BadSetup or BadPosition if the command line asks for what the game does not have."""
    if game is not None:
        Match.new(game, setup=setup, options=given)
        return
    for name in given:
        known = {option.name for other in GAMES for option in other.options}
        if name not in known:
            raise Failure(f"no game has an option {name!r}: expected {', '.join(sorted(known))}", WRONG_USAGE)


def _game_of(reading: Reading) -> Game | None:
    key = (reading.record.tag("game") or "").strip().lower()
    return next((game for game in GAMES if game.key == key), None)


def _report(reading: Reading, ply: int | None, as_json: bool, prefix: str) -> int:
    match, fault = reading.match, reading.fault
    if match is not None and ply is not None:
        match = at_ply(match, ply)
    if as_json:
        game = _game_of(reading)
        answer = describe(match, reading.warnings, fault) if match else blank(game.key if game else None)
        put_json(answer if match or not fault else {**answer, "error": error_of(fault.message)})
    else:
        if match:
            put(show(match))
        for warning in reading.warnings:
            complain(f"{prefix}warning: {sanitize_line(warning)}")
    if fault is None:
        return 0
    complain(
        sanitize_line(
            f"{prefix}move {fault.ply}: {fault.message}" if fault.ply else prefix + fault.message, 1000
        )
    )
    return BAD_INPUT


def _filmed(
    reading: Reading, size: str, theme: str, skin: str, speed: str, first: int, last: int | None, moving: bool
) -> str:
    from marbles_tui.tui.table.film import cast  # imported only now, as the arcade is: it needs what draws

    try:
        return cast(reading.whole(), size, theme, skin, speed, first, last, moving)
    except ValueError as error:
        raise Failure(str(error), WRONG_USAGE) from error


def _watch(reading: Reading, ply: int | None) -> int:
    match = reading.whole()
    return launch(watch=match if ply is None else at_ply(match, ply))


@click.command(cls=GameCommand)
@click.argument("file")
@game_option
@setup_option("The start, if the record does not name it.")
@rule_option("An option, if the record does not name it.")
@click.option(
    "--ply", type=click.IntRange(0), help="Draw the position after this many moves (default: the last)."
)
@click.option("--svg", metavar="FILE", help="Write an SVG picture to this file ('-' for standard output).")
@force_option
def diagram(
    file: str,
    key: str | None,
    setup: str | None,
    options: tuple[str, ...],
    ply: int | None,
    svg: str | None,
    force: bool,
) -> int:
    """Draw where the game record in FILE ('-' for standard input) ends, in letters or as a picture."""
    with naming_errors():
        game = find_game(key) if key is not None else None
        match = read_match(read_text(file), GAMES, game, setup, split_options(options)).whole()
        if ply is not None:
            match = at_ply(match, ply)
        if svg is None:
            put(show(match))
        else:
            write_out(svg, match.svg(), force)
    return 0
