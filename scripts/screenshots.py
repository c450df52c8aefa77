"""Make every picture in screenshots/ from records.

The pictures are SVG, as the program draws them; nothing in them depends on the clock or on chance. Those of FILMS
move, as `marbles-tui replay --cast FILE.svg` makes them.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, Final

import click
from textual.pilot import Pilot
from textual.widgets import Input

from marbles_tui.ai.analysis import Analysis, Limit
from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.ai.levels import consider
from marbles_tui.ai.review import Judgement
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.store import MatchStore, Settings
from marbles_tui.table.demo import DemoMatch
from marbles_tui.table.players import Human
from marbles_tui.table.session import Session
from marbles_tui.table.start import Start
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.dialogs import Welcome
from marbles_tui.tui.games.getaway.chooser import BoardChooser
from marbles_tui.tui.games.getaway.editor import Editor, draft_of
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.pages import puzzles
from marbles_tui.tui.table.end import EndPanel
from marbles_tui.tui.table.film import cast
from marbles_tui.tui.table.sitting import replay_screen

FOLDER: Final = Path(__file__).resolve().parent.parent / "screenshots"


class Silent(EngineClient):
    """Starts no process: looks a little ahead, the same on every machine, and plays no move."""

    async def start(self) -> None:
        """Nothing to start."""

    async def close(self) -> None:
        """Nothing to end."""

    async def think(self, match: Match, *given: object, **named: object) -> Analysis:
        """Never comes to an end."""
        await asyncio.Event().wait()
        raise AssertionError("nobody sets that event")

    async def review(self, match: Match, deep: bool = False) -> Judgement | None:
        """Looks at so many positions, then at more; how fast is not told."""
        limit = Limit(nodes=12_000 if deep else 4_000)
        return Judgement.of(consider(match, limit=limit, multipv=2), deep)

    async def analyse(self, match: Match, report: Callable[[Analysis], None]) -> Analysis | None:
        """What there is to see within so many positions; how fast is not told."""
        del report
        return replace(consider(match, limit=Limit(nodes=3000), multipv=3), seconds=0.0)


def open_arcade(picture: Picture) -> Arcade:
    """An arcade in which nothing moves by itself, opened for a picture. Changes into an empty folder, so that
    no picture shows where it was taken."""
    os.chdir(tempfile.mkdtemp())
    os.environ["MARBLES_TUI_HOME"] = "arcade"
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    EndPanel.quiet = 0.0  # what is pale for a moment would make pictures differ
    app = Arcade(
        settings=Settings(speed=0, skin=picture.skin, theme=picture.theme, name="Ann", hints=False),
        opening=Start(read_match(picture.record, GAMES).whole()) if picture.record else None,
        engine=Silent(),
        seed=1,
    )
    app.animation_level = "none"
    app.today = app.utc_today = lambda: date(2026, 11, 21)
    puzzles.time_left = lambda: "in 12 h 0 min"  # type: ignore[attr-defined]
    return app


async def pose(pilot: Pilot[None], picture: Picture) -> None:
    """Press the keys of a picture and bring its show to the instant that is wanted."""
    await _settle(pilot)
    for key in picture.keys:
        await pilot.press(key)
        await _settle(pilot)
    if picture.prepare:
        await picture.prepare(pilot)
        await _settle(pilot)
    for field in pilot.app.screen.query(Input):  # its cursor would be there or not
        field.cursor_blink = False
    await pilot.pause()


async def photograph(name: str, picture: Picture) -> None:
    """Take one picture."""
    app = open_arcade(picture)
    async with app.run_test(size=picture.size) as pilot:
        await pose(pilot, picture)
        text = app.export_screenshot(title="marbles-tui")
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.svg").write_text(text, encoding="utf-8")


async def _settle(pilot: Pilot[None]) -> None:
    for _ in range(5):
        await pilot.pause()


SMALL, LARGE = (80, 24), (120, 40)

SOURCE: Final = """
[Game "egg-carton"]
[Setup "7,3,4,1,0,1/1,6,0,1,2,4/3,2/1"]
[Player1 "Ann"]
[Player2 "Novice"]
[Seat2 "computer novice"]
"""

DAISY: Final = """
[Game "abacus"]
[Setup "belgian-daisy"]
[Player1 "Ann"]
[Player2 "Adept"]
[Seat2 "computer adept"]

