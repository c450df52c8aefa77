"""A game is whole when it has its board, its screen and its help page. Each missing one is a red test."""

from __future__ import annotations

import pytest

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from tests.conformance.random_games import IDS

every_game = pytest.mark.parametrize("game", GAMES, ids=IDS)


def test_keys_are_unique_and_fit_for_files_and_tags() -> None:
    assert len(set(IDS)) == len(IDS)
    assert [key for key in IDS if not key.replace("-", "").isalpha() or key != key.lower()] == []


@every_game
def test_every_game_has_a_view(game: Game) -> None:
    from marbles_tui.tui.games import VIEWS

    assert game.key in VIEWS, f"add the view of {game.key} to VIEWS in marbles_tui/tui/games/__init__.py"
    assert VIEWS[game.key].game is game


@every_game
def test_every_view_has_a_board(game: Game) -> None:
    from marbles_tui.tui.games import VIEWS
    from marbles_tui.tui.kit.board_view import BoardView

    board = VIEWS[game.key].board()
    assert issubclass(board, BoardView), f"{board} is no BoardView"


@every_game
def test_the_name_in_the_menu_fits(game: Game) -> None:
    assert len(game.name) <= 12, "`name` of the game: no more than 12 characters"


@every_game
def test_who_plays_on_board_files_can_choose_and_make_them(game: Game) -> None:
    from marbles_tui.tui.games import VIEWS

    assert bool(VIEWS[game.key].workshop_class) == game.board_files


@every_game
def test_every_view_has_a_sample_for_the_settings(game: Game) -> None:
    from marbles_tui.tui.games import VIEWS

    view = VIEWS[game.key]
    sample = view.sample()
    assert isinstance(sample, type(Match.new(game).position.board))
    assert view.board()(sample).frame.board == sample


@every_game
def test_the_keys_of_every_view_fit_into_a_table(game: Game) -> None:
    from marbles_tui.tui.games import VIEWS

    assert [row for row in VIEWS[game.key].keys if any("|" in part or not part for part in row)] == []


@every_game
def test_every_game_has_a_help_page(game: Game) -> None:
    from marbles_tui.table import pages

    name = f"{pages.package(game)}.md"
    assert pages.FOLDER.joinpath(name).is_file(), f"write marbles_tui/table/help/{name}"
    assert pages.rules_page(game).startswith("#")


@every_game
def test_every_game_has_a_worked_example(game: Game) -> None:
    from marbles_tui.table.pages import example

    assert example(game).plies, f"write some moves into marbles_tui/table/help/{game.key}.record"


@every_game
def test_every_game_introduces_itself(game: Game) -> None:
    assert game.title
    assert game.blurb.isprintable()
    assert len(game.blurb) <= 55, "no more than 55 characters: a menu of 60 columns has no room for more"
    assert game.author
    assert len(game.sides) >= game.seats.stop - 1
    for option in game.options:
        assert option.read(option.default) == option.default
        assert option.text
