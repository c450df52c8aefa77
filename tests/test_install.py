"""Both kinds of install, into virtual environments of their own: a wheel, and the checkout itself."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest

import marbles_tui
from marbles_tui.core.boards import board_names, board_text
from marbles_tui.games import GAMES
from native.compile import system_compiler
from scripts.share import shared

pytestmark = pytest.mark.long

CHECKOUT = Path(__file__).parent.parent
DEPENDENCIES = sysconfig.get_path("purelib")
ASK = """
import marbles_tui
from marbles_tui.core.boards import board_names, board_text
print(marbles_tui.__file__)
for key in {keys!r}:
    for name in board_names(key):
        print(key, name, len(board_text(key, name)))
"""


def run(*command: object) -> str:
    """What a command prints, run away from the checkout and without its path."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP"))
    }
    done = subprocess.run(
        [str(word) for word in command], cwd="/", env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment_with(folder: Path, requirement: object, *how: str) -> Path:
    """A new environment with marbles-tui installed, offline; it sees the dependencies of the tests' own.

    Returns its folder of programs.
    """
    venv.create(folder, with_pip=False, symlinks=True)
    programs = folder / "bin"
    packages = Path(
        run(programs / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    )
    (packages / "dependencies.pth").write_text(f"{DEPENDENCIES}\n")
    pip = (sys.executable, "-m", "pip", "--python", programs / "python", "install")
    run(*pip, "--no-deps", "--no-index", "--no-build-isolation", *how, requirement)
    return programs


def has_compiler() -> bool:
    """Whether an install can compile the native search here."""
    return bool(system_compiler() or find_spec("ziglang"))


def says_version(native: bool) -> str:
    """What `marbles-tui --version` prints."""
    return f"marbles-tui {marbles_tui.__version__} ({'native' if native else 'plain Python'} search)\n"


def boards_seen_by(programs: Path) -> tuple[Path, list[str]]:
    """Where an environment's marbles_tui lies, and a line about each board that it can read."""
    keys = [game.key for game in GAMES]
    where, *boards = run(programs / "python", "-c", ASK.format(keys=keys)).splitlines()
    return Path(where), boards


def boards_here() -> list[str]:
    """The same lines as this process sees them."""
    return [
        f"{game.key} {name} {len(board_text(game.key, name))}"
        for game in GAMES
        for name in board_names(game.key)
    ]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=CHECKOUT, env=environment, check=True, capture_output=True, timeout=120)
    (built,) = folder.glob("*.whl")
    return built


@pytest.mark.skipif(not (CHECKOUT / ".git").exists(), reason="this is no checkout, but a source distribution")
def test_the_source_distribution_has_all_that_is_kept(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(command, cwd=CHECKOUT, check=True, capture_output=True, timeout=120)
    (built,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(built) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    kept = subprocess.run(
        ["git", "ls-files"], cwd=CHECKOUT, check=True, capture_output=True, text=True
    ).stdout
    assert names - {"PKG-INFO"} == set(kept.split())


def test_the_wheel_has_every_asset_and_every_file_beside_the_code(wheel: Path) -> None:
    packed = {name for name in ZipFile(wheel).namelist() if not re.search(r"\.(dist-info|data)/", name)}
    assets = {f"marbles_tui/{file.relative_to(CHECKOUT)}" for file in CHECKOUT.glob("assets/**/*.t*")}
    package = {
        str(file.relative_to(CHECKOUT))
        for file in (CHECKOUT / "marbles_tui").rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert "marbles_tui/assets/boards/egg-carton/source.txt" in assets
    assert "marbles_tui/assets/lessons/egg-carton.toml" in assets
    assert "marbles_tui/assets/puzzles/gobblet/mined.txt" in assets
    assert {"marbles_tui/py.typed", "marbles_tui/tui/arcade.tcss"} <= package
    assert packed == assets | package


def test_the_wheel_has_manuals_completions_and_an_icon(wheel: Path) -> None:
    packed = {name.partition(".data/data/share/")[2] for name in ZipFile(wheel).namelist()}
    assert packed - {""} == {*shared(), "applications/marbles-tui.desktop"}


def test_the_wheel_is_small(wheel: Path) -> None:
    assert sum(packed.file_size for packed in ZipFile(wheel).infolist()) < 4_000_000


def test_the_wheel_has_the_licence(wheel: Path) -> None:
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in ZipFile(wheel).namelist())


def test_the_wheel_accounts_for_what_it_is_made_of(wheel: Path) -> None:
    packed = ZipFile(wheel)
    (name,) = [name for name in packed.namelist() if name.endswith(".dist-info/sboms/marbles-tui.cdx.json")]
    bill = json.loads(packed.read(name))
    declared = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert bill["metadata"]["component"]["version"] == marbles_tui.__version__
    assert [part["name"] for part in bill["components"]] == [
        re.split("[<>=]", need)[0] for need in sorted(declared["dependencies"])
    ]


def test_an_installed_wheel_reads_its_own_boards(wheel: Path, tmp_path: Path) -> None:
    programs = environment_with(tmp_path / "venv", wheel)
    where, boards = boards_seen_by(programs)
    assert where.is_relative_to(tmp_path / "venv")
    assert boards == boards_here()
    assert run(programs / "marbles-tui", "--version") == says_version(native=has_compiler())


def test_an_editable_install_reads_the_boards_of_the_checkout(tmp_path: Path) -> None:
    programs = environment_with(tmp_path / "venv", CHECKOUT, "--editable")
    where, boards = boards_seen_by(programs)
    assert where == CHECKOUT / "marbles_tui" / "__init__.py"
    assert boards == boards_here()
    assert run(programs / "marbles-tui", "--version") == says_version(native=has_compiler())
