"""What somebody from elsewhere may do: play and keep boards, but name no file, and hold nothing of the process."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from signal import SIGTERM, getsignal

import pytest
from textual.timer import Timer
from textual.widgets import Static

from marbles_tui.core.boards import board_text
from marbles_tui.store import Settings, StoreThread, load, settings_file
from marbles_tui.store.files import boards_folder, own_boards
from marbles_tui.store.paths import data_folder
from marbles_tui.table.start import Start
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.dialogs import AskFile
from marbles_tui.tui.face import DESKTOP, guest
from marbles_tui.tui.games.getaway import editor
from marbles_tui.tui.games.getaway.chooser import BoardChooser
from marbles_tui.tui.games.getaway.editor import Editor, draft_of
from marbles_tui.tui.kit.edges import KeyLine
from marbles_tui.tui.pages.menu import Menu
from tests.tui.conftest import Resting, match_of, notices, paste
from tests.tui.records import TOLL
from tests.tui.waiting import opened, press, screen_text, settle, until

SIZE = (100, 30)

MakeGuest = Callable[..., Arcade]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a guest's settings, games and boards are kept."""
    return tmp_path / "mara"


@pytest.fixture
def arcade_of(folder: Path) -> MakeGuest:
    """Makes a guest's arcade; with a record it opens at that match's table."""

    def make(record: str = "") -> Arcade:
        opening = Start(match_of(record)) if record else None
        settings = Settings(speed=0, hints=False)
        store = StoreThread(folder / "matches.sqlite3")
        return Arcade(
            settings=settings, store=store, opening=opening, engine=Resting(), seed=1, face=guest(folder)
        )

    return make


def test_at_this_machine_all_is_where_it_was() -> None:
    assert DESKTOP.settings_file == settings_file()
    assert DESKTOP.boards == boards_folder()


async def test_a_guest_s_settings_are_kept_in_the_guest_s_folder(arcade_of: MakeGuest, folder: Path) -> None:
    async with opened(arcade_of(), SIZE) as pilot:
        pilot.app.change_settings(name="Mara")  # type: ignore[attr-defined]
        await settle(pilot)
    assert load(file=folder / "settings.toml")[0].name == "Mara"
    assert not settings_file().exists()


