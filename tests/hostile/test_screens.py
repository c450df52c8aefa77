"""Hostile texts at every entrance of the arcade: names, pastes, files, settings, the database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.events import Paste
from textual.screen import Screen
from textual.widgets import Input

from marbles_tui.core.boards import board_text
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.play import Match, Seat
from marbles_tui.store import Problem
from marbles_tui.table.players import Act
from marbles_tui.tui.dialogs import AskFile, GameMenu, Seating
from marbles_tui.tui.games.getaway.chooser import BoardChooser
from marbles_tui.tui.games.getaway.editor import Editor, Things, draft_of
from marbles_tui.tui.kit.shelf import RowList
from marbles_tui.tui.pages.library import LibraryScreen
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pages.setup import SetUp
from marbles_tui.tui.pages.statistics import StatisticsScreen
from tests.at_table import table
from tests.hostile.kept import hostile_name, keep_hostile_matches
from tests.hostile.samples import ALL, SAMPLES, assert_harmless, names
from tests.tui.stage import Here, arcade, opened

TABLES = names(SAMPLES.values())


def seated(six: tuple[str, ...]) -> Match:
    """A match of six with these names, two plies old."""
    match = Match.new(GETAWAY, seats=[Seat(name) for name in six])
    for _ in range(2):
        match = match.play(match.position.moves()[0])[0]
    return match


async def look(pilot: Here, *keys: str) -> None:
    """Press keys one by one; the screen is harmless after each."""
    await pilot.rest()
    assert_harmless(pilot.app)
    for key in keys:
        await pilot.press(key)
        assert_harmless(pilot.app)


async def over(pilot: Here, screen: Screen[Any]) -> None:
    """Open a screen above the others."""
    pilot.app.push_screen(screen)
    await pilot.rest()


async def menu(pilot: Here) -> None:
    """Go back to the menu."""
    while len(pilot.app.screen_stack) > 1:
        await pilot.app.pop_screen()
    await look(pilot)


@pytest.mark.parametrize(
    "six", [TABLES[0], *(pytest.param(six, marks=pytest.mark.long) for six in TABLES[1:])]
)
async def test_names_at_tables_and_where_one_is_asked_who_plays_on(six: tuple[str, ...]) -> None:
    app = arcade()
    async with opened(app, (120, 40)) as pilot:
        app.push_screen(Seating(GETAWAY, [Seat(name) for name in six]))
        await look(pilot, "tab", "up", "tab", "escape")
        app.play_match(seated(six))
        await look(pilot, "space", "enter", "s", "g", "escape", "question_mark", "escape", "u")
        await menu(pilot)
        await look(pilot, "c")
        assert not isinstance(app.screen, Menu)
        table(pilot).tell("".join(SAMPLES.values())[:3000])
        table(pilot).doing.live.do(Act.RESIGN, 2)
        await look(pilot, "escape")
        app.open_replay(seated(six))
        await look(pilot, "enter", "right", "end", "g", "escape", "f")


@pytest.mark.long
async def test_rows_of_the_database() -> None:
    keep_hostile_matches()
    app = arcade()
    async with opened(app, (120, 40)) as pilot:
        await look(pilot, "l")
        screen = app.screen
        assert isinstance(screen, LibraryScreen)
        rows = screen.query_one(RowList)
        assert rows.virtual_size.height == 2 * len(SAMPLES) + 2 * len(TABLES)
        await pilot.press(*("down",) * rows.virtual_size.height)
        await look(pilot, "pageup", "home", "enter", "w", "c", "x", "escape")
        await menu(pilot)
        await look(pilot, "t")
        assert isinstance(app.screen, StatisticsScreen)
        await app.workers.wait_for_complete()
        await look(pilot, *("right",) * (len(SAMPLES) + 2))


@pytest.mark.parametrize("name", ["markup", "broken"])
async def test_settings_of_any_kind(name: str) -> None:
    text = ALL[name][:5000]
    rows = dict.fromkeys(("name-1", "name-2", "player-1", "begins", "position"), text) | {"start": "typed"}
    app = arcade(name=text, theme=text, skin=text, seats={EGG_CARTON.key: rows, text: {text: text}})
    app._problems = (Problem(Path(f"/home/{text[:90]}"), 3, text, text),)
    async with opened(app) as pilot:
        await look(pilot, "s", "escape", "1")
        assert isinstance(app.screen, SetUp)
        await look(pilot, "enter", "escape")


@pytest.mark.parametrize("name", ["csi", "broken"])
async def test_pastes_at_the_menu_at_a_table_and_into_a_line(name: str) -> None:
    record = f'[Game "egg-carton"]\n[Player1 "{ALL[name]}"]\n\nC E {ALL[name]} D\n'
    app = arcade()
    async with opened(app) as pilot:
        app.screen.post_message(Paste(ALL[name]))
        await pilot.paste(record)
        await look(pilot)
        if isinstance(app.screen, GameMenu):
            await look(pilot, "enter")
            await pilot.paste(record)
            await look(pilot, "escape")
        app.set_up(EGG_CARTON)
        await pilot.rest()
        for line in app.screen.query(Input):
            line.post_message(Paste(ALL[name]))
        await look(pilot, "enter")


async def test_a_book_is_pasted_and_sentences_are_said_in_a_corner() -> None:
    app = arcade()
    async with opened(app) as pilot:
        await pilot.press("ctrl+p")
        line = app.screen.query_one(Input)
        line.post_message(Paste("x" * 1_000_000))
        await look(pilot, "a")
        assert line.value == "a", "it is not looked for"
        await over(pilot, Editor(draft_of("smugglers")))
        things = app.screen.query_one(Things)
        things.text = ""
        things.focus()
        for text in ("A C \n" * 250_000, "Lantern"):
            app.post_message(Paste(text))
            await look(pilot)
        assert things.text == "Lantern"
        for sample in ALL.values():
            app.store.trouble = sample
            app.report_trouble()
            await look(pilot)


@pytest.mark.parametrize(
    "name", ["csi", *(pytest.param(one, marks=pytest.mark.long) for one in ("markup", "flood", "broken"))]
)
async def test_board_files_and_what_is_typed_into_the_editor(name: str, home: Path, tmp_path: Path) -> None:
    clean, path = ALL[name].replace("\ud800", ""), str(tmp_path / hostile_name(name))
    start = board_text(GETAWAY.key, "smugglers").replace("Start", clean[:300], 1)
    (home / "boards").mkdir()
    for file in ("", "a"):
        text = f"# {clean}\n# {clean}\n{start}"
        file = str(home / "boards" / f"{file}{hostile_name(name)}.txt")
        Path(file).write_text(text, encoding="utf-8", errors="surrogateescape")
    app = arcade()
    async with opened(app, (120, 40)) as pilot:
        await over(pilot, BoardChooser())
        rows = app.screen.query_one(RowList)
        assert len(rows.items) == 9
        await look(pilot, "end", "e", "escape")
        await over(pilot, Editor(draft_of("smugglers")))
        for line in app.screen.query(Input):
            line.value = ALL[name][:2000]
        await look(pilot, "ctrl+s")
        assert isinstance(app.screen, AskFile)
        app.screen.query_one(Input).value = path
        await look(pilot, "enter", "escape")
        await over(pilot, AskFile("Which file?", f"{home / 'boards'}/"))
        app.screen.query_one(Input).focus()
        await look(pilot, "a", "right")


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "shapes"), [("csi", ("{}", "~{}/x")), ("broken", ("{}", "~\0{}"))], ids=["csi", "broken"]
)
async def test_paths_that_are_typed(name: str, shapes: tuple[str, ...], tmp_path: Path) -> None:
    app = arcade('[Game "egg-carton"] A')
    async with opened(app) as pilot:
        await menu(pilot)
        await look(pilot, "l")
        for shape in shapes:
            path = shape.format(ALL[name][:900])
            for keys in (("i",), ("x", "enter")):
                await pilot.press(*keys)
                assert isinstance(app.screen, AskFile)
                app.screen.query_one(Input).value = path if shape != "{}" else str(tmp_path / path)
                await look(pilot, "enter")
                await app.workers.wait_for_complete()
                await look(pilot)
                if isinstance(app.screen, GameMenu):
                    await look(pilot, "escape")
            await over(pilot, BoardChooser())
            assert isinstance(app.screen, BoardChooser)
            app.screen.choose(path)
            await look(pilot, "escape")
