"""What somebody from elsewhere, or in a page, may do: play and keep boards, hand over files, but name none."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from signal import SIGTERM, getsignal

import pytest
from textual.timer import Timer
from textual.widgets import Static

from marbles_tui.core.boards import board_text
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_matches
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.store import Settings, StoreThread, load, settings_file
from marbles_tui.store.files import own_boards
from marbles_tui.table.start import Start
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.clipboard import take_picture
from marbles_tui.tui.dialogs import AskFile
from marbles_tui.tui.face import PickedFile, guest, page
from marbles_tui.tui.games.getaway import editor
from marbles_tui.tui.games.getaway.chooser import BoardChooser
from marbles_tui.tui.games.getaway.editor import Editor, draft_of
from marbles_tui.tui.kit.lines import KeyLine
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.puzzles import NOT_IN_ONE_TURN, make_puzzle, open_one_turn
from tests.tui.records import TOLL
from tests.tui.stage import Resting, match_of, opened

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


async def test_a_guest_s_settings_are_kept_in_the_guest_s_folder(arcade_of: MakeGuest, folder: Path) -> None:
    async with opened(arcade_of(), SIZE) as here:
        here.arcade.change_settings(name="Mara")
        await here.rest()
    assert load(file=folder / "settings.toml")[0].name == "Mara"
    assert not settings_file().exists()


async def test_the_menu_of_a_guest_rests(arcade_of: MakeGuest, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(arcade_of(), SIZE) as here:
        begun: list[str] = []
        tick = Timer._tick
        drawn = []

        async def noted(self: Timer, **how: int) -> None:
            begun.append(self.name)
            await tick(self, **how)

        monkeypatch.setattr(Timer, "_tick", noted)
        monkeypatch.setattr(here.arcade, "post_display_hook", lambda: drawn.append(1))
        screen = here.on(Menu)
        assert not screen.lively
        running = [timer for node in here.screen.walk_children() for timer in node._timers]
        assert [timer for timer in (*running, *screen._timers) if timer._active.is_set()] == []
        await here.rest()
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
    async with opened(arcade_of(), SIZE) as here:
        offered = [command.title for command in here.arcade.get_system_commands(here.screen)]
        assert "Screenshot" not in offered
        assert "Settings" in offered


@pytest.mark.parametrize(("key", "words"), [("x", "export"), ("i", "import")])
async def test_the_library_names_no_files_to_a_guest(arcade_of: MakeGuest, key: str, words: str) -> None:
    async with opened(arcade_of('[Game "egg-carton"] A C'), SIZE) as here:
        await here.press("q")
        await here.press("l")
        library = here.screen
        assert words not in [shown.does for shown in library.query_one(KeyLine).keys]
        await here.press(key)
        await library.run_action(f"screen.{'export' if key == 'x' else 'import_file'}")
        await here.rest()
        assert here.screen is library


async def test_a_guest_s_boards_are_counted(
    arcade_of: MakeGuest, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editor, "MOST_BOARDS", 1)
    async with opened(arcade_of(), SIZE) as here:
        for _ in range(2):
            here.arcade.push_screen(Editor(draft_of("gary")))
            await here.rest()
            await here.press("ctrl+s")
        assert here.notices[-1] == "You have 1 boards already: delete one first."
        assert len(own_boards(folder / "boards")) == 1
        assert not isinstance(here.screen, AskFile)


# What a page offers: files are handed over and taken, and none is ever named.


TWO = '[Game "egg-carton"]\n1. C A B\n\n[Game "egg-carton"]\n1. B L\n'

MakePage = Callable[..., Arcade]


class Hands:
    """Takes what is handed over, and hands over what is asked for."""

    def __init__(self) -> None:
        self.taken: dict[str, str] = {}
        self.file: PickedFile | None = None
        self.fault = ""

    def offer(self, name: str, text: str) -> None:
        self.taken[name] = text

    async def pick(self) -> PickedFile | None:
        if self.fault:
            raise ValueError(self.fault)
        return self.file


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def page_of(tmp_path: Path, hands: Hands) -> MakePage:
    """Makes a page's arcade; with a record it opens at that match's table."""

    def make(record: str = "") -> Arcade:
        opening = Start(match_of(record)) if record else None
        return Arcade(
            settings=Settings(speed=0, hints=False),
            store=StoreThread(tmp_path / "matches.sqlite3"),
            opening=opening,
            engine=Resting(),
            seed=1,
            face=page(tmp_path, hands),
        )

    return make


async def test_the_library_of_a_page_hands_games_over_and_takes_them(page_of: MakePage, hands: Hands) -> None:
    hands.file = PickedFile("mine.txt", TWO)
    async with opened(page_of(), SIZE) as here:
        await here.press("l")
        assert {"export", "import"} <= {shown.does for shown in here.screen.query_one(KeyLine).keys}
        await here.press("i")
        await here.sees("2 imported.")
        await here.press("x")
        await here.press("down", "enter")
        await here.until(lambda: hands.taken, "a file")
        assert here.notices == ["2 games exported: matches.txt goes to your downloads."]
    (text,) = hands.taken.values()
    found = [reading.match for reading in read_matches(text, GAMES)]
    assert sorted(match.plies for match in found if match) == [2, 3]


async def test_a_file_that_cannot_be_read_is_said(page_of: MakePage, hands: Hands) -> None:
    hands.fault = "photo.jpg: it is no text"
    async with opened(page_of(), SIZE) as here:
        await here.press("l")
        await here.press("i")
        await here.sees("The file cannot be imported: photo.jpg: it is no text")


async def test_boards_are_opened_and_handed_over(page_of: MakePage, hands: Hands, tmp_path: Path) -> None:
    hands.file = PickedFile("isle.txt", board_text("getaway", "gary"))
    async with opened(page_of(), SIZE) as here:
        here.arcade.push_screen(BoardChooser())
        await here.rest()
        await here.press("o")
        await here.comes(Editor)
        await here.press("ctrl+s")
        await here.until(lambda: own_boards(tmp_path / "boards"), "a board")
        await here.press("escape")
        await here.press("end", "x")
        await here.until(lambda: hands.taken, "a file")
        assert str(tmp_path) not in here.text
    (file,) = own_boards(tmp_path / "boards")
    assert hands.taken == {file.name: file.read_text()}


async def test_stories_and_pictures_are_handed_over_and_records_copied(
    page_of: MakePage, hands: Hands
) -> None:
    async with opened(page_of(TOLL), SIZE) as here:
        assert "Screenshot" in [command.title for command in here.arcade.get_system_commands(here.screen)]
        await here.press("w")
        take_picture(here.arcade)
        await here.until(lambda: len(hands.taken) == 2, "story and picture")
        await here.screen.run_action("do('copy')")
        await here.rest()
        assert '[Game "getaway"]' in here.arcade.clipboard
        assert here.notices[-1] == "The record is on the clipboard."
    assert "You land on Gate." in hands.taken["story.txt"]
    assert hands.taken["marbles.svg"].startswith("<svg")


async def test_no_place_is_named_in_a_page(page_of: MakePage, tmp_path: Path) -> None:
    (tmp_path / "matches.sqlite3").mkdir()
    async with opened(page_of('[Game "egg-carton"] A'), SIZE) as here:
        said = " ".join(here.notices)
        assert "games cannot be read or saved: a folder has the name of the file" in said
        assert str(tmp_path) not in said
        await here.press("q")
        await here.press("s")
        notes = [str(note.render()) for note in here.screen.query(Static)]
        assert "Kept in this browser." in notes


class Asked(Resting):
    """Notes what is to be looked for, and finds nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.looked: list[tuple[int, bool]] = []

    async def find_puzzle(self, match: Match, one_turn: bool = False) -> Puzzle | None:
        self.looked.append((match.plies, one_turn))
        return None


async def test_puzzles_are_looked_for_where_nothing_waits_for_them(page_of: MakePage) -> None:
    app = page_of('[Game "egg-carton"] C A')
    engine = app._engine = Asked()
    async with opened(app, SIZE) as here:
        match = match_of('[Game "egg-carton"] C A')
        await open_one_turn(app, match.game, match)
        assert await make_puzzle(app, match) is None
        assert engine.looked == [(0, True), (2, False)]
        await here.rest()
        assert here.notices[0] == NOT_IN_ONE_TURN