1. a1b2 i5h5 2. b1c2 h4g4
"""

PUSHING: Final = """
[Game "abacus"]
[Setup "2wwb/2wwbb/2ww3/2bb4/1wwbbbw2/2bb4/3ww2/bb1w2/b1w2 b 1 1"]
[Player1 "Ann"]
[Player2 "Ben"]
"""

SWALLOWING: Final = """
[Game "gobblet"]
[Setup "W2,K3W4,-,K4/-,W1,K4,-/-,-,-,-/-,W3,-,K2K4 W044 K133 K"]
[Player1 "Ann"]
[Player2 "Ben"]
"""

WON: Final = """
[Game "egg-carton"]
[Setup "0,0,0,0,0,1/0,1,2,5,0,3/11,13/1"]
[Player1 "Ann"]
[Player2 "Novice"]
[Seat2 "computer novice"]
"""

REVIEWED: Final = """
[Game "egg-carton"]
[Setup "2,2,2,3,2,3/4,3,0,3,10,2/0,0/1"]
[Player1 "Ann"]
[Player2 "Amateur"]
[Seat2 "computer amateur"]

1. D B L M L I 2. E F D K M 3. F E F A L 4. C J L 5. F M K N 6. B L N I 7. C D E
"""

PUSHED_OFF: Final = """
[Game "abacus"]
[Setup "5/6/5w1/4b1b1/2w1bbwwb/1ww2bwb/1b1bwww/2www1/2w2 w 5 0"]
[Player1 "Ann"]
[Player2 "Ben"]

1. e7e8
"""

IN_A_ROW: Final = """
[Game "gobblet"]
[Setup "-,-,W3K4,-/K2,K3W4,K3,W2K4/W3,W2,W4,-/W2,-,W3K4,K3W4 W111 K122 W"]
[Player1 "Ann"]
[Player2 "Ben"]

1. D4C4
"""

LAST: Final = """
[Game "beadmaster"]
[Setup "2 1 2222221 1100021 0000000000000000000000000000000000000000000000201"]
[Player1 "Ann"]
[Player2 "Ben"]

1. h7o
"""

BEADS: Final = """
[Game "beadmaster"]
[Setup "3 1 0220121 2202011 0000000000120000300000100001000000010202100230023"]
[Player1 "Ann"]
[Player2 "Ben"]
[Player3 "Novice"]
[Seat3 "computer novice"]

h2i
"""


TRAIL: Final = """
[Game "getaway"]
[Toll "choose"]
[Player1 "Ann"]
[Player2 "Ben"]
[Player3 "Automatic"]
[Seat3 "computer automatic"]

*3 *4 *7 *2 *3
"""

TOLL: Final = """
[Game "getaway"]
[Toll "choose"]
[Player1 "Ann"]
[Player2 "Ben"]

*6 *3 *5
"""

HOME: Final = """
[Game "getaway"]
[Player1 "Ann"]
[Player2 "Ben"]
[Player3 "Cleo"]
% 20 6 4
% Harbour :
% Cellar : Z
% Lamp : A lamp : 8
% Z
% Inn : R F 5
% Lighthouse :

*1 *2 *3 *2 *1
"""


FILMS: Final = {
    "sowing": (f"{SOURCE}\nA", "120x34", 0),
    "pushing": (f"{PUSHING}\ne4e5", "80x24", 0),
    "travelling": (TRAIL, "80x24", 2),
    "swallowing": (f"{SWALLOWING}\nK2B2", "80x24", 0),
}
"""The README's demonstrations: a record, the size, and the ply before the first move that is seen."""


