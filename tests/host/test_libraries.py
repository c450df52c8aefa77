"""What an account has of its own, from one visit to the next, on one machine or on two."""

from __future__ import annotations

from contextlib import AsyncExitStack, ExitStack
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.host.folders import Libraries, ProfileSync
from marbles_tui.play import Match
from marbles_tui.play.puzzles.tries import Try
from marbles_tui.rooms.accounts import Account, Accounts
from marbles_tui.rooms.backend import NotKept, Overtaken
from marbles_tui.store import MatchStore, StoreThread, load
from marbles_tui.store.codec import encoded, value_of
from marbles_tui.store.matches import FILE
from marbles_tui.store.profile import Profile, gathered, lay_out
from marbles_tui.store.rows import text_of
from marbles_tui.store.settings import FILE as SETTINGS

KEY = "SHA256:mara"


def arrived() -> Account:
    """Somebody with a key and no name, in a house that has just been opened, or was killed and opened again."""
    return Accounts().arrive(KEY)


def one_move() -> Match:
    """A game that has begun."""
    match = Match.new(EGG_CARTON)
    return match.play(match.position.moves()[0])[0]


async def test_visits_of_one_account_end_in_any_order(tmp_path: Path) -> None:
    libraries, account = Libraries(tmp_path), arrived()
    with libraries.folder(account) as folder, ExitStack() as second:
        stores = [StoreThread(folder / FILE) for _ in range(2)]
        with libraries.in_use(account, stores[0]):
            second.enter_context(libraries.in_use(account, stores[1]))
        await stores[0].close()
        for room in ("first", "second"):
            match = replace(one_move(), tags=(("Room", room),))
            await libraries.take(account, text_of(match.resign(0)))
            if room == "first":
                second.close()
                await stores[1].close()
        kept = MatchStore.open(folder / FILE)
        assert [entry.imported for entry in kept.library.page()] == [False, False]
        kept.close()


def test_who_gave_no_name_finds_their_games_again(tmp_path: Path) -> None:
    with Libraries(tmp_path).folder(arrived()) as folder:
        store = MatchStore.open(folder / FILE)
        assert store.begin(one_move()) is not None
        store.close()
        (folder / SETTINGS).write_text("greeted = true\n")
    with Libraries(tmp_path).folder(arrived()) as again:
        saved = MatchStore.open(again / FILE).last_unfinished()
        assert saved
        assert saved.record == text_of(one_move())


def test_a_visit_that_leaves_nothing_leaves_no_folder(tmp_path: Path) -> None:
    libraries = Libraries(tmp_path)
    with libraries.folder(arrived()) as folder:
        MatchStore.open(folder / FILE).close()
        (folder / SETTINGS).write_text("greeted = true\n")
        with libraries.folder(arrived()):
            pass
        assert folder.exists()  # the other visit goes on
    assert not folder.exists()


@pytest.mark.parametrize(
    ("name", "text"),
    [(SETTINGS, 'skin = "ascii"\n'), (SETTINGS, "unreadable"), ("boards.txt", ""), (FILE, "x")],
)
def test_a_folder_with_anything_in_it_stays(tmp_path: Path, name: str, text: str) -> None:
    with Libraries(tmp_path).folder(arrived()) as folder:
        (folder / name).write_text(text)
    assert (folder / name).read_text() == text


async def test_a_game_that_ends_later_finds_its_library(tmp_path: Path) -> None:
    libraries = Libraries(tmp_path)
    with libraries.folder(arrived()):
        pass
    await libraries.take(arrived(), text_of(one_move()))
    with libraries.folder(arrived()) as folder:
        assert MatchStore.open(folder / FILE).library.count() == 1


# What guests have of their own, on two machines that keep it in one place.


class Kept:
    """What is kept for all machines, here in memory."""

    def __init__(self) -> None:
        self.seq, self.reached = 0, True
        self.profile: Profile | None = None

    async def get(self, account: str) -> tuple[int, Profile | None]:
        """See `Keeper`."""
        if not self.reached:
            raise NotKept("nobody answers")
        return self.seq, self.profile

    async def put(self, account: str, profile: Profile, over: int) -> int:
        """See `Keeper`."""
        if not self.reached:
            raise NotKept("nobody answers")
        if over != self.seq:
            raise Overtaken(account)
        self.seq, self.profile = self.seq + 1, profile
        return self.seq


class Machine:
    """A machine with a folder for one account."""

    def __init__(self, folder: Path, kept: Kept) -> None:
        folder.mkdir()
        self.folder, self.profiles = folder, ProfileSync(kept)

    def visit(self) -> Any:
        """Around a visit."""
        return self.profiles.visit("a", self.folder)

    def store(self) -> MatchStore:
        """The games here."""
        return MatchStore.open(self.folder / FILE)

    def played(self, title: str, moves: int = 2, *, over: bool = False) -> int:
        """Play a game of that name."""
        store = self.store()
        number = store.begin(_game(title, moves, over=over))
        store.close()
        assert number is not None
        return number

    def speed(self) -> int:
        """What the settings here say of it."""
        return load(file=self.folder / SETTINGS)[0].speed

    def games(self) -> dict[str, int]:
        """How many moves each game here has."""
        store = self.store()
        rows = store.read("SELECT record, plies FROM match WHERE deleted = ''")
        store.close()
        return {record.split('[Room "')[1].split('"')[0]: plies for record, plies in rows}


