"""What a review says was easy to miss."""

from __future__ import annotations

from random import Random

import pytest

from marbles_tui.ai.review import Judgement
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.table.remarks import remark

KINDS = {
    "egg-carton": {"a long lap"},
    "abacus": {"a push from behind", "a step sideways"},
    "beadmaster": {"an upright bar hides the one below"},
    "gobblet": {"it uncovers what lies below"},
}


@pytest.mark.parametrize("key", KINDS)
def test_a_slip_is_told_with_the_answer_that_is_easily_missed_or_else_the_better_move(key: str) -> None:
    (game,) = [game for game in GAMES if game.key == key]
    random, told = Random(5), set[str]()
    for _ in range(3):
        match = Match.new(game, setup="placed" if key == "beadmaster" else None, random=random)
        while not match.result and match.plies < 40:
            position, move = match.position, str(random.choice(match.position.moves()))
            after = match.read(move)
            replies = [] if after.result else after.position.moves()
            hidden = [str(reply) for reply in replies if game.hidden(after.position, reply)]
            plain = [str(reply) for reply in replies if str(reply) not in hidden]
            others = [other for other in position.moves() if str(other) != move][:3]
            for best, kind in ((str(other), game.hidden(position, other)) for other in others):
                for reply in (*hidden[:1], *plain[:1]):
                    judgements = [None] * match.plies + [
                        Judgement(5.0, False, "+5.0", best, None, True),
                        Judgement(5.0, False, "+5.0", reply, None, True),
                    ]
                    if after.position.turn == position.turn:
                        judgements[-1] = Judgement(-5.0, False, "-5.0", reply, None, True)
                    found = remark(after, match.plies, judgements, "marble")
                    assert found
                    first = reply if reply in hidden else best if kind else ""
                    assert (
                        found.missed.startswith(f"Easy to miss: {first}, ") if first else found.missed == ""
                    )
                    assert found.missed in found.short
                    told |= {found.missed.partition(", ")[2].rstrip(".")} - {""}
            match = after
    assert told
    assert told <= KINDS[key]
