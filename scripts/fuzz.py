"""Feed every reader with texts that a fuzzer makes up.

The fuzzer is Atheris (libFuzzer): it follows which lines an input reaches, and begins with golden games, boards and
settings. A reader may refuse a text with the error that is meant for a user, and do nothing else; what it takes must
be the same when it is written and read again. An input may take SECONDS and MEMORY. What fails is kept in `--keep`
and is tried again with `python -m scripts.fuzz READER --input FILE`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

SECONDS: Final = 8
MEMORY: Final = 1024
"""What one input may take, in seconds and MiB."""

LONGEST: Final = 4096
"""The longest input, in bytes. Longer ones are measured by `scripts/bench.py readers`."""

ROOT: Final = Path(__file__).resolve().parent.parent

Reader = Callable[[str], None]


def load() -> Mapping[str, tuple[Reader, Iterable[str]]]:
    """The readers by name, each with texts to begin with. Imported late, so that they can be instrumented."""
    from marbles_tui.core import BadOption, BadPosition, BadSetup, Game, IllegalMove
    from marbles_tui.core.boards import board_names, board_text
    from marbles_tui.core.text import sanitize_line, sanitize_text
    from marbles_tui.games import GAMES
    from marbles_tui.games.getaway.read import read_board, read_story
    from marbles_tui.games.getaway.sketch import Sketch
    from marbles_tui.play import Match, read_match, read_matches, recognise
    from marbles_tui.play.puzzles.puzzle import read_puzzles, shipped, write_puzzle
    from marbles_tui.store import settings as store_settings
    from marbles_tui.web.server import read_message
    from tests.hostile.samples import dangers

    games = {game.key: game for game in GAMES}
    starts = {key: Match.new(game, setup=None) for key, game in games.items()}

    def in_one_line(error: Exception) -> None:
        assert len(str(error).splitlines()) <= 1, error

    def same(match: Match) -> None:
        written = str(match)
        again = str(read_match(written, GAMES).whole())
        assert again == written, f"{written!r} is read as {again!r}"

    def record(text: str) -> None:
        reading = read_match(text, GAMES)
        assert reading.match or reading.fault
        if reading.fault:
            assert "\n" not in reading.fault.message
        if reading.match:
            same(reading.match)

    def records(text: str, usual: Game | None = None) -> None:
        for reading in read_matches(text, GAMES, usual):
            if reading.match:
                same(reading.match)

    def paste(text: str) -> None:
        for reading in recognise(text, GAMES):
            assert reading.match

    def position(text: str) -> None:
        for game in GAMES:
            try:
                found: Any = game.start(text, 2, game.choose({}))
            except (BadSetup, BadPosition) as error:
                in_one_line(error)
                continue
            if game.has_text:
                assert game.read(game.write(found)) == found

    def move(text: str) -> None:
        for key, match in starts.items():
            try:
                found = games[key].find(match.position, text)
            except IllegalMove:
                continue
            assert found in match.position.moves()

    def option(text: str) -> None:
        for game in GAMES:
            for known in game.options:
                try:
                    value = known.read(text)
                except BadOption:
                    continue
                assert known.read(value) == value

    def board(text: str) -> None:
        reading = read_board(text)
        assert reading.board or reading.complaints
        if reading.board:
            sketch = Sketch.of(reading.board, read_story(text))
            again = read_board(sketch.text)
            assert again.board == reading.board, sketch.text

    def settings(text: str) -> None:
        try:
            problems = store_settings.read(text, Path("settings.toml"), {})[1]
        except store_settings.UnreadableSettings as error:
            problems = [error.problem]
        assert all(str(problem).isprintable() for problem in problems)

    def shown(text: str) -> None:
        assert not dangers(sanitize_line(text, 500), "")
        for line in sanitize_text(text).split("\n"):
            assert not dangers(line)

    def message(text: str) -> None:
        try:
            read_message(text)
        except ValueError as error:
            in_one_line(error)

    def puzzles(text: str) -> None:
        for reading in read_puzzles(text, GAMES):
            assert reading.puzzle or reading.fault
            assert "\n" not in reading.fault
            if reading.puzzle:
                try:
                    reading.puzzle.moves()
                except ValueError as error:
                    in_one_line(error)
                written = write_puzzle(reading.puzzle)
                assert [again.puzzle for again in read_puzzles(written, GAMES)] == [reading.puzzle], written

    golden = (
        *(file.read_text(encoding="utf-8") for file in sorted((ROOT / "marbles_tui").rglob("*.record"))),
        *map(str, starts.values()),
        '[Event "x"]\n[Black "A"]\n[White "B"]\n[Variant "Belgian Daisy"]\n[Notation "Aba-Pro"]\na1b2 i9h8 1-0',
        '[Game "egg-carton"]\n1. C! $6 (1. A {)} (1. B; )\n B?!) 1... D) B $146 2. L (L',
        '[Game "gobblet"]\n[Rules "rogers"]\n{c} ; d\n1. W3B2 K1C3 =\n[Game "getaway"]\n*1 *2 pay #1',
    )
    words = (*(str(move) for each in starts.values() for move in list(each.position.moves())[:6]), "W443")
    return {
        "record": (record, golden),
        "records": (records, golden),
        "bars": (
            partial(records, usual=games["beadmaster"]),
            ("1211100 2212020 c1 d4 h1i v3o", '[Player1 "A"]\n1211100 2212020'),
        ),
        "paste": (paste, words),
        "position": (
            position,
            [each.game.write(each.position) for each in starts.values() if each.game.has_text],
        ),
        "move": (move, words),
        "option": (option, words),
        "board": (board, [board_text("getaway", name) for name in board_names("getaway")]),
        "settings": (
            settings,
            ['name = "Ann"\nspeed = 3\nskin = "ascii"\n[seats.abacus]\nrows = ["human", "novice"]\n'],
        ),
        "shown": (shown, golden),
        "message": (
            message,
            ['["stdin", "a"]', '["resize", {"width": 80, "height": 24}]', '["ping", 1]'],
        ),
        "puzzles": (puzzles, [write_puzzle(puzzle) for game in GAMES for puzzle in shipped(game)[:3]]),
    }


NAMES: Final = (
    "record", "records", "bars", "paste", "position", "move", "option", "board", "settings", "shown", "message",
    "puzzles",
)  # fmt: skip


def fuzz(name: str, runs: int, seed: int, keep: Path) -> None:
    """Feed one reader in this process, which ends with it."""
    import atheris

    with atheris.instrument_imports(include=["marbles_tui"], enable_loader_override=False):
        reader, seeds = load()[name]

    def once(data: bytes) -> None:
        reader(data.decode("utf-8", "surrogateescape" if name in ("shown", "move", "option") else "replace"))

    with tempfile.TemporaryDirectory() as corpus:
        for number, text in enumerate(seeds):
            (Path(corpus) / str(number)).write_bytes(text.encode("utf-8", "replace")[:LONGEST])
        atheris.Setup(
            [
                "fuzz",
                f"-runs={runs}",
                f"-seed={seed}",
                f"-max_len={LONGEST}",
                f"-timeout={SECONDS}",
                f"-rss_limit_mb={MEMORY}",
                f"-artifact_prefix={keep}/{name}-",
                "-print_final_stats=1",
                "-verbosity=0",
                corpus,
            ],
            once,
        )
        atheris.Fuzz()


@click.command(help=f"{__doc__}\n\nThe READERs: {', '.join(NAMES)}.", context_settings={"show_default": True})
@click.argument("readers", nargs=-1, metavar="[READER]...", type=click.Choice(NAMES))
@click.option("--runs", default=100_000, help="Inputs in all.")
@click.option("--seed", default=1)
@click.option("--jobs", default=os.cpu_count() or 1)
@click.option("--keep", type=Path, default=Path(tempfile.gettempdir()), help="The folder of what fails.")
@click.option("--input", "file", type=Path, help="Feed one reader with this file alone.")
@click.option("--here", is_flag=True, hidden=True)
def main(
    readers: Sequence[str], runs: int, seed: int, jobs: int, keep: Path, file: Path | None, here: bool
) -> None:
    """Feed the readers that are named, or all, each in a process of its own."""
    names = readers or NAMES
    each, failed = -(-runs // len(names)), 0
    if file:
        load()[names[0]][0](file.read_bytes().decode("utf-8", "replace"))
    elif here:
        fuzz(names[0], runs, seed, keep)
    else:
        with ThreadPoolExecutor(jobs) as processes:
            options = ("--here", "--runs", str(each), "--seed", str(seed), "--keep", str(keep))
            for name, done in zip(names, processes.map(partial(fed, options), names), strict=True):
                print(
                    f"{name}: {each:,} inputs, {'failed' if done.returncode else 'nothing found'}", flush=True
                )
                if done.returncode:
                    failed += 1
                    print(done.stdout[-3000:])
        sys.exit(failed > 0)


def fed(options: Sequence[str], name: str) -> subprocess.CompletedProcess[str]:
    """Feed one in a process of its own, whose output is kept."""
    return subprocess.run(
        [sys.executable, "-m", "scripts.fuzz", name, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


if __name__ == "__main__":
    main(prog_name="python -m scripts.fuzz")
