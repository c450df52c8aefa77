"""CONTRIBUTING's steps are enough: Chomp is handed in, and is a game like the others."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from copy import copy
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest

from marbles_tui.core import Game
from marbles_tui.play import HUMAN, Match
from marbles_tui.store import MatchStore, Settings
from marbles_tui.store.library import Filter
from marbles_tui.table import pages
from marbles_tui.table.session import complete
from marbles_tui.text.faces import TextTable
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.lines import KeyLine
from marbles_tui.tui.kit.look import SKINS, THEMES, Look, colours_of
from marbles_tui.tui.pages.help import Help
from marbles_tui.tui.pages.setup import SetUp
from tests.at_table import plays
from tests.lines import lines
from tests.sixth import lists
from tests.sixth.chomp import CHOMP
from tests.sixth.chomp.game import Chomp
from tests.sixth.chomp.scene import PALETTE
from tests.tui.conftest import menu_of, offered
from tests.tui.stage import Resting, opened

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chomp stands in the lists."""
    monkeypatch.setattr(pages, "FOLDER", lists.pages())
    for key, view in lists.views().items():
        monkeypatch.setitem(cast("dict[str, Any]", VIEWS), key, view)


def test_what_is_legal_is_told_by_a_game_that_explains_nothing_itself() -> None:
    begun = CHOMP.read("5,5,5,5/1")
    moves = [str(move) for move in begun.moves()]
    assert CHOMP.explain_illegal(begun, "Z9") == f"legal is {', '.join(moves[:12])}, ..."
    assert CHOMP.explain_illegal(CHOMP.read("1,1,0,0/2"), "Z9").count(",") == 1


def test_a_game_that_draws_nothing_is_a_picture_of_letters() -> None:
    class Letters(Chomp):
        drawing = ""

    position = CHOMP.read("2,1,0,0/1")
    lines = CHOMP.diagram(position).splitlines()
    shown = Letters().svg(position, caption="As it stands.")
    assert 'aria-label="Chomp"' in shown
    assert f'height="{18 * len(lines) + 4 + 16 + 46}"' in shown
    assert shown.count("<text") == len(list(filter(None, lines))) + 1
    assert "As it stands." in shown


@pytest.mark.usefixtures("listed")
def test_without_an_emblem_it_is_known_by_its_board_in_small() -> None:
    look = Look.of(SKINS[0], THEMES[0])
    canvas = VIEWS[CHOMP.key].emblem(20, 8, look)
    shown = {point for row in canvas.points for point in row}
    assert {colours_of(PALETTE, look)[colour] for colour in ("chocolate", "poison")} <= shown


def arcade() -> Arcade:
    return Arcade(lists.games(), settings=Settings(speed=0), engine=Resting(), seed=1)


