"""A table where a match is played line by line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from marbles_tui.core import CHANCE, BadOption, IllegalMove
from marbles_tui.core.text import sanitize_line
from marbles_tui.play import Match
from marbles_tui.play.players import Act, drawn
from marbles_tui.play.series import seed_of
from marbles_tui.play.undo import decides_or_rolls, next_decision, take_back
from marbles_tui.store import Store, save_copy
from marbles_tui.store.boards import write_file
from marbles_tui.store.paths import expanded
from marbles_tui.table import phrases as phrases
from marbles_tui.table.pages import rules
from marbles_tui.text import opponent, words

ROLL: Final = "roll"
WORD: Final = 40
"""The most characters of a move as it was typed."""


@dataclass(slots=True)
class TextTable:
    """A match, saved under an id, that is played by what `ask` gives: a line, or None when there is no more.

    `put` takes a line to be shown. Everything is kept as soon as it is played.
    """

    match: Match
    store: Store
    ask: Callable[[], str | None]
    put: Callable[[str], None]
    saved: int | None = None
    _left: bool = field(default=False, init=False)
    _trouble: str = field(default="", init=False)

    def play(self) -> None:
        """Play until the player leaves or has nothing more to say."""
        if self.saved is None:
            self._keep()
        self._tell(words.opening(self.match))
        self._tell(words.board(self.match))
        self._tell(filter(None, [phrases.last_move(self.match), phrases.verdict(self.match)]))
        while not self._left:
            self._go_on()

    def _go_on(self) -> None:
        """The next ply of a computer and its dice, or the next line of a person."""
        match = self.match
        if match.turn == CHANCE and match.seats[match.position.actor].level is not None:
            self._roll()
        elif match.turn not in (None, CHANCE) and (level := match.seats[match.turn].level) is not None:
            try:
                self._play(opponent.choose(match, level))
            except BadOption as error:
                self._tell([f"{error}: type its move."])
                self._answer()
        else:
            self._answer()

    def _answer(self) -> None:
        """Ask for a line and do what it says."""
        self.put(words.question(self.match))
        line = self.ask()
        if line is None:
            self._left = True
            return
        name, _, rest = line.strip().partition(" ")
        action = ACTIONS.get(name.lower())
        if action:
            action(self, rest.strip())
        elif self.match.turn == CHANCE and name.lower() in ("", ROLL):
            self._roll()
        elif name:
            self._try(sanitize_line(line.strip(), WORD))

    def _try(self, word: str) -> None:
        if self.match.turn is None:
            self._tell(["The game is over."])
            return
        if self.match.turn == CHANCE:
            self._tell(["Chance decides: roll, or just press Enter."])
            return
        try:
            move = self.match.game.find(self.match.position, word)
        except IllegalMove as error:
            self._tell([f"{error}."])
        else:
            self._play(move)

    def _roll(self) -> None:
        self._play(drawn(seed_of(self.match), self.match))

    def _play(self, choice: Any) -> None:
        """Play a move or an act, keep it, and tell it step by step."""
        if isinstance(choice, Act):
            self._set(self.match.agree())
            return
        names = phrases.names(self.match)
        self.match, events = self.match.play(choice)
        self._keep()
        self._tell(filter(None, (self.match.game.say(event, names) for event in events)))
        self._tell(filter(None, [phrases.verdict(self.match)]))

    def _set(self, match: Match) -> None:
        """Put another state of the match on the table."""
        self.match = match
        self._keep()
        self._tell(filter(None, [phrases.verdict(match)]))

    def _keep(self) -> None:
        self.saved = (
            self.store.begin(self.match) if self.saved is None else self.store.save(self.saved, self.match)
        )
        if self.store.trouble != self._trouble:
            self._trouble = self.store.trouble
            self._tell(filter(None, [self._trouble]))

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.put(sanitize_line(line, 2000))

    # Commands

    def _board(self, rest: str) -> None:
        del rest
        self._tell(words.board(self.match))

    def _moves(self, rest: str) -> None:
        del rest
        self._tell(words.legal(self.match))

    def _help(self, rest: str) -> None:
        del rest
        self._tell(words.aid(self.match))

    def _hint(self, rest: str) -> None:
        del rest
        thought = opponent.advise(self.match) if self.match.turn not in (None, CHANCE) else None
        if thought is None or thought.move is None:
            self._tell(["The computer cannot help here."])
        else:
            self._tell([f"Try {thought.move}{f': {thought.words()}' if thought.proved else ''}."])

    def _rules(self, rest: str) -> None:
        del rest
        self._tell(rules(self.match.game).splitlines())

    def _undo(self, rest: str) -> None:
        del rest
        self._step(take_back(self.match, decides_or_rolls), "There is nothing to take back.")

    def _redo(self, rest: str) -> None:
        del rest
        self._step(next_decision(self.match, decides_or_rolls), "There is nothing to play again.")

    def _step(self, match: Match | None, otherwise: str) -> None:
        if match is None:
            self._tell([otherwise])
        else:
            self._set(match)
            self._tell(words.board(match))

    def _draw(self, rest: str) -> None:
        del rest
        if self.match.result:
            self._tell(["The game is over."])
        elif self.match.claimable or opponent.content(self.match):
            self._set(self.match.agree())
        else:
            self._tell(["The computer plays on."])

    def _resign(self, rest: str) -> None:
        del rest
        if self.match.result:
            self._tell(["The game is over."])
        elif len(self.match.seats) == 1:
            self._tell(["There is nobody to give up to."])
        else:
            self._set(self.match.resign(self.match.position.actor))

    def _save(self, rest: str) -> None:
        """Write the record; a file that is there already is left alone."""
        record = str(self.match)
        if not rest:
            copy = save_copy(record)
            self._tell([f"The record is in {copy}." if copy else "The record cannot be written."])
            return
        file = expanded(rest)
        try:
            if os.path.exists(file):
                raise ValueError(f"{file} is there already: name another file")
            write_file(file, record)
        except ValueError as error:
            self._tell([f"{error}."])
        else:
            self._tell([f"The record is in {file}."])

    def _quit(self, rest: str) -> None:
        del rest
        self._left = True


ACTIONS: Final[dict[str, Callable[[TextTable, str], None]]] = {
    "board": TextTable._board,
    "moves": TextTable._moves,
    "hint": TextTable._hint,
    "undo": TextTable._undo,
    "redo": TextTable._redo,
    "draw": TextTable._draw,
    "resign": TextTable._resign,
    "save": TextTable._save,
    "rules": TextTable._rules,
    "help": TextTable._help,
    "?": TextTable._help,
    "quit": TextTable._quit,
}
"""What is done at a word that is no move."""
