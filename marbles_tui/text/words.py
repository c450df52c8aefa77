"""What a text face speaks through, and what it says besides the sentences of a game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from marbles_tui.ai.levels import computers_of
from marbles_tui.core import CHANCE, Game, IllegalMove, Move
from marbles_tui.core.text import YOU, capitalized, sanitize_line, spoken
from marbles_tui.play import Match
from marbles_tui.table import phrases as phrases
from marbles_tui.table.pages import rules_page

if TYPE_CHECKING:
    from markdown_it.token import Token

LONGEST: Final = 2000
"""Characters of a line."""

Group: TypeAlias = tuple[str, tuple[str, ...]]
"""Words that may be typed, below what they have in common."""


class LineChoices(NamedTuple):
    """What may be typed where a line is asked for: a page makes buttons of it."""

    moves: tuple[Group, ...] = ()
    """Moves, or the answers to a question."""

    commands: tuple[str, ...] = ()
    match: Match | None = None


Ask: TypeAlias = Callable[[LineChoices], Awaitable[str | None]]
"""The next line that is typed; None when there is no more."""

Put: TypeAlias = Callable[[str], None]
"""Shows a line."""


class Drawn(str):
    """A line of a diagram, in columns; the words before it say the same."""

    __slots__ = ()


def tell(put: Put, lines: Iterable[str]) -> None:
    """Show lines, each sanitized."""
    for line in lines:
        shown = sanitize_line(line, LONGEST)
        put(Drawn(shown) if isinstance(line, Drawn) else shown)


ON_SCREEN: Final = frozenset(
    (
        *("Picking", "Playing", "Keys", "Choosing well"),
        *("Starts", "Boards", "Ways to play", "Going on with an old game"),
    )
)
"""The sections of help pages that tell of the screen; all others hold without one."""


def plain_rules(game: Game) -> Iterator[str]:
    """The rules of a game in plain lines, without what its help says of keys, mouse and screen."""
    yield f"The rules of {game.title}."
    yield from plain(rules_page(game), ON_SCREEN)


HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")


def plain(markdown: str, without: Collection[str]) -> Iterator[str]:
    """A page in Markdown but for its title and some sections: a paragraph, an item or a row a line, no markup."""
    from markdown_it import MarkdownIt  # only where a page is asked for

    wanted, levels, cells, opened = True, list[str](), list[str](), ""
    for token in MarkdownIt("commonmark").enable("table").parse(markdown):
        match token.type:
            case "inline" if opened in HEADINGS:
                wanted = _words(token) not in without
                if wanted and opened != "h1":
                    yield from ("", f"{_words(token)}.")
            case _ if not wanted:
                pass
            case "bullet_list_open" | "ordered_list_open":
                levels.append("")
            case "bullet_list_close" | "ordered_list_close":
                levels.pop()
            case "list_item_open":
                levels[-1] = f"{token.info}. " if token.info else "- "
            case "inline" if opened == "p":
                yield "  " * (len(levels) - 1) + "".join(levels[-1:]) + _words(token)
                if levels:
                    levels[-1] = "  "
            case "inline" if opened == "td":
                cells.append(_words(token))
            case "tr_close" if cells:
                yield f"- {', '.join(cells[:-1])}: {cells[-1]}."
                cells = []
            case "code_block":
                yield from (line.strip() for line in token.content.splitlines())
        opened = token.tag


def _words(inline: Token) -> str:
    """What is said between two tags, without its marks."""
    breaks = ("softbreak", "hardbreak")
    return "".join(" " if part.type in breaks else part.content for part in inline.children or ())


WIDTH: Final = 78

WORD: Final = 40
"""The most characters of a move as it was typed."""

FEW: Final = 2
"""Moves that a question names."""

COMMANDS: Final = {
    "board": "the position, in words and as a diagram",
    "moves": "the moves that are legal now",
    "what MOVE": "what a move would do; it is not played",
    "hint": "what the computer would play",
    "undo": "undo your last move",
    "redo": "redo what was undone",
    "draw": "claim a draw, or offer one",
    "resign": "give up",
    "again": "play again once the game is over; the other side begins",
    "save [FILE]": "write the record, to FILE if you name one",
    "rules": "how the game is played",
    "help": "these commands, and how a move is written",
    "quit": "leave; the game is saved",
}
"""What can be typed besides a move, and what it does."""

TO_COPY: Final = {
    "save" if name == "save [FILE]" else name: "the record, to be copied" if name == "save [FILE]" else does
    for name, does in COMMANDS.items()
}
"""The same where there are no files."""


def opening(match: Match) -> Iterator[str]:
    """The game, the rules that are not usual, and who sits where."""
    game = match.game
    about = ", ".join((game.title, *phrases.rules(match)))
    yield f"{about}. {game.blurb}"
    characters = {level.key: level.character for level in computers_of(game).styles}
    for seat, who in enumerate(phrases.names(match)):
        level = match.seats[seat].level
        player = f"computer, level {sanitize_line(level, phrases.NAME)}" if level is not None else "human"
        if level in characters:
            player = f'computer, who says: "{characters[level].removesuffix(".")}"'
        yield f"{game.sides[seat]}: {who}, {player}."
    yield what_to_type(match)


def what_to_type(match: Match) -> str:
    """What to type, said after an empty line."""
    moves = " or ".join(str(move) for move in few_moves(match))
    return f"Type {moves or 'a move'}, or help."


def board(match: Match) -> Iterator[str]:
    """The position in words, then as a diagram; without what the players are to remember."""
    seen = match.game.observe(match.position, match.options)
    names = phrases.names(match)
    told = match.game.describe(seen, names)
    yield from spoken(told, names).splitlines()
    yield ""
    yield from map(Drawn, match.game.diagram(seen).splitlines())
    yield ""


def rules(match: Match) -> Iterator[str]:
    """What is not as usual in this match, then the rules of its game."""
    if unusual := phrases.unusual_rules(match):
        yield f"{unusual} This counts where the rules below say something else."
    yield from plain_rules(match.game)


def tried(match: Match, typed: str) -> Iterator[str]:
    """What a move would do, step by step, as it was typed behind `what`."""
    game, position = match.game, match.position
    if not typed:
        yield "Type what and a move: you are told what it would do."
    elif match.turn is None or match.turn == CHANCE:
        yield "There is no move to look at now."
    elif game.observe(position, match.options) != position:
        yield "What is covered is to be remembered here: moves are not looked at beforehand."
    else:
        try:
            move = game.find(position, sanitize_line(typed, WORD))
        except IllegalMove as error:
            yield f"{error}."
            return
        yield f"This is what {move} would do:"
        _, events = game.tell(position, move)
        yield from (f"  {told}" for event in events if (told := game.told(event, phrases.names(match))))
        yield "It is not played."


def legal(match: Match) -> Iterator[str]:
    """The legal moves, in lines that are not too wide."""
    moves = [str(move) for move in match.position.moves()] if match.turn is not None else []
    if not moves:
        yield "There are no moves: the game is over."
        return
    what = "The die gives one of:" if match.turn == CHANCE else "Legal moves:"
    yield from wrap(" ".join((what, *moves)), WIDTH, subsequent_indent="   ", break_on_hyphens=False)


def question(match: Match) -> str:
    """What is asked for now."""
    if match.turn is None:
        return "The game is over: again, undo, save, board or quit?"
    named = phrases.name(match, match.position.actor)
    who = "" if named == YOU else f"{named}, "
    if match.turn == CHANCE:
        return capitalized(f"{who}roll?")
    names, position = phrases.names(match), match.position
    reasons = [(move, match.game.explain_move(position, move, names)) for move in few_moves(match)]
    told = [f"{move} ({spoken(why, names)})" if why else str(move) for move, why in reasons]
    return capitalized(f"{who}your move: {' or '.join(told)}?" if told else f"{who}your move?")


def few_moves(match: Match) -> Sequence[Move]:
    """The moves of a person who has so few that the question can name them all; else none."""
    moves = match.position.moves() if match.turn not in (None, CHANCE) else ()
    return moves if len(moves) <= FEW else ()
