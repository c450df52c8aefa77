"""What every game promises of its moves, positions and events."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from marbles_tui.ai.analysis import Budget, Limit
from marbles_tui.ai.level import Level
from marbles_tui.ai.levels import consider, ladder_of, opponents_of
from marbles_tui.ai.native.search import look_ahead
from marbles_tui.core import CHANCE, BadPosition, BadSetup, Game, IllegalMove
from marbles_tui.games import GAMES
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.play import Match, read_match
from marbles_tui.play.perft import perft
from tests.conformance.perft import PERFT, Line
from tests.conformance.random_games import IDS, SEEDS, begin, few, stroll
from tests.sixth.chomp import CHOMP

every_game = pytest.mark.parametrize("game", GAMES, ids=IDS)


@every_game
@few
@given(seed=SEEDS)
def test_any_match_keeps_what_every_game_promises(game: Game, seed: int) -> None:
    """One match played at random for all of it: to play one takes longer than to look at it."""
    match = stroll(game, Random(seed))
    for position in match.positions:
        _promises_of_moves(match, position)
    _plays_alike_whether_somebody_listens(game, match.position)
    _says_printable_lines(game, match)
    _is_told_to_those_who_do_not_see_it(game, match)
    _is_written_and_read_again(game, match)
    if match.result:
        assert len(match.result.scores) == len(match.seats)
        assert set(match.result.scores) <= {0, 0.5, 1}
        assert any(match.result.scores)
        assert match.result.reason


def _promises_of_moves(match: Match, position: Any) -> None:
    moves = position.moves()
    assert bool(moves) == (position.result is None), "there are moves exactly while the game runs"
    assert [text for text, times in Counter(map(str, moves)).items() if times > 1] == [], (
        "two moves, one name"
    )
    assert position.seats == len(match.seats)
    assert position.actor in range(position.seats)
    assert position.turn in (CHANCE, position.actor)
    if position.turn == CHANCE:
        return
    assert [str(move) for move in moves if not move.paths] == [], "it cannot be picked"
    # So a move is known as soon as its last cell is picked. Sorted, a path that begins others stands right before
    # one of them.
    paths = sorted(path for move in moves for path in move.paths)
    assert all(paths)
    assert [(one, two) for one, two in pairwise(paths) if two[: len(one)] == one] == []


def _plays_alike_whether_somebody_listens(game: Game, position: Any) -> None:
    before, number, text = (*position,), hash(position), repr(position)
    for move in position.moves():
        after, events = game.tell(position, move)
        unheard = position.play(move)
        assert (after, hash(after)) == (unheard, hash(unheard))
        assert events, f"{move} shows nothing"
        assert events[-1].board == after.board, "the last event shows another position"
        for word in (str(move), str(move).lower(), str(move).upper()):
            assert game.find(position, word) == move
    assert ((*position,), hash(position), repr(position)) == (before, number, text)


def _says_printable_lines(game: Game, match: Match) -> None:
    plies = [*zip(match.moves, match.positions, strict=False)][:40]
    events = [event for move, position in plies for event in game.tell(position, move)[1]]
    sentences = [game.say(event, match.names) for event in events]
    assert [sentence for sentence in sentences if not sentence.isprintable()] == []
    assert not match.moves or any(sentences)


def _is_told_to_those_who_do_not_see_it(game: Game, match: Match) -> None:
    """With everybody's name; and so is what is left when something is concealed."""
    position = match.position
    diagram = game.diagram(position)
    assert diagram.isascii()
    assert diagram.replace("\n", "").isprintable()
    assert "\n" in diagram
    names = tuple(f"Traveller {letter}" for letter in "ABCDEF"[: len(match.seats)])
    told = game.describe(position, names)
    assert [line for line in told.splitlines() if not line.isprintable()] == []
    assert [name for name in names if name not in told] == []
    seen = game.observe(position, match.options)
    assert (seen.turn, seen.seats) == (position.turn, position.seats)
    assert game.describe(seen, names)


def _is_written_and_read_again(game: Game, match: Match) -> None:
    """The text of a position has no history and no options, so one that has some comes back without them; so does a
    draw that counts quiet moves."""
    position = match.position
    if game.has_text:
        text = game.write(position)
        again = game.start(text, len(match.seats), match.options)
        assert game.write(again) == text
        assert (again.turn, again.seats) == (position.turn, position.seats)
        if position.result is None or position.result.reason != "quiet":
            assert again.result == position.result
        assert game.write(Match.new(game, setup=text).position) == text
    record = read_match(str(match), GAMES).whole()
    assert str(record) == str(match)
    assert (record.options, record.setup, record.moves) == (match.options, match.setup, match.moves)
    assert record.positions == match.positions
    assert (record.result, record.repetitions) == (match.result, match.repetitions)


@every_game
def test_the_same_seed_gives_the_same_match(game: Game) -> None:
    """No rules module throws dice of its own."""
    for seed in range(3):
        assert stroll(game, Random(seed), 30) == stroll(game, Random(seed), 30)


