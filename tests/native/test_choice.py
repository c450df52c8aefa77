"""Which search serves: the native one where a clock ends it, the plain one wherever it must not matter."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from marbles_tui.ai import native
from marbles_tui.ai.budget import Budget, Limit
from marbles_tui.ai.native import library as library_module
from marbles_tui.ai.native import search_from
from marbles_tui.ai.native.library import VERSION, Library
from marbles_tui.ai.native.search import NativeSearch
from marbles_tui.ai.search.iterative_deepening import Search
from marbles_tui.ai.search.paranoid import Paranoid
from marbles_tui.ai.think import think
from marbles_tui.cli.run import run
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.games.beadmaster.kernel import BarsKernel
from marbles_tui.games.beadmaster.position import Grid
from marbles_tui.games.egg_carton.kernel import SowingKernel
from marbles_tui.games.egg_carton.text import read
from marbles_tui.games.gobblet.kernel import MaskKernel
from marbles_tui.games.gobblet.position import Gobblets
from marbles_tui.play import Match
from tests.native.compare import SEARCHED, random_match
from tests.native.conftest import compile_native
from tests.typed import typed

GOBBLET = MaskKernel()
EMPTY = GOBBLET.pack(
    typed(Match.new(next(game for game in GAMES if game.key == "gobblet")).position, Gobblets)
)
every_game = pytest.mark.parametrize("game", SEARCHED, ids=lambda game: game.key)
CLOCK = Limit(seconds=0.05)


@pytest.fixture
def installed(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library as if it had been built with the package."""
    monkeypatch.setattr(native, "installed_library", lambda: library)


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No library."""
    monkeypatch.setattr(native, "installed_library", lambda: None)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("limit", [Limit(seconds=1), Limit()])
def test_a_search_that_a_clock_or_a_stop_ends_is_native(limit: Limit) -> None:
    assert isinstance(search_from(GOBBLET, EMPTY, Budget(limit)), NativeSearch)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("limit", [Limit(nodes=100), Limit(depth=2), Limit(seconds=1, nodes=100)])
def test_a_search_that_is_to_be_the_same_everywhere_is_plain(limit: Limit) -> None:
    assert isinstance(search_from(GOBBLET, EMPTY, Budget(limit)), Search)


@pytest.mark.usefixtures("installed")
def test_more_than_two_seats_are_left_to_the_plain_search() -> None:
    (game,) = [game for game in GAMES if game.key == "beadmaster"]
    kernel = BarsKernel()
    position = Match.new(game, setup="0120120 2101102", options={"players": "3"}).position
    state = kernel.pack(typed(position, Grid))
    assert isinstance(search_from(Paranoid(kernel, 0), state, Budget(CLOCK)), Search)


@pytest.mark.usefixtures("installed")
def test_a_carton_of_more_marbles_than_bytes_hold_is_left_to_the_plain_search() -> None:
    kernel = SowingKernel()
    for most, kind in ((255, NativeSearch), (256, Search)):
        state = kernel.pack(read(f"{most - 2},0,0,0,0,0/0,0,0,0,1,1/0,0/1"))
        assert isinstance(search_from(kernel, state, Budget(CLOCK)), kind)


@pytest.mark.usefixtures("missing")
def test_without_the_library_the_plain_search_serves() -> None:
    assert isinstance(search_from(GOBBLET, EMPTY, Budget(CLOCK)), Search)


@every_game
@pytest.mark.usefixtures("installed")
def test_thinking_says_that_it_was_native(game: Game) -> None:
    match = random_match(game, Random(1))
    assert think(game, str(match), limit=CLOCK).native
    assert not think(game, str(match), limit=Limit(nodes=200)).native


@every_game
@pytest.mark.usefixtures("missing")
def test_thinking_does_without(game: Game) -> None:
    match = random_match(game, Random(1))
    thought = think(game, str(match), limit=CLOCK)
    assert thought.move in [str(move) for move in match.position.moves()]
    assert not thought.native


def test_the_environment_turns_it_off(library_file: Path) -> None:
    ask = (
        "from marbles_tui.ai.native import library as one\n"
        f"from pathlib import Path; one.FILE = Path({str(library_file)!r})\n"
        "print(one.installed_library() is not None)"
    )
    said = []
    for value in ("0", "1"):
        environment = {**os.environ, "MARBLES_TUI_NATIVE": value}
        done = subprocess.run([sys.executable, "-c", ask], env=environment, capture_output=True, text=True)
        said.append(done.stdout.strip())
    assert said == ["False", "True"]


@pytest.mark.parametrize(
    ("content", "switch", "why"),
    [
        (None, "1", "marbles.so was not built, for want of a C compiler"),
        (b"no library", "1", "marbles.so: "),
        (b"", "0", "MARBLES_TUI_NATIVE is 0"),
    ],
)
def test_it_is_said_why_the_plain_search_serves(
    content: bytes | None,
    switch: str,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "marbles.so"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setattr(library_module, "FILE", file)
    monkeypatch.setenv("MARBLES_TUI_NATIVE", switch)
    library_module._installed.cache_clear()
    try:
        assert library_module.installed_library() is None
        assert why in library_module.why_not_native()
        assert run(["--version"]) == 0
        assert f"(plain Python search: {library_module.why_not_native()})" in capsys.readouterr().out
        assert run(["think", "gobblet", "--seconds", "0.05", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["native"], told["why_plain"]) == (False, library_module.why_not_native())
    finally:
        library_module._installed.cache_clear()


@pytest.mark.skipif(find_spec("ziglang") is None, reason="there is no ziglang: the extra `site`")
def test_what_zig_compiles_serves_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its startup files leave out what `__builtin_cpu_supports` reads."""
    monkeypatch.setenv("CC", f"{sys.executable} -m ziglang cc")
    for name in ("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"):
        monkeypatch.setenv(name, str(tmp_path / "cache"))
    assert Library(compile_native(tmp_path / "marbles.so")).call("prepare")


def test_a_library_of_another_version_is_refused(library_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marbles_tui.ai.native.library.VERSION", VERSION + 1)
    with pytest.raises(OSError, match="another version"):
        Library(library_file)


def test_a_file_that_is_no_library_is_refused(tmp_path: Path) -> None:
    (tmp_path / "marbles.so").write_bytes(b"no library")
    with pytest.raises(OSError):  # noqa: PT011  (each system has its own words)
        Library(tmp_path / "marbles.so")


def test_think_tells_which_search_it_was() -> None:
    command = [sys.executable, "-m", "marbles_tui", "think", "gobblet", "--nodes", "300", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["native"] is False
