"""The end of a match: what it says to whom, its keys, its clicks, its letters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.app import App
from textual.content import Content

from marbles_tui.ai.levels import ratings
from marbles_tui.ai.review import Judgement, key_of, write_judgements
from marbles_tui.core.scene import Tone
from marbles_tui.games import GAMES, find
from marbles_tui.play.played import CountedMatch, played, turn_numbers, turns_of
from marbles_tui.play.rating import counts
from marbles_tui.play.statistics import statistics
from marbles_tui.table.ending import (
    EndingLine,
    Report,
    TurningPoint,
    follows,
    is_best,
    person,
    progress_lines,
    report,
)
from marbles_tui.table.endings import end_words
from marbles_tui.table.pages import example
from marbles_tui.table.start import today
from marbles_tui.table.tasks.at_table import following
from marbles_tui.table.tasks.play import what_resigning_costs
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.getaway.chooser import BoardChooser
from marbles_tui.tui.kit.big_letters import SMALL_FACE, TALL_FACE, set_words
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.pages.tournament import SeasonScreen
from marbles_tui.tui.table.end import EndActions, EndPanel, EndSign, EndStory, fold, rolling
from tests.at_table import table
from tests.for_each import for_each
from tests.golden import compare
from tests.tui.conftest import USUAL_QUIET, ending
from tests.tui.endings import FRIENDS, LAST, NOVICE
from tests.tui.records import SHORT_TRAIL
from tests.tui.stage import Here, arcade, match_of, opened, opens

ENTERED = "> "


def told_of(entry: str) -> Iterator[str]:
    """What is told of a record, or of a game's example: how it ended and what can follow; where it goes on, what
    giving up costs."""
    options, _, record = entry.partition("[")
    match = match_of(f"[{record}".replace("|", "\n")) if record else example(find(options.split()[-1]))
    if not match.result and record:
        yield f"to give up{what_resigning_costs(match) or ' costs nothing'}; turn {turn_numbers(match)[-1]}"
        return
    ended = match if match.result else match.resign(0)
    view = VIEWS[match.game.key].match()
    turning = TurningPoint(1, "better was F") if "turned" in options else None
    told = report(ended, end_words(ended), turning=turning, best="best" in options)
    writes = " written on the board" * bool(view.writes_end(ended, told.tone, [0]))
    yield f"{told.tone.name.lower()}: {told.words}{writes}. {told.how}"
    counted, turns = played(ended), f"turns {' '.join(map(str, turn_numbers(ended)[:-1]))}"
    length = f", {counted.length} long" if counted else ""
    yield f"{turns}, of each {' '.join(map(str, turns_of(ended)))}{length}; enter plays it {follows(ended)}"
    yield from (f"{line.group:<8}{line.label} | {line.text}" for line in told.lines)
    yield from (f"{each.key:<6}{each.label} | {each.short} | {each.word}" for each in told.actions)


def told_then(record: str, career: list[CountedMatch]) -> Iterator[str]:
    """What is told besides of a game that its person has played after those of a career: what it has changed."""
    match = match_of(record.replace("|", "\n"))
    game, words, counted = match.game.key, end_words(match), played(match)
    assert counted
    known = [statistics(games, ratings(GAMES)) for games in (career, [*career, counted])]
    before, after = (found.progress(person(match) or "", [game])[game] for found in known)
    career.append(counted)
    yield from (
        f"{line.group:<8}{line.label} | {line.text}" for line in progress_lines(match, words, before, after)
    )
    if is_best(words, before):
        yield "the best"


def test_what_is_told_of_an_end() -> None:
    file, lines, career = Path(__file__).parent / "endings.txt", list[str](), list[CountedMatch]()
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith(ENTERED):
            entry = line.removeprefix(ENTERED)
            told = told_then(entry[5:], career) if entry.startswith("then ") else told_of(entry)
            lines += [line, *(f"    {each}" for each in told)]
        elif not line.startswith("    "):
            lines.append(line)
            career.clear()
    compare(file, lines)


@for_each("game", GAMES)
def test_turns_are_counted_as_the_record_counts_them(game: Any) -> None:
    match = example(game)
    starts = [at for at, word in enumerate(match.numbered()) if "." in word]
    numbers = turn_numbers(match)[:-1]
    assert numbers == [sum(start <= ply for start in starts) for ply in range(match.plies)]


def test_a_rematch_is_played_under_the_name_given_since() -> None:
    computer = '[Seat2 "computer novice"][Player2 "Novice"]'
    match = match_of(f'[Game "egg-carton"][Player1 "Player 1"]{computer} F')
    assert following(match, "Zoe", Random(1)).names[0] == "Zoe"
    named = match_of(f'[Game "egg-carton"]{NOVICE} F')
    assert following(named, "Zoe", Random(1)).names[0] == "Ann"


# The end of a match on the screen: its keys, its clicks, its letters.


def deaf(pilot: Here) -> bool:
    end = table(pilot).panels.end
    return end is not None and end.deaf


@pytest.mark.parametrize(
    ("words", "width", "rows"), [("You win", 30, 9), ("Lost", 22, 3), ("Bea wins", 60, 4)]
)
def test_words_are_set_as_large_as_they_fit(words: str, width: int, rows: int) -> None:
    setting = set_words(words, width, rows, tall=True)
    assert setting.face in (TALL_FACE, SMALL_FACE)
    assert setting.face
    assert all(setting.face.width(line) <= width for line in setting.lines)
    assert setting.rows(plain=False) <= rows


def test_words_that_fit_in_no_face_stay_as_they_are() -> None:
    assert set_words("Bartholomew wins", 20, 9, tall=True).face is None
    assert set_words("Ngô wins", 80, 9, tall=True).face is TALL_FACE
    assert set_words("Łukasz wins", 80, 9, tall=True).face is None
    assert set_words("Zoë wins", 40, 3, tall=True).face is None, "small letters have no marks"


async def test_keys_are_deaf_until_the_end_was_shown_and_none_was_pressed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert USUAL_QUIET == 0.4
    async with opened(arcade(f"{LAST}{NOVICE}")) as here:
        await here.press("f")
        over, end = here.table.match, here.table.query_one(EndPanel)
        end.begin(3600.0, 1.0)
        await here.press("p", "y")
        assert here.table.match is over
        assert deaf(here), "it is still being shown"
        assert "enter finish" in here.text
        monkeypatch.setattr(EndPanel, "quiet", 3600.0)  # longer than a busy machine pauses between two keys
        await here.press("enter")
        assert end.phase == 1
        assert "enter finish" not in here.text
        await here.press("enter", "p", "y", "q", "u", "enter")
        assert here.table.match is over
        assert deaf(here)
        monkeypatch.setattr(EndPanel, "quiet", 0.01)
        await here.press("p")
        await here.until(lambda: not deaf(here), "keys that are heard")
        await here.press("enter")
        assert here.table.match is not over
        assert here.table.match.names == ("Novice", "Ann")


@opens(f"{LAST}{NOVICE}", speed=6)
async def test_esc_shows_the_end_at_once_then_puts_it_away_and_brings_it_back(here: Here) -> None:
    await here.press("f", "enter")
    await here.until(lambda: here.table.situation.over, "the end")
    finale = here.table.board.highlights.finale
    assert finale
    assert finale.phase < 1
    await here.press("escape")
    finale = here.table.board.highlights.finale
    assert finale
    assert finale.phase == 1
    await here.press("escape")
    assert not here.table.query(EndPanel)
    assert here.table.board.highlights.finale is None
    await here.press("escape")
    assert here.table.query(EndPanel)
    finale = here.table.board.highlights.finale
    assert finale
    assert finale.phase == 1, "it was shown before"


@opens()
async def test_the_board_stays_where_it_was(here: Here) -> None:
    for size in ((60, 18), (80, 24), (120, 40), (200, 60)):
        await here.resize_terminal(*size)
        here.arcade.play_match(match_of(f"{LAST}{NOVICE}"))
        await here.rest()
        board = here.table.board.region
        await here.press("f")
        assert here.table.board.region == board
        assert not here.table.query_one(EndPanel).region.overlaps(board)
        story = str(here.table.query_one(EndStory).render())
        assert story.startswith("You cleared your side in 1 turn.")
        offered = str(here.table.query_one(EndActions).render())
        assert "Again, Novice begins" in offered or "Again, they begin" in offered


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
async def test_a_line_of_the_end_is_there_whole_or_not_at_all(size: tuple[int, int]) -> None:
    sixth = '[Game "abacus"][Setup "5/6/7/8/9/8/7/6/wbbb1 b 0 5"]'
    async with opened(arcade(f'{sixth}{NOVICE}[Rated "no"] a4a3'), size) as here:
        await here.sees("enter ")
        await here.rest()
        story = " ".join(str(here.table.query_one(EndStory).render()).split())
        assert ("Not rated:" in story) == ("helped you." in story) == (size[0] == 120)
        offered = here.screen.query_one(EndActions)
        assert all(len(row) <= offered.size.width for row in str(offered.render()).splitlines())


def test_the_last_marble_rolls_into_its_brackets() -> None:
    told = [rolling("●●[●]", phase, 9) for phase in (0.0, 0.5, 0.75, 1.0)]
    assert told == ["●●[ ]   ●", "●●[ ] ●", "●●[ ]●", "●●[●]"]
    assert rolling("●●[●]", 0.0, 1) == "●●[ ]●"
    assert rolling("●●·", 0.0, 9) == "●●·"


async def test_a_turning_point_that_was_found_is_told_and_tried_again_unrated() -> None:
    record = f"{LAST}{NOVICE} A #1".replace("0,0,0,0,0,1", "1,1,1,1,1,1")
    match = match_of(record)
    lost = -5.0 if match.positions[1].actor == 0 else 5.0
    judged = write_judgements(
        (Judgement(5.0, False, "+5.0", "F", deep=True), Judgement(lost, False, "5.0", None, deep=True))
    )
    async with opened(arcade(record), (120, 40)) as here:
        assert "better was F" not in ending(here)
        await here.press("y")
        here.arcade.store.do(lambda store: store.save_review(key_of(match), judged))
        await here.press("q")
        await here.until(lambda: "better was F" in ending(here), "the turning point")
        await here.press("p")
        again = here.table.match
        assert (again.plies, again.result, again.date) == (0, None, today())
        assert not counts(again)


async def test_of_several_mistakes_the_last_one_has_turned_the_game() -> None:
    record = f'[Game "gobblet"]{NOVICE} 1. W1A1 K1B2 2. W2A2 K2C3 3. W3D4 #1'
    match = match_of(record)
    judged = [
        Judgement(4.0 if match.positions[ply].actor else 0.0, False, "", best, deep=True)
        for ply, best in enumerate(("W1B3", "K1B2", "W2B3", "K2C3", "W3B3", None))
    ]
    async with opened(arcade(record), (120, 40)) as here:
        await here.press("y")
        here.arcade.store.do(lambda store: store.save_review(key_of(match), write_judgements(judged)))
        await here.press("q")
        await here.until(lambda: "better was" in ending(here), "the turning point")
        assert "better was W3B3" in ending(here)


@opens(f'{LAST}{NOVICE}[Season "1/1"]', size=(120, 40))
async def test_a_match_of_the_season_leads_back_to_it(here: Here) -> None:
    await here.press("f")
    await here.sees("On with the season")
    await here.press("enter")
    await here.comes(SeasonScreen)


@pytest.mark.parametrize("theme", ["ansi-dark", "ansi-light"])
async def test_big_letters_stand_on_the_ground_of_a_theme_of_the_terminals_colours(theme: str) -> None:
    async with opened(arcade(f"{LAST}{FRIENDS} F", theme=theme), (120, 40)) as here:
        await here.until(lambda: here.screen.query(EndSign), "the big letters")
        await here.rest()
        sign = here.screen.query_one(EndSign)
        grounds = {
            style.bgcolor.get_truecolor()
            for text, style, _ in sign.render_line(1)
            if not text.strip() and style and style.bgcolor
        }
        assert [red << 16 | green << 8 | blue for red, green, blue in grounds] == [sign.look.ground]


@opens(f"{LAST}{FRIENDS} =")
async def test_a_draw_is_told_in_the_colours_of_both_sides(here: Here) -> None:
    sign = here.screen.query_one(EndSign)
    sign.inks = (0xFF0000, 0x0000FF)
    canvas = Canvas(*sign.size, 0)
    sign.draw(canvas, sign.look)
    row = [point for point in canvas.points[2] if point not in (0, sign.look.ground)]
    assert [row[at] >> 16 > row[at] & 255 for at in (0, -1)] == [True, False]


def test_tall_letters_are_stretched_where_there_is_room() -> None:
    high, low = (set_words("You win", 30, rows, tall=True, stretch=2) for rows in (18, 9))
    assert (high.face, high.stretch, low.stretch) == (TALL_FACE, 2, 1)
    assert 9 < high.rows(plain=False) <= 18


@opens(SHORT_TRAIL)
async def test_the_end_keeps_its_words_whole_where_the_window_grows_and_shrinks(here: Here) -> None:
    for _ in range(9):
        if here.table.panels.end is None:
            await here.press("space")
    for size in ((120, 40), (80, 24)):
        await here.size(*size)
        panel = here.table.query_one(EndPanel)
        assert panel.query_one(EndStory).size.width > 20
        assert not panel.region.overlaps(here.table.board.region)


async def test_who_came_in_where_is_named_though_what_is_told_of_them_takes_two_rows() -> None:
    tolls = (("94", "strong"), ("  dice +11, tolls -29", "quiet"))
    lines = tuple(EndingLine(place, tolls, "places") for place in ("1st Juno", "2nd Mabel"))
    told = EndStory()
    told.report = Report(Tone.WON, "Juno wins", "Juno got away.", lines, ())
    app: App[None] = App()
    async with app.run_test(size=(30, 12)) as pilot:
        await app.mount(told)
        await pilot.pause()
        assert "1st Juno  94" in str(told.render())
        assert "2nd Mabel 94" in str(told.render())


@opens(SHORT_TRAIL, size=(120, 40))
async def test_another_board_is_chosen_among_all(here: Here) -> None:
    here.arcade.action_boards_again()
    await here.comes(BoardChooser)


def test_each_number_stays_with_what_it_counts() -> None:
    told = "  28", "  won 2", "  dice +12", "  tolls -8"
    for width, breaks in ((31, ()), (30, (3,)), (21, (3,)), (20, (2,)), (15, (2, 3)), (10, (1, 2, 3))):
        rows = ["".join(told[a:b]) for a, b in pairwise((0, *breaks, len(told)))]
        assert [row.plain for row in fold([Content(each) for each in told], width, True)] == rows, width
    flowing = fold([Content("838 ± 581"), Content("  down 162")], 15, False)
    assert [row.plain for row in flowing] == ["838 ± 581  down", "162"]


@opens(f"{LAST}{NOVICE}")
async def test_an_end_that_is_told_anew_is_not_laid_out_before_there_is_room(here: Here) -> None:
    await here.press("f")
    told = here.table.query_one(EndStory).report
    panel = EndPanel(told, (0, 0), False, False, lambda: None)
    with here.app._context():
        panel.tell(told, False)
        assert not panel.story.headed  # once there is room its words stand in big letters