def film(name: str) -> None:
    """Make one film, of a record alone."""
    record, size, first = FILMS[name]
    text = cast(read_match(record, GAMES).whole(), size, first=first, moving=True)
    (FOLDER / f"{name}.svg").write_text(text, encoding="utf-8")


Prepare = Callable[[Pilot[None]], Awaitable[None]]


@dataclass(frozen=True)
class Picture:
    """What to photograph: at which match, in which size and skin, after which keys and preparations."""

    size: tuple[int, int] = SMALL
    record: str = ""
    skin: str = "blocks"
    theme: str = "felt"
    keys: tuple[str, ...] = ()
    prepare: Prepare | None = None


def stand_still(screen: Any, match: Match) -> None:
    """Show a state of the match on its screen, and let nothing happen there by itself."""
    screen.doing.live.close()
    screen.doing.live = Session(match, [Human() for _ in match.seats])  # which nobody runs
    screen.changed()


def showing(word: str, kind: str, nth: int, phase: float) -> Prepare:
    """The nth event of a kind (from 1) of the move that `word` names, at a phase of 0 to 1."""

    async def prepare(pilot: Pilot[None]) -> None:
        screen: Any = pilot.app.screen
        match = screen.match
        after, happened = match.play(match.game.find(match.position, word))
        at = [number for number, event in enumerate(happened) if event.kind == kind][nth - 1]
        before = happened[at - 1].board if at else match.position.board
        stand_still(screen, after)
        for event in happened[: at + 1]:
            screen.told(match.names, event)
        screen.board.act(before, happened[at], phase)
        screen.mark()

    return prepare


def watching(words: str, ply: int) -> Prepare:
    """The match of the table with these moves played, watched again after so many plies."""

    async def prepare(pilot: Pilot[None]) -> None:
        app: Any = pilot.app
        match = app.screen.match
        for word in words.split():
            match = match.read(word)
        app.screen.doing.live.close()
        app.open_replay(match, ply, playing=False)

    return prepare


async def boards(pilot: Pilot[None]) -> None:
    """The boards, when the first has been tried out."""
    arcade: Any = pilot.app
    arcade.push_screen(BoardChooser())
    await pilot.pause()
    while "games of" not in str(arcade.screen.query_one("#figures").render()):
        await pilot.pause(0.05)


def remember(arcade: Any) -> None:
    """Keep a match of each picture's record, one an evening."""
    records = (SOURCE, PUSHED_OFF, DAISY, LAST, TRAIL, BEADS, WON, IN_A_ROW, HOME, SWALLOWING)
    with closing(MatchStore.open(arcade.store.place)) as store:
        for number, record in enumerate(records, 1):
            store.begin(read_match(record, GAMES).whole())
            when = f"2026-11-{number + 10}T20:15"
            store.write("", "UPDATE match SET changed = ? WHERE id = ?", (when, number))


async def library(pilot: Pilot[None]) -> None:
    """The library with some matches."""
    arcade: Any = pilot.app
    remember(arcade)
    arcade.open_page("library")
    await pilot.pause()
    await arcade.screen.workers.wait_for_complete()
    await pilot.pause(0.3)


async def statistics(pilot: Pilot[None]) -> None:
    """The statistics of two weeks, in which Ann gets better."""
    arcade: Any = pilot.app
    arcade.settings = arcade.settings._replace(name="Ann")
    with closing(MatchStore.open(arcade.store.place)) as store:
        for evening, won in enumerate("0010011010111011", 1):
            level = "novice" if evening < 9 else "adept"
            seats = f'[Player1 "Ann"]\n[Player2 "{level.title()}"]\n[Seat2 "computer {level}"]'
            if won == "0":
                seats = f'[Player1 "{level.title()}"]\n[Seat1 "computer {level}"]\n[Player2 "Ann"]'
            record = WON.partition("[Player1")[0] + seats + '\n[Date "2026.11.18"]\n\n1. F\n'
            store.begin(read_match(record, GAMES).whole())
    arcade.open_page("statistics")


