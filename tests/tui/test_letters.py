"""Moves that are a letter each are typed at the table of any game, and only what a game has is offered."""

from __future__ import annotations

import pytest

from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.egg_carton.view import EggCartonView
from marbles_tui.tui.games.match_view import MatchView
from marbles_tui.tui.games.picking import Picking, bind_letters
from marbles_tui.tui.kit.lines import Key, KeyLine
from tests.at_table import plays
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import opened, press

EGGS = '[Game "egg-carton"][Player1 "Ann"][Player2 "Ben"]'


async def test_a_game_without_a_class_of_its_own_has_its_letters_typed(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EggCartonView, "match", lambda self: MatchView())
    app = arcade(EGGS)
    async with opened(app, (120, 40)) as pilot:
        screen = app.screen
        assert plays(screen)
        keys = [key.key for key in screen.query_one(KeyLine).keys]
        assert keys[0] == "a-f"
        assert "t" not in keys
        await press(pilot, "c")
        assert [str(move) for move in screen.match.moves] == ["C"]


def test_a_letter_that_is_no_move_is_refused() -> None:
    picking = Picking(Match.new(EGG_CARTON), True)
    assert picking.typing == "type its letter"
    with pytest.raises(ValueError, match=r"^Z is not legal here: .*\.$"):
        picking.type("z")


@pytest.mark.parametrize(
    ("words", "keys"),
    [("C", "c"), ("C A", "a-c"), ("C B1", "arrows enter"), ("3 4", "arrows enter"), ("", "arrows enter")],
)
def test_letters_are_typed_where_each_move_is_one(
    words: str, keys: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.new(EGG_CARTON)
    monkeypatch.setattr(type(match.position), "moves", lambda self: words.split())
    assert Picking(match, False).pick_key() == Key(keys, "pick")


def test_commands_of_every_table_keep_their_keys() -> None:
    boards = {game: VIEWS[game.key].board()(Match.new(game).position.board) for game in (ABACUS, EGG_CARTON)}
    for board in boards.values():
        bind_letters(board)
    typed = boards[EGG_CARTON]._bindings.key_to_bindings.keys()
    assert {"a", "A", "alt+a", "alt+e", "alt+m", "n"} < typed
    assert not {"g", "h", "q", "s", "t", "u", "y", "Y"} & typed
    assert "b" not in boards[ABACUS]._bindings.key_to_bindings
