"""What somebody from elsewhere may do: play and keep boards, but name no file, and hold nothing of the process."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from signal import SIGTERM, getsignal

import pytest
from textual.timer import Timer

from marbles_tui.store import Settings, StoreThread, load, settings_file
from marbles_tui.store.files import boards_folder, own_boards
from marbles_tui.table.start import Start
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.dialogs import AskFile
from marbles_tui.tui.face import DESKTOP, guest
from marbles_tui.tui.games.getaway import editor
from marbles_tui.tui.games.getaway.editor import Editor, draft_of
from marbles_tui.tui.kit.lines import KeyLine
from marbles_tui.tui.pages.menu import Menu
from tests.tui.conftest import Resting, match_of, notices
from tests.tui.waiting import opened, press, settle

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
