"""`marbles-tui tournament`."""

from __future__ import annotations

from random import Random

from marbles_tui.games import GAMES
from marbles_tui.play import Seat
from marbles_tui.play.tournament import Form
from marbles_tui.store import MatchStore
from marbles_tui.table.tournament import Stand, Tournament, next_game
from tests.cli.conftest import Shell


def test_the_table_and_the_games_are_told(shell: Shell) -> None:
    ran = shell("tournament")
    assert (ran.status, "no tournament has been played here" in ran.err) == (1, True)
    people = [Seat("Ann"), Seat("Bea"), Seat("Cleo")]
    stand = Stand(Tournament.of(people, id="1", form=Form.KNOCKOUT, game="gobblet"))
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
