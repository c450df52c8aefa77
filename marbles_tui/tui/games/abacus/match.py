"""A match of Abacus at the table: its board, how it is picked, its legend, trays and words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Final, cast

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size

from marbles_tui.core import AnyBoard, AnyMove, Cell, Game
from marbles_tui.core.scene import Box, Highlights, Hollow, Scene, marble
from marbles_tui.games.abacus import ABACUS, Abacus
from marbles_tui.games.abacus.position import BY_NAME, NAMES, NEXT, OFF, MarbleStep
from marbles_tui.games.abacus.scene import PALETTE, SIDES
from marbles_tui.play import Match
from marbles_tui.table import phrases
from marbles_tui.table.game_words import HELP, MOVE, PICK, THREATS, Tip
from marbles_tui.table.players import Choice
from marbles_tui.table.tasks.playing import BOARD
from marbles_tui.table.tasks.task import Action
from marbles_tui.tui.games.picking import MatchView, Picking
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.lines import Key
from marbles_tui.tui.kit.look import Look, colours_of
from marbles_tui.tui.kit.picture import picture
from marbles_tui.tui.kit.signs import brackets

HEADINGS: Final = "dewazx"
"""The key of each heading: they lie around `s` as the hexagon does."""

PUSH: Final = "push "
"""Before the number of a heading: what a key that pushes types."""


class AbacusBoard(BoardView):
    """61 cells with their marbles, which are pushed by the keys around S; it can be turned round."""

    GAME: ClassVar[Game] = ABACUS
    BEATS: ClassVar[Mapping[str, float]] = {"select": 0.25, "push": 0.22, "lost": 0.75, "win": 1.40}

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(f"{key},{key.upper()}", f"push({heading})", f"Push {key}", show=False, id=f"push.{key}")
            for heading, key in enumerate(HEADINGS)
        ),
        Binding("tab", "next_marble(1)", "Next marble", show=False, id="abacus.next"),
        Binding("shift+tab", "next_marble(-1)", "Marble before", show=False, id="abacus.before"),
        Binding("v", "turn", "Turn the board", show=False, id="abacus.turn"),
        Binding("c", "names", "Coordinates", show=False, id="abacus.names"),
    ]

    def seen_by(self, seat: int | None) -> None:
        """Whose turn it is to look on sits below."""
        self.turned = seat == 1

    def action_push(self, heading: int) -> None:
        """Push what is marked, or the row that begins at the cursor, in a heading as it is seen."""
        cursor = "" if self.cursor is None else self.cursor
        self.action_type(f"{PUSH}{(heading + 3) % 6 if self.turned else heading} {cursor}")

    def action_next_marble(self, step: int) -> None:
        """Point at the next marble that can move, or at the next place that may be picked."""
        seen = self.scene().places
        legal = self.highlights.legal & seen.keys()
        places = sorted(legal, key=lambda cell: (seen[cell][1], seen[cell][0]))
        if not places:
            return
        at = self.cursor if self.cursor is not None else self.pointed
        if self.cursor is None and at is not None and at in places:
            self.point(at)
        elif at in places:
            self.point(places[(places.index(at) + step) % len(places)])
        else:
            self.point(places[0 if step > 0 else -1])

    def action_turn(self) -> None:
        """Turn the board round."""
        self.turned = not self.turned

    def action_names(self) -> None:
        """Show or hide the names of rows and diagonals; say which, since c may have been meant as one of them."""
        self.named = shown = not self.named
        self.hands.tell(f"Row names {'shown' if shown else 'hidden: c shows them'}. m types a move.")


WRITING: Final = ":"
"""What is typed of a move begins with it, so that a move of which nothing is typed yet is begun all the same."""


ROWS_AND_DIGITS: Final = frozenset("abcdefghi123456789")
LONGEST: Final = 6
"""The characters of a move: three cells."""


class AbacusPicking(Picking):
    """In-line: pick the rear marble, then the ringed cell that the front one enters. Broadside: pick both ends
    of the row, then the ringed cell where the first one goes. Or mark marbles and push them in a heading."""

    endangered = "Marked: your marbles that could be pushed off next."

    refused = False
    """Whether the move that is written was refused: the next letter begins another."""

    @property
    def writing(self) -> bool:
        """Whether a move is being written."""
        return bool(self.typed)

    @property
    def typing(self) -> str:
        """A move as records have it."""
        return "type m and a move"

    writes_by = "mM"

    def _push(self, heading: int, cursor: Cell | None) -> Choice:
        """Push what is marked, or else the row that begins at the cursor, in a heading of the board.

        Raises ValueError with the reason where that cannot be.
        """
        marked = self.picks or ((cursor,) if cursor is not None else ())
        if not marked:
            raise ValueError("Mark a marble first: arrows, then Space.")
        if move := self._pushes(marked).get(heading):
            return move
        ahead = NEXT[heading][marked[0]]
        if ahead == OFF:
            raise ValueError("That leads off the board.")
        text = "".join(NAMES[cell] for cell in (*marked, ahead)).lower()
        raise ValueError(self.refusal(self.match.game.explain_illegal(self.match.position, text)))

    def type(self, key: str) -> Choice | None:
        """Push in a heading, as `push 0`, and the cursor if there is one; or begin to write a move, write on, rub
        out, or play what is written.

        Raises ValueError with the reason where that is no move.
        """
        refused, self.refused = self.refused, False
        match key:
            case _ if key.startswith(PUSH):
                heading, _, cursor = key.removeprefix(PUSH).partition(" ")
                return self._push(int(heading), int(cursor) if cursor else None)
            case _ if not self.typed:
                self.restart()
                self.typed = WRITING
            case "backspace":
                self.typed = self.typed[:-1]
            case "enter":
                game, position = self.match.game, self.match.position
                text = game.normalize(self.typed.removeprefix(WRITING))
                if move := cast("MarbleStep | None", game.parse(position, text)):
                    return move
                self.refused = bool(text)
                raise ValueError(self.refusal(game.explain_illegal(position, text)))
            case " ":
                self.refused = refused
            case _ if key.lower() not in ROWS_AND_DIGITS:
                self.refused = refused
                raise ValueError("Only a-i and 1-9 are typed here. Esc ends typing.")
            case _ if refused:
                self.typed = WRITING + key.lower()
            case _ if len(self.typed) > LONGEST:
                raise ValueError("A move names three cells at most. Enter plays it.")
            case _:
                self.typed += key.lower()
        return None

    @property
    def shortcuts(self) -> Mapping[Cell, MarbleStep]:
        """A cell next to the marked marble, where a key stands, is pushed to."""
        pushes, ends = self._pushes(self.picks), self.ends()
        return {
            cell: move
            for heading, move in pushes.items()
            if (cell := NEXT[heading][self.picks[0]]) not in ends
        }

    def landing(self, cell: Cell | None) -> tuple[Cell, ...]:
        """The cells that are written so far, else where picking a place would lead."""
        text = self.typed.removeprefix(WRITING)
        words = [text[at : at + 2] for at in range(0, len(text), 2)]
        written = tuple(BY_NAME[word] for word in words if word in BY_NAME)
        return written if self.typed else super().landing(cell)

    def foresee(self, cell: Cell | None) -> str:
        """What would be moved, and what would come of it."""
        names = phrases.names(self.match)
        said = [text for event in self.outcome(cell) if (text := self.match.game.say(event, names))]
        if not said:
            return ""
        does = said[0].removeprefix(names[self.match.position.actor])
        return " ".join((re.sub(r"^ (move|pushe?)s", _would, does), *said[1:]))

    def letters(self) -> dict[Cell, str]:
        """The keys that push what is marked, each where the marble that was marked first would go."""
        return {NEXT[heading][self.picks[0]]: HEADINGS[heading] for heading in self._pushes(self.picks)}

    def ends(self) -> frozenset[Cell]:
        """The other ends of rows: picking one marks a row."""
        if len(self.picks) != 1:
            return frozenset()
        return frozenset(cell for cell in self.picker.next_cells if not self.picker.leads_to(cell))

    def _pushes(self, marked: tuple[Cell, ...]) -> Mapping[int, MarbleStep]:
        """The moves that push the marble or the row that is marked, by their headings."""
        if not marked:
            return {}
        moves = cast("Abacus", self.match.position).moves()
        return {move.heading: move for move in moves if _is_pushed(move, marked)}

    def invitation(self, name: str) -> str:
        """What to pick next."""
        written = self.typed.removeprefix(WRITING)
        if self.refused and self.typed:
            return f"Not played: [{written}]. The next letter starts a new move."
        if self.typed:
            return f"Move: {written}_ (as a1b2; Enter plays it)"
        match len(self.picks):
            case 0:
                return f"{name}: pick a marble."
            case 1:
                return "Choose a letter to push, or the other end of a row to move it sideways."
        return "Choose where the marked row moves."

    def pick_key(self) -> Key:
        """Marking and pushing."""
        if self.typed:
            return Key("enter", "play", "screen.go_on")
        return Key("space", "mark") if not self.picks else Key("w e a d z x", "push")


def _would(verb: re.Match[str]) -> str:
    return "Would push" if verb[1].startswith("push") else f"Would {verb[1]}"


def _is_pushed(move: MarbleStep, marked: tuple[Cell, ...]) -> bool:
    """Whether a move pushes the row between the marked ends."""
    ends = move.marbles[0], move.marbles[-1]
    return marked in (ends, ends[::-1]) or (move.inline and marked == ends[:1])


PITCH: Final = 4
"""From socket to socket, in cells."""


def tray(seat: int, lost: int, lose: int) -> Scene:
    """A tray in which all marbles find a place that the side may lose; a unit is the way from one to the next."""
    sockets = tuple(Hollow((at, 0.0), (0.28, 0.28), "rim:0.6") for at in range(lose))
    marbles = tuple(
        marble(f"lost{at}", (at, 0.0), 0.41, f"seat{seat}", seat) for at in range(min(lost, lose))
    )
    end = lose - 0.5 + 1 / PITCH
    wood = Box(((end - 0.5) / 2, 0.0), ((end + 0.5) / 2, 0.55), "rim:0.8", 0.3)
    return Scene(
        (-0.5, -0.55, end, 0.55), marbles, (wood, *sockets), grid=(1.0, 1.1), palette=PALETTE, least=0.82
    )


def write_tray(seat: int, lost: int, lose: int, width: int, tall: bool, look: Look) -> Content:
    """The tray in wood where there are two rows and so many columns for it, else a row of signs; nothing where not
    even that fits."""
    wide = PITCH * lose + 1
    if tall and look.skin.shaded and wide <= width:
        return as_content(picture(tray(seat, lost, lose), wide, 2, look), " " * min(3, width - wide))
    if 2 * lose - 1 > width:
        return Content("")
    ink = look.material_ink(SIDES.of(look.theme)[seat]) if look.coloured else look.text
    marbles = Content.styled(f"{look.skin.marbles[seat]} " * lost, f"bold #{ink:06x}")
    free = Content.styled(f"{look.skin.empty} " * (lose - lost), "$text-muted")
    return Content(" " * min(4, width - 2 * lose + 1)) + marbles + free


def as_content(canvas: Canvas, indent: str = "") -> Content:
    """A canvas as lines of text, each after an indent."""
    rows = (canvas.cells(row, 0, canvas.width) for row in range(canvas.height))
    return Content("\n").join(
        Content.assemble(indent, *((sign, f"#{ink:06x} on #{ground:06x}") for sign, (ink, ground, _) in row))
        for row in rows
    )


NARROW: Final = 16
NARROWEST: Final = 12
"""Columns up to which words are saved, and below which they are left out where signs will do."""

KEYS: Final = (Key("tab", "next marble"), Key("m", "type a move", "screen.do('write')"))

WRITING_KEYS: Final = (
    Key("esc", "no move", "screen.back"),
    Key("a-i 1-9", "type"),
    Key("backspace", "delete"),
)

TALL: Final = 23
"""Rows of the screen from which on trays are painted."""


class AbacusMatch(MatchView):
    """The seats tell what they have lost; the board can be turned."""

    picking = AbacusPicking
    tips = (
        Tip(
            "pick", "Push their marbles off the board. Click one of yours, or arrows and Space.", (PICK, MOVE)
        ),
        Tip("go", "Letters show where it can go: press one, or click there.", (MOVE,)),
        Tip("push", "A longer row pushes a shorter one: mark its rear marble, then push.", ("lost",)),
        Tip("marks", "t marks your marbles in danger, s suggests a move, u undoes one.", (THREATS, HELP)),
    )
    side = True
    slim = True
    choosing_menu = (Action("write", "m", "Type a move", group=BOARD),)
    menu = (
        Action("turn", "v", "Turn the board", group=BOARD),
        Action("names", "c", "Coordinates on or off", group=BOARD),
    )

    def legend(self, picking: Picking, marks: Highlights, look: Look) -> Content | None:
        """A line for each mark that is on the board while a marble is marked."""
        if not picking.picks:
            return None
        colours = colours_of(PALETTE, look)
        target, marked, last = (f"bold #{colours[role]:06x}" for role in ("target", "flash", "trace"))
        lines = [Content.assemble((" w ", target), " push that way")]
        if marks.ends:
            marble = look.skin.marbles[0]
            left, right = ("[", "]") if look.skin.shaded else tuple(brackets("flash", look.skin))
            lines.append(Content.assemble((left, marked), marble, (right, marked), " end of a row"))
        if marks.last:
            mark = "◯" if look.skin.shaded else brackets("trace", look.skin)
            lines.append(Content.assemble((mark, last), " last move"))
        return Content("\n").join(lines)

    def trace(self, move: AnyMove) -> frozenset[Cell]:
        """Where the marbles of a move were and where they went."""
        return frozenset(move.marbles) | {NEXT[move.heading][cell] for cell in move.marbles}

    def carried(self, move: AnyMove, cell: Cell) -> Cell:
        """With the marble that stood there."""
        return NEXT[move.heading][cell] if cell in move.marbles else cell

    def seat_notes(self, match: Match, board: AnyBoard, room: int, look: Look) -> tuple[str, ...]:
        """The marbles that each side has lost."""
        if room < NARROWEST and 2 * _abacus(match).lose <= room + 5:
            return ("", "")  # the trays tell
        of = " of " if room > NARROW else "/"
        return tuple(f"lost {lost}{of}{_abacus(match).lose}" for lost in board.lost)

    def seat_trays(self, match: Match, board: AnyBoard, room: Size, look: Look) -> tuple[Content, ...]:
        """The lost marbles themselves."""
        lose, tall = _abacus(match).lose, room.height >= TALL
        return tuple(
            write_tray(seat, lost, lose, room.width, tall, look) for seat, lost in enumerate(board.lost)
        )

    def first_keys(self, match: Match, picking: Picking, automatic: bool) -> tuple[Key, ...]:
        """To the next marble and typing a move, or back from a mark; while one is typed, what works then."""
        if not picking.asked:
            return ()
        if picking.writing:
            return WRITING_KEYS
        return (Key("esc", "unmark", "screen.back"),) if picking.begun else KEYS


def _abacus(match: Match) -> Abacus:
    return cast("Abacus", match.position)
