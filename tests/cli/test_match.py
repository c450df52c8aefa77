"""`marbles-tui match`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from marbles_tui.ai.native.library import installed_library
from marbles_tui.cli.replay import blank, describe, show
from marbles_tui.cli.think import progress
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat, read_matches
from marbles_tui.play.perft import Bit
from marbles_tui.play.tournament import Schedule
from marbles_tui.store import MatchStore
from marbles_tui.table.season import ROUNDS
from marbles_tui.table.tournament import Stand, Tournament, next_game
from tests.cli.conftest import Shell
from tests.play.toy import SPIN, Spin, SpinGame

KEYS = ["games", "wins", "wins_by_seat", "draws", "score", "interval", "plies"]


def test_the_object(shell: Shell) -> None:
    ran = shell("match", "egg-carton", "--seats", "adept", "novice", "--games", "4", "--seed", "3", "--json")
    answer = ran.object
    assert (ran.status, list(answer)) == (0, KEYS)
    assert answer["games"] == 4
    assert list(answer["wins"]) == ["adept", "novice"]
    assert sum(answer["wins"].values()) + answer["draws"] == sum(answer["wins_by_seat"]) == 4
    assert answer["score"]["adept"] + answer["score"]["novice"] == 1
    assert answer["plies"] > 0


def test_the_same_seed_gives_the_same_games(shell: Shell) -> None:
    arguments = ("match", "egg-carton", "--seats", "novice", "novice", "--games", "3", "--json", "--seed")
    assert shell(*arguments, "5").object == shell(*arguments, "5").object


def test_seats_may_be_named_one_by_one(shell: Shell) -> None:
    ran = shell("match", "egg-carton", "--seats", "novice", "--seats", "Adept", "--games", "2", "--json")
    assert list(ran.object["wins"]) == ["novice", "adept"]


def test_the_plain_text(shell: Shell) -> None:
    ran = shell("match", "egg-carton", "--seats", "adept", "novice", "--games", "2")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["level", "adept", "novice"]
    assert lines[3].startswith("2 games of Egg Carton, ")
    ran = shell("match", "egg-carton", "--seats", "novice", "novice", "--games", "1")
    assert "\n1 game of Egg Carton, " in ran.out


def test_no_difference_is_plus_nought(shell: Shell) -> None:
    ran = shell("match", "egg-carton", "--seats", "novice", "novice", "--games", "2")
    assert ran.out.splitlines()[1].split()[6] == "+0"


def test_every_seat_wants_a_level(shell: Shell) -> None:
    ran = shell("match", "egg-carton", "--seats", "novice", "--json")
    assert ran.status == 2
    assert "egg-carton is played by 2" in ran.err


def test_more_levels_than_seats_play_every_pair(shell: Shell) -> None:
    ran = shell("match", "egg-carton", "--seats", "novice", "amateur", "adept", "--games", "2", "--json")
    assert ran.object["games"] == 6
    assert sum(ran.object["wins"].values()) == 6


def test_several_processes_play_the_same_games(shell: Shell) -> None:
    arguments = ("match", "egg-carton", "--seats", "novice", "adept", "--games", "6", "--json", "--jobs")
    assert shell(*arguments, "1").object == shell(*arguments, "2").object


def test_records_are_written(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    arguments = ("--games", "3", "--records", str(file), "--random-plies", "2")
    assert shell("match", "egg-carton", "--seats", "novice", "novice", *arguments).status == 0
    matches = [reading.whole() for reading in read_matches(file.read_text(), GAMES)]
    assert len(matches) == 3
    assert all(match.result for match in matches)
    ran = shell("match", "egg-carton", "--seats", "novice", "novice", "--records", str(file / "x"))
    assert (ran.status, "cannot be written" in ran.err) == (1, True)
    ran = shell("match", "egg-carton", "--seats", "novice", "novice", *arguments)
    assert (ran.status, "is there already; --force overwrites it" in ran.err) == (1, True)
    assert shell("match", "egg-carton", "--seats", "novice", "novice", "--force", *arguments).status == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_records_that_their_file_does_not_take_are_kept_elsewhere(shell: Shell, home: Path) -> None:
    arguments = ("--games", "3", "--records", "/dev/full", "--random-plies", "2")
    ran = shell("match", "egg-carton", "--seats", "novice", "novice", *arguments)
    file = home / "unsaved.matches-1.txt"
    assert ran.status == 1
    assert "3 games of Egg Carton" in ran.out
    assert ran.err.splitlines() == [
        "marbles-tui: /dev/full cannot be written: No space left on device; the games go on",
        "marbles-tui: 3 games could not be saved; import them as they stand later: "
        f"marbles-tui library import {file}",
    ]
    assert shell("library", "import", str(file), "--json").object["taken"] == 3
    ran = shell("match", "egg-carton", "--seats", "novice", "novice", *arguments, "--json")
    assert (ran.status, ran.object["games"]) == (1, 3)
    assert "could not be saved" in ran.object["error"]["message"]


def test_a_long_game_is_drawn(shell: Shell) -> None:
    ran = shell(
        "match", "abacus", "--seats", "novice", "novice", "--games", "2", "--max-plies", "9", "--json"
    )
    assert (ran.object["draws"], ran.object["plies"]) == (2, 9)


def test_the_sequential_test_ends_early(shell: Shell) -> None:
    arguments = ("--games", "200", "--sprt", "--setup", "random", "--json")
    ran = shell("match", "egg-carton", "--seats", "adept", "novice", *arguments)
    assert ran.object["sprt"] == "stronger"
    assert ran.object["games"] < 200
    ran = shell("match", "egg-carton", "--seats", "novice", "adept", *arguments)
    assert ran.object["sprt"] == "not stronger"
    for levels in (["novice"], ["novice", "amateur", "adept"]):
        ran = shell("match", "egg-carton", "--seats", *levels, "--sprt", "--games", "1")
        assert (ran.status, ran.err) == (2, "marbles-tui: --sprt compares two levels\n")


def test_the_game_that_decides_a_sequential_test_is_written_too(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "records.txt"
    arguments = ("--games", "200", "--sprt", "--setup", "random", "--json", "--records", str(file))
    ran = shell("match", "egg-carton", "--seats", "adept", "novice", *arguments)
    assert ran.object["sprt"] == "stronger"
    assert file.read_text().count("[Game ") == ran.object["games"]


def test_without_a_scheduler_no_cluster(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marbles_tui.cli.match.PATIENCE", "0.5s")
    arguments = ("--games", "1", "--cluster", "tcp://127.0.0.1:1")
    ran = shell("match", "egg-carton", "--seats", "novice", "novice", *arguments)
    assert (ran.status, "no Dask scheduler answers" in ran.err) == (1, True)


def test_an_interrupt_lets_the_games_end_that_are_being_played(tmp_path: Path) -> None:
    pipe = tmp_path / "games.txt"
    os.mkfifo(pipe)
    arguments = ("--games", "2000", "--jobs", "2", "--records", str(pipe), "--json")
    command = [sys.executable, "-m", "marbles_tui", "match", "egg-carton", "--seats", "novice", "novice"]
    with subprocess.Popen(
        [*command, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # ignored in a shell's background
    ) as ran:
        with pipe.open() as records:
            records.readline()
            ran.send_signal(signal.SIGINT)
            records.read()
        out, err = ran.communicate(timeout=60)
    assert ran.returncode == 130
    games = json.loads(out)["games"]
    assert 0 < games < 2000
    assert [line.removeprefix("marbles-tui: ") for line in err.splitlines()] == [
        "stopping after the games being played; Ctrl-C again stops at once",
        f"interrupted after {games:,} of 2,000 games",
    ]


def test_the_table_and_the_games_are_told(shell: Shell) -> None:
    ran = shell("tournament")
    assert (ran.status, "no tournament has been played here" in ran.err) == (1, True)
    people = [Seat("Ann"), Seat("Bea"), Seat("Cleo")]
    stand = Stand(Tournament.of(people, id="1", form=Schedule.KNOCKOUT, game="gobblet"))
    meeting = next(one for one in stand.meetings if not one.over)
    match = next_game(stand, meeting, GAMES, date="", random=Random(1))
    match, _ = match.play(match.position.moves()[0])
    store = MatchStore.open()
    number = store.begin(match)
    assert number is not None
    left = shell("tournament").out
    assert "3 players, knockout, round 1 of 2." in left
    assert "round 1: Ann has a bye" in left
    assert "round 1: Bea - Cleo, Gobblet: 0 : 0, 1 move of a game" in left
    store.save(number, match.resign(0))
    store.close()
    told = shell("tournament", "--json").object
    assert (told["round"], told["form"], len(told["meetings"])) == (2, "knockout", 3)
    assert "round 2: Ann - Cleo, Gobblet: to play" in shell("tournament", "--all").out


def test_the_table_and_its_next_game_in_text(shell: Shell) -> None:
    listed = shell("season", "--list").out.splitlines()
    assert listed[0] == "Season 1: nothing played yet."
    assert listed[1] == " 1. egg-carton Novice      you begin   to come"
    assert len(listed) == 1 + ROUNDS * len(GAMES)
    played = shell("season", "--text", stdin="C\nresign\nyes\nquit\n")
    assert played.out.splitlines()[0] == "Season 1: nothing played yet."
    told = shell("season", "--json").object
    assert (told["season"], told["played"], told["points"], told["next"]) == (1, 1, 0.0, 2)
    assert told["matches"][0]["score"] == 0.0


def test_without_text_the_arcade_opens_at_the_table(shell: Shell, launched: list[dict[str, Any]]) -> None:
    assert shell("season").status == 0
    assert launched == [{"season": True}]


def play(match: Match, words: str) -> Match:
    for word in words.split():
        match = match.read(word)
    return match


def test_chance_is_turn_0_and_draws_for_the_actor() -> None:
    dicey = Match.new(SPIN, options={"die": "on"}, seats=[Seat("Ann"), Seat("Bob")])
    match = play(dicey, "*2 L")
    answer = describe(match, [], None)
    assert (answer["turn"], answer["actor"]) == (0, 2)
    assert answer["moves"] == ["*2", "L"]
    assert answer["options"] == {"players": "2", "die": "on"}
    assert show(match).splitlines()[-1] == "The dice roll for Bob."
    assert show(match).splitlines()[0] == "Spin: Ann – Bob, die on, 2 moves"


def test_a_position_without_a_text_is_null() -> None:
    assert describe(Match.new(SPIN), [], None)["position"] is None


def test_winners_may_share() -> None:
    match = Match.new(SPIN, options={"players": "3"}).resign(1)
    assert describe(match, [], None)["result"] == "1,3"
    assert show(match).splitlines()[-1] == "Player 1 and Player 3 win: resigned."


def test_a_game_adds_facts_and_its_story_before_the_warnings() -> None:
    class StorySpin(SpinGame):
        told_as_story = True

        def facts(self, position: Spin, names: Sequence[str]) -> Mapping[str, Any]:
            return {"at": position.place, "who": names[0]}

    answer = describe(play(Match.new(StorySpin()), "L R"), ["odd"], None)
    assert list(answer)[-5:] == ["at", "who", "narrative", "warnings", "error"]
    assert (answer["at"], answer["who"]) == (0, "Player 1")
    assert answer["narrative"] == ["The token is at 7.", "The token is at 0."]


def test_a_board_that_stands_in_the_record_is_no_setup() -> None:
    match = replace(Match.new(SPIN), setup="a board\nof two lines")
    assert describe(match, [], None)["setup"] is None


def test_what_could_not_be_read_has_the_same_keys() -> None:
    assert list(blank()) == list(describe(Match.new(SPIN), [], None))


EXAMPLE = "7,3,4,1,0,1/1,6,0,1,2,4/0,0/1"


@pytest.mark.parametrize(("depth", "count"), [("0", 1), ("1", 6), ("2", 29), ("3", 138)])
def test_the_object_perft(shell: Shell, depth: str, count: int) -> None:
    ran = shell("perft", "egg-carton", depth, "--json")
    assert (ran.status, ran.err) == (0, "")
    assert list(ran.object) == ["game", "depth", "count", "seconds"]
    assert (ran.object["game"], ran.object["depth"], ran.object["count"]) == ("egg-carton", int(depth), count)
    assert ran.object["seconds"] >= 0


def test_divide(shell: Shell) -> None:
    ran = shell("perft", "egg-carton", "2", "--divide", "--json")
    assert list(ran.object) == ["game", "depth", "count", "seconds", "moves"]
    assert list(ran.object["moves"]) == ["A", "B", "C", "D", "E", "F"]
    assert sum(ran.object["moves"].values()) == ran.object["count"] == 29


def test_the_plain_text_perft(shell: Shell) -> None:
    lines = shell("perft", "egg-carton", "1", "--divide").out.splitlines()
    assert lines[:6] == [f"{letter}  1" for letter in "ABCDEF"]
    assert lines[6].startswith("6 sequences of 1 ply in ")


@pytest.mark.parametrize("divide", [False, True])
def test_ctrl_c_ends_it_with_what_is_known(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, divide: bool
) -> None:
    parts = iter([Bit(7, 0.1), Bit(5, 0.1)])

    def stopped(*given: object) -> Iterator[Bit]:
        yield next(parts)
        if not divide or next(parts, None):
            raise KeyboardInterrupt

    monkeypatch.setattr("marbles_tui.cli.think.bits", stopped)
    ran = shell("perft", "egg-carton", "40", *(("--divide",) if divide else ()), "--json")
    assert (ran.status, ran.object["count"], ran.object["at_least"]) == (130, None, 7)
    assert ran.object.get("moves") == ({} if divide else None)
    assert ran.err == "marbles-tui: interrupted: this is what had been counted\n"


@pytest.mark.parametrize(
    ("counted", "told"),
    [
        ((500, 0.5, 10.0), "500 of about 1,000 sequences, about 10 seconds left; Ctrl-C stops"),
        ((10, 0.001, 10.0), "10 of about 10,000 sequences, about 3 hours left; Ctrl-C stops"),
        ((9, 1e-30, 1.0), "9 of about 9 times 10^30 sequences, more than a year left; Ctrl-C stops"),
    ],
)
def test_it_is_told_how_far_a_long_count_has_come(counted: tuple[int, float, float], told: str) -> None:
    assert progress(*counted) == told


@pytest.mark.parametrize("option", ["--position", "--setup"])
def test_from_a_position(shell: Shell, option: str) -> None:
    assert shell("perft", "egg-carton", "3", option, EXAMPLE, "--json").object["count"] == 113


def test_from_the_end_of_a_record(shell: Shell) -> None:
    ran = shell("perft", "egg-carton", "1", "--record", "-", "--json", stdin="A C J")
    assert ran.object["count"] == 4


@pytest.mark.parametrize("words", ["A #1", "A ="])
def test_a_match_that_was_ended_has_no_continuation(shell: Shell, words: str) -> None:
    counts = [
        shell("perft", "egg-carton", depth, "--record", "-", "--json", "--divide", stdin=words).object
        for depth in ("0", "1", "2")
    ]
    assert [(answer["count"], answer["moves"]) for answer in counts] == [(1, {}), (0, {}), (0, {})]


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["--position", "odd"], "", "a position has the form"),
        (["--position", "0,0,0,0,0,0/0,0,0,0,0,0/0,0/1"], "", "both sides are empty"),
        (["--record", "-"], "A B", "B is not legal here"),
        (["--record", "missing.txt"], "", "missing.txt cannot be read"),
    ],
)
def test_bad_input(shell: Shell, arguments: list[str], stdin: str, message: str) -> None:
    ran = shell("perft", "egg-carton", "1", "--json", *arguments, stdin=stdin)
    assert ran.status == 1
    assert ran.err.startswith(f"marbles-tui: {message}")
    assert list(ran.object) == ["game", "depth", "count", "seconds", "error"]
    assert ran.object["error"]["message"].startswith(message)


THINK_KEYS = [
    "move",
    "value",
    "wins_in",
    "loses_in",
    "depth",
    "nodes",
    "seconds",
    "native",
    "why_plain",
    "line",
]


def test_a_win_in_one(shell: Shell) -> None:
    ran = shell("think", "egg-carton", "--position", "0,0,0,0,0,2/0,1,0,0,0,0/0,0/1", "--json")
    assert (ran.status, ran.err) == (0, "")
    assert list(ran.object) == THINK_KEYS
    assert (ran.object["move"], ran.object["wins_in"], ran.object["loses_in"]) == ("F", 1, None)
    assert ran.object["line"] == ["F"]
    assert ran.object["value"] > 0


def test_the_same_nodes_give_the_same_move(shell: Shell) -> None:
    arguments = ("think", "egg-carton", "--level", "expert", "--nodes", "500", "--json")
    one, two = shell(*arguments).object, shell(*arguments).object
    assert (one["move"], one["value"], one["line"]) == (two["move"], two["value"], two["line"])
    assert one["nodes"] <= 500


def test_it_is_said_which_search_has_looked(shell: Shell) -> None:
    native = installed_library() is not None
    ran = shell("think", "abacus", "--nodes", "300")
    assert ran.out.splitlines()[-1].endswith(" s (native search)") is native
    assert shell("think", "abacus", "--nodes", "300", "--json").object["native"] is native


def test_from_the_end_of_a_record_think(shell: Shell) -> None:
    ran = shell("think", "egg-carton", "--record", "-", "--level", "novice", "--json", stdin="A C J")
    assert ran.object["move"] in "IKLM"


def test_the_plain_text_think(shell: Shell) -> None:
    ran = shell("think", "egg-carton", "--position", "0,0,0,0,0,2/0,1,0,0,0,0/0,0/1")
    first, second, third = ran.out.splitlines()
    assert (first, second) == ("F  wins in 1 move", "line: F")
    assert third.startswith("depth ")


@pytest.mark.parametrize("position", ["0,0,0,0,0,0/1,1,0,0,0,0/1,0/1"])
def test_nothing_is_thought_when_the_game_is_over(shell: Shell, position: str) -> None:
    ran = shell("think", "egg-carton", "--position", position, "--json")
    assert ran.status == 1
    assert ran.object["error"]["message"] == "the game is over (cleared): there is nothing to think about"
    assert list(ran.object) == [*THINK_KEYS, "error"]


@pytest.mark.parametrize(
    "limit",
    [
        ["--seconds", "0"],
        ["--seconds", "-1"],
        ["--seconds", "nan"],
        ["--seconds", "inf"],
        ["--nodes", "0"],
        ["--nodes", "x"],
    ],
)
def test_a_limit_is_more_than_nothing(shell: Shell, limit: list[str]) -> None:
    assert shell("think", "egg-carton", *limit).status == 2