@pytest.mark.long
def test_it_passes_the_conformance_suite() -> None:
    """Every test that goes through all games goes through this one too."""
    done = subprocess.run(
        [
            *(
                sys.executable,
                *["-m", "pytest", "-q", "-p", "tests.sixth.plugin", "-p", "no:cacheprovider", "-n0"],
            ),
            *("tests/conformance", "-k", f"{CHOMP.key} or keys_are_unique"),
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed
    assert int(passed[1]) > 30
    assert "skipped" not in done.stdout


@pytest.mark.usefixtures("listed")
async def test_it_stands_in_the_menu_and_is_played_to_its_end() -> None:
    app = arcade()
    async with opened(app) as pilot:
        for size in ((120, 40), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.rest()
            games = [card for card in menu_of(pilot).cards if card.game]
            assert len(games) == len(lists.games())
            assert games[-1].region.bottom <= menu_of(pilot).query_one("#stage").region.bottom
        await pilot.press(str(len(lists.games())))
        assert isinstance(app.screen, SetUp)
        assert app.screen.game is CHOMP
        assert app.screen.form.players == [HUMAN, "beginner"]  # what `evaluate` alone brings
        app.screen.choose("player-2", HUMAN)
        await pilot.press("enter")
        table = app.screen
        assert plays(table)
        for cell in (6, 1, 5, 0):  # B2, A2, B1, and the poison
            table.take(partial(table.picking.pick, cell))
            await pilot.rest()
            await pilot.rest()
        assert table.match.result
        assert str(table.match.result) == "1"
    store = MatchStore.open()
    (record,) = store.library.records(Filter(state="finished"))
    assert '[Game "chomp"]' in record
    assert "1. B2 A2 2. B1 A1" in record


class Nibble(Chomp):
    """A seventh game."""

    key = "nibble"
    title = "Nibble"


@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize("count", [6, 7])
async def test_there_is_room_for_a_seventh_game_too(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    nibble, view = Nibble(), copy(VIEWS[CHOMP.key])
    view.game = nibble
    monkeypatch.setitem(cast("dict[str, Any]", VIEWS), nibble.key, view)
    games = (*lists.games(), nibble)[:count]
    async with opened(Arcade(games, settings=Settings(speed=0), engine=Resting(), seed=1)) as pilot:
        for page in ("menu", "season"):
            for size in ((60, 18), (80, 24), (80, 30), (120, 40), (200, 60)):
                await pilot.resize_terminal(*size)
                await pilot.rest()
                seen = pilot.text
                if page == "season":
                    rows = seen.splitlines()[2:]
                    late = [game for game in games[3:] if not any(f"{game.title} " in row for row in rows)]
                    assert late == []
                    assert "to come" in seen
                    continue
                assert [game.key for game in games if game.name.upper() not in seen] == []
                cards = menu_of(pilot).cards[:count]
                if size[0] >= (120 if count == 7 else 80):  # emblems have room
                    assert all(card.indent and card.region.height >= 3 for card in cards)
                    assert all(above.region.bottom <= below.region.y for above, below in pairwise(cards))
                    assert cards[-1].region.bottom <= menu_of(pilot).query_one("#body").region.bottom
            await pilot.press("e")
            await pilot.until(lambda: "Next: Egg Carton" in pilot.text, "the season")


class Bare(Chomp):
    """A game with the least that one must have: no computer plays it."""

    key = "bare"
    title = "Bare"
    evaluate = Game.evaluate


@pytest.mark.usefixtures("listed")
async def test_what_a_game_does_not_have_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    bare, view = Bare(), copy(VIEWS[CHOMP.key])
    view.game = bare
    monkeypatch.setitem(cast("dict[str, Any]", VIEWS), bare.key, view)
    app = Arcade((bare,), settings=Settings(speed=0), engine=Resting(), seed=1)
    async with opened(app, (120, 40)) as pilot:
        await pilot.until(lambda: menu_of(pilot).notes, "what is kept")
        await pilot.rest()
        assert [link.key for link in menu_of(pilot).links] == ["p"]
        assert not {"d", "e", "f", "u"} & {key.key for key in app.screen.query_one(KeyLine).keys}
        await pilot.press("e", "u", "d", "1")
        assert [type(screen) for screen in app.screen_stack[1:]] == [SetUp]
        await pilot.press("enter")
        table = app.screen
        assert plays(table)
        assert not {"s", "t", "y"} & {key.key for key in table.query_one(KeyLine).keys}
        assert not {"hint", "for_me", "analysis"} & offered(table).keys()


@pytest.mark.usefixtures("listed")
async def test_it_is_gone_on_with_from_the_menu_and_has_its_help() -> None:
    store = MatchStore.open()
    store.begin(Match.new(CHOMP).read("D5"))
    app = arcade()
    async with opened(app, (80, 24)) as pilot:
        await pilot.press("c")
        assert plays(app.screen)
        await pilot.press("question_mark")
        assert isinstance(app.screen, Help)
        assert app.screen.game is CHOMP


def test_it_is_played_as_plain_lines() -> None:
    ask = lines("B2", "D9", "A2", "B1", "A1")
    told: list[str] = []
    complete(TextTable(Match.new(CHOMP), MatchStore.open(), ask, told.append).play())
    assert "D9 is not legal here: legal is A1, A2, A3, A4, A5, B1, C1, D1." in told
    assert "The poison is eaten: Player 1 wins." in told


def test_it_needs_nothing_but_the_steps() -> None:
    """Nothing of the arcade itself knows it."""
    files = [*(ROOT / "marbles_tui").rglob("*.py"), *(ROOT / "marbles_tui").rglob("*.tcss")]
    assert len(files) > 100
    assert [file.name for file in files if CHOMP.key in file.read_text(encoding="utf-8").lower()] == []


def test_contributing_names_files_that_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    steps = text.partition("## A game after the last")[2]
    named = re.findall(r"`((?:marbles_tui|games|tui|tests|scripts|assets)/[\w/.-]+)`", steps)
    assert len(named) > 20
    missing = [
        name
        for name in named
        if "nim" not in name and not (ROOT / name).exists() and not (ROOT / "marbles_tui" / name).exists()
    ]
    assert missing == []


def test_no_text_says_how_many_games_there_are() -> None:
    shown = ("README.md", "CONTRIBUTING.md", "pyproject.toml", "marbles_tui", "packaging", "assets/share")
    counted = re.compile(r"\b(?:five|twenty-five|25) (?:marble|board|games)", re.IGNORECASE)
    texts = [path for name in shown for path in (ROOT / name, *(ROOT / name).rglob("*")) if path.is_file()]
    assert len(texts) > 500
    written = ((path, path.read_text(encoding="utf-8", errors="replace")) for path in texts)
    assert [(path.name, found[0]) for path, text in written for found in counted.finditer(text)] == []
