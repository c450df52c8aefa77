"""Measures what players feel: `python -m scripts.bench [start keys lock animation idle memory search host site ...]`.

Whole programs are run in a pseudo-terminal of 120 × 40, as a player's terminal would run them.
"""

from __future__ import annotations

import argparse
import sqlite3
import statistics
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Final

from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.store import MatchStore
from marbles_tui.store.rows import INSERT, MatchRow
from marbles_tui.store.statistics_cache import StatisticsCache, Unread, entries_of
from scripts.bench_house import cluster, host, pages
from scripts.bench_paint import paint
from scripts.bench_search import answers, later_records, rules, search
from scripts.bench_site import site
from scripts.terminal import COLUMNS, ROWS, Measured, arcade, running

BARE: Final = """
from textual.app import App
from textual.widgets import Footer, Header

class Bare(App):
    BINDINGS = [("q", "quit", "Quit")]
    def compose(self):
        yield Header()
        yield Footer()

Bare().run()
"""
"""The smallest app with a header and a footer: what a start is compared with."""

CHAIN: Final = '[Game "egg-carton"]\n\nB K D D M A\n'

HARD: Final = "4,2,3,1,3,4/4,2,5,3,3,2/0,0/1"  # a start whose winner is not proved in a few seconds


def memory(seconds: float = 60.0) -> None:
    """What the arcade takes at the most, its thinking process with it: at the menu, and while that thinks."""
    people = ("--seat", "1=human", "--seat", "2=human")
    for name, arguments, first in (
        ("at the menu", (), b""),
        ("while Perfect proves", ("play", "egg-carton", "--setup", "6", "--seat", "1=perfect"), b""),
        ("at an analysed table of Egg Carton", ("play", "egg-carton", "--setup", HARD, *people), b"y"),
        ("at an analysed table of Abacus", ("play", "abacus", *people), b"y"),
        ("at an analysed table of BeadMaster", ("play", "beadmaster", *people), b"y"),
        ("at an analysed table of Gobblet", ("play", "gobblet", *people), b"y"),
    ):
        with running(*arcade(*arguments)) as terminal:
            terminal.watch(2.0)
            terminal.type(first)
            end, most = time.perf_counter() + seconds, 0.0
            while time.perf_counter() < end:
                terminal.watch(0.2)
                most = max(most, terminal.memory())
        print(f"memory {name}: at most {most:.0f} MB")


def start(rounds: int = 9) -> None:
    """First paint of the menu against that of a bare app, turn by turn."""
    ours, bare = [], []
    for _ in range(rounds):
        with running(sys.executable, "-c", BARE) as terminal:
            bare.append(terminal.wait_for(b"Quit"))
        with running(*arcade()) as terminal:
            ours.append(terminal.wait_for(b"quit"))
    menu, bare_app = statistics.median(ours), statistics.median(bare)
    print(
        f"first paint: menu {menu * 1000:.0f} ms, bare app {bare_app * 1000:.0f} ms, ratio {menu / bare_app:.2f}"
    )


def keys(presses: int = 120) -> None:
    """From a key press to the changed screen: at rest, while the top level thinks, while it analyses."""
    for name, game, more, first in (
        ("at rest", "egg-carton", (), b""),
        ("while the top level thinks", "egg-carton", ("--setup", "6", "--seat", "1=perfect"), b""),
        ("while it analyses", "gobblet", (), b"y"),
    ):
        with running(*arcade("play", game, "--seat", "1=human", *more)) as terminal:
            terminal.wait_for(b"leave")
            terminal.drain(0.6)
            terminal.type(first)
            terminal.drain(0.6)
            waits = []
            for press in range(presses):
                terminal.drain(0.03)
                begin = time.perf_counter()
                terminal.type(b"+" if press % 2 else b"-")
                if terminal.read(1.0):
                    waits.append(time.perf_counter() - begin)
        waits.sort()
        p99 = waits[int(len(waits) * 0.99) - 1]
        middle = statistics.median(waits)
        print(
            f"key to screen, {name}: median {middle * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms ({len(waits)} keys)"
        )


