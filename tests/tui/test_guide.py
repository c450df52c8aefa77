"""What is told to beginners: hints at the board, lessons, and the keys that lead each help page."""

from __future__ import annotations

from itertools import product

import pytest

from marbles_tui.core import Game
from marbles_tui.games import GAMES, find
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.store import Settings, load, save
from marbles_tui.table.pages import FOLDER, package
from marbles_tui.table.tasks.playing import ACTIONS
from marbles_tui.table.tasks.task import Action
from marbles_tui.tui.arcade_screen import OWN_KEYS, HelpTopic
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.picking import typed_by_letters
from marbles_tui.tui.kit.lines import KeyLine
from marbles_tui.tui.pages.help import keys_page
from marbles_tui.tui.pages.puzzles import LessonsPage
from marbles_tui.tui.puzzles import open_lesson
from marbles_tui.tui.table.beside import Status
from tests.for_each import for_each
from tests.tui.stage import Here, arcade, match_of, opened, opens

NARROWEST = 56
"""Columns below a board in the smallest window: there a hint has one line."""

BESIDE = 76


@for_each("game", GAMES)
def test_a_few_short_hints_at_most(game) -> None:  # type: ignore[no-untyped-def]
    view = VIEWS[game.key].match()
    tips = view.tips
    assert len(tips) <= 4
    assert len({tip.key for tip in tips}) == len(tips)
    for tip in tips:
        assert len(tip.text) <= (BESIDE if view.side else NARROWEST)
        assert tip.done


@opens('[Game "egg-carton"][Player1 "Ann"][Player2 "Ben"]', hints=True)
async def test_a_tip_stands_out_until_it_is_hidden(here: Here) -> None:
    status, tips = here.screen.query_one(Status), VIEWS["egg-carton"].match().tips
    shown = status.render()
    assert (tips[0].text in shown.plain, shown.spans[-1].style) == (True, "$text-accent")
    await here.press(*"h" * len(tips))
    assert status.render().spans[-1].style == "$text-muted"


@opens(hints=True)
async def test_beside_a_hint_the_last_line_still_leads_out(here: Here) -> None:
    for game, size in product(GAMES, ((60, 18), (80, 24), (120, 40))):
        await here.resize_terminal(*size)
        if size[0] == 60:
            here.arcade.play_match(match_of(f'[Game "{game.key}"][Player1 "Ann"][Player2 "Ben"]'))
            await here.rest()
            line = str(here.screen.query_one(KeyLine).render())
            assert line.endswith("game  q leave  ? all keys")
            assert not line.startswith("g ")
        await here.rest()
        status = here.screen.query_one(Status)
        lines = status.render().wrap(status.content_size.width)
        assert len(lines) <= max(1, status.content_size.height), size


@for_each(
    ("record", "told"),
    [
        ('[Game "getaway"][Player1 "Ann"]', "Space rolls. At the Lighthouse the most gold wins."),
        ('[Game "egg-carton"][Seat2 "computer novice"]', "Clear the near side first: press A to F or click a slot."),
        ('[Game "egg-carton"][Seat1 "computer novice"]', "Clear the far side first: press I to N or click a slot."),
    ],
)  # fmt: skip
def test_the_first_hint_calls_the_aim_as_the_board_shows_it(record: str, told: str) -> None:
    match = match_of(record)
    assert VIEWS[match.game.key].match().tips_of(match)[0].text == told


# Help leads with the keys of the screen it was asked for on.


OF_SCREENS = {page.name for page in FOLDER.iterdir() if page.name.endswith(".md")} - {
    *(f"{package(game)}.md" for game in GAMES),
    "keys.md",
    "together.md",
}


@for_each("name", sorted(OF_SCREENS))
def test_a_page_of_a_screen_begins_with_its_keys(name: str) -> None:
    lines = FOLDER.joinpath(name).read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("| ") for line in lines[:5])


def headings(text: str) -> list[str]:
    return [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")]


@for_each("game", GAMES)
def test_the_keys_of_a_game_lead_at_its_table(game: Game) -> None:
    own = [game.title] if VIEWS[game.key].keys or typed_by_letters(game) else []
    found = headings(keys_page(GAMES, HelpTopic(game, (OWN_KEYS,))))
    assert found[: len(own) + 1] == [*own, "At every table"]
    assert found[-2:] == ["At the menu", "In the set-up"]
    assert len(found) == len(set(found))
    for lead in ("At the menu", "In the set-up", "Watching a game", "When a game is over"):
        told = headings(keys_page(GAMES, HelpTopic(game, (lead, OWN_KEYS))))
        assert told[: len(own) + 1] == [lead, *own]
        assert sorted(told) == sorted(found)


def table_keys(game: Game) -> set[str]:
    """The keys of every table, as the help of a game tells them."""
    table = keys_page(GAMES, HelpTopic(game)).partition("## At every table")[2].partition("\n## ")[0]
    return {row.split("|")[1].strip() for row in table.splitlines() if row.startswith("|")}


@for_each("action", ACTIONS)
def test_each_key_at_a_table_is_in_the_help(action: Action) -> None:
    key = (action.shown or action.keys.partition(",")[0]).split()[-1]
    words = FOLDER.joinpath("keys.md").read_text(encoding="utf-8")
    assert f"`{key}`" in words or (len(key) > 1 and key.capitalize() in words)


def test_keys_that_have_nothing_to_do_in_a_game_are_not_told() -> None:
    assert {"`s`", "`t`", "`y`", "`h`", "`q`"} <= table_keys(GOBBLET)
    assert "`s`" in table_keys(GETAWAY)
    assert not {"`t`", "`y`"} & table_keys(GETAWAY)


def test_letters_that_are_typed_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for key in ("egg-carton", "abacus"):
        monkeypatch.setattr(VIEWS[key], "keys", ())
    assert "| its letter | make a move |" in keys_page(GAMES, HelpTopic(EGG_CARTON))
    assert "its letter" not in keys_page(GAMES, HelpTopic(ABACUS))


def test_without_a_game_the_keys_of_all_are_told() -> None:
    found = headings(keys_page(GAMES, HelpTopic()))
    assert found[:3] == ["At the menu", "In the set-up", "At every table"]
    assert {game.title for game in GAMES if VIEWS[game.key].keys} <= set(found)


async def test_the_board_of_a_lesson_is_named_where_it_is_not_tiny() -> None:
    async with opened(arcade()) as here:
        here.arcade.push_screen(LessonsPage(GAMES))
        for size, named in (((80, 24), False), ((200, 60), True)):
            await here.size(*size)
            assert ("18 to clear" in here.text) is named, size


# A lesson's two lines are there whole in every window; all else of lessons is in the playthroughs.


async def test_both_lines_are_read_at_every_size() -> None:
    async with opened(arcade()) as here:
        open_lesson(here.arcade, find("getaway"))
        for size in ((60, 18), (80, 24), (120, 40), (200, 60)):
            await here.size(*size)
            seen, status = " ".join(here.text.split()), here.screen.query_one(Status)
            assert all(word in seen for word in (*status.said.split(), *status.prompt.split()))
            assert "step 1 of 7" in seen


def test_what_is_understood_is_kept() -> None:
    settings = Settings(hints=False, learned={"gobblet": "pick go"})
    assert save(settings) == ""
    read, problems = load()
    assert (read.hints, read.learned, problems) == (False, {"gobblet": "pick go"}, [])
