"""One list of what can be done at a board: each key in it does that, and no other key does anything to the task."""

from __future__ import annotations

import string
from collections.abc import Callable
from typing import Any

import pytest

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play.lessons import lesson_of
from marbles_tui.play.puzzles.puzzle import with_puzzles
from marbles_tui.table.pages import help_text
from marbles_tui.table.solving import Verdict
from marbles_tui.table.tasks.learn import Learn
from marbles_tui.table.tasks.play import Play
from marbles_tui.table.tasks.solve import Hurry, Solve
from marbles_tui.table.tasks.task import NO, YES, Task
from marbles_tui.table.tasks.watch import Watch
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.commands import commands
from marbles_tui.tui.games.getaway.chooser import BoardChooser
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.puzzles import open_lesson, puzzle_screen
from marbles_tui.tui.table.board_screen import BoardScreen
from marbles_tui.tui.table.sitting import replay_screen
from tests.for_each import for_each
from tests.tui.solvers import board, first
from tests.tui.stage import Here, match_of, opens

KEYS = (
    *string.ascii_lowercase,
    *string.digits,
    *("T", "X", "Y", "exclamation_mark", "slash", "comma", "full_stop", "left_square_bracket"),
    *(
        "right_square_bracket",
        "backspace",
        "tab",
        "pageup",
        "pagedown",
        "home",
        "end",
        "alt+s",
        "alt+u",
        "alt+y",
    ),
)
ELSEWHERE = {
    "leave",
    "help",
    "settings",
    "game_menu",
    "faster",
    "slower",
    "back",
    "go_on",
    "space",
    "rub_out",
}
"""What a screen does itself, or passes on from a key of its own."""


def played(app: Arcade, game: Game) -> None:
    app.play_match(match_of(f'[Game "{game.key}"][Seat1 "Ann"][Seat2 "Bea"]'))


def solved(app: Arcade, game: Game) -> None:
    app.push_screen(puzzle_screen(app, first(game)))


def missed(app: Arcade, game: Game) -> None:
    opened_puzzle(app, game, "wrong")


def done(app: Arcade, game: Game) -> None:
    opened_puzzle(app, game, "solved")


def opened_puzzle(app: Arcade, game: Game, verdict: Verdict) -> None:
    """A puzzle that was tried, and whose last move has missed or solved it."""
    screen = puzzle_screen(app, first(game))
    task = screen.doing
    assert isinstance(task, Solve)
    solving = task.solving
    while solving.verdict is None:
        other = (str(move) for move in solving.position.moves() if str(move) != solving.hint)
        solving.try_(game.find(solving.position, next(other) if verdict == "wrong" else solving.hint))
    assert solving.verdict == verdict
    task.over = verdict == "solved"
    app.push_screen(screen)


def ended(app: Arcade, game: Game) -> None:
    match = match_of(f'[Game "{game.key}"][Seat1 "Ann"][Seat2 "Bea"]')
    app.play_match(match.resign(0))


def learnt(app: Arcade, game: Game) -> None:
    open_lesson(app, game)


def watched(app: Arcade, game: Game) -> None:
    match = match_of(f'[Game "{game.key}"][Seat1 "Ann"][Seat2 "Bea"]')
    for _ in range(4):
        match, _ = match.play(match.position.moves()[0])
    app.push_screen(replay_screen(app, match, 2, playing=False))


CASES = [
    *((played, game) for game in GAMES),
    *((ended, game) for game in GAMES),
    *((begin, game) for game in with_puzzles(GAMES) for begin in (solved, missed, done)),
    *((learnt, game) for game in GAMES if lesson_of(game)),
    *((watched, game) for game in GAMES),
]


@pytest.mark.long
@pytest.mark.parametrize(
    ("begin", "game"), CASES, ids=[f"{begin.__name__}-{game.key}" for begin, game in CASES]
)
@opens(size=(100, 30))
async def test_each_key_of_the_list_works_and_no_other(
    here: Here, monkeypatch: pytest.MonkeyPatch, begin: Callable[[Arcade, Game], None], game: Game
) -> None:
    begin(here.arcade, game)
    await here.rest()
    screen = board(here)
    task, done = screen.doing, list[str]()
    monkeypatch.setattr(type(task), "do", lambda _, action, *values: done.append(action))
    monkeypatch.setattr(type(task), "answer", lambda _, choice: done.append(f"answer {choice}"))
    monkeypatch.setattr(screen, "action_leave", lambda: done.append("leave"))
    own = [one for one in screen.words.actions if hasattr(task, f"do_{one.id}")]
    listed = {key: one.id for one in (*task.actions, *own) for key in one.keys.split(",")}
    listed["q"] = "leave"
    now = task.situation
    for shown in (*now.actions, *now.menu):
        can = hasattr(task, f"do_{shown.id.split()[0]}")
        assert can or shown.id in ELSEWHERE | {"setup_again", "copy"} or not shown.short, shown
        if shown.keys and shown.id not in ELSEWHERE:
            assert {listed.get(key) for key in shown.keys.split(",")} == {shown.id}, shown
    works = set[str]()
    for key in (*KEYS, *{*listed} - {*KEYS}):
        done.clear()
        screen.picking.restart()
        await here.press(key)
        if here.arcade.screen_stack[-1] is not screen:  # a menu or a help page
            here.arcade.pop_screen()
            assert key in "g?", key
            continue
        did = [one for one in done if not one.startswith("answer ")]
        does = listed.get(key)
        if does and did == [does] and not begun(screen):
            works.add(key)
        else:
            assert not did, (key, done)
    for action in (*now.actions, *now.menu):
        if action.keys and action.id not in ELSEWHERE and not now.refusal(action.id):
            assert action.keys.split(",")[0] in works, f"the board takes the key of {action}"