def lock(presses: int = 12) -> None:
    """From a key press to the changed screen while moves are played: with the database free, and while another
    program holds it; then, whether all moves were saved afterwards."""
    command = arcade("play", "egg-carton", "--seat", "1=human", "--seat", "2=human")
    for seconds, locked in ((10.0, False), (5.0, True), (30.0, True)):
        with running(*command, settings="speed = 0\n") as terminal:
            terminal.wait_for(b"leave")
            terminal.drain(0.6)
            file = terminal.home / "matches.sqlite3"
            other = sqlite3.connect(file, isolation_level=None)
            other.execute("BEGIN IMMEDIATE" if locked else "SELECT 1")
            match, waits, end = Match.new(GAMES[0]), list[float](), time.perf_counter() + seconds
            while time.perf_counter() < end:
                if match.turn is not None:
                    match, _ = match.play(match.position.moves()[0])
                    terminal.type(str(match.moves[-1]).lower().encode())
                for press in range(presses):
                    terminal.drain(0.05)
                    began = time.perf_counter()
                    terminal.type(b"+" if press % 2 else b"-")
                    waits.append(time.perf_counter() - began if terminal.read(1.0) else 1.0)
            other.close()
            terminal.watch(3.0)
            terminal.kill()
            saved = MatchStore.open(file).library.page()[0]
        waits.sort()
        p99, median = waits[int(len(waits) * 0.99) - 1], statistics.median(waits)
        name = f"the database locked for {seconds:.0f} s" if locked else "the database free"
        print(
            f"key to screen, {name}: median {median * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms,"
            f" at most {waits[-1] * 1000:.1f} ms ({len(waits)} keys);"
            f" {saved.plies} of {match.plies} plies saved"
        )