LINES = [
    pytest.param(game, line, id=f"{game.key} {line.setup or ''}".strip())
    for game in GAMES
    for line in PERFT.get(game.key, ())
]


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_every_game_has_a_perft_line(game: Game) -> None:
    assert PERFT.get(game.key), f"tests/conformance/perft.py has no line for {game.key}"


@pytest.mark.parametrize(("game", "line"), LINES)
def test_positions_count_as_the_table_says(game: Game, line: Line) -> None:
    position = Match.new(game, setup=line.setup, options=line.options).position
    assert tuple(perft(position, depth) for depth in range(1, len(line.counts) + 1)) == line.counts


WITH_KERNEL = [game for game in GAMES if game.has_kernel]
LEVELS = [
    pytest.param(game, level, id=f"{game.key} {level.key}")
    for game in WITH_KERNEL
    for level in opponents_of(game)
]


@pytest.mark.parametrize("game", WITH_KERNEL, ids=lambda game: game.key)
def test_a_game_with_a_kernel_has_levels(game: Game) -> None:
    levels = ladder_of(game)
    assert levels
    assert len({level.key for level in levels}) == len(levels)
    assert all(weaker.rating < stronger.rating for weaker, stronger in pairwise(levels))


@pytest.mark.parametrize(("game", "level"), LEVELS)
def test_a_level_plays_legal_moves(game: Game, level: Level) -> None:
    for seed in range(3):
        match = stroll(game, Random(seed), 12)
        if match.result is None and match.turn != CHANCE:
            analysis = consider(match, level.key, Limit(nodes=100), seed)
            assert analysis.move in [str(move) for move in match.position.moves()]
    match = Match.new(game)
    assert consider(match, level.key, Limit(nodes=100)).move in [str(move) for move in match.position.moves()]


@pytest.mark.parametrize("game", [*WITH_KERNEL, CHOMP], ids=lambda game: game.key)
def test_noisy_moves_are_legal_and_values_whole_and_of_two_sides(game: Game) -> None:
    for position in stroll(game, Random(3), 60).positions:
        if position.result is None and position.seats == 2:
            assert set(game.noisy(position)) <= set(position.moves())
            values = [game.worth(position, seat) for seat in (position.turn, 1 - position.turn)]
            assert values == [game.evaluate(position), -game.evaluate(position)]


def test_a_search_wins_a_game_that_only_values_its_positions() -> None:
    """From an L with unequal edges the only winning bite makes them equal."""
    found = look_ahead(CHOMP, CHOMP.read("4,1,1,0/1"), Budget(Limit(depth=8)))
    assert found.proved
    assert (found.best.move, found.native) == ("A4", False)
    assert not GETAWAY.has_kernel


@every_game
@few
@given(seed=SEEDS, word=st.text(max_size=8) | st.text("ABCabc123hvwkio*", max_size=6))
def test_any_word_is_a_legal_move_or_refused_in_one_line(game: Game, seed: int, word: str) -> None:
    position = stroll(game, Random(seed), 40).position
    try:
        assert game.find(position, word) in position.moves()
    except IllegalMove as refusal:
        reason = str(refusal).removeprefix(word)
        assert reason.startswith(" is not legal here: ")
        assert "\n" not in reason.replace(word, "").replace(game.normalize(word), "")


@every_game
@few
@given(text=st.text(max_size=80) | st.text("0123456789,/-WKbw ", max_size=90))
def test_any_text_is_a_position_or_refused(game: Game, text: str) -> None:
    if game.has_text:
        try:
            position = game.read(text)
        except BadPosition:
            return
        assert game.write(game.read(game.write(position))) == game.write(position)


@every_game
@few
@given(text=st.text(max_size=40) | st.text("0123456789,/-WKbw \n", max_size=90))
def test_any_text_is_a_setup_or_refused(game: Game, text: str) -> None:
    try:
        match = Match.new(game, setup=text, random=Random(1))
    except (BadSetup, BadPosition):
        return
    assert match.result or match.position.moves()


@every_game
def test_every_named_start_is_one(game: Game) -> None:
    assert game.setups
    for name, line in game.setups.items():
        match = Match.new(game, setup=name, random=Random(1))
        assert match.result is None
        assert line.isprintable()


@every_game
@few
@given(seed=SEEDS)
def test_the_default_start_is_the_first_named(game: Game, seed: int) -> None:
    first = next(iter(game.setups))
    unnamed = Match.new(game, random=Random(seed))
    named = Match.new(game, setup=first, random=Random(seed))
    assert (unnamed.setup, unnamed.position) == (named.setup, named.position)


@every_game
@few
@given(seed=SEEDS, seat=st.integers(0, 5))
def test_a_record_tells_who_resigned(game: Game, seed: int, seat: int) -> None:
    match = begin(game, Random(seed))
    assume(seat < len(match.seats) > 1)
    again = read_match(str(match.resign(seat)), GAMES).whole()
    assert again.result == match.resign(seat).result
    assert seat not in again.result.winners  # type: ignore[union-attr]


# A game is whole when it has its board, its screen and its help page. Each missing one is a red test.


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
