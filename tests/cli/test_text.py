"""Whole games as plain lines, by a script at the other end of a pipe."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from types import TracebackType

import pytest

from marbles_tui.ai.levels import levels_of
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.store import MatchStore, Settings, save
from marbles_tui.table.start import new_table
from tests.cli.conftest import Shell

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def heed_signals() -> None:
    """Be ended by Ctrl-C and by a terminal that closes, even where the tests run in the background of a shell, or by
    `nohup`, that keeps these from them."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Script:
    """Somebody who types lines at `marbles-tui` and reads its answers, up to the next question."""

    def __init__(self, *arguments: str) -> None:
        self._run = subprocess.Popen(
            [sys.executable, "-m", "marbles_tui", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUTF8": "1"},
            encoding="utf-8",
            preexec_fn=heed_signals,
        )
        self.pid = self._run.pid
        self.told: list[str] = []
        self.hear()

    def __enter__(self) -> Script:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._run.kill()
        self._run.communicate()

    def hear(self) -> list[str]:
        """The lines up to the next question, or to the end."""
        assert self._run.stdout
        heard: list[str] = []
        for line in self._run.stdout:
            heard.append(line.rstrip("\n"))
            if line.endswith("?\n"):
                break
        self.told += heard
        return heard

    def say(self, line: str) -> list[str]:
        """The answer to a line."""
        assert self._run.stdin
        self._run.stdin.write(f"{line}\n")
        self._run.stdin.flush()
        return self.hear()

    def leave(self) -> tuple[int, str]:
        """Say no more: the exit status, and what was complained of."""
        out, err = self._run.communicate(timeout=30)
        self.told += out.splitlines()
        return self._run.returncode, err


def kept() -> Match:
    """The match that was kept last, by whoever played it."""
    store = MatchStore.open()
    (record,) = store.database.read("SELECT record FROM match ORDER BY id DESC LIMIT 1")[0]
    store.close()
    return read_match(record, GAMES).whole()


@every_game
def test_a_script_plays_a_game_to_its_end(game: Game) -> None:
    """Random moves against the weakest computer; both seats where no computer plays."""
    random = Random(5)
    computers = [f"2={levels[0].key}"] if (levels := levels_of(game)) else ["2=human"]
    options = [word for seat in ["1=human", *computers] for word in ("--seat", seat)]
    with Script("play", game.key, "--text", *options) as script:
        while not script.told[-1].startswith("The game is over"):
            if script.told[-1].endswith("roll?"):
                script.say("roll")
                continue
            legal = " ".join(script.say("moves")[:-1]).removeprefix("Legal moves:").split()
            assert legal, script.told[-20:]
            script.say(random.choice(legal))
        status, complaints = script.leave()
    assert (status, complaints) == (0, "")
    match = kept()
    assert match.result
    assert [line for line in script.told if any(name in line for name in match.names)]
    assert script.told[-1] == "The game is saved: marbles-tui resume 1 --text"
    assert [line for line in script.told if not line.isprintable()] == []


@every_game
def test_a_position_is_told_in_words_and_drawn(game: Game, shell: Shell) -> None:
    setup = next(iter(game.setups))
    out = shell("play", game.key, "--text", "--setup", setup, stdin="board\nrules\n").out
    start = new_table(game, setup, {}, ()).match
    for line in game.describe(start.position, start.names).splitlines():
        assert line.isprintable()
    assert game.title in out
    assert "\x1b" not in out


def test_a_person_bears_the_name_of_the_settings(shell: Shell) -> None:
    save(Settings(name="Zoe"))
    ran = shell("play", "egg-carton", "--text", "--seat", "1=human", stdin="c\n")
    assert "Zoe takes 3 from C." in ran.out.splitlines()
    assert kept().names[0] == "Zoe"


def test_the_end_of_the_input_keeps_the_match_and_it_is_gone_on_with(shell: Shell) -> None:
    shell("play", "gobblet", "--text", "--seat", "1=human", "--seat", "2=human", stdin="w1a1\nk1b2")
    assert [str(move) for move in kept().moves] == ["W1A1", "K1B2"]
    ran = shell("resume", "--text", stdin="w1a2\nquit\nw1a3\n")
    assert "Player 2 played K1B2." in ran.out
    assert [str(move) for move in kept().moves] == ["W1A1", "K1B2", "W1A2"]


def test_ctrl_c_keeps_the_match() -> None:
    with Script("play", "abacus", "--text", "--seat", "1=human", "--seat", "2=human") as script:
        script.say("a1b2")
        os.kill(script.pid, signal.SIGINT)
        status, complaints = script.leave()
    assert (status, complaints) == (130, "")
    assert [str(move) for move in kept().moves] == ["a1b2"]


def test_a_hint_is_a_legal_move(shell: Shell) -> None:
    position = "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"
    ran = shell("play", "egg-carton", "--text", "--setup", position, stdin="hint\n")
    assert "Try F: clears your side and wins." in ran.out
    assert "This game is rated." not in ran.out


def test_a_hint_in_a_rated_game_is_noted_in_its_record(shell: Shell) -> None:
    shell("play", "egg-carton", "--text", stdin="c\nhint\nno\nquit\n")
    assert '[Rated "no"]' not in str(kept())
    ran = shell("play", "egg-carton", "--text", stdin="c\nhint\nhint\nyes\nquit\n")
    assert "Type yes or no." in ran.out
    assert '[Rated "no"]' in str(kept())


def test_a_move_taken_back_in_a_rated_game_is_noted_in_its_record(shell: Shell) -> None:
    ran = shell("play", "egg-carton", "--text", stdin="c\nundo\nquit\n")
    assert "Once a move is taken back it no longer counts. Go on? Yes or no?" in ran.said
    assert '[Rated "no"]' not in str(kept())
    assert kept().plies
    shell("play", "egg-carton", "--text", stdin="c\nundo\nyes\nquit\n")
    assert '[Changed "undo"]' in str(kept())


def test_a_rated_game_that_is_over_stays_so_and_is_played_on_as_another(shell: Shell) -> None:
    out = shell("play", "egg-carton", "--text", stdin="c\nresign\nyes\nundo\nyes\nquit\n").out
    assert "do you resign? Novice wins, and it costs rating points. Yes or no?" in out
    assert "This game is over and counts. Play on from your last move" in out
    ended, other = (saved.record for saved in map(MatchStore.open().load, (1, 2)) if saved)
    assert "C #1" in ended
    assert "Changed" not in ended
    assert '[Changed "undo"]' in other


def test_no_folder_is_made_for_the_home_of_nobody(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = shell("play", "egg-carton", "--text", "--seat", "1=human", stdin="save ~nosuch/x\n")
    assert "there is no folder ~nosuch: no user is called so." in ran.out
    assert not list(tmp_path.glob("~*"))


def test_the_record_is_saved_but_over_no_other_file(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    two = ("--seat", "1=human", "--seat", "2=human")
    ran = shell("play", "egg-carton", "--text", *two, stdin=f"c\nsave {file}\nd\nsave {file}\nsave\n")
    assert [str(move) for move in read_match(file.read_text(), GAMES).whole().moves] == ["C"]
    assert f"{file} is there already: name another file." in ran.said
    assert "copied.txt" in ran.out


def test_covered_gobblets_are_not_told_where_they_are_to_be_remembered(shell: Shell) -> None:
    position = "K2W4,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W344 K144 W"
    play = ("play", "gobblet", "--text", "--setup", position, "--seat", "1=human")
    assert "A1 white huge over black small" in shell(*play).out
    hidden = shell(*play, "--option", "memory=on").out
    assert "A1 white huge." in hidden
    assert "K2W4" not in hidden


def test_a_person_rolls_the_die_and_undo_takes_the_roll_back(shell: Shell, tmp_path: Path) -> None:
    board = tmp_path / "meadow.txt"
    board.write_text("20 6 20\nStart :\n" + "".join(f"Meadow {at} :\n" for at in range(18)) + "Castle :\n")
    play = ("play", "getaway", "--text", "--setup", str(board), "--seat", "1=human", "--seat", "2=human")
    shell(*play, stdin="*6\nroll\n\nundo\nundo\nroll\n")
    (only,) = kept().moves
    shell("resume", "--text", stdin="undo\nredo\n")
    assert kept().moves == (only,)
    ran = shell("resume", "--text", stdin="*6\nmoves\nhelp\n")
    assert "The die decides: type roll, or just press Enter." in ran.out
    assert "The die gives one of: *1 *2 *3 *4 *5 *6" in ran.out


def test_what_a_traveller_finds_is_drawn_without_being_asked_for(shell: Shell, tmp_path: Path) -> None:
    board = tmp_path / "wells.txt"
    wells = "".join(f"Well {at} : R M 7\n" for at in range(18))
    board.write_text(f"20 6 20\nStart :\n{wells}Castle :\n")
    out = shell("play", "getaway", "--text", "--setup", str(board), "--seat", "1=human", stdin="roll\n").out
    assert "This pays you" in out
    assert out.count("Player 1, roll?") == 2


@pytest.mark.parametrize(("typed", "word"), [("pay", "pay"), ("p", "pay"), ("GO", "go"), ("g", "go")])
def test_a_toll_names_both_answers_and_takes_their_first_letters(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, word: str
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    board = tmp_path / "gates.txt"
    gates = "".join(f"Gate {at} : Y Q F -1 F 5\n" for at in range(18))
    board.write_text(f"20 6 20\nStart :\n{gates}Castle :\n")
    play = (
        "play",
        "getaway",
        "--text",
        "--setup",
        str(board),
        "--option",
        "toll=choose",
        "--seat",
        "1=human",
    )
    out = shell(*play, stdin=f"roll\n\n{typed}\n").out.splitlines()
    asked = "Player 1, your move: pay (keeps your place for 5 gold) or go (saves 5 gold and leads back 1)?"
    assert out.count(asked) >= 2
    assert out[out.index(asked) + 1] == "Type pay or go, or help."
    assert str(kept().moves[1]) == word


def test_a_computer_takes_a_draw_where_it_loses_and_not_where_it_wins(shell: Shell) -> None:
    play = ("play", "egg-carton", "--text", "--seat", "1=human", "--seat", "2=novice", "--setup")
    won = "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"
    assert "Draw agreed." in shell(*play, won, stdin="draw\nyes\n").out
    lost = "1,1,1,0,0,0/0,0,0,0,0,1/0,0/1"
    assert "The computer plays on." in shell(*play, lost, stdin="draw\nyes\n").out


def test_rubbish_is_answered_in_a_short_harmless_line(shell: Shell) -> None:
    rubbish = "\x1b[2J\u202e" + "é" * 100_000
    out = shell("play", "egg-carton", "--text", stdin=f"{rubbish}\n").out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert max(map(len, out.splitlines())) < 400


@pytest.mark.parametrize("lines", ["quit\n", "c\nundo\nquit\n", "resign\nquit\n"])
def test_a_match_without_a_move_is_not_kept(shell: Shell, lines: str) -> None:
    played = shell("play", "egg-carton", "--text", "--seat", "1=human", stdin="c\nquit\n")
    assert "The game is saved: marbles-tui resume 1 --text" in played.out
    ran = shell("play", "egg-carton", "--text", "--seat", "1=human", stdin=lines)
    assert ran.status == 0
    assert "The match is kept" not in ran.out
    store = MatchStore.open()
    assert store.library.count() == 1
    found = store.last_unfinished()
    store.close()
    assert found
    assert (found.id, found.plies) == (1, 1)


def test_a_puzzle_is_not_played_as_a_match_of_two(shell: Shell) -> None:
    store = MatchStore.open()
    store.begin(read_match('[Game "egg-carton"][Puzzle "clear"] C', GAMES).whole())
    store.close()
    ran = shell("resume", "--text", stdin="e\n")
    assert (ran.status, ran.out) == (1, "")
    assert "is a puzzle" in ran.err


def test_settings_that_cannot_be_read_are_said_with_their_line(shell: Shell, home: Path) -> None:
    (home / "settings.toml").write_text('speed = 3\nname = "Ann\n')
    ran = shell("play", "egg-carton", "--text", stdin="quit\n")
    assert ran.status == 0
    assert ran.err.startswith(f"marbles-tui: {home / 'settings.toml'}, line 2: name: ")
    assert "Player 1" in ran.out


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell) -> Shell:
    """Runs the command as one of two people: `two("ann", ...)`."""

    def call(who: str, *arguments: str, stdin: str = "") -> object:
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "MARBLES_TUI_HOME"):
            monkeypatch.setenv(name, str(tmp_path / who))
        return shell("post", *arguments, stdin=stdin)

    return call  # type: ignore[return-value]


def test_a_game_is_played_by_two_command_lines(two: Shell) -> None:
    first = two("ann", "--new", "abacus", "--to", "Bea", "--name", "Ann", "b1c1")
    assert first.status == 0, first.err
    assert first.out.startswith("Abacus by post, letter 1, from Ann to Bea")
    shown = two("bea", "-", stdin=first.out)
    assert "Bea to move." in shown.out
    second = two("bea", "-", "g5g4", stdin=first.out)
    assert second.out.startswith("Abacus by post, letter 2, from Bea to Ann"), second.err
    third = two("ann", "-", "b2c2", stdin="Hello!\n" + second.out)
    assert "letter 3" in third.out
    assert two("ann", "-", "b2c2", stdin=second.out).err.endswith(
        "This is letter 2, which you have had: the next one is 4.\n"
    )
    lie = third.out.replace(third.out.splitlines()[-2].split()[1], "a1b1")
    refused = two("bea", "-", "g6f6", stdin=lie)
    assert (refused.status, "refused at move 1" in refused.err) == (1, True)
    over = two("bea", "-", "--resign", stdin=third.out)
    assert "#2" in over.out
    assert "wins" in two("ann", "-", stdin=over.out).out


def test_dice_need_a_letter_of_both_first(two: Shell) -> None:
    first = two("ann", "--new", "getaway", "--to", "Bea", "--name", "Ann")
    second = two("bea", "-", stdin=first.out)
    assert "letter 2" in second.out
    third = two("ann", "-", stdin=second.out)
    assert "*" in third.out + third.err or "to move" in third.out


def test_the_name_of_the_settings_is_used(shell: Shell) -> None:
    from marbles_tui.store import Settings

    save(Settings(name="Ann"))
    assert "from Ann to Bea" in shell("post", "--new", "abacus", "--to", "Bea", "b1c1").out
