"""`marbles-tui library`."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat
from marbles_tui.store import MatchStore
from tests.cli.conftest import Shell

EGG_CARTON = GAMES[0]


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two matches, one of them over."""
    monkeypatch.setenv("MARBLES_TUI_HOME", str(tmp_path / "home"))
    store = MatchStore.open()
    seats = (Seat("Ann"), Seat("Novice", "computer novice"))
    match = Match.new(EGG_CARTON, seats=seats).read("A")
    store.begin(match)
    store.begin(match.resign(1))
    store.close()


def test_an_export_overwrites_no_file_and_makes_no_folder_unasked(shell: Shell, tmp_path: Path) -> None:
    file, below = tmp_path / "mine.txt", tmp_path / "no" / "games.txt"
    file.write_text("mine")
    ran = shell("library", "export", str(file))
    assert (ran.status, ran.err) == (1, f"marbles-tui: {file} is there already; --force overwrites it\n")
    assert (
        shell("library", "export", str(file), "--json").object["error"]["message"].endswith("overwrites it")
    )
    ran = shell("library", "export", str(below))
    assert (ran.status, ran.err) == (1, f"marbles-tui: there is no folder {below.parent}; --force makes it\n")
    assert (file.read_text(), below.parent.exists()) == ("mine", False)
    for path in (file, below):
        assert shell("library", "export", str(path), "--force").status == 0
        assert "[Game " in path.read_text()


def test_the_list(shell: Shell) -> None:
    ran = shell("library", "list", "--json")
    assert (ran.status, ran.object["count"]) == (0, 2)
    latest, first = ran.object["matches"]
    assert (latest["id"], latest["result"], latest["finished"]) == (2, "1", True)
    assert (first["players"], first["plies"]) == ("Ann - Novice", 1)
    assert shell("library", "list", "--state", "unfinished", "--json").object["count"] == 1
    assert "2 games" in shell("library", "list").out


