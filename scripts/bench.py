"""Measure what players feel: `python -m scripts.bench [start keys lock animation idle memory search host site ...]`.

Whole programs are run in a pseudo-terminal of 120 × 40, as a player's terminal would run them.
"""

from __future__ import annotations

import re
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from random import Random
from typing import Any, Final

import click
from rich.color import ColorSystem
from textual.geometry import Offset, Size

from marbles_tui.ai.analysis import Budget, Limit
from marbles_tui.ai.games.egg_carton.perfect import perfect
from marbles_tui.ai.native.library import NativeLibrary, installed_library
from marbles_tui.ai.native.search import native_search
from marbles_tui.ai.search.plain import PlainSearch
from marbles_tui.core import Event, Game
from marbles_tui.core.scene import Frame, Room
from marbles_tui.games import GAMES
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match, read_match
from marbles_tui.store import MatchStore
from marbles_tui.store.matches import StatisticsCache, Unread, entries_of
from marbles_tui.store.rows import INSERT, MatchRow
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.capabilities import USUAL
from marbles_tui.tui.kit.fit import HALVES, OCTANTS, QUADRANTS
from marbles_tui.tui.kit.look import BLOCKS, GLYPHS, THEMES, Look, colours_of
from marbles_tui.tui.kit.picture import Last, picture
from marbles_tui.tui.kit.placements import Placements
from marbles_tui.tui.kit.view import view
from scripts.bench_house import cluster, host, pages, tournament, waits
from tests.browser.bench_site import site
from tests.terminal.terminal import COLUMNS, ROWS, Measured, arcade, running

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

MENU: Final = """
from marbles_tui.cli.arcade import launch

launch()
"""

PAINTED: Final = """
import os, sys, time
from pathlib import Path
from textual.drivers.linux_driver import LinuxDriver

written = LinuxDriver.write

def write(driver, text):
    written(driver, text)
    if "uit" in text:
        packages = [name.partition(".")[0] for name in sys.modules]
        told = time.process_time(), packages.count("marbles_tui"), packages.count("textual")
        Path(os.environ["MARBLES_TUI_HOME"], "painted").write_text(" ".join(map(str, told)))
        LinuxDriver.write = written

LinuxDriver.write = write
"""
"""Has a program say what it took to write its last line, in which stands how it is quit."""

CHAIN: Final = '[Game "egg-carton"]\n\nB K D D M A\n'

PEOPLE: Final = ("--seat", "1=human", "--seat", "2=human")
HARD: Final = "4,2,3,1,3,4/4,2,5,3,3,2/0,0/1"  # a start whose winner is not proved in a few seconds


@click.group(
    chain=True,
    invoke_without_command=True,
    context_settings={"max_content_width": 118, "show_default": True},
)
@click.pass_context
def main(context: click.Context) -> None:
    """Measure what players feel, in a terminal of 120 × 40: one thing after the other, or everything, which takes
    many minutes. Each tells with --help what it measures."""
    for bench in main.commands.values() if context.invoked_subcommand is None else ():
        context.invoke(bench)


@contextmanager
def table(*arguments: str, settings: str = "") -> Iterator[Measured]:
    """The arcade at a table, when all is drawn."""
    with running(*arcade(*arguments), settings=settings) as terminal:
        terminal.wait_for(b"leave")
        terminal.drain(0.6)
        yield terminal


