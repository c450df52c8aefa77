"""Which search serves: the native one wherever it knows the game, the plain one elsewhere; and that it is said."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from marbles_tui.ai.budget import Budget, Limit
from marbles_tui.ai.levels import known_levels
from marbles_tui.ai.native import library as library_module
from marbles_tui.ai.native.library import VERSION, Library
from marbles_tui.ai.search import look_ahead as looking
from marbles_tui.ai.search.look_ahead import look_ahead
from marbles_tui.ai.think import consider
from marbles_tui.cli.run import run
from marbles_tui.core import Game
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match
from tests.native.compare import SEARCHED, random_match

every_game = pytest.mark.parametrize("game", SEARCHED, ids=lambda game: game.key)


@pytest.fixture
def installed(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library as if it had been built with the package."""
    monkeypatch.setattr(looking, "installed_library", lambda: library)


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No library."""
    monkeypatch.setattr(looking, "installed_library", lambda: None)


@pytest.mark.long
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("limit", [Limit(seconds=0.05), Limit(nodes=100), Limit(depth=2)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_native_search_serves_whatever_ends_it_and_however_many_play(seats: int, limit: Limit) -> None:
    (beadmaster,) = [game for game in SEARCHED if game.key == "beadmaster"]
    match = Match.new(beadmaster, setup="placed", options={"players": str(seats)}, random=Random(1))
    assert look_ahead(beadmaster, match.position, Budget(limit)).native


@pytest.mark.usefixtures("installed")
def test_a_carton_of_more_marbles_than_bytes_hold_is_left_to_the_plain_search() -> None:
    for most, native in ((255, True), (256, False)):
        carton = EGG_CARTON.read(f"{most - 2},0,0,0,0,0/0,0,0,0,1,1/0,0/1")
        assert look_ahead(EGG_CARTON, carton, Budget(Limit(depth=2))).native is native


@every_game
@pytest.mark.usefixtures("installed")
def test_every_level_thinks_natively(game: Game) -> None:
    match = Match.new(game, random=Random(2))
    for level in known_levels(game):
        if level.key not in ("greedy", "adaptive"):  # one looks at one slide alone, one is any other
            assert consider(match, level.key, Limit(seconds=0.2)).native


@every_game
@pytest.mark.usefixtures("missing")
def test_thinking_does_without(game: Game) -> None:
    match = random_match(game, Random(1))
    thought = consider(match, limit=Limit(seconds=0.05))
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
        (None, "1", "there is no library of it for this platform"),
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


def test_a_library_of_another_version_is_refused(library_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marbles_tui.ai.native.library.VERSION", VERSION + 1)
    with pytest.raises(OSError, match="another version"):
        Library(library_file)


def test_a_file_that_is_no_library_is_refused(tmp_path: Path) -> None:
    (tmp_path / "marbles.so").write_bytes(b"no library")
    with pytest.raises(OSError):  # noqa: PT011  (each system has its own words)
        Library(tmp_path / "marbles.so")


def test_think_tells_which_search_it_was(library: Library) -> None:
    command = [sys.executable, "-m", "marbles_tui", "think", "gobblet", "--nodes", "300", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert told["native"] is (told["why_plain"] is None)
