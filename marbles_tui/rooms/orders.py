"""What guests of other processes do at a table that is played here."""

from __future__ import annotations

from marbles_tui.core import IllegalMove
from marbles_tui.rooms.cards import Line
from marbles_tui.rooms.peers import Order
from marbles_tui.rooms.room import Room
from marbles_tui.table.listener import Listener
from marbles_tui.table.players import Act


def carry_out(room: Room, order: Order) -> bool:
    """Do it; whether there was anything to do. What belongs to one state of the match is done in that alone."""
    session = room.session
    match order:
        case {"do": "choose" | "roll", "ply": ply} if ply != session.match.plies:
            return False
        case {"do": "choose", "seat": int(seat), "move": str(word)}:
            try:
                act, _, name = word.partition(" ")
                choice = Act[name] if act == "act" else session.match.game.find(session.match.position, word)
                return session.choose(seat, choice)
            except (IllegalMove, KeyError):
                return False
        case {"do": "roll", "seat": int(seat)}:
            return session.roll(seat)
        case {"do": "move_now"}:
            return session.move_now()
        case {"do": "resign", "seat": int(seat)}:
            return session.resign(seat)
        case {"do": "claim", "seat": int(seat)}:
            return session.claim(seat)
        case {"do": "offer_draw", "seat": int(seat)}:
            return session.offer_draw(seat)
        case {"do": "undo", "seat": seat}:
            return not session.stopped and session.undo(seat)
        case {"do": "redo", "seat": seat}:
            return not session.stopped and session.redo(seat)
        case {"do": "withdraw", "seat": int(seat)}:
            return session.withdraw(seat)
        case {"do": "answer", "seat": int(seat), "accept": bool(accept)}:
            return session.answer(seat, accept)
        case {"do": "add_tag", "name": str(name), "value": str(value)}:
            return room.note(name, value)
        case {"do": "claim_absence", "account": str(account)}:
            return room.claim_absence(account)
        case {"do": "want_rematch", "account": str(account), "wanted": bool(wanted)}:
            return room.want_rematch(account, wanted)
        case {"do": "say", "line": [*line]}:
            room.hear(Line(*line))
            return True
    return False


class OnceAsked(Listener):
    """Does at a table what somebody had chosen while nobody played it, as soon as they are asked."""

    def __init__(self, room: Room, order: Order) -> None:
        self._room, self._order = room, order
        self._done = False

    def asked(self, seat: int) -> None:
        """A person is asked."""
        if not self._done:
            self._done = True
            if seat == self._order["seat"]:
                carry_out(self._room, self._order)
