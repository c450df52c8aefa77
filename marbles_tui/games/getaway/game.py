"""Gary's Great Getaway put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from marbles_tui.core import Cell, DayMatch, Event, Game, Measure, Option, Randomness
from marbles_tui.games.getaway.achievements import ACHIEVEMENTS
from marbles_tui.games.getaway.automatic import decide
from marbles_tui.games.getaway.board import DIE, GOLD, Toll
from marbles_tui.games.getaway.describe import describe, short_way
from marbles_tui.games.getaway.endless import explain_endless
from marbles_tui.games.getaway.facts import facts
from marbles_tui.games.getaway.journey import Journey, explain_illegal, explain_illegal_pick
from marbles_tui.games.getaway.moves import PAY, Decision, Draw, normalize
from marbles_tui.games.getaway.setups import BOARDS_OWN, KEY, SETUPS, fill, resolve_setup, start
from marbles_tui.games.getaway.text import diagram, most_gold, say

if TYPE_CHECKING:
    from marbles_tui.core.frame import Frame
    from marbles_tui.core.scene import Room, Scene


class Getaway(Game[Journey, Draw | Decision]):
    """Race along a trail to the castle; the most gold wins."""

    key = KEY
    title = "Gary's Great Getaway"
    blurb = "Race along the trail to its end; the most gold wins."
    author = "A programming exercise, 2002"
    seats = range(1, 7)
    sides = ("Red", "Blue", "Green", "Yellow", "Purple", "Orange")
    setups = SETUPS
    options = (
        Option("exact", ("off", "on"), "off", "the castle must be reached by an exact roll"),
        Option(
            "toll", ("pay", "choose"), "pay", "tolls are paid at once where the gold suffices, or you choose"
        ),
        Option("gold", GOLD, BOARDS_OWN, "gold at the start"),
        Option("sides", DIE, BOARDS_OWN, "sides of the die"),
        Option("players", range(1, 7), "2", "number of travellers"),
    )
    proposed = {"toll": "choose"}
    board_files = True
    records = {"most gold": most_gold}
    achievements = ACHIEVEMENTS
    rated = False
    told_as_story = True
    day_match = DayMatch(
        called="journey",
        counted="gold",
        aim="Bring more than {} gold to the castle.",
        advice="All roll the same; choose your tolls well.",
        options={"players": "1", "toll": "choose"},
        score=lambda position: position.travellers[0].gold,
        choose=decide,
    )

    def start(self, setup: str | None, seats: int, options: Mapping[str, str]) -> Journey:
        return start(setup, seats, options)

    def resolve_setup(
        self, setup: str | None, seats: int, options: Mapping[str, str], random: Randomness
    ) -> str | None:
        del seats, options, random
        return resolve_setup(setup)

    def fill(self, setup: str | None, options: Mapping[str, str]) -> dict[str, str]:
        return fill(setup, options)

    def normalize(self, text: str) -> str:
        return normalize(text)

    def say(self, event: Event, names: Sequence[str]) -> str:
        return say(event, names)

    def diagram(self, position: Journey) -> str:
        return diagram(position)

    def scene(self, frame: Frame, room: Room) -> Scene:
        from marbles_tui.games.getaway.scene import scene  # not for the first paint

        return scene(frame, room)

    def emblem(self) -> Scene:
        from marbles_tui.games.getaway.scene import emblem

        return emblem()

    def describe(self, position: Journey, names: Sequence[str]) -> str:
        return describe(position, names)

    def explain_move(self, position: Journey, move: Draw | Decision, names: Sequence[str]) -> str:
        del names
        if not isinstance(move, Decision):
            return ""
        _, toll = position.course.trail.squares[position.travellers[position.actor].square]
        if move.word == PAY:
            return f"keeps your place for {position.due} gold"
        assert isinstance(toll, Toll), "only tolls leave a choice"
        return f"saves {position.due} gold and leads {short_way(toll.jump)}"

    def explain_endless(self, position: Journey) -> str:
        return explain_endless(position)

    def explain_illegal(self, position: Journey, text: str) -> str:
        del text
        return explain_illegal(position)

    def explain_illegal_pick(self, position: Journey, picks: tuple[Cell, ...]) -> str:
        del picks
        return explain_illegal_pick(position)

    def measures(self, setup: str | None, options: Mapping[str, str]) -> Mapping[str, Measure]:
        own = fill(setup, {"gold": BOARDS_OWN})["gold"]
        return self.records if options.get("gold", BOARDS_OWN) in (BOARDS_OWN, own) else {}

    def is_thrown(self, position: Journey) -> bool:
        return position.need == "roll"

    def begins_turn(self, position: Journey, before: Journey | None) -> bool:
        del before
        return position.need == "roll"

    def facts(self, position: Journey, names: Sequence[str]) -> Mapping[str, object]:
        return facts(position, names)


GETAWAY = Getaway()