def _game(title: str, moves: int, *, over: bool = False) -> Match:
    match = replace(Match.new(EGG_CARTON), tags=(("Room", title),))
    for _ in range(moves):
        match = match.play(match.position.moves()[0])[0]
    return match.resign(0) if over else match


@pytest.fixture
def kept() -> Kept:
    """One place for both."""
    return Kept()


@pytest.fixture
def here(tmp_path: Path, kept: Kept) -> Machine:
    """One machine."""
    return Machine(tmp_path / "here", kept)


@pytest.fixture
def there(tmp_path: Path, kept: Kept) -> Machine:
    """Another."""
    return Machine(tmp_path / "there", kept)


async def test_all_is_there_wherever_somebody_comes_next(here: Machine, there: Machine) -> None:
    async with here.visit():
        (here.folder / SETTINGS).write_text('speed = 5\n\n[lessons]\ngobblet = "done"\n')
        (here.folder / "boards").mkdir()
        (here.folder / "boards" / "mine.txt").write_text("a board")
        (here.folder / "boards" / "odd.txt").write_bytes(b"\xff: nothing that can be read")
        number = here.played("won", over=True)
        here.played("running")
        store = here.store()
        store.library.mark(number, True)
        store.tries.add(Try("p1", "gobblet", 3, True, date(2026, 11, 22), "2026-11-22", 1, 20.0, 5))
        store.close()
    async with there.visit():
        assert gathered(there.folder) == gathered(here.folder)
        assert there.games() == {"won": 2, "running": 2}
        store = there.store()
        assert [(each.puzzle, each.score) for each in store.tries.all()] == [("p1", 5)]
        saved = store.last_unfinished()
        assert saved
        assert store.save(saved.id, _game("running", 3)) == saved.id
        for entry in store.library.page():
            assert entry.favourite == entry.finished
            if entry.finished:
                store.library.delete(entry.id)
        store.close()
    async with here.visit():
        assert here.games() == {"running": 3}
        assert (here.folder / "boards" / "mine.txt").read_text() == "a board"
        assert here.speed() == 5


async def test_nothing_is_written_where_nothing_has_changed(
    here: Machine, there: Machine, kept: Kept
) -> None:
    async with here.visit():
        (here.folder / SETTINGS).write_text("greeted = true\n")
    assert kept.seq == 0
    async with here.visit():
        here.played("won", over=True)
        here.played("running")
    for machine in (there, here, there):
        async with machine.visit():
            await machine.profiles.keep_all()
        assert kept.seq == 1


async def test_of_two_places_at_the_same_time_nothing_is_lost(here: Machine, there: Machine) -> None:
    async with here.visit():
        here.played("both")
    async with here.visit(), there.visit():
        for speed, machine in enumerate((here, there), 1):
            (machine.folder / SETTINGS).write_text(f"speed = {speed}\n")
        here.played("one", over=True)
        there.played("other", over=True)
        store = there.store()
        saved = store.last_unfinished()
        assert saved
        store.save(saved.id, _game("both", 4))
        store.close()
        for machine in (here, there):
            await machine.profiles.keep_all()
        assert "one" not in there.games(), "both are merged when they leave"
    async with here.visit(), there.visit():
        assert here.games() == there.games() == {"one": 2, "other": 2, "both": 4}
        assert here.speed() == there.speed() == 1, "the settings are those kept first"


async def test_several_visits_are_one_and_a_machine_that_fails_has_kept_what_was_there(
    here: Machine, there: Machine, kept: Kept
) -> None:
    async with AsyncExitStack() as first:
        await first.enter_async_context(here.visit())
        async with here.visit():
            here.played("won", over=True)
        assert kept.seq == 0
        await here.profiles.keep_all()  # as is done now and then
        async with there.visit():
            assert there.games() == {"won": 2}
        here.played("again", over=True)
        kept.reached = False
        await here.profiles.keep_all()
        kept.reached = True
        await here.profiles.keep_all()  # what failed is tried again
        assert kept.seq == 2
        here.played("last", over=True)
        kept.reached = False
    async with here.visit():
        assert here.games() == {"won": 2, "again": 2, "last": 2}
    kept.reached = True
    async with here.visit():
        pass
    async with there.visit():
        assert there.games() == {"won": 2, "again": 2, "last": 2}


def test_what_an_older_program_has_gathered_can_be_laid_out(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    store = MatchStore.open(here / FILE)
    match = Match.new(EGG_CARTON)
    store.begin(match.play(match.position.moves()[0])[0])
    store.close()
    old = encoded(gathered(here))
    old["matches"] = [row[:-1] for row in old["matches"]]
    assert lay_out(there, value_of(Profile, old))
    assert MatchStore.open(there / FILE).last_unfinished()
