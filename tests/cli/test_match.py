"""`marbles-tui match`."""

from __future__ import annotations

from tests.cli.conftest import Shell

KEYS = ["games", "wins", "wins_by_seat", "draws", "score", "error", "plies"]


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
    assert [line.split(":")[0] for line in lines[:2]] == ["adept", "novice"]
    assert lines[2].startswith("2 games of ")


def test_every_seat_wants_a_level(shell: Shell) -> None:
    ran = shell("match", "egg-carton", "--seats", "novice", "--json")
    assert ran.status == 2
    assert "egg-carton is played by 2" in ran.err
