"""The library: what is listed, deleted, exported and imported."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from marbles_tui.core import BadRecord
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.store import MatchStore
from marbles_tui.store.library import EVERYTHING, Filter, Imported, Order, estimate
from marbles_tui.store.rows import MatchEntry, players_of
from marbles_tui.store.statistics_cache import entries_of, statistics_of
from marbles_tui.table.start import saved_match
from tests.store.kept import EGG_CARTON, match_of, moves_of, place
from tests.store.test_trouble import write_version

EGG, ABACUS, GOBBLET = (
    next(game for game in GAMES if game.key == key) for key in ("egg-carton", "abacus", "gobblet")
)


def played(game: object, seed: int, names: tuple[str, ...] = ("Ann", "Bob"), plies: int = 400) -> Match:
    """A random match."""
    random = Random(seed)
    seats = [Seat(name) for name in names]
    match = Match.new(game, random=random, seats=seats)  # type: ignore[arg-type]
    for _ in range(plies):
        if match.turn is None:
            break
        match = match.play(random.choice(match.position.moves()))[0]
    return match


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    store = MatchStore.open(tmp_path / "matches.sqlite3")
    store.begin(played(EGG, 1))
    store.begin(played(EGG, 2, ("Ann", "Cleo"), plies=3))
    store.begin(played(GOBBLET, 3, ("100%", "a_b")))
    return store


def test_the_latest_comes_first(store: MatchStore) -> None:
    assert [one.players for one in store.library.page()] == ["100% - a_b", "Ann - Cleo", "Ann - Bob"]
    assert store.library.count() == 3
    assert [one.id for one in store.library.page(first=1, count=1)] == [2]


@pytest.mark.parametrize(
    ("which", "found"),
    [
        (EVERYTHING, [3, 2, 1]),
        (Filter(game="egg-carton"), [2, 1]),
        (Filter(state="unfinished"), [2]),
        (Filter(state="finished"), [3, 1]),
        (Filter(words="ann"), [2, 1]),
        (Filter(words="ANN cle"), [2]),
        (Filter(words="gobb"), [3]),
        (Filter(words="%"), [3]),
        (Filter(words="_"), [3]),
        (Filter(words="\\"), []),
        (Filter(words="' OR 1=1 --"), []),
    ],
)
def test_a_filter(store: MatchStore, which: Filter, found: list[int]) -> None:
    assert [one.id for one in store.library.page(which)] == found
    assert store.library.count(which) == len(found)


@pytest.mark.parametrize("words", ["zoë", "Zoë", "zoe", "ZOË", "Zoe\u0308 strasse", "ΌΔΥΣΣΕΥς"])
def test_a_name_is_found_in_any_case_with_its_accents_or_without(tmp_path: Path, words: str) -> None:
    store = MatchStore.open(tmp_path / "matches.sqlite3")
    store.begin(played(EGG, 1, ("Zoë Straße", "Οδυσσέας Όδυσσευς"), plies=3))
    store.begin(played(EGG, 1, ("Noel", "Zo"), plies=3))
    assert [one.id for one in store.library.page(Filter(words=words))] == [1]


def test_names_are_sorted_as_they_are_searched(tmp_path: Path) -> None:
    store = MatchStore.open(tmp_path / "matches.sqlite3")
    for name in ("Zoe", "Émile", "Fay", "eve"):
        store.begin(played(EGG, 1, (name, "Bob"), plies=3))
    found = [one.players.partition(" ")[0] for one in store.library.page(order=Order("players"))]
    assert found == ["Émile", "eve", "Fay", "Zoe"]


def test_what_is_deleted_can_be_brought_back(store: MatchStore) -> None:
    assert store.library.delete(2)
    assert [one.id for one in store.library.page()] == [3, 1]
    assert store.last_unfinished() is None
    store.library.purge()
    assert store.library.restore(2)
    assert store.library.count() == 3


def test_what_was_deleted_last_is_known(store: MatchStore) -> None:
    assert store.library.last_deleted() is None
    store.library.delete(2)
    store.write("", "UPDATE match SET deleted = '2020-01-01T00:00:00Z' WHERE id = 2", {})
    store.library.delete(1)
    assert store.library.last_deleted() == 1
    store.library.restore(1)
    assert store.library.last_deleted() == 2


def test_what_is_deleted_and_then_played_on_is_there_again(store: MatchStore) -> None:
    match = played(EGG, 2, ("Ann", "Cleo"), plies=3)
    assert store.library.delete(2)
    assert store.save(2, match.play(match.position.moves()[0])[0]) == 2
    assert next((one.id, one.plies) for one in store.library.page()) == (2, 4)


def test_what_was_deleted_long_ago_is_forgotten_and_its_number_is_not_used_again(store: MatchStore) -> None:
    store.library.delete(3)
    database = store.connection
    assert database
    database.execute("UPDATE match SET deleted = '2020-01-01T00:00:00Z' WHERE id = 3")
    store.library.purge()
    assert not store.library.restore(3)
    assert store.begin(played(EGG, 4)) == 4


def test_what_was_played_twice_word_for_word_goes_out_and_comes_in_twice(
    store: MatchStore, tmp_path: Path
) -> None:
    store.begin(played(EGG, 1))
    text = "\n".join(store.library.records())
    other = MatchStore.open(tmp_path / "other.sqlite3")
    assert other.library.import_(text, GAMES).taken == 4
    assert sorted(other.library.records()) == sorted(store.library.records())
    assert (other.library.import_(text, GAMES).taken, other.library.count()) == (0, 4)


def test_an_import_can_be_stopped_and_what_was_taken_stays(tmp_path: Path) -> None:
    text = "\n".join(str(played(EGG, seed, plies=seed % 7)) for seed in range(7)) * 30
    store = MatchStore.open(tmp_path / "matches.sqlite3")
    heard: list[int] = []

    def going_on(done: Imported) -> bool:
        heard.append(done.seen)
        return len(heard) < 2

    done = store.library.import_(text, GAMES, going_on=going_on)
    assert done.stopped
    assert heard == [50, 100]
    assert store.library.count() == done.taken


def test_other_forms_are_taken_in(store: MatchStore) -> None:
    apgn = '[Event "x"]\n[Layout "standard"]\n\n1. a1b2 i9h8\n'
    assert store.library.import_("A C J", GAMES, EGG).taken == 1
    assert store.library.import_(apgn, GAMES, ABACUS).taken == 1
    assert estimate(apgn) == 1


def test_a_full_disk_keeps_whole_batches_and_says_so(store: MatchStore) -> None:
    database = store.connection
    assert database
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    database.execute(f"PRAGMA max_page_count = {pages + 2}")
    text = "\n".join(str(played(ABACUS, seed, plies=12)) for seed in range(60))
    done = store.library.import_(text, GAMES)
    assert done.stopped
    assert "full" in store.trouble
    assert store.library.count() == 3 + done.taken


def test_nothing_fails_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = MatchStore.open(tmp_path / "file" / "matches.sqlite3")
    assert store.library.count() == 0
    assert store.library.page() == []
    assert list(store.library.records()) == []
    assert not store.library.delete(1)
    assert store.library.import_("A", GAMES, EGG).stopped
    assert store.trouble


def test_who_plays() -> None:
    record = '[Player1 "Ann"][Player2 "Novice"][Seat2 "computer novice"][Result "1"]\n\nA'
    assert players_of(record) == "Ann - Novice"
    assert players_of('[Player1 "Ann"][Player2 "Max"][Seat2 "computer expert"]') == "Ann - Max (expert)"
    assert players_of('[Player1 "Ann"][Player2 "Player 2"][Puzzle "one turn"]') == "Ann (puzzle)"
    assert players_of("rubbish \x1b[31m [") == ""


def test_what_is_taken_in_keeps_its_day(store: MatchStore) -> None:
    store.library.import_('[Game "egg-carton"][Date "1995.12.31"]\n\nA C J\n', GAMES)
    assert store.library.page()[-1].changed == "1995-12-31T00:00:00.000Z"
    store.library.import_('[Game "egg-carton"][Date "????.??.??"]\n\nA C L\n', GAMES)
    assert store.library.page()[0].changed > "2026"


def test_an_entry_says_who_won_against_which_level() -> None:
    def entry(players: str, result: str, finished: bool = True) -> MatchEntry:
        return MatchEntry(1, "egg-carton", players, result, 9, finished, "")

    nameless = entry("Player 1 (novice) - Player 2 (greedy)", "2")
    assert (nameless.names, nameless.ending) == ("Novice - Greedy", "Greedy won")
    assert entry("Ann - Max (expert)", "2").ending == "Max (expert) won"
    assert entry("Ann - Novice", "*", finished=False).ending == "unfinished"
    assert entry("Ann - Novice", "*").ending == "no result"
    assert entry("Ann - Novice", "draw").ending == "draw"
    assert entry("Ann - Bob - Novice", "1,3").ending == "Ann and Novice won"
    assert entry("", "2").ending == "Player 2 won"
    assert entry("Ann", "1").ending == "played alone"
    assert (entry("Ann (puzzle)", "1").names, entry("Ann (puzzle)", "1").ending) == ("Ann, puzzle", "solved")
    assert (entry("Player 1 (puzzle)", "*").names, entry("Ann (puzzle)", "2").ending) == (
        "puzzle",
        "not solved",
    )
    assert entry("Ann - Bob (puzzle)", "2").ending == "Bob (puzzle) won"


def test_a_dash_in_a_name_parts_no_players(tmp_path: Path) -> None:
    text = '[Game "egg-carton"][Player1 "Ann - Lee"][Player2 "Bob"] A #1'
    store = MatchStore.open(tmp_path / "other.sqlite3")
    store.begin(read_match(text, GAMES).whole())
    assert store.library.page()[0].ending == "Bob won"


def test_the_list_is_sorted_by_any_column_either_way(tmp_path: Path) -> None:
    store = MatchStore.open(tmp_path / "other.sqlite3")
    for text in (
        '[Game "gobblet"][Player1 "Cleo"]',
        '[Game "egg-carton"][Player1 "ann"] A C #1',
        '[Game "egg-carton"] A =',
    ):
        store.begin(read_match(text, GAMES).whole())

    def listed(by: str, turned: bool = False) -> list[int]:
        return [entry.id for entry in store.library.page(order=Order(by, turned))]

    assert listed("date") == list(reversed(listed("date", turned=True))) == [3, 2, 1]
    assert listed("game")[-1] == 1
    assert listed("players")[0] == 2
    assert listed("length") == list(reversed(listed("length", turned=True))) == [2, 3, 1]
    assert listed("result") == list(reversed(listed("result", turned=True))) == [2, 3, 1]
    assert Order().chosen("length") == Order("length")
    assert Order("length").chosen("length") == Order("length", turned=True)


def test_a_favourite_stays_one_while_it_is_played_on(tmp_path: Path) -> None:
    store = MatchStore.open(tmp_path / "other.sqlite3")
    number = store.begin(match_of("A"))
    assert number
    assert store.library.mark(number, favourite=True)
    store.save(number, match_of("A C"))
    assert store.library.page(Filter(state="favourites"))[0].favourite
    assert store.library.mark(number, favourite=False)
    assert store.library.count(Filter(state="favourites")) == 0
    assert not store.library.mark(99, favourite=True)


def test_what_was_played_on_last_goes_out_last(store: MatchStore) -> None:
    saved = store.load(2)
    assert saved
    match = read_match(saved.record, GAMES).whole()
    for number in (1, 2, 3):
        store.write("", "UPDATE match SET changed = ? WHERE id = ?", (f"2026-01-0{number}", number))
    store.save(2, match.play(match.position.moves()[0])[0])
    assert ['"Cleo"' in record for record in store.library.records()] == [False, False, True]


def test_a_match_is_kept_from_move_to_move() -> None:
    store = MatchStore.open()
    number = store.begin(match_of(""))
    assert number is not None
    for moves in ("C", "C A", "C A B"):
        assert store.save(number, match_of(moves)) == number
    assert moves_of(MatchStore.open(), number) == ["C", "A", "B"]
    assert store.trouble == ""


def test_every_move_is_one_transaction_that_others_see_at_once(home: Path) -> None:
    store = MatchStore.open()
    number = store.begin(match_of(""))
    assert number is not None
    outside = sqlite3.connect(place(home))
    seen: list[tuple[int, int]] = []
    changes: list[int] = []
    for moves in ("C", "C A", "C A B"):
        store.save(number, match_of(moves))
        seen.append(outside.execute("SELECT plies, revision FROM match").fetchone())
        changes.append(outside.execute("PRAGMA data_version").fetchone()[0])
    outside.close()
    assert seen == [(1, 2), (2, 3), (3, 4)]
    assert len(set(changes)) == 3


def test_a_match_of_another_start_of_the_program_is_gone_on_with() -> None:
    MatchStore.open().begin(match_of("C"))
    store = MatchStore.open()
    found = store.last_unfinished()
    assert found
    assert store.save(found.id, match_of("C A")) == found.id
    assert moves_of(store, found.id) == ["C", "A"]


def test_the_last_unfinished_match_is_found() -> None:
    store = MatchStore.open()
    first = store.begin(match_of("C"))
    second = store.begin(match_of("A"))
    finished = store.begin(match_of("A #1"))
    found = store.last_unfinished()
    assert found
    assert found.id == second
    assert first is not None
    assert store.connection
    store.connection.execute("UPDATE match SET changed = '2001-01-01T00:00:00.000Z'")  # all of it long ago
    store.save(first, match_of("C A"))
    found = store.last_unfinished("egg-carton")
    assert found
    assert found.id == first
    assert store.last_unfinished("gobblet") is None
    assert finished is not None
    saved = store.load(finished)
    assert saved
    assert saved.finished


def test_the_summary_says_who_plays_and_who_is_to_move() -> None:
    store = MatchStore.open()
    store.begin(Match.new(EGG_CARTON, seats=(Seat("Ann"), Seat("\x1b[2J", "computer novice"))).read("A"))
    found = store.last_unfinished()
    assert found
    assert found.summary == "Egg Carton: Ann - ?[2J, move 2, Ann to move"


@pytest.mark.parametrize("number", [0, 1, 2**63 - 1, 2**63, 10**30])
def test_a_number_that_no_match_has_finds_none(number: int) -> None:
    store = MatchStore.open()
    assert store.load(number) is None
    assert store.trouble == ""


def test_a_name_that_no_file_can_hold_does_not_keep_the_match_from_being_kept() -> None:
    store = MatchStore.open()
    number = store.begin(Match.new(EGG_CARTON, seats=(Seat("Zo\udceb"), Seat("Ben"))).read("C"))
    assert store.trouble == ""
    assert moves_of(store, number) == ["C"]


# Two copies of the program


def test_two_stores_on_one_match_lose_no_move() -> None:
    one, other = MatchStore.open(), MatchStore.open()
    number = one.begin(match_of("C"))
    assert number is not None
    assert other.load(number)
    assert other.save(number, match_of("C A")) == number
    forked = one.save(number, match_of("C B"))
    assert forked != number
    assert moves_of(one, number) == ["C", "A"]
    assert moves_of(one, forked) == ["C", "B"]
    assert forked is not None
    assert one.save(forked, match_of("C")) == forked


def test_a_look_at_the_last_match_does_not_hide_that_another_copy_played_on() -> None:
    one, other = MatchStore.open(), MatchStore.open()
    number = one.begin(match_of("C"))
    assert number is not None
    assert other.load(number)
    other.save(number, match_of("C A"))
    assert one.last_unfinished()
    forked = one.save(number, match_of("C B"))
    assert moves_of(one, number) == ["C", "A"]
    assert moves_of(one, forked) == ["C", "B"]


def test_a_match_that_was_loaded_again_is_gone_on_with_in_its_place() -> None:
    one, other = MatchStore.open(), MatchStore.open()
    number = one.begin(match_of("C"))
    assert number is not None
    assert other.load(number)
    other.save(number, match_of("C A"))
    assert one.load(number)
    assert one.save(number, match_of("C A B")) == number


def test_nothing_heavy_is_loaded_to_open_a_store() -> None:
    code = (
        "import sys; from marbles_tui.store import MatchStore, load, save\n"
        "load(); MatchStore.open(); print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "marbles_tui.store" in loaded.split()
    assert not {"textual", "rich", "tomlkit", "platformdirs"} & set(loaded.split())


def test_a_commit_reaches_the_disk() -> None:
    store = MatchStore.open()
    store.begin(match_of("C"))
    assert store.read("PRAGMA synchronous") == [(2,)]  # FULL
    assert store.read("PRAGMA journal_mode") == [("wal",)]


def test_the_names_of_all_people_of_a_table_are_remembered() -> None:
    store = MatchStore.open()
    people = ("Ann", "Bea", "Cem", "Dan", "Eve", "Finn")
    seats = "".join(f'[Player{number} "{name}"]' for number, name in enumerate(people, 1))
    store.begin(read_match(f'[Game "getaway"][Players "6"]{seats} *1', GAMES).whole())
    assert store.names() == list(people)


ANN = '[Game "egg-carton"]\n[Player1 "Ann"]\n[Player2 "Novice"]\n[Seat2 "computer novice"]\n'
OPEN = f'{ANN}[Date "2017.03.02"]\n[Result "*"]\n\nC\n'
WON = f'{ANN}[Date "2017.03.02"]\n[Season "1/1"]\n[Result "1"]\n\nC #2\n'


def names(store: MatchStore) -> list[str]:
    """Those who have statistics."""
    for page in store.statistics.pages():
        store.statistics.enter(page, entries_of(page, GAMES))
    return statistics_of(store.statistics.entries(), {}).names()


def test_an_imported_game_is_listed_and_counts_for_nothing() -> None:
    store = MatchStore.open()
    assert store.library.import_(f"{OPEN}\n{WON}", GAMES).taken == 2
    assert [(one.ending, one.imported, one.open) for one in store.library.page()] == [
        ("Ann won", True, False),
        ("no result", True, False),
    ]
    assert store.library.count(Filter(state="unfinished")) == 0
    assert store.library.count(Filter(state="imported")) == 2
    assert store.last_unfinished() is None
    assert (store.kept(), store.tagged("Season"), store.names(), names(store)) == ({}, [], [], [])
    assert store.progress("Ann")["egg-carton"].total.played == 0
    with pytest.raises(BadRecord, match="game 1 was imported"):
        saved_match(store, GAMES, "1")


def test_ones_own_games_come_in_as_such_and_others_can_be_claimed() -> None:
    store = MatchStore.open()
    assert store.library.import_(OPEN, GAMES, own=True).taken == 1
    last = store.last_unfinished()
    assert last
    assert last.id == 1
    assert store.library.import_(OPEN, GAMES).known == 1  # what is one's own stays so
    assert store.last_unfinished()
    store.library.import_(WON, GAMES)
    done = store.library.import_(f"{OPEN}\n{WON}", GAMES, own=True)
    assert done.words == "1 now your own, 1 known already."
    assert (names(store), list(store.kept()), len(store.tagged("Season"))) == (["Ann"], ["egg-carton"], 1)
    assert store.library.count(Filter(state="imported")) == 0


def test_a_name_that_is_adopted_goes_into_no_imported_game() -> None:
    store = MatchStore.open()
    store.library.import_(WON.replace('"Ann"', '"Player 1"'), GAMES)
    assert store.adopt("Zoe") == 0


@pytest.mark.parametrize(
    ("termination", "finished"),
    [("Abandon", True), ("abandoned", True), ("time forfeit", True), ("unterminated", False), ("", False)],
)
def test_a_game_that_was_broken_off_is_over(termination: str, finished: bool) -> None:
    store = MatchStore.open()
    store.library.import_(OPEN.replace("\n\n", f'\n[Termination "{termination}"]\n\n'), GAMES)
    (entry,) = store.library.page()
    assert (entry.finished, entry.result, entry.ending) == (finished, "*", "no result")


MIDNIGHT, NOON, LATER = "2017-03-02T00:00:00.000Z", "2026-11-21T12:00:00.123Z", "2026-11-21T12:01:00.456Z"


@pytest.mark.parametrize(
    ("tags", "begun", "changed", "imported"),
    [
        ("", MIDNIGHT, MIDNIGHT, True),
        ('[Seed "7"]', MIDNIGHT, MIDNIGHT, True),  # somebody else's arcade has written it
        ("", MIDNIGHT, LATER, True),  # gone on with by mistake
        ("", NOON, NOON, True),  # no date in it
        ('[Seed "7"]', NOON, NOON, False),  # left after a move
        ('[Changed "paste"]', NOON, NOON, False),
        ('[Seed "7"]', NOON, LATER, False),
        ("", NOON, LATER, False),
        ('[Seed "7"]\n[Room "kx2"]', MIDNIGHT, MIDNIGHT, False),  # played in a house
    ],
)
def test_an_old_library_is_put_right(home: Path, tags: str, begun: str, changed: str, imported: bool) -> None:
    write_version(place(home), 6)
    old = sqlite3.connect(place(home))
    old.execute("DELETE FROM match")
    old.execute(
        "INSERT INTO match (game, record, finished, summary, plies, begun, changed)"
        " VALUES ('egg-carton', ?, 0, '', 1, ?, ?)",
        (f'[Game "egg-carton"]\n{tags}\n\nC\n', begun, changed),
    )
    old.commit()
    old.close()
    store = MatchStore.open()
    assert [one.imported for one in store.library.page()] == [imported]
    assert (store.last_unfinished() is None) == imported
    copy = home / "matches.version-6-1.sqlite3"
    told = "1 imported game will not count as your own any more, nor be offered to continue."
    told = f"{told} The file as it was: {copy}"
    assert store.take_notice() == (told if imported else "")
    assert store.take_notice() == ""
    store.close()
    before = sqlite3.connect(copy)
    assert before.execute("SELECT begun, changed FROM match").fetchall() == [(begun, changed)]
    assert before.execute("PRAGMA user_version").fetchone() == (6,)
    before.close()


def test_without_room_for_a_copy_nothing_is_changed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_version(place(home), 6)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("pathlib.Path.rename", full)
        store = MatchStore.open()
        assert "No space left" in store.trouble
        store.close()
    assert list(home.glob("*.version-*")) == []
    store = MatchStore.open()
    assert (store.trouble, store.library.count(EVERYTHING)) == ("", 2)


def test_a_new_library_has_nothing_to_tell_and_no_copy(home: Path) -> None:
    store = MatchStore.open()
    store.begin(match_of("C"))
    assert store.take_notice() == ""
    assert not list(home.glob("*.version-*"))
