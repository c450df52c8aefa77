"""What there is to choose from, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from marbles_tui.ai.fairness import unfair_start
from marbles_tui.ai.level import Level
from marbles_tui.core import Game, Goal, Option
from marbles_tui.core.text import sentence
from marbles_tui.play.match import HUMAN
from marbles_tui.play.progress import Progress
from marbles_tui.table.progress import score_words
from marbles_tui.tui.games.view import ChosenSetup, GameView
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.skins import Skin
from marbles_tui.tui.setup.picker import Value
from marbles_tui.tui.setup.plan import ANYONE, CHANCE_BEGINS, PERSON, SOMEONE, WITH_CODE, Plan
from marbles_tui.tui.setup.words import SetupWords, Sits

TYPED: Final = "typed"
OWN: Final = "own"
BROWSE: Final = "browse"

STRONGEST: Final = 5

EXAMPLES: Final = "names, series, rules"


def strength(level: Level, skin: Skin) -> str:
    """How strong a level is, as a bar; none where that depends."""
    if not level.strength:
        return ""
    return skin.full * level.strength + skin.hollow * (STRONGEST - level.strength)


def opponents(
    levels: Sequence[Level], skin: Skin, progress: Progress | None, visiting: bool = False
) -> list[Value]:
    """The computers, weakest first, with what was done against each as far as that is known; others in the house, if
    one is visited; a friend."""
    found = []
    for level in levels:
        record = score_words(progress.score(level.key), bool(progress.left_out)) if progress else ""
        ink = f"#{level.colour:06x}" if level.colour else ""
        found.append(Value(level.key, level.title, strength(level, skin), record, level.character, ink))
    if visiting:
        found += [
            Value(ANYONE, "Anyone", "in the lobby", about="Whoever takes the seat in the lobby first."),
            Value(SOMEONE, "Someone", "in the lobby", about="You choose who gets the offer."),
            Value(WITH_CODE, "With a code", about="Only those who know the code of the game can join."),
        ]
    return [
        *found,
        Value(HUMAN, "A friend", about="You take turns at this keyboard. It counts for no rating."),
    ]


def seats(plan: Plan, view: GameView, look: Look, levels: Sequence[Level]) -> list[Value]:
    """Who sits on each seat."""
    colours = look.pieces(view.pieces) if view.pieces else ()
    known = {level.key: level for level in levels}
    shown = []
    for number, (player, name) in enumerate(zip(plan.players, plan.called, strict=True), 1):
        ink = f"#{look.material_ink(colours[number - 1]):06x}" if number <= len(colours) else ""
        level = known.get(player)
        if level:
            own = level.character if name.startswith(level.title) else f"{level.title}. {level.character}"
            told = ("computer", own)
        elif player == ANYONE:
            told = ("open", "Whoever takes the seat in the lobby.")
        else:
            told = (PERSON, "Plays at this keyboard.")
        shown.append(Value(str(number), name, strength(level, look.skin) if level else "", *told, ink))
    return shown


def beginners(names: Sequence[str], rolls: bool) -> list[Value]:
    """Who can begin, and chance; `rolls`: whoever does so rolls a die."""
    found = []
    for number, name in enumerate(names, 1):
        verb, what = ("roll", "first") if rolls else ("make", "the first move")
        about = f"You {verb} {what}." if name == "You" else f"{name} {verb}s {what}."
        found.append(Value(str(number), name, about=about))
    return [
        *found,
        Value(
            CHANCE_BEGINS, "random", about=f"Who {'rolls' if rolls else 'moves'} first is drawn at random."
        ),
    ]


def starts(
    words: SetupWords, own: ChosenSetup | None, players: Sequence[str], has_boards: bool
) -> list[Value]:
    """The starts of a game, its goals, a board of one's own, a position that is typed. A start that is unfair
    between these players says so."""
    game = words.game
    found = []
    goals = {goal.key: goal for goal in game.goals}
    for name in words.start_names:
        if name in goals:
            found.append(Value(_goal_key(goals[name]), name.capitalize(), about=sentence(goals[name].title)))
        else:
            told = words.start(name)
            unfair = unfair_start(game, name, players)
            found.append(Value(name, told.title, "", told.detail, unfair or told.about))
    if own:
        found.append(Value(OWN, f"{own.name} (yours)", about="A board of your own."))
    if has_boards:
        found.append(
            Value(BROWSE, "Browse boards...", about="All boards, your own, and the editor: Enter or b.")
        )
    if game.has_text:
        found.append(Value(TYPED, "Typed position", about="Type it under more options (o)."))
    return found


def say_start(words: SetupWords, start: Value) -> str:
    """The start in the sentence about the whole choice."""
    return words.say_start(start.title) if start.key in words.game.setups else f"{start.title}."


def _goal_key(goal: Goal) -> str:
    return f"goal-{goal.key}"


def goal_of(game: Game, chosen: str) -> Goal | None:
    """The goal that a start, or what is played, stands for."""
    return next((goal for goal in game.goals if chosen in (goal.key, _goal_key(goal))), None)


def setup_of(game: Game, start: str) -> str:
    """The setup of a start; a goal's is drawn by chance where the game can."""
    if goal_of(game, start):
        return "random" if "random" in game.setups else next(iter(game.setups))
    return start if start in game.setups else next(iter(game.setups))


def of_option(words: SetupWords, option: Option) -> list[Value]:
    """The values of a rule."""
    told = words.option(option)
    found = []
    for value in map(str, option.values):
        title, _, about = told.values.get(value, value).partition(": ")
        found.append(Value(value, title, about=sentence(about)))
    return found


def sides(plan: Plan, skin: Skin, sits: Sits) -> tuple[str, str]:
    """Who sits where, where two play, in the lines above and below the board."""
    names = plan.called
    if len(names) != 2 or len(plan.game.seats) > 1 or plan.goal:
        return "", ""
    if plan.begins == CHANCE_BEGINS:
        both = " and ".join(names)
        one = sits is not Sits.FACING
        return ("", f"{both}, who begins is random") if one else (both, "Who begins is random")
    first = (int(plan.begins) - 1) % 2 if plan.begins.isdigit() else 0
    other = names[1 - first]
    begins = f"{names[first]} {'begin' if names[first] == 'You' else 'begins'}"
    if sits is Sits.BESIDE:
        return "", f"{skin.left} {begins}   {skin.dot}   {other} {skin.right}"
    if sits is Sits.OPPOSITE:
        return "", f"{begins}, below   {skin.dot}   {other} above"
    return other, f"{'^' if skin.plain else '▲'} {begins}"


def folded(changed: Sequence[str], open_: bool) -> Content:
    """The line of the key that unfolds the options: what is changed in them, or what they are."""
    title = "Fewer options" if open_ else "More options"
    told = "shows the board" if open_ else ", ".join(changed) or EXAMPLES
    return Content.assemble(("o", "bold $accent"), (f"  {title}", "bold $foreground"), f"\n   {told}")


def line(who: str, begins: str, rules: str, stakes: str, room: int) -> str:
    """As much of the whole choice as fits in a line; what stands beside it anyway goes first."""
    for parts in ((who, begins, rules, stakes), (who, begins, stakes), (who, stakes)):
        said = " ".join(filter(None, parts))
        if cell_len(said) <= room:
            return said
    return who


def summary(who: str, rest: str, stakes: str) -> Content:
    """The whole choice, line by line."""
    return Content.assemble((who, "bold $foreground"), f"\n{rest}\n{stakes}")