def paste(size: int = 1_000_000, presses: int = 120) -> None:
    """From a key press to the changed screen while a text that was pasted is recognised."""
    for name, text in (
        ("letters", "A C "),
        ("moves of Abacus", "c3c2 g5g4 c2c3 g4g5 "),
    ):
        with running(*arcade("play", "abacus", "--seat", "1=human", "--seat", "2=human")) as terminal:
            terminal.wait_for(b"leave")
            terminal.drain(0.6)
            start, began = len(terminal.output), time.perf_counter()
            terminal.type(b"\x1b[200~" + text.encode() * (size // len(text)) + b"\x1b[201~")
            terminal.wait_for(b"Reading what was pasted", start)
            taken = time.perf_counter() - began
            waits = list[float]()
            while len(waits) < presses and b"Pasted: play on" not in terminal.output[start:]:
                terminal.drain(0.03)
                begin = time.perf_counter()
                terminal.type(b"+" if len(waits) % 2 else b"-")
                if terminal.read(1.0):
                    waits.append(time.perf_counter() - begin)
        waits.sort()
        p99 = waits[int(len(waits) * 0.99) - 1]
        print(
            f"key to screen, {size:,} characters of {name} pasted {taken:.1f} s ago: "
            f"median {statistics.median(waits) * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms ({len(waits)} keys)"
        )


def animation(seconds: float = 6.0) -> None:
    """Processor time of a sowing that is shown at normal speed."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "chain.txt"
        record.write_text(CHAIN)
        with running(*arcade("replay", str(record), "--watch")) as terminal:
            terminal.wait_for(b"leave")
            end = time.perf_counter() + 1.0
            while time.perf_counter() < end:
                terminal.read(0.05)
            before, began = terminal.cpu(), time.perf_counter()
            while time.perf_counter() < began + seconds:
                terminal.read(0.05)
            share = (terminal.cpu() - before) / (time.perf_counter() - began)
    print(f"animation at normal speed, {COLUMNS}x{ROWS}: {share:.0%} of a core")


def idle(seconds: float = 20.0) -> None:
    """Processor time of the menu, whose pictures live, and of the games that computers show there."""
    for columns, rows in ((80, 24), (120, 40)):
        for name, patience, right in (
            ("menu", 0, 0),
            *((f"show of {game.key}", 1, at) for at, game in enumerate(GAMES)),
        ):
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, "settings.toml").write_text(f"idle = {patience}\n")
                with Measured(arcade(), Path(folder), columns, rows) as terminal:
                    terminal.wait_for(b"quit")
                    terminal.watch(0.3)
                    terminal.type(b"\x1b[C" * right)
                    terminal.watch(4.0)
                    before, began = terminal.cpu(), time.perf_counter()
                    terminal.watch(seconds)
                    share = (terminal.cpu() - before) / (time.perf_counter() - began)
            print(f"{name}, {columns}x{rows}: {share:.1%} of a core")


def boards(games: int = 10_000) -> None:
    """Simulated games of a board that ships, with four players."""
    from marbles_tui.games.getaway.setups import DEFAULT, built_in
    from marbles_tui.play.getaway_simulation import simulate

    began = time.perf_counter()
    found = simulate(built_in(DEFAULT), 4, games, 1)
    seconds = time.perf_counter() - began
    print(f"boards simulate {DEFAULT}, 4 players: {found.games:,} games in {seconds:.1f} s")


def readers() -> None:
    """How long readers take over twice the text, and how much memory."""
    from tests.play.costs import measure

    if measure():
        raise SystemExit(1)


def library(matches: int = 50_000) -> None:
    """The library's screen with many matches: its first paint, and a key of the filter."""
    with running(*arcade()) as terminal:
        terminal.wait_for(b"quit")
        store = MatchStore.open(terminal.home / "matches.sqlite3")
        some = [read_match(record, GAMES).whole() for record in _some(200)]
        kept = [MatchRow.of(match).values() for match in some]
        store.database.write_all("", INSERT, (kept[at % len(kept)] for at in range(matches)))
        store.close()
        terminal.watch(1.0)
        shown = terminal.answer(b"l", b"matches")
        terminal.watch(1.0)
        terminal.type(b"/")
        terminal.watch(1.0)
        key = terminal.answer(b"g", b" matches")
    print(f"library, {matches:,} matches: first paint {shown * 1000:.0f} ms, a key {key * 1000:.0f} ms")


def statistics_screen(matches: int = 50_000) -> None:
    """The statistics of many matches, when each has been worked out before."""
    seats = '[Player1 "Ann"][Player2 "Novice"][Seat2 "computer novice"]'
    record = f'[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]{seats} F'
    entry = entries_of([Unread(1, 1, record)], GAMES)[0]
    with running(*arcade()) as terminal:
        terminal.wait_for(b"quit")
        store = MatchStore.open(terminal.home / "matches.sqlite3")
        match = read_match(record, GAMES).whole()
        kept = MatchRow.of(match).values()
        store.database.write_all("", INSERT, (kept for _ in range(matches)))
        ledger = StatisticsCache(store.database)
        for page in ledger.pages():
            ledger.enter(page, [entry] * len(page))
        store.close()
        terminal.watch(1.0)
        shown = terminal.answer(b"t", b"Rating")
    print(f"statistics, {matches:,} matches: shown after {shown * 1000:.0f} ms")


def _some(count: int) -> Iterator[str]:
    """Records of all games."""
    for seed in range(count):
        yield from later_records(GAMES[seed % len(GAMES)], 1)


BENCHES: Final[Mapping[str, Callable[[], None]]] = {
    "start": start,
    "keys": keys,
    "lock": lock,
    "paste": paste,
    "animation": animation,
    "idle": idle,
    "memory": memory,
    "rules": rules,
    "boards": boards,
    "paint": paint,
    "readers": readers,
    "library": library,
    "statistics": statistics_screen,
    "answers": answers,
    "search": search,
    "host": host,
    "cluster": cluster,
    "site": site,
    "pages": pages,
}


def main() -> None:
    """Run the benches that are named, or all; what follows an option is for those that take some."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.bench",
        description="Measure what players feel, in a terminal of 120 x 40. All together take many minutes.",
        epilog="\n".join(("what can be measured:", *map(_told, BENCHES.items()))),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="what to measure (default: everything)")
    words = list(takewhile(lambda word: not word.startswith("-"), sys.argv[1:]))
    names = parser.parse_args(words or [word for word in sys.argv[1:] if word in ("-h", "--help")]).names
    if unknown := [name for name in names if name not in BENCHES]:
        parser.error(f"there is no {unknown[0]!r}: expected {', '.join(BENCHES)}")
    for name in names or BENCHES:
        BENCHES[name]()


def _told(named: tuple[str, Callable[[], None]]) -> str:
    """A bench and what it measures, in lines."""
    name, bench = named
    return textwrap.fill(
        " ".join((bench.__doc__ or "").split()),
        110,
        initial_indent=f"  {name:<12}",
        subsequent_indent=" " * 14,
    )


if __name__ == "__main__":
    main()