async def test_the_menu_of_a_guest_rests(arcade_of: MakeGuest, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(arcade_of(), SIZE) as pilot:
        begun: list[str] = []
        tick = Timer._tick
        drawn = []

        async def noted(self: Timer, **how: int) -> None:
            begun.append(self.name)
            await tick(self, **how)

        monkeypatch.setattr(Timer, "_tick", noted)
        monkeypatch.setattr(pilot.app, "post_display_hook", lambda: drawn.append(1))
        screen = pilot.app.screen
        assert isinstance(screen, Menu)
        assert not screen.lively
        running = [timer for node in pilot.app.screen.walk_children() for timer in node._timers]
        assert [timer for timer in (*running, *screen._timers) if timer._active.is_set()] == []
        await settle(pilot)
        assert not begun
        assert not drawn


async def test_a_guest_s_arcade_takes_no_signals_and_leaves_the_collector_alone(
    arcade_of: MakeGuest,
) -> None:
    before = getsignal(SIGTERM)
    gc.disable()
    try:
        async with opened(arcade_of(), SIZE):
            assert not gc.isenabled()
            assert getsignal(SIGTERM) is before
    finally:
        gc.enable()


async def test_the_palette_offers_a_guest_no_picture_of_the_screen(arcade_of: MakeGuest) -> None:
    async with opened(arcade_of(), SIZE) as pilot:
        offered = [command.title for command in pilot.app.get_system_commands(pilot.app.screen)]
        assert "Screenshot" not in offered
        assert "Settings" in offered


async def test_a_record_and_a_story_go_to_the_clipboard_alone(arcade_of: MakeGuest) -> None:
    async with opened(arcade_of(TOLL), SIZE) as pilot:
        await pilot.app.screen.run_action("do('copy')")
        await settle(pilot)
        assert '[Game "getaway"]' in pilot.app.clipboard
        await press(pilot, "w")
        assert "You land on Gate." in pilot.app.clipboard
        assert all(str(data_folder()) not in said for said in notices(pilot))
    assert list(data_folder().iterdir()) == []


async def test_an_empty_library_names_a_guest_no_way_in_that_there_is_not(arcade_of: MakeGuest) -> None:
    async with opened(arcade_of(), SIZE) as pilot:
        await pilot.press("l")
        await until(pilot, lambda: "No games yet. Play one." in screen_text(pilot), "an empty library")


@pytest.mark.parametrize(("key", "words"), [("x", "export"), ("i", "import")])
async def test_the_library_names_no_files_to_a_guest(arcade_of: MakeGuest, key: str, words: str) -> None:
    async with opened(arcade_of('[Game "egg-carton"] A C'), SIZE) as pilot:
        await press(pilot, "q")
        await press(pilot, "l")
        library = pilot.app.screen
        assert words not in [shown.does for shown in library.query_one(KeyLine).keys]
        await pilot.press(key)
        await library.run_action(f"screen.{'export' if key == 'x' else 'import_file'}")
        await settle(pilot)
        assert pilot.app.screen is library


async def test_the_settings_name_no_file_to_a_guest(arcade_of: MakeGuest, folder: Path) -> None:
    async with opened(arcade_of(), SIZE) as pilot:
        await press(pilot, "s")
        notes = [str(note.render()) for note in pilot.app.screen.query(Static)]
        assert "Kept in your account." in notes
        assert str(folder) not in screen_text(pilot)


@pytest.mark.long
async def test_a_guest_opens_no_board_file(arcade_of: MakeGuest) -> None:
    async with opened(arcade_of(), SIZE) as pilot:
        chooser = BoardChooser()
        pilot.app.push_screen(chooser)
        await settle(pilot)
        assert "open file" not in [shown.does for shown in chooser.query_one(KeyLine).keys]
        await press(pilot, "o")
        assert pilot.app.screen is chooser


@pytest.mark.long
async def test_a_guest_pastes_a_board_and_keeps_it(arcade_of: MakeGuest, folder: Path) -> None:
    async with opened(arcade_of(), SIZE) as pilot:
        pilot.app.push_screen(BoardChooser())
        await settle(pilot)
        await paste(pilot, board_text("getaway", "gary").replace("\n", "\r"))
        assert isinstance(pilot.app.screen, Editor)
        await press(pilot, "ctrl+s")
        assert isinstance(pilot.app.screen, Editor)  # no name was asked for
        (said,) = notices(pilot)
        assert said.startswith("Saved among your boards.")
        (file,) = own_boards(folder / "boards")
        assert str(folder) not in screen_text(pilot)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, BoardChooser)
        assert "yours" in screen_text(pilot)
    assert not boards_folder().exists()
    assert draft_of(str(file)).sketch.reading.board


async def test_what_is_no_board_is_said(arcade_of: MakeGuest) -> None:
    async with opened(arcade_of(), SIZE) as pilot:
        chooser = BoardChooser()
        pilot.app.push_screen(chooser)
        await settle(pilot)
        await paste(pilot, "1. A C 2. B")
        (said,) = notices(pilot)
        assert said.startswith("What was pasted cannot be edited")
        assert pilot.app.screen is chooser


async def test_a_guest_s_boards_are_counted(
    arcade_of: MakeGuest, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editor, "MOST_BOARDS", 1)
    async with opened(arcade_of(), SIZE) as pilot:
        for _ in range(2):
            pilot.app.push_screen(Editor(draft_of("gary")))
            await settle(pilot)
            await press(pilot, "ctrl+s")
        assert notices(pilot)[-1] == "You have 1 boards already: delete one first."
        assert len(own_boards(folder / "boards")) == 1
        assert not isinstance(pilot.app.screen, AskFile)


async def test_trouble_with_the_store_names_no_file_to_a_guest(arcade_of: MakeGuest, folder: Path) -> None:
    (folder / "matches.sqlite3").mkdir(parents=True)
    async with opened(arcade_of('[Game "egg-carton"] A'), SIZE) as pilot:
        said = " ".join(notices(pilot))
        assert "cannot be saved at the moment" in said
        assert str(folder) not in said
        assert str(folder) not in screen_text(pilot)