@main.command()
def memory(seconds: float = 60.0) -> None:
    """What the arcade takes at the most, its thinking process with it: at the menu, and while that thinks."""
    for name, arguments, first in (
        ("at the menu", (), b""),
        ("while Perfect proves", ("play", "egg-carton", "--setup", "6", "--seat", "1=perfect"), b""),
        ("at an analysed table of Egg Carton", ("play", "egg-carton", "--setup", HARD, *PEOPLE), b"y"),
        ("at an analysed table of Abacus", ("play", "abacus", *PEOPLE), b"y"),
        ("at an analysed table of BeadMaster", ("play", "beadmaster", *PEOPLE), b"y"),
        ("at an analysed table of Gobblet", ("play", "gobblet", *PEOPLE), b"y"),
    ):
        with running(*arcade(*arguments)) as terminal:
            terminal.watch(2.0)
            terminal.type(first)
            end, most = time.perf_counter() + seconds, 0.0
            while time.perf_counter() < end:
                terminal.watch(0.2)
                most = max(most, terminal.memory())
        print(f"memory {name}: at most {most:.0f} MB")


@main.command()
def start(rounds: int = 9) -> None:
    """First paint of the menu against that of a bare app, in pairs: processor time until the last line is written,
    and how many modules of whom are loaded by then."""
    pairs = [(_painted(BARE), _painted(MENU)) for _ in range(rounds)]
    bare_app, menu = (1000 * min(seconds for seconds, *_ in each) for each in zip(*pairs, strict=True))
    (_, _, stock), (_, own, others) = pairs[-1]
    ratio = statistics.median(ours[0] / bare[0] for bare, ours in pairs)
    print(
        f"first paint: menu {menu:.0f} ms, bare app {bare_app:.0f} ms of a processor at the least,"
        f" ratio {ratio:.2f}; modules: {own:g} of ours beside {others:g} of Textual's, there {stock:g}"
    )


def _painted(program: str) -> list[float]:
    """Seconds of processor time until a program has painted its last line, and the modules it has loaded by then."""
    with running(sys.executable, "-c", PAINTED + program) as terminal:
        told = terminal.home / "painted"
        terminal.until(lambda: told.exists() and bool(told.read_text()), "painted")
        return [float(number) for number in told.read_text().split()]


def _press(terminal: Measured, number: int, quiet: float = 0.03) -> float:
    """Seconds from a key to what it changes; 1 where nothing does."""
    terminal.drain(quiet)
    began = time.perf_counter()
    terminal.type(b"+" if number % 2 else b"-")
    return time.perf_counter() - began if terminal.read(1.0) else 1.0


@main.command()
def keys(presses: int = 120) -> None:
    """From a key press to the changed screen: at rest, while the top level thinks, while it analyses."""
    for name, game, more, first in (
        ("at rest", "egg-carton", (), b""),
        ("while the top level thinks", "egg-carton", ("--setup", "6", "--seat", "1=perfect"), b""),
        ("while it analyses", "gobblet", (), b"y"),
    ):
        with table("play", game, "--seat", "1=human", *more) as terminal:
            terminal.type(first)
            terminal.drain(0.6)
            told = waits([_press(terminal, press) for press in range(presses)])
        print(f"key to screen, {name}: {told}")


@main.command()
def lock(presses: int = 12) -> None:
    """From a key press to the changed screen while moves are played: with the database free, and while another
    program holds it; then, whether all moves were saved afterwards."""
    for seconds, locked in ((10.0, False), (5.0, True), (30.0, True)):
        with table("play", "egg-carton", *PEOPLE, settings="speed = 0\n") as terminal:
            file = terminal.home / "matches.sqlite3"
            other = sqlite3.connect(file, isolation_level=None)
            other.execute("BEGIN IMMEDIATE" if locked else "SELECT 1")
            match, waited, end = Match.new(GAMES[0]), list[float](), time.perf_counter() + seconds
            while time.perf_counter() < end:
                if match.turn is not None:
                    match, _ = match.play(match.position.moves()[0])
                    terminal.type(str(match.moves[-1]).lower().encode())
                waited += [_press(terminal, press, 0.05) for press in range(presses)]
            other.close()
            terminal.watch(3.0)
            terminal.kill()
            saved = MatchStore.open(file).library.page()[0]
        name = f"the database locked for {seconds:.0f} s" if locked else "the database free"
        print(f"key to screen, {name}, {saved.plies} of {match.plies} plies saved: {waits(waited)}")


