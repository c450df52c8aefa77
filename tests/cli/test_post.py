"""`marbles-tui post`: games by letters, from one command line to another."""

from __future__ import annotations

from pathlib import Path

import pytest

from marbles_tui.store import load, save
from tests.cli.conftest import Shell


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


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "expected a file with a letter"),
        (("--new", "abacus"), "expected --to NAME and your own name"),
        (("--new", "abacus", "--to", "Bea", "--name", "Ann", "Z9"), "Z9 is not"),
        (("--new", "abacus", "--to", "Bea", "--name", "Ann", "b1c1", "b1c1"), "the turn is over"),
        (("-",), "There is no whole letter here"),
    ],
)
def test_what_is_wrong_is_said(shell: Shell, arguments: tuple[str, ...], told: str) -> None:
    ran = shell("post", *arguments, stdin="hello")
    assert ran.status
    assert told in ran.err
    assert not load()[0].letters


def test_the_name_of_the_settings_is_used(shell: Shell) -> None:
    from marbles_tui.store import Settings

    save(Settings(name="Ann"))
    assert "from Ann to Bea" in shell("post", "--new", "abacus", "--to", "Bea", "b1c1").out
