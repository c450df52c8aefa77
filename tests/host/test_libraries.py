"""What an account has of its own, from one visit to the next, on one machine or on two."""

from __future__ import annotations

import re
from contextlib import AsyncExitStack, ExitStack
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.host.folders import Libraries, NotTaken, ProfileSync, _looks
from marbles_tui.play import Match, Seat
from marbles_tui.play.puzzles.tries import Try
from marbles_tui.rooms.accounts import Account, Accounts
from marbles_tui.rooms.backend import NotKept, Overtaken
from marbles_tui.store import MatchStore, StoreThread, load
from marbles_tui.store.codec import encoded, value_of
from marbles_tui.store.matches import FILE
from marbles_tui.store.profile import TAKEN, Profile, gathered, lay_out
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
    [(SETTINGS, 'skin = "ascii"\n'), (SETTINGS, "unreadable"), ("boards.txt", ""), (FILE, "x"), (TAKEN, "7")],
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


async def test_why_a_game_is_not_taken_is_said(tmp_path: Path) -> None:
    libraries = Libraries(tmp_path)
    with libraries.folder(arrived()) as folder:
        (folder / FILE).mkdir()
    with pytest.raises(NotTaken, match="a folder has the name of the file"):
        await libraries.take(arrived(), text_of(one_move()))


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


class Machines:
    """Two machines, and one account that comes and goes there, as a line of a story says."""

    def __init__(self, kept: Kept, here: Machine, there: Machine) -> None:
        self._kept, self._machines = kept, {"here": here, "there": there}
        self._visits: dict[str, list[AsyncExitStack]] = {"here": [], "there": []}

    async def enter(self, line: str) -> None:
        """Do what a line says, or see that it is so."""
        match line.split():
            case "after", number, "changes":
                assert self._kept.seq == int(number)
            case "NATS", "reached" | "unreached" as reached:
                self._kept.reached = reached == "reached"
            case "here" | "there" as where, deed, *words:
                await self._does(where, deed, *words)
            case _:
                raise AssertionError(line)

    async def _does(self, where: str, deed: str, *words: str) -> None:
        machine = self._machines[where]
        match deed:
            case "in":
                self._visits[where].append(AsyncExitStack())
                await self._visits[where][-1].enter_async_context(machine.visit())
            case "out":
                await self._visits[where].pop().aclose()
            case "plays":
                machine.played(words[0], over="over" in words)
            case "goes":  # on
                store = machine.store()
                saved = store.last_unfinished()
                assert saved
                store.save(saved.id, _game(words[1], int(words[2])))
                store.close()
            case "chooses":
                (machine.folder / SETTINGS).write_text(f"{words[0]} = {words[1]}\n")
            case "keeps":  # as is done now and then
                await machine.profiles.keep_all()
            case "has":
                assert machine.games() == {
                    title: int(moves) for title, moves in zip(words[::2], words[1::2], strict=True)
                }
            case "at":
                assert machine.speed() == int(words[1])
            case _:
                raise AssertionError(deed)


STORIES = {
    "nothing is written where nothing has changed": """
        here in; here chooses greeted true; here out; after 0 changes
        here in; here plays won over; here plays running; here out
        there in; there keeps; there out; here in; here keeps; here out; there in; there keeps; there out
        after 1 changes
    """,
    "of two places at the same time nothing is lost": """
        here in; here plays both; here out
        here in; there in; here chooses speed 1; there chooses speed 2
        here plays one over; there plays other over; there goes on both 4
        here keeps; there keeps; there has both 4 other 2; there out; here out
        here in; here has one 2 other 2 both 4; here at speed 1
        there in; there has one 2 other 2 both 4; there at speed 1; there out; here out
    """,
    "what was left in one place while another went on is brought to both": """
        here in; here plays both; here out; there in; there out
        NATS unreached; here in; here plays one over; here out; NATS reached
        there in; there plays other over; there out
        here in; here has both 2 one 2 other 2; here out
        there in; there has both 2 one 2 other 2; there out
    """,
    "several visits are one, and a machine that fails has kept what was there": """
        here in; here in; here plays won over; here out; after 0 changes; here keeps
        there in; there has won 2; there out
        here plays again over; NATS unreached; here keeps; NATS reached; here keeps; after 2 changes
        here plays last over; NATS unreached; here out
        here in; here has won 2 again 2 last 2; here out; NATS reached; here in; here out
        there in; there has won 2 again 2 last 2; there out
    """,
}


@pytest.mark.parametrize("story", STORIES)
async def test_an_account_on_two_machines(story: str, kept: Kept, here: Machine, there: Machine) -> None:
    machines = Machines(kept, here, there)
    for line in re.split(r";|\n", STORIES[story].strip()):
        await machines.enter(line.strip())
    for machine in (here, there, here):  # whoever goes has left everything there
        async with machine.visit():
            pass
        assert kept.profile
        assert _looks(kept.profile) == _looks(gathered(machine.folder))
    assert _looks(gathered(here.folder)) == _looks(gathered(there.folder))


async def test_to_an_account_that_is_here_in_another_process_nothing_is_brought(
    kept: Kept, here: Machine, there: Machine
) -> None:
    async with there.visit():
        there.played("one")
    async with ProfileSync(kept).visit("a", here.folder):
        async with there.visit():
            there.played("two")
        async with here.visit():
            assert here.games() == {"one": 2}
    async with here.visit():
        assert here.games() == {"one": 2, "two": 2}


def test_of_what_lay_there_nothing_stays_that_is_gone_elsewhere(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder, names in ((here, "ab"), (there, "bc")):
        store = MatchStore.open(folder / FILE)
        for name in names:
            (folder / "boards").mkdir(exist_ok=True)
            (folder / "boards" / f"{name}.txt").write_text(f"{name} from {folder.name}")
            match = Match.new(EGG_CARTON, seats=[Seat(name), Seat()])
            store.begin(match.play(match.position.moves()[0])[0].resign(0))
            store.tries.add(Try(name, "gobblet", 3, True, date(2026, 11, 22)))
        store.close()
        (folder / SETTINGS).write_text(f'name = "{names}"\n')
    assert lay_out(there, gathered(here))
    assert gathered(there).boards == {f"{name}.txt": f"{name} from here" for name in "ab"}
    assert gathered(there).settings == gathered(here).settings
    assert {match.record for match in gathered(there).matches} == {
        match.record for match in gathered(here).matches
    }
    assert {"a", "b"} <= {made.puzzle for made in gathered(there).tries}


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