def begun(screen: BoardScreen) -> bool:
    """Whether the key has gone into a move instead."""
    return bool(screen.picking.picks or screen.picking.typed)


@pytest.mark.parametrize(
    "begin", [played, ended, solved, missed, done, learnt, watched], ids=lambda begin: begin.__name__
)
@opens(size=(100, 30))
async def test_the_palette_offers_what_menu_and_key_line_do(
    here: Here, begin: Callable[[Arcade, Game], None]
) -> None:
    for game in [game for kind, game in CASES if kind is begin]:
        begin(here.arcade, game)
        await here.rest()
        screen = board(here)
        now, about = screen.situation, screen.panels.title
        offered = {command.title: command.help for command in commands(here.arcade, screen)}
        for action in (*now.actions, *now.menu):
            if action.label and action.id != "game_menu":
                key = action.shown or action.keys.split(",")[0]
                told = offered[action.label]
                assert action.id in ("help", "settings") or told.partition(",")[0] == about
                assert action.id in ("help", "leave") or told.partition(" key ")[2] in ("", key), action
        assert ("Slower" in offered) is ("Faster" in offered)
        await here.arcade.pop_screen()


@opens(size=(100, 30))
async def test_a_board_from_the_palette_is_played_on_if_it_was_chosen_for_that(here: Here) -> None:
    for keys, shown in ((("escape",), Menu), (("down", "enter"), BoardScreen)):
        command = next(each for each in commands(here.arcade, here.screen) if each.title == "Boards")
        command.callback()
        await here.rest()
        assert isinstance(here.screen, BoardChooser)
        await here.press(*keys)
        assert isinstance(here.screen, shown)
    assert "wood" in here.text.splitlines()[0].lower()


@opens(size=(100, 30))
async def test_the_palette_offers_what_the_keys_of_a_page_do(here: Here) -> None:
    here.arcade.open_page("library")
    await here.rest()
    offered = {command.title: command for command in commands(here.arcade, here.screen)}
    shown = [one.binding for one in here.screen.active_bindings.values() if one.node is here.screen]
    titles = {binding.description for binding in shown if binding.show and binding.id}
    assert "Sort" in titles <= {*offered}
    assert len(offered) == len([*commands(here.arcade, here.screen)])
    await offered["Leave"].callback()
    await here.rest()
    assert isinstance(here.screen, Menu)


NAMED = {"comma": ",", "full_stop": ".", "exclamation_mark": "!", "slash": "/"} | {
    "left_square_bracket": "[",
    "right_square_bracket": "]",
}
"""Keys as the help writes them, where Textual has other names for them."""

PLAIN = {
    "f3": "F3",
    "backspace": "Backspace",
    "tab": "Tab",
    "shift+tab": "Shift-Tab",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}


@for_each(
    ("task", "page"),
    [(Play, "keys"), (Watch, "keys"), (Solve, "puzzles"), (Learn, "lessons")],
)
def test_the_help_tells_of_each_key_of_a_task(task: type[Task[Any]], page: str) -> None:
    text = help_text(f"{page}.md")
    for part in text.split("## ") if task is Watch else ():
        text = part if part.startswith("Watching") else text
    for action in task.actions:
        for key in filter(None, action.keys.split(",")):
            told = PLAIN.get(key, f"`{NAMED.get(key, key)}`")
            assert told in text or key.startswith("alt+") or key.isdigit(), action


@for_each("task", [Play, Watch, Solve, Learn, Hurry])
def test_a_task_knows_each_action_of_its_list(task: type[Task[Any]]) -> None:
    ids = [action.id for action in task.actions]
    assert len(ids) == len({*ids})
    assert not {YES, NO} & {*ids}
    for action in task.actions:
        does = getattr(task, f"do_{action.id.split()[0]}", None)
        assert callable(does) or action.id in ELSEWHERE, action