def test_what_goes_out_comes_in(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "out.txt"
    assert shell("library", "export", str(file), "--json").object["matches"] == 2
    monkeypatch.setenv("MARBLES_TUI_HOME", str(tmp_path / "other"))
    assert shell("library", "import", str(file), "--json").object["taken"] == 2
    assert shell("library", "export", "-").out == file.read_text()
    assert shell("library", "import", str(file)).out == "0 imported, 2 known already.\n"


def test_what_comes_in_is_not_ones_own_unless_that_is_said(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "out.txt"
    shell("library", "export", str(file))
    monkeypatch.setenv("MARBLES_TUI_HOME", str(tmp_path / "other"))
    shell("library", "import", str(file))
    listed = shell("library", "list", "--state", "imported", "--json").object
    assert [match["imported"] for match in listed["matches"]] == [True, True]
    assert shell("library", "stats", "--json").object["careers"] == []
    ran = shell("resume", "1", "--text")
    assert (ran.status, ran.err) == (
        1,
        "marbles-tui: game 1 was imported: watch it, and play on from any of its moves\n",
    )
    assert shell("resume", "--text").err == "marbles-tui: there is no unfinished game to resume\n"
    told = shell("library", "import", "--mine", str(file)).out
    assert told == "2 now your own.\n"
    assert len(shell("library", "stats", "--json").object["careers"]) == 1


def test_what_an_update_has_changed_is_told_once(shell: Shell) -> None:
    store = MatchStore.open()
    store.database.write("", "INSERT INTO notice VALUES ('imported', 2)")
    store.close()
    ran = shell("library", "list", "--json")
    assert ran.object["count"] == 2
    assert ran.err.startswith("marbles-tui: 2 imported games will not count as your own any more")
    assert shell("library", "list", "--json").err == ""


def test_one_match_goes_out(shell: Shell) -> None:
    assert shell("library", "export", "-", "--id", "2").out.count("[Game ") == 1
    ran = shell("library", "export", "-", "--id", "9")
    assert (ran.status, ran.err) == (1, "marbles-tui: there is no saved game 9\n")


def test_records_go_to_stdout_in_the_object_if_one_is_asked_for(shell: Shell) -> None:
    ran = shell("library", "export", "-", "--json").object
    assert ran["matches"] == 2
    assert (
        "\n".join(f"{record.strip()}\n" for record in ran["records"]) == shell("library", "export", "-").out
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_is_shown_reads_back(shell: Shell, tmp_path: Path, game: Game) -> None:
    match = Match.new(game, seats=(Seat("Zoë; {"), Seat("Bob")), random=Random(7))
    store = MatchStore.open()
    number = store.begin(match.play(match.position.moves()[0])[0])
    store.close()
    shown, record = tmp_path / "shown.txt", tmp_path / "record.txt"
    shown.write_text(shell("library", "show", str(number)).out)
    record.write_text(shell("library", "export", "-", "--id", str(number)).out)
    read = shell("replay", str(shown), "--json")
    assert (read.status, read.object) == (0, shell("replay", str(record), "--json").object)


def test_what_cannot_be_read_is_named(shell: Shell) -> None:
    ran = shell("library", "import", "-", "--game", "egg-carton", "--json", stdin="A Z")
    assert ran.status == 1
    assert ran.object["refused"] == 1
    assert "Z is not legal here" in ran.object["faults"][0]
    assert shell("library", "import", "/no/such/file").status == 1


def test_a_fault_is_said_once(shell: Shell) -> None:
    ran = shell("library", "import", "-", "--game", "egg-carton", stdin="A Z")
    assert (ran.out + ran.err).count("Z is not legal here") == 1
    assert ran.out == ""
    assert ran.err.startswith("marbles-tui: record 1, line 1: ")


def test_of_many_that_cannot_be_read_each_is_named(shell: Shell) -> None:
    ran = shell("library", "import", "-", stdin='[Game "egg-carton"]\nA Z\n[Game "chess"]\ne4\n')
    assert ran.out == ""
    assert [line[:21] for line in ran.err.splitlines()] == [
        "marbles-tui: record 1",
        "marbles-tui: record 2",
        "marbles-tui: 0 import",
    ]


def test_a_bare_list_of_moves_is_of_the_game_that_it_fits(shell: Shell) -> None:
    ran = shell("library", "import", "-", stdin="1. W1B2 K1C3\n2. W2A1\n")
    assert (ran.status, ran.out) == (0, "1 imported.\n")
    assert shell("library", "list", "--json").object["matches"][0]["game"] == "gobblet"


def test_moves_of_no_game_are_answered_by_what_would_name_it(shell: Shell) -> None:
    ran = shell("library", "import", "-", stdin="hello world\n")
    assert (ran.status, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert "--game" in ran.err


def test_the_list_says_who_won(shell: Shell) -> None:
    lines = shell("library", "list").out.splitlines()
    assert "1 move  Ann won " in lines[0]
    assert "unfinished" in lines[1]


def test_a_match_is_shown(shell: Shell) -> None:
    out = shell("library", "show", "2").out
    assert "Ann won" in out.splitlines()[0]
    assert '[Player1 "Ann"]' in out
    ran = shell("library", "show", "2", "--json")
    assert (ran.object["match"]["id"], ran.object["record"][:7]) == (2, '[Game "')
    for number in ("9", "0", "99999999999999999999"):
        ran = shell("library", "show", number)
        assert (ran.status, ran.out) == (1, "")
        assert f"there is no saved game {number}" in ran.err


def test_a_match_is_deleted_and_restored(shell: Shell) -> None:
    assert "Deleted. `library restore 2` restores it" in shell("library", "delete", "2").out
    assert shell("library", "list", "--json").object["count"] == 1
    assert shell("library", "delete", "2").status == 1
    assert shell("library", "restore", "2").out == "Restored.\n"
    assert shell("library", "restore", "2").err == "marbles-tui: there is no deleted game 2\n"
    assert shell("library", "delete", "2", "--json").object == {"deleted": 2}
    assert shell("library", "restore", "2", "--json").object == {"restored": 2}
    shell("library", "delete", "1")
    assert shell("library", "restore", "--json").object == {"restored": 1}
    assert shell("library", "restore").err == "marbles-tui: there is no deleted game\n"


def test_favourites_are_listed(shell: Shell) -> None:
    assert MatchStore.open().library.mark(1, favourite=True)
    ran = shell("library", "list", "--state", "favourites", "--json")
    assert [entry["id"] for entry in ran.object["matches"]] == [1]
    assert shell("library", "list", "--state", "favourites").out.startswith("     1* ")


def test_the_statistics(shell: Shell) -> None:
    (career,) = shell("library", "stats", "--json").object["careers"]
    assert (career["name"], career["against"]["novice"]["won"]) == ("Ann", 1)
    assert "against novice: 1 played, 1 won" in shell("library", "stats").out


def test_a_place_that_cannot_be_read(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MARBLES_TUI_HOME", str(tmp_path / "file"))
    for command in ("list", "stats"):
        ran = shell("library", command)
        assert ran.status == 1
        assert "games cannot be saved" in ran.err
