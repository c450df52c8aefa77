"""A table where a match is played line by line."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from random import Random
from typing import Final

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.budget import Limit
from marbles_tui.core import CHANCE, BadOption, IllegalMove, Move
from marbles_tui.core.text import sanitize_line
from marbles_tui.play import Match
from marbles_tui.play.rating import NOT, changes_rating, is_rated, unrated
from marbles_tui.play.series import CHANGED, RATED, TAKEN_BACK, play_on_from
from marbles_tui.store import MatchStore, save_copy
from marbles_tui.store.files import write_file
from marbles_tui.store.paths import expanded
from marbles_tui.store.rows import text_of
from marbles_tui.table import phrases as phrases
from marbles_tui.table.advice import advice
from marbles_tui.table.clock import first
from marbles_tui.table.live import Answered, Changed, Failed, News, Over, Played, Status, Trouble
from marbles_tui.table.offers import Kind, computers_only, undone
from marbles_tui.table.players import Act, Engine, Here, Human, SearchService
from marbles_tui.table.session import Session
from marbles_tui.table.start import today
from marbles_tui.text import words
from marbles_tui.text.talk import Ask, Put, tell

ROLL: Final = "roll"
HINT: Final = Limit(1.5)
"""How long the computer looks for a hint."""

ANSWERS: Final = {"yes": True, "y": True, "no": False, "n": False}


class TextTable:
    """A match, saved under an id, that is played by what `ask` gives. Everything is saved as soon as it is played."""

    def __init__(
        self,
        match: Match,
        store: MatchStore,
        ask: Ask,
        put: Put,
        saved: int | None = None,
        *,
        service: SearchService | None = None,
        show_record: Callable[[str], str] | None = None,
    ) -> None:
        """`service`: where computers think, if not here. `show_record`: what `save` does where there are no files: it
        is given the record, and says where that is."""
        self.saved = saved
        """The id of the match in the store, None until it is saved."""
        self._start = match
        self._store = store
        self._ask = ask
        self._put = put
        self._service = service or Here()
        self._show_record = show_record
        self._session: Session
        self._left = False
        self._warned = self._warned_of_undo = self._warned_of_resigning = False
        self._over = False
        self._unsaved: Match | None = None
        """The match on the table as it stands, while that is not saved."""
        self._unsaved_before: list[tuple[int | None, Match]] = []
        """Matches that were on the table before it and are not saved as they stood, with their ids."""

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self._session.state.match

    async def play(self) -> None:
        """Play until the player leaves or has nothing more to say."""
        match = self._start
        service = self._service
        players = [
            Human() if seat.computer is None else Engine(seat.computer, service) for seat in match.seats
        ]
        self._session = Session(match, players, self._keep)
        self._session.listen(self._hear, shows=True)
        self._news = asyncio.Event()
        if self.saved is None:
            try:
                self._keep(match)
            except OSError as error:
                self._trouble(str(error))
        self._tell(words.opening(match))
        self._tell(words.board(match))
        self._tell(filter(None, [phrases.last_move(match)]))
        running = asyncio.create_task(self._session.run())
        try:
            while not self._left:
                if self._wanted:
                    await self._answer()
                    self._news.set()  # the session may go on before the next line is asked for
                    await asyncio.sleep(0)
                else:
                    self._news.clear()
                    await first(running, self._news.wait())
                if running.done():
                    running.result()
        finally:
            self._session.close()
            await running

    def leave(self) -> None:
        """Leave, also while a computer thinks."""
        self._left = True
        self._news.set()

    @property
    def _wanted(self) -> bool:
        """Whether a line is wanted: an answer to an offer, a move, or what is to be done after the end."""
        state = self._session.state
        if state.offer:
            return self._asked_to_accept is not None
        return self._over or state.asked is not None

    @property
    def _asked_to_accept(self) -> int | None:
        """The first person who is to answer an offer."""
        offer, seats = self._session.state.offer, self.match.seats
        return next((seat for seat in offer.waits if seats[seat].level is None), None) if offer else None

    def _keep(self, match: Match) -> None:
        """Save the match, unless it has no move yet. Raises OSError."""
        if self.saved is None and not match.plies:
            return
        self._unsaved = match
        self.saved = self._store.begin(match) if self.saved is None else self._store.save(self.saved, match)
        if self._store.trouble:
            raise OSError(self._store.trouble)
        self._unsaved = None

    def save_again(self) -> None:
        """Try once more to save what is not saved."""
        for before in tuple(self._unsaved_before):
            number, match = before
            _ = self._store.begin(match) if number is None else self._store.save(number, match)
            if not self._store.trouble:
                self._unsaved_before.remove(before)
        if self._unsaved:
            with suppress(OSError):
                self._keep(self._unsaved)

    @property
    def unsaved(self) -> list[str]:
        """The records of what is not saved as it stands."""
        last = [self._unsaved] if self._unsaved else []
        return [text_of(match) for match in (*(match for _, match in self._unsaved_before), *last)]

    def _tell(self, lines: Iterable[str]) -> None:
        tell(self._put, lines)

    # What the session tells

    def _hear(self, news: News) -> None:
        match news:
            case Played():
                self._tell_move(news)
            case Changed():
                self._over = False
            case Status():
                self._news.set()  # a line may be wanted
            case Answered(seat=int(seat), accepted=False):
                who = "The computer plays on." if self.match.seats[seat].level else None
                self._tell([who or f"{phrases.name(self.match, seat)} declines the draw."])
            case Over():
                self._over = True
                self._tell(filter(None, [phrases.verdict(self.match)]))
                self._news.set()
            case Failed(error=error):
                self._tell([f"{error}: type its move."])
            case Trouble(message=message):
                self._trouble(message)

    def _tell_move(self, played: Played) -> None:
        """Tell it step by step, and once if the game can never end any more."""
        before, match, events = played
        names, game = phrases.names(match), match.game
        self._tell(filter(None, (game.told(event, names) for event in events)))
        endless = game.explain_endless(match.position)
        if endless and not game.explain_endless(before.position):
            self._tell([f"{endless} Type draw to end it as a draw."])

    def _trouble(self, message: str) -> None:
        """Tell what is wrong with the store."""
        self._tell(filter(None, [message]))

    # What is typed

    async def _answer(self) -> None:
        """Ask for a line and do what it says."""
        seat = self._asked_to_accept
        self._put(words.question(self.match) if seat is None else words.draw_question(self.match, seat))
        line = await self._ask()
        if line is None:
            self._left = True
            return
        name, _, rest = line.strip().partition(" ")
        action = ACTIONS.get(name.lower())
        if action:
            doing = action(self, rest.strip())
            if doing:
                await doing
        elif seat is not None:
            self._accept(seat, name)
        elif self.match.turn == CHANCE and name.lower() in ("", "r", ROLL):
            self._session.choose(self.match.position.actor, Act.ROLL)
        elif name:
            self._try(sanitize_line(line.strip(), words.WORD))
        elif self.match.turn is not None:
            self._tell([words.what_to_type(self.match)])

    def _accept(self, seat: int, word: str) -> None:
        answer = ANSWERS.get(word.lower())
        if answer is None:
            self._tell(["Type yes or no."])
        else:
            self._session.answer(seat, answer)

    def _found(self, word: str) -> Move:
        """The move that was typed, be it with spaces in it. Raises IllegalMove."""
        game, position = self.match.game, self.match.position
        joined = word.replace(" ", "")
        try:
            move: Move = game.find(position, joined)
        except IllegalMove:
            if joined == word:
                raise
            move = game.find(position, word)
        return move

    def _try(self, word: str) -> None:
        if self.match.turn is None:
            self._tell(["The game is over."])
            return
        if self.match.turn == CHANCE:
            self._tell(["The die decides: type roll, or just press Enter."])
            return
        begun = [move for move in words.few_moves(self.match) if str(move).startswith(word.lower())]
        try:
            move = begun[0] if len(begun) == 1 else self._found(word)
        except IllegalMove as error:
            self._tell([f"{error}."])
        else:
            self._session.choose(self.match.turn, move)

    # Commands

    def _board(self, rest: str) -> None:
        del rest
        self._tell(words.board(self.match))

    def _moves(self, rest: str) -> None:
        del rest
        self._tell(words.legal(self.match))

    def _what(self, rest: str) -> None:
        self._tell(words.tried(self.match, rest))

    def _help(self, rest: str) -> None:
        del rest
        self._tell(words.aid(self.match, files=self._show_record is None))

    async def _hint(self, rest: str) -> None:
        del rest
        match = self.match
        if is_rated(match) and not self._warned:
            self._warned = True
            self._tell(["This game is rated. With a hint it no longer counts. Type hint once more to go on."])
            return
        thought = await self._advise(match) if match.turn not in (None, CHANCE) else None
        if thought is None or thought.move is None:
            self._tell(["The computer cannot help here."])
            return
        if is_rated(match):
            self._session.add_tag(RATED, NOT)
        self._tell([advice(match, match.game.find(match.position, thought.move), thought)])

    async def _advise(self, match: Match) -> Analysis | None:
        """What the strongest level would play; None if no computer knows this game."""
        try:
            return await self._service.think(match, limit=HINT)
        except BadOption:
            return None

    def _rules(self, rest: str) -> None:
        del rest
        self._tell(words.rules(self.match))

    def _undo(self, rest: str) -> None:
        del rest
        match, session = self.match, self._session
        hands = session.state.hands
        before = undone(match, hands)
        if before is None or computers_only(hands):
            self._tell(["Nothing to undo."])
        elif match.result and changes_rating(match):
            self._tell(["This game is over and counts. You play on in another one, which is not rated."])
            if self._unsaved:
                self._unsaved_before.append((self.saved, self._unsaved))
            self.saved = self._unsaved = None
            begun = play_on_from(before, match.seats, date=today(), random=Random())
            self._stepped(session.go_to(unrated(begun, TAKEN_BACK)))
        elif is_rated(match) and not self._warned_of_undo:
            self._warned_of_undo = True
            self._tell(
                [
                    "This game is rated. Once a move is taken back it no longer counts. "
                    "Type undo again to go on."
                ]
            )
        else:
            if is_rated(match):
                session.add_tag(RATED, NOT)
                session.add_tag(CHANGED, TAKEN_BACK)
            self._stepped(session.undo())

    def _redo(self, rest: str) -> None:
        del rest
        self._stepped(self._session.redo())

    def _stepped(self, done: bool) -> None:
        self._tell(words.board(self.match) if done else ["Nothing to redo."])

    def _draw(self, rest: str) -> None:
        del rest
        seat = self.match.position.actor
        if self.match.result:
            self._tell(["The game is over."])
        elif (seat, Kind.DRAW) in self._session.state.spent:
            self._tell(["A draw can be offered again after the next move."])
        elif not (self._session.state.offer or self._session.claim(seat) or self._session.offer_draw(seat)):
            self._tell(["You are playing alone."])

    def _resign(self, rest: str) -> None:
        del rest
        if self.match.result:
            self._tell(["The game is over."])
        elif is_rated(self.match) and self.match.plies and not self._warned_of_resigning:
            self._warned_of_resigning = True
            self._tell(["This game is rated: resigning costs rating points. Type resign again to give up."])
        elif not self._session.resign(self.match.position.actor):
            self._tell(["You are playing alone."])

    def _save(self, rest: str) -> None:
        """Write the record; a file that is there already is left alone."""
        record = str(self.match)
        if self._show_record:
            self._tell([self._show_record(record)])
            return
        if not rest:
            copy = save_copy(record)
            self._tell([f"The record is in {copy}." if copy else "The record cannot be written."])
            return
        try:
            file = expanded(rest)
            write_file(file, record, wait=True)
        except ValueError as error:
            self._tell([f"{error}."])
        else:
            self._tell([f"The record is in {file}."])

    def _quit(self, rest: str) -> None:
        del rest
        self._left = True


ACTIONS: Final[dict[str, Callable[[TextTable, str], Awaitable[None] | None]]] = {
    "board": TextTable._board,
    "moves": TextTable._moves,
    "what": TextTable._what,
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