async def reviewed(pilot: Pilot[None]) -> None:
    """A game that was reviewed, at its last turning point."""
    arcade: Any = pilot.app
    match = read_match(REVIEWED, GAMES).whole()
    arcade.push_screen(replay_screen(arcade, match, match.plies, playing=False, seeking=True))
    await pilot.pause()
    while arcade.screen.doing.reviewing or not arcade.screen.doing.reviewed:
        await pilot.pause(0.05)


async def welcome(pilot: Pilot[None]) -> None:
    """The question of the first start."""
    arcade: Any = pilot.app
    arcade.push_screen(Welcome())


async def show(pilot: Pilot[None]) -> None:
    """Abacus in the show at the menu, after twenty plies."""
    arcade: Any = pilot.app
    arcade.screen.action_choose(1)
    await pilot.pause()
    arcade.screen.show_games()
    while not arcade.screen.query(BoardView):
        await pilot.pause(0.02)
    arcade.screen.workers.cancel_all()
    demo = DemoMatch(GAMES[1], Random(1))
    for _ in range(20):
        demo.ply()
    arcade.screen.query_one(BoardView).rest(demo.match.position.board)


async def editor(pilot: Pilot[None]) -> None:
    """The editor at a toll of a board."""
    arcade: Any = pilot.app
    arcade.push_screen(Editor(draft_of("gary")))
    await pilot.pause()
    await pilot.press(*["down"] * 16)


PICTURES: Final[Mapping[str, Picture]] = {
    "menu": Picture(),
    "menu-large": Picture(LARGE),
    "show": Picture(prepare=show),
    "egg-carton": Picture(LARGE, SOURCE, prepare=showing("A", "drop", 4, 0.62)),
    "egg-carton-sowing": Picture(SMALL, SOURCE, prepare=showing("A", "drop", 4, 0.62)),
    "egg-carton-last": Picture(SMALL, SOURCE, prepare=showing("A", "last", 1, 0.5)),
    "egg-carton-pointing": Picture(SMALL, SOURCE, keys=("right", "right", "right", "t", "y")),
    "egg-carton-won": Picture(SMALL, WON, keys=("f",)),
    "egg-carton-glyphs": Picture(SMALL, SOURCE, skin="glyphs", prepare=showing("A", "last", 1, 0.5)),
    "egg-carton-ascii": Picture(SMALL, SOURCE, skin="ascii", prepare=showing("A", "last", 1, 0.5)),
    "egg-carton-light": Picture(SMALL, SOURCE, theme="parchment", prepare=showing("A", "last", 1, 0.5)),
    "abacus": Picture(LARGE, DAISY, keys=("right", "space")),
    "abacus-marked": Picture(SMALL, DAISY, keys=("right", "space")),
    "abacus-pushing": Picture(SMALL, PUSHING, prepare=showing("e4e5", "push", 1, 0.5)),
    "abacus-won": Picture(SMALL, PUSHED_OFF),
    "abacus-analysis": Picture(LARGE, PUSHING, keys=("y",)),
    "abacus-glyphs": Picture(SMALL, PUSHING, skin="glyphs", keys=("t",)),
    "abacus-ascii": Picture(SMALL, PUSHING, skin="ascii", keys=("t",)),
    "abacus-light": Picture(LARGE, PUSHING, theme="parchment", keys=("t",)),
    "gobblet": Picture(LARGE, SWALLOWING, prepare=showing("K2B2", "cover", 1, 0.55)),
    "gobblet-picked": Picture(SMALL, SWALLOWING, keys=("t", "2")),
    "gobblet-won": Picture(SMALL, IN_A_ROW),
    "gobblet-glyphs": Picture(SMALL, SWALLOWING, skin="glyphs", keys=("t", "2")),
    "gobblet-ascii": Picture(SMALL, SWALLOWING, skin="ascii", keys=("t", "2")),
    "gobblet-light": Picture(LARGE, SWALLOWING, theme="parchment", keys=("t", "2")),
    "beadmaster": Picture(LARGE, BEADS, keys=("h", "7", "t")),
    "beadmaster-won": Picture(SMALL, LAST),
    "beadmaster-sliding": Picture(SMALL, BEADS, prepare=showing("h7i", "slide", 1, 0.4)),
    "beadmaster-falling": Picture(SMALL, BEADS, prepare=showing("h7i", "fall", 1, 0.4)),
    "beadmaster-glyphs": Picture(SMALL, BEADS, skin="glyphs", keys=("h", "7")),
    "beadmaster-ascii": Picture(SMALL, BEADS, skin="ascii", keys=("h", "7")),
    "beadmaster-light": Picture(SMALL, BEADS, theme="parchment", keys=("h", "7", "t")),
    "getaway": Picture(LARGE, TRAIL, prepare=showing("*6", "walk", 3, 0.5)),
    "getaway-rolling": Picture(SMALL, TRAIL, prepare=showing("*6", "roll", 1, 0.4)),
    "getaway-toll": Picture(SMALL, TOLL),
    "getaway-podium": Picture(LARGE, HOME),
    "getaway-glyphs": Picture(SMALL, TRAIL, skin="glyphs", keys=("right",)),
    "getaway-ascii": Picture(SMALL, TRAIL, skin="ascii", keys=("right",)),
    "getaway-light": Picture(LARGE, TRAIL, theme="parchment", keys=("right",)),
    "library": Picture(LARGE, prepare=library),
    "library-ascii": Picture(SMALL, skin="ascii", prepare=library),
    "replay": Picture(SMALL, SOURCE, prepare=watching("A J", 1)),
    "review": Picture(LARGE, prepare=reviewed),
    "welcome": Picture(SMALL, prepare=welcome),
    "more-options": Picture(LARGE, keys=("2", "o")),
    "statistics": Picture(prepare=statistics),
    "daily": Picture(LARGE, keys=("d",)),
    "puzzles": Picture(LARGE, keys=("u",)),
    "boards": Picture(LARGE, prepare=boards),
    "editor": Picture(SMALL, prepare=editor),
    "editor-ascii": Picture(SMALL, skin="ascii", prepare=editor),
    "set-up": Picture(LARGE, keys=("enter",)),
    "set-up-small": Picture(SMALL, keys=("enter",)),
    "game-menu": Picture(SMALL, SOURCE, keys=("g",)),
    "help": Picture(SMALL, SOURCE, keys=("question_mark", "2")),
    "help-example": Picture(SMALL, SOURCE, keys=("question_mark", "3")),
    "settings": Picture(keys=("s",)),
}


