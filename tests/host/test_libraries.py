"""What an account has of its own, from one visit to the next."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.host.folders import Libraries
from marbles_tui.play import Match
from marbles_tui.rooms.accounts import Account, Accounts
from marbles_tui.store import MatchStore, StoreThread
from marbles_tui.store.matches import FILE
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
