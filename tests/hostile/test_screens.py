"""Hostile texts at every entrance of the arcade: names, pastes, files, settings, the database."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input

from marbles_tui.core.boards import board_text
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.play import Match, Seat
from marbles_tui.store import MatchStore, Problem
from marbles_tui.table.start import Start, replay
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.dialogs import AskFile, GameMenu, Seating
from marbles_tui.tui.games.getaway.chooser import BoardChooser
from marbles_tui.tui.games.getaway.editor import Editor, Things, draft_of
from marbles_tui.tui.kit.row_list import RowList
from marbles_tui.tui.pages.library import LibraryScreen
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pages.setup import SetUp
from marbles_tui.tui.pages.statistics import StatisticsScreen
from marbles_tui.tui.pasted import AFTER_PASTE
from tests.hostile.kept import hostile_name, keep_hostile_matches
from tests.hostile.samples import ALL, SAMPLES, assert_harmless, names
from tests.tui.conftest import MakeArcade, Resting
from tests.tui.waiting import opened, press, settle, time_passes

SIZES = [(120, 40)]
TABLES = names(SAMPLES.values())


def seated(six: tuple[str, ...]) -> Match:
    """A match of six with these names, two plies old."""
    match = Match.new(GETAWAY, seats=[Seat(name) for name in six])
    for _ in range(2):
        match = match.play(match.position.moves()[0])[0]
    return match


def opened_at(opening: Start) -> Arcade:
    return Arcade(opening=opening, engine=Resting(), seed=1)


async def look(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one by one; the screen is harmless after each."""
    await settle(pilot)
    assert_harmless(pilot.app)
    for key in keys:
        await press(pilot, key)
        assert_harmless(pilot.app)


@pytest.mark.parametrize("six", TABLES[:1])
async def test_names_at_a_table(six: tuple[str, ...]) -> None:
    app = opened_at(Start(seated(six)))
    async with app.run_test(size=(80, 24)) as pilot:
        await look(pilot, "space", "enter", "s", "g", "escape", "question_mark", "escape", "u")
        app.screen.tell("".join(SAMPLES.values())[:3000])  # type: ignore[attr-defined]
        await look(pilot)


@pytest.mark.long
@pytest.mark.parametrize("six", TABLES[:1])
async def test_names_of_winners_and_in_a_replay(six: tuple[str, ...]) -> None:
    match = seated(six)
    for opening in (Start(match.resign(2)), replay(match)):
        app = opened_at(opening)
        async with app.run_test(size=(120, 40)) as pilot:
            await look(pilot, "enter", "right", "end", "g", "escape", "f")


