"""`marbles-tui learn`: first lessons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from marbles_tui.cli import completion
from marbles_tui.cli.arcade import launch
from marbles_tui.cli.failure import BAD_INPUT, WRONG_USAGE, Failure
from marbles_tui.cli.naming import find_game
from marbles_tui.cli.output import complain, own_settings, put, put_folded, put_json
from marbles_tui.core import Game
from marbles_tui.core.text import plural
from marbles_tui.games import GAMES

if TYPE_CHECKING:
    from marbles_tui.play.lessons import Lesson


@click.command(short_help="First lessons, a few minutes for each game.")
@click.argument("game", required=False, default="", shell_complete=completion.games)
@click.option("--text", "as_text", is_flag=True, help="Learn in plain lines of text, without a full screen.")
@click.option("--list", "listed", is_flag=True, help="List the lessons, and how far you have come.")
@click.option("--json", "as_json", is_flag=True, help="The list as JSON, a line for each game.")
def learn(game: str, as_text: bool, listed: bool, as_json: bool) -> int:
    """Learn GAME on its board, step by step; without GAME choose among all lessons."""
    found = find_game(game) if game else None
    if listed or as_json:
        _list(found, as_json)
        return 0
    from marbles_tui.play.lessons import lesson_of

    lesson = lesson_of(found) if found else None
    if found and lesson is None:
        raise Failure(f"there is no lesson for {found.title}")
    if not as_text:
        return launch(learn=found.key if found else "")
    if lesson is None:
        taught = ", ".join(game.key for game in GAMES if lesson_of(game))
        raise Failure(f"name a game for --text: {taught}", WRONG_USAGE)
    return _learn_as_text(lesson)


def _list(found: Game | None, as_json: bool) -> None:
    # Imported only now: the rules of all games take a while to load.
    from marbles_tui.play.lessons import lesson_of, steps_done
    from marbles_tui.play.puzzles.shipped import second_lessons

    kept = own_settings().lessons
    for game in (found,) if found else GAMES:
        lesson = lesson_of(game)
        if lesson is None:
            continue
        count, done = len(lesson.steps), steps_done(kept.get(game.key, ""), lesson.steps)
        if as_json:
            put_json({"game": game.key, "steps": count, "done": done})
        else:
            put(f"{game.key:<12} {plural(count, 'step')}, {done} done")
            for puzzle in second_lessons(game):
                put_folded(f"  then marbles-tui puzzles solve {puzzle.id}: {puzzle.idea}")


def _learn_as_text(lesson: Lesson) -> int:
    from marbles_tui.cli.text import ask_line, bear_any_encoding, completed, put_line
    from marbles_tui.text.lesson import TextLesson

    bear_any_encoding()
    text_lesson = TextLesson(lesson, own_settings().lessons.get(lesson.game.key, ""), ask_line, put_line)
    status = 0
    try:
        status = completed(text_lesson.run())
    finally:
        if trouble := text_lesson.keep():
            complain(trouble)
            status = BAD_INPUT
    return status
