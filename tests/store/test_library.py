"""The library: what is listed, deleted, exported and imported."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.store import MatchStore
from marbles_tui.store.library import EVERYTHING, Filter, Imported, Order, estimate
from marbles_tui.store.rows import Entry, players_of
from tests.store.kept import match_of

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
    store.database.write("", "UPDATE match SET deleted = '2020-01-01T00:00:00Z' WHERE id = 2", {})
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
    database = store.database.connection
    assert database
    database.execute("UPDATE match SET deleted = '2020-01-01T00:00:00Z' WHERE id = 3")
    store.library.purge()
    assert not store.library.restore(3)
    assert store.begin(played(EGG, 4)) == 4


def test_everything_goes_out_and_comes_in_the_same(store: MatchStore, tmp_path: Path) -> None:
    text = "\n".join(store.library.records())
    other = MatchStore.open(tmp_path / "other.sqlite3")
    done = other.library.import_(text, GAMES)
    assert (done.taken, done.refused) == (3, 0)
    assert list(other.library.records()) == list(store.library.records())
    assert [one[1:6] for one in other.library.page()] == [one[1:6] for one in store.library.page()]


def test_what_is_known_is_not_taken_twice(store: MatchStore) -> None:
    done = store.library.import_("\n".join(store.library.records()), GAMES)
    assert (done.taken, done.known) == (0, 3)
    assert done.words == "0 imported, 3 known already."


def test_what_was_played_twice_word_for_word_goes_out_and_comes_in_twice(
    store: MatchStore, tmp_path: Path
) -> None:
    store.begin(played(EGG, 1))
    text = "\n".join(store.library.records())
    other = MatchStore.open(tmp_path / "other.sqlite3")
    assert other.library.import_(text, GAMES).taken == 4
    assert sorted(other.library.records()) == sorted(store.library.records())
    assert (other.library.import_(text, GAMES).taken, other.library.count()) == (0, 4)


def test_a_bad_record_is_named_and_the_others_are_taken(store: MatchStore) -> None:
    text = '[Game "egg-carton"]\n\nA Z\n\n[Game "egg-carton"]\n\nB\n'
    done = store.library.import_(text, GAMES)
    assert (done.taken, done.refused) == (1, 1)
    assert done.faults[0].startswith("record 1, line 3: Z is not legal here")


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
    database = store.database.connection
    assert database
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    database.execute(f"PRAGMA max_page_count = {pages + 2}")
    text = "\n".join(str(played(ABACUS, seed, plies=40)) for seed in range(60))
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
    def entry(players: str, result: str, finished: bool = True) -> Entry:
        return Entry(1, "egg-carton", players, result, 9, finished, "")

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
        store.database.write("", "UPDATE match SET changed = ? WHERE id = ?", (f"2026-01-0{number}", number))
    store.save(2, match.play(match.position.moves()[0])[0])
    assert ['"Cleo"' in record for record in store.library.records()] == [False, False, True]