@main.command()
def paste(size: int = 1_000_000, presses: int = 120) -> None:
    """From a key press to the changed screen while a text that was pasted is recognised."""
    for name, text in (
        ("letters", "A C "),
        ("moves of Abacus", "c3c2 g5g4 c2c3 g4g5 "),
    ):
        with table("play", "abacus", *PEOPLE) as terminal:
            start, began = len(terminal.output), time.perf_counter()
            terminal.type(b"\x1b[200~" + text.encode() * (size // len(text)) + b"\x1b[201~")
            terminal.wait_for(b"Reading what was pasted", start)
            taken = time.perf_counter() - began
            waited = list[float]()
            while len(waited) < presses and b"Pasted: play on" not in terminal.output[start:]:
                waited.append(_press(terminal, len(waited)))
        print(f"key to screen, {size:,} characters of {name} pasted {taken:.1f} s ago: {waits(waited)}")


def _share(terminal: Measured, seconds: float) -> float:
    """What a program takes of a core, from now on."""
    before, began = terminal.cpu(), time.perf_counter()
    terminal.watch(seconds)
    return (terminal.cpu() - before) / (time.perf_counter() - began)


@main.command()
def animation(seconds: float = 6.0) -> None:
    """Processor time of a sowing that is shown at normal speed."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as record:
        record.write(CHAIN)
        record.flush()
        with running(*arcade("replay", record.name, "--watch")) as terminal:
            terminal.wait_for(b"leave")
            terminal.watch(1.0)
            share = _share(terminal, seconds)
    print(f"animation at normal speed, {COLUMNS}x{ROWS}: {share:.0%} of a core")


@main.command()
def idle(seconds: float = 20.0) -> None:
    """Processor time of the menu, whose pictures live, and of the games that computers show there."""
    for size in ((80, 24), (120, 40)):
        for name, patience, right in (
            ("menu", 0, 0),
            *((f"show of {game.key}", 1, at) for at, game in enumerate(GAMES)),
        ):
            with running(*arcade(), settings=f"idle = {patience}\n", size=size) as terminal:
                terminal.wait_for(b"quit")
                terminal.watch(0.3)
                terminal.type(b"\x1b[C" * right)
                terminal.watch(4.0)
                share = _share(terminal, seconds)
            print(f"{name}, {size[0]}x{size[1]}: {share:.1%} of a core")


@main.command()
def readers() -> None:
    """How long readers take over twice the text, and how much memory."""
    from tests.play.costs import measure

    if measure():
        raise SystemExit(1)


@main.command()
def library(matches: int = 50_000) -> None:
    """The library's screen with many matches: its first paint, and a key of the filter."""
    with running(*arcade()) as terminal:
        terminal.wait_for(b"quit")
        some = [record for game in GAMES for record in later_records(game)]
        kept = [MatchRow.of(read_match(record, GAMES).whole()).values() for record in some]
        with closing(MatchStore.open(terminal.home / "matches.sqlite3")) as store:
            store.write_all("", INSERT, (kept[at % len(kept)] for at in range(matches)))
        terminal.watch(1.0)
        shown = terminal.answer(b"l", b"matches")
        terminal.watch(1.0)
        terminal.type(b"/")
        terminal.watch(1.0)
        key = terminal.answer(b"g", b" matches")
    print(f"library, {matches:,} matches: first paint {shown * 1000:.0f} ms, a key {key * 1000:.0f} ms")


@main.command("statistics")
def statistics_screen(matches: int = 50_000) -> None:
    """The statistics of many matches, when each has been worked out before."""
    seats = '[Player1 "Ann"][Player2 "Novice"][Seat2 "computer novice"]'
    record = f'[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]{seats} F'
    entry = entries_of([Unread(1, 1, record)], GAMES)[0]
    with running(*arcade()) as terminal:
        terminal.wait_for(b"quit")
        kept = MatchRow.of(read_match(record, GAMES).whole()).values()
        with closing(MatchStore.open(terminal.home / "matches.sqlite3")) as store:
            store.write_all("", INSERT, (kept for _ in range(matches)))
            ledger = StatisticsCache(store)
            for page in ledger.pages():
                ledger.enter(page, [entry] * len(page))
        terminal.watch(1.0)
        shown = terminal.answer(b"t", b"Rating")
    print(f"statistics, {matches:,} matches: shown after {shown * 1000:.0f} ms")


WIDTH, HEIGHT = 96, 36
"""The room of a board beside a panel, in a window of 120 × 40."""

MOTIONS: Final = ("drop", "push", "walk", "slide", "put")
"""An event of each game in which something moves."""

FRAMES: Final = 24
"""Of a motion."""

IMAGE_DATA: Final = re.compile(r"\x1b_G(?:a=t|m=)[^\x1b]*\x1b\\")

FELT: Final = Look.of(BLOCKS, THEMES[0])
LOOKS: Final = {
    "halves": FELT._replace(grid=HALVES),
    "quadrants": FELT._replace(grid=QUADRANTS),
    "octants": FELT._replace(grid=OCTANTS),
    "signs": Look.of(GLYPHS, THEMES[0]),
}


@main.command()
def paint() -> None:
    """A whole board for the first time in a size, and again; a frame of a motion; the bytes of each."""
    for game in GAMES:
        for name, look in LOOKS.items():
            _paint(game, name, look)
        _images(game)


def _paint(game: Game, name: str, look: Look) -> None:
    before, event = _motion(game)

    def whole(last: Last) -> int:
        return _bytes(made(Frame(event.board), last), [(y, 0, WIDTH) for y in range(HEIGHT)])

    def made(frame: Frame, last: Last) -> Canvas:
        return picture(game.scene(frame, Room(WIDTH / HEIGHT / 2)), WIDTH, HEIGHT, look, last)

    def step(phase: float, old: Canvas, last: Last) -> tuple[Canvas, int]:
        canvas = made(Frame(event.board, before, event, phase), last)
        return canvas, _bytes(canvas, canvas.differences(old))

    first, _ = _timed(whole, Last())
    again, size = _timed(whole, last := Last())
    shown = made(Frame(event.board, before, event, 0.0), last)
    frames = []
    for number in range(3 * FRAMES):
        seconds, (shown, written) = _timed(step, (number % FRAMES + 1) / (FRAMES + 1), shown, last)
        frames.append((seconds, written))
    spent, sent = zip(*frames, strict=True)
    print(
        f"paint {game.key}, {name}: first {first * 1000:.1f} ms, again {again * 1000:.1f} ms, {size:,} bytes; "
        f"a frame {statistics.median(spent) * 1000:.2f} ms, {statistics.median(sent):,.0f} bytes"
    )


def _images(game: Game) -> None:
    """The same as images, in the usual cells: what is sent once, what a motion adds to it, and a frame then, with the
    bytes of each piece that moves."""
    before, event = _motion(game)
    images, last, size = Placements(), Last(), Size(WIDTH, HEIGHT)

    def shown(frame: Frame) -> tuple[str, Canvas]:
        scene = game.scene(frame, Room(WIDTH / HEIGHT / 2))
        colours = colours_of(scene.palette, FELT)
        seen = view(scene, WIDTH, HEIGHT, *FELT.grid[:2])
        left = images.split(scene, seen, size, USUAL, colours)
        canvas = picture(left, WIDTH, HEIGHT, FELT, last)
        return images.show(Offset(0, 0)), canvas

    def once() -> int:
        text = shown(Frame(event.board))[0]
        while images.unfinished:
            text += shown(Frame(event.board))[0]
        return len(text)

    first, size_once = _timed(once)
    frames, turns = [], 0
    _, old = shown(Frame(event.board, before, event, 0.0))
    for number in range(6 * FRAMES):
        phase = (number % FRAMES + 1) / (FRAMES + 1)
        seconds, (text, canvas) = _timed(shown, Frame(event.board, before, event, phase))
        if number < 3 * FRAMES or "a=t" in text:  # its turns are still to be painted
            turns += sum(len(part) for part in IMAGE_DATA.findall(text))
        else:
            frames.append((seconds, len(text), text.count("a=p"), _bytes(canvas, canvas.differences(old))))
        old = canvas
    spent, sent, moved, cells = zip(*frames, strict=True)
    print(
        f"paint {game.key}, pixels: first {first * 1000:.1f} ms, {size_once:,} bytes, {turns:,} more for turns; "
        f"a frame {statistics.median(spent) * 1000:.2f} ms, {statistics.median(sent):,.0f} bytes "
        f"({sum(sent) / max(1, sum(moved)):.0f} a piece that moves) and {statistics.median(cells):,.0f} of cells"
    )


def _timed(what: Callable[..., Any], *given: Any) -> tuple[float, Any]:
    began = time.process_time()
    made = what(*given)
    return time.process_time() - began, made


def _bytes(canvas: Canvas, spans: list[tuple[int, int, int]]) -> int:
    return sum(len(canvas.written(*span, ColorSystem.TRUECOLOR, str).encode()) for span in spans)


def _motion(game: Game) -> tuple[Any, Event]:
    """The board before an event in which something moves, and the event, in the middle of a game at random."""
    rng, found = Random(5), None
    match = Match.new(game, random=rng)
    for _ in range(60):
        if match.result:
            break
        board = match.position.board
        match, events = match.play(rng.choice(sorted(match.position.moves(), key=str)))
        for event in events:
            if event.kind in MOTIONS:
                found = board, event
            board = event.board
    assert found, f"nothing has moved in {game.key}"
    return found


@main.command()
def search() -> None:
    """Positions a second of processor time, in Python and in the library; and the proof of a start."""
    native = installed_library()
    if native is None:
        print("the native search is not built here: make native")
    for game in GAMES:
        if not game.has_kernel:
            continue
        _search_speed(game, None, Limit(nodes=6_000))
        if native:
            _search_speed(game, native, Limit(nodes=3_000_000))
    if native:
        budget, began = Budget(Limit(seconds=30)), time.process_time()
        words = perfect(EGG_CARTON.start(None, 2, {}), budget).words()
        print(f"egg-carton: the start {words}, {(time.process_time() - began) * 1000:.0f} ms")


def _search_speed(game: Game, library: NativeLibrary | None, limit: Limit) -> None:
    """From the default start and from later positions."""
    visited, seconds, depths = 0, 0.0, []
    for record in (str(Match.new(game, random=Random(1))), *later_records(game, 4)):
        position = read_match(record, (game,), game).whole().position
        budget, past = Budget(limit), None if game.repetition == "none" else ()
        began = time.process_time()
        found = (
            native_search(library, position, budget, past)
            if library
            else PlainSearch(game, position, budget, past).run(1)
        )
        seconds += time.process_time() - began
        visited += budget.nodes
        depths.append(str(found.depth))
    name = "native" if library else "plain"
    print(f"{game.key}, {name}: {visited / seconds:,.0f} positions a second, depths {' '.join(depths)}")


def later_records(game: Game, count: int = 15) -> Iterator[str]:
    """Records of random games that have come some way."""
    for seed in range(count):
        random = Random(seed)
        match = Match.new(game, random=random)
        for _ in range(3 + seed):
            after, _ = match.play(random.choice(match.position.moves()))
            if after.result:
                break
            match = after
        yield str(match)


for each in (host, cluster, tournament, pages):
    main.add_command(each)
main.command()(site)


if __name__ == "__main__":
    main(prog_name="python -m scripts.bench")