@click.command(help=f"{__doc__}\n\nThe NAMEs: {', '.join((*PICTURES, *FILMS))}.")
@click.argument("names", nargs=-1, metavar="[NAME]...", type=click.Choice([*PICTURES, *FILMS]))
@click.option("--check", is_flag=True, help="Only say which of them show something else now.")
def main(names: Sequence[str], check: bool) -> None:
    """Take the pictures that are named, or all."""
    wanted = names or (*PICTURES, *FILMS)
    before = {each.stem: each.read_bytes() for each in FOLDER.glob("*.svg")}
    for name in filter(before.__contains__, wanted) if check else wanted:
        if name in FILMS:
            film(name)
        else:
            asyncio.run(photograph(name, PICTURES[name]))
        print(f"screenshots/{name}", flush=True)
    if check:
        compare(before)


def compare(before: Mapping[str, bytes]) -> None:
    """Put back what was there before, and end with the names of the pictures that are others now."""
    others = [name for name, was in before.items() if (FOLDER / f"{name}.svg").read_bytes() != was]
    for name in others:
        (FOLDER / f"{name}.svg").write_bytes(before[name])
    if others or len(before) != len(PICTURES) + len(FILMS):
        gone = sorted({*before} ^ {*PICTURES, *FILMS})
        raise SystemExit(f"not as it is drawn now: {', '.join([*others, *gone])}: make screenshots")


if __name__ == "__main__":
    main(prog_name="python -m scripts.screenshots")