async def test_names_where_one_is_asked_who_plays_on(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        for six in TABLES:
            app.push_screen(Seating(GETAWAY, [Seat(name) for name in six]))
            await look(pilot, "tab", "up")
            app.screen.query_one("#name-1", Input).focus()
            await look(pilot)


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
async def test_rows_of_the_database(arcade: MakeArcade, size: tuple[int, int]) -> None:
    keep_hostile_matches()
    app = arcade()
    async with app.run_test(size=size) as pilot:
        await look(pilot, "l")
        screen = app.screen
        assert isinstance(screen, LibraryScreen)
        rows = screen.query_one(RowList)
        assert rows.virtual_size.height == 2 * len(SAMPLES) + 2 * len(TABLES)
        for _ in range(rows.virtual_size.height):
            await pilot.press("down")
        await look(pilot, "pageup", "home", "enter", "w", "c", "x", "escape")


async def test_the_menu_s_last_match_and_its_table(arcade: MakeArcade) -> None:
    for six in TABLES:
        store = MatchStore.open()
        store.begin(seated(six))
        store.close()
        app = arcade()
        async with app.run_test(size=(80, 24)) as pilot:
            await look(pilot, "c")
            assert not isinstance(app.screen, Menu)


async def test_statistics_of_every_name(arcade: MakeArcade) -> None:
    keep_hostile_matches()
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        await look(pilot, "t")
        assert isinstance(app.screen, StatisticsScreen)
        await app.workers.wait_for_complete()
        await look(pilot, *("right",) * (len(SAMPLES) + 2))


@pytest.mark.parametrize("name", ["markup", "broken"])
async def test_settings_of_any_kind(arcade: MakeArcade, name: str) -> None:
    text = ALL[name][:5000]
    rows = {
        "name-1": text,
        "name-2": text,
        "player-1": text,
        "begins": text,
        "start": "typed",
        "position": text,
    }
    app = arcade(name=text, theme=text, skin=text, seats={EGG_CARTON.key: rows, text: {text: text}})
    app._problems = (Problem(Path(f"/home/{text[:90]}"), 3, text, text),)
    async with app.run_test(size=(80, 24)) as pilot:
        await look(pilot, "s", "escape", "1")
        assert isinstance(app.screen, SetUp)
        await look(pilot, "enter", "escape")


@pytest.mark.parametrize("name", ["csi", "broken"])
async def test_pastes_at_the_menu_at_a_table_and_into_a_line(arcade: MakeArcade, name: str) -> None:
    record = f'[Game "egg-carton"]\n[Player1 "{ALL[name]}"]\n\nC E {ALL[name]} D\n'
    app = arcade()
    async with opened(app) as pilot:
        app.screen.post_message(Paste(ALL[name]))
        app.screen.post_message(Paste(record))
        await settle(pilot)
        await time_passes(pilot, AFTER_PASTE)
        await look(pilot)
        if isinstance(app.screen, GameMenu):
            await look(pilot, "enter")
            app.screen.post_message(Paste(record))
            await settle(pilot)
            await time_passes(pilot, AFTER_PASTE)
            await look(pilot, "escape")
        app.set_up(EGG_CARTON)
        await settle(pilot)
        for line in app.screen.query(Input):
            line.post_message(Paste(ALL[name]))
        await look(pilot, "enter")


async def test_a_book_pasted_into_the_palette_is_not_looked_for(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "ctrl+p")
        line = app.screen.query_one(Input)
        line.post_message(Paste("x" * 1_000_000))
        await look(pilot, "a")
        assert line.value == "a"


async def test_a_book_pasted_as_things_is_refused(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Editor(draft_of("smugglers")))
        await settle(pilot)
        things = app.screen.query_one(Things)
        things.text = ""
        things.focus()
        for text in ("A C \n" * 250_000, "Lantern"):
            app.post_message(Paste(text))
            await look(pilot)
        assert things.text == "Lantern"


@pytest.mark.long
async def test_board_files_in_the_chooser(arcade: MakeArcade, home: Path) -> None:
    boards = home / "boards"
    boards.mkdir()
    chosen = ("csi", "markup", "flood", "broken")
    for name in chosen:
        clean = ALL[name].replace("\ud800", "")
        text = f"# {clean}\n# {clean}\n" + board_text(GETAWAY.key, "smugglers").replace(
            "Start", clean[:300], 1
        )
        (boards / f"{hostile_name(name)}.txt").write_text(text, encoding="utf-8", errors="surrogateescape")
    app = arcade()
    async with opened(app, (120, 40)) as pilot:
        app.push_screen(BoardChooser())
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, BoardChooser)
        assert len(screen.query_one(RowList).items) == 7 + len(chosen)
        edited = 0
        for at in range(7, 7 + len(chosen)):
            screen.query_one(RowList).at = at
            await look(pilot, "e")
            if isinstance(app.screen, Editor):
                edited += 1
                await look(pilot, "escape")
        assert edited


@pytest.mark.parametrize("name", ["csi", "broken"])
async def test_texts_typed_into_the_editor(arcade: MakeArcade, name: str, tmp_path: Path) -> None:
    app = arcade()
    async with opened(app) as pilot:
        app.push_screen(Editor(draft_of("smugglers")))
        await settle(pilot)
        for line in app.screen.query(Input):
            line.value = ALL[name][:2000]
        await look(pilot, "ctrl+s")
        assert isinstance(app.screen, AskFile)
        app.screen.query_one(Input).value = str(tmp_path / hostile_name(name))
        await look(pilot, "enter", "escape")


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "shapes"), [("csi", ("{}", "~{}/x")), ("broken", ("{}", "~\0{}"))], ids=["csi", "broken"]
)
async def test_paths_that_are_typed(
    arcade: MakeArcade, name: str, shapes: tuple[str, ...], tmp_path: Path
) -> None:
    store = MatchStore.open()
    store.begin(Match.new(EGG_CARTON).read("A"))
    store.close()
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        await look(pilot, "l")
        for shape in shapes:
            path = shape.format(ALL[name][:900])
            for keys in (("i",), ("x", "enter")):
                for key in keys:
                    await press(pilot, key)
                assert isinstance(app.screen, AskFile)
                app.screen.query_one(Input).value = path if shape != "{}" else str(tmp_path / path)
                await look(pilot, "enter")
                await app.workers.wait_for_complete()
                await look(pilot)
                if isinstance(app.screen, GameMenu):
                    await look(pilot, "escape")
            app.push_screen(BoardChooser())
            await settle(pilot)
            assert isinstance(app.screen, BoardChooser)
            app.screen.choose(path)
            await look(pilot, "escape")


@pytest.mark.parametrize("name", ["csi", "markup", "broken"])
async def test_file_names_that_are_offered(arcade: MakeArcade, name: str, tmp_path: Path) -> None:
    file = tmp_path / f"a{hostile_name(name)}"
    file.write_text("A")
    app = arcade()
    async with opened(app) as pilot:
        app.push_screen(AskFile("Which file?", f"{tmp_path}/"))
        await settle(pilot)
        app.screen.query_one(Input).focus()
        await look(pilot, "a", "right")


async def test_what_is_said_in_a_corner(arcade: MakeArcade) -> None:
    app = arcade()
    async with opened(app) as pilot:
        for sample in ALL.values():
            app.store.trouble = sample
            app.report_trouble()
            await look(pilot)
        await look(pilot, "l")
