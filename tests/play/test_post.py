"""Games by post: two people, and nothing but letters between them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from marbles_tui.core import CHANCE
from marbles_tui.games import GAMES, find
from marbles_tui.play import Match, post
from marbles_tui.play.post import BadLetter, begin, check, head, is_complete, read, roll, write
from marbles_tui.table.post import MOST_GAMES, Own
from tests.for_each import for_each

SECRETS = ("one", "other")
TITLES = [game.key for game in GAMES]


def turn(match: Match, seat: int, random: Random) -> Match:
    """The game after a seat has done what its letter tells."""
    while not is_complete(match, seat):
        if match.turn == CHANCE:
            match, _ = match.play(roll(match, seat, SECRETS[seat]))
        else:
            match, _ = match.play(random.choice(match.position.moves()))
    return match


def letters(key: str, most: int, seed: int = 1) -> list[tuple[Match, str]]:
    """A game by post, and its letters: each is read and checked by the other one before it is answered."""
    random = Random(seed)
    match = begin(find(key), ("Ann", "Bea"), "a1", SECRETS[0], date="2026.01.02", random=random)
    held: list[Match | None] = [None, None]
    sent: list[tuple[Match, str]] = []
    while len(sent) < most and match.result is None:
        seat = post.writer(match)
        match, letter = write(turn(match, seat, random), seat, SECRETS[seat])
        held[seat] = match
        came = read(letter, GAMES)
        if own := held[1 - seat]:
            check(came, own, 1 - seat)
        assert came.moves == match.moves
        sent.append((match, letter))
        match = came
    return sent


@for_each("key", TITLES)
def test_a_game_goes_to_and_fro_to_its_end(key: str) -> None:
    last, letter = letters(key, 60)[-1]
    assert last.result or head(last).number == 60
    assert letter.startswith(last.game.title)
    assert head(read(letter, GAMES)).number == head(last).number


@for_each("key", TITLES)
@for_each(
    "sent",
    [
        lambda text: "> " + text.replace("\n", "\n> "),
        lambda text: "Hi Bea,\r\n\r\nhere you are!\r\n" + text.replace("\n", "\r\n") + "\r\nSee you\r\nAnn",
        lambda text: text.replace("\n", "  \n"),
    ],
)
def test_mail_does_it_no_harm(key: str, sent: object) -> None:
    match, letter = letters(key, 5)[-1]
    assert callable(sent)
    assert read(sent(letter), GAMES).moves == match.moves


def refused(letter: str, held: Match, seat: int = 0) -> str:
    """Why a letter is."""
    try:
        check(read(letter, GAMES, {held.tag(post.POST): held}), held, seat)
    except BadLetter as error:
        return str(error)
    pytest.fail("the letter was taken")


def test_who_rewrites_the_past_is_refused_at_the_first_move_that_is_another() -> None:
    sent = letters("abacus", 6)
    held, (there, fifth) = sent[4][0], sent[5]
    other = sorted({str(move) for move in there.positions[2].moves()} - {str(there.moves[2])})
    for word in other:
        told = refused(fifth.replace(f" {there.moves[2]}", f" {word}", 1), held, 1 - head(there).seat)
        assert told == f"The letter is refused at move 3: it says {word}, but {there.moves[2]} was played."


def test_a_move_that_is_not_legal_is_named() -> None:
    (held, _), (match, letter) = letters("egg-carton", 4)[-2:]
    last = str(match.moves[-1])
    at = letter.rindex(last)
    assert "Z is not" in refused(letter[:at] + "Z" + letter[at + len(last) :], held)


@for_each(
    ("change", "told"),
    [
        (lambda text: text[: text.index("; end")], "There is no whole letter here"),
        (lambda text: "moves: a b c", "There is no whole letter here"),
        (lambda text: text.replace('"Bea"', '"Eve"'), "its digest is not that of the moves before it"),
        (lambda text: text.replace("[Post", "[Lost"), "This is no letter"),
        (lambda text: text.replace("; end", "#1\n; end"), "Ann has not resigned"),
        (lambda text: text.replace("; end", "=\n; end"), "a draw cannot be claimed there"),
    ],
)
def test_what_is_wrong_with_a_letter_is_said(change: object, told: str) -> None:
    sent = letters("gobblet", 4)
    assert callable(change)
    letter = change(sent[3][1])
    assert told in refused(letter, sent[2][0], 0)


@for_each(
    ("came", "held", "told"),
    [
        (3, 5, "This is letter 4, which you have had"),
        (3, 3, "This is letter 4, which you have had: the next one is 5."),
        (5, 2, "This is letter 6: letter 4 has not come yet."),
        (2, 2, "This is your own letter: it is for Bea."),
    ],
)
def test_letters_come_one_after_the_other(came: int, held: int, told: str) -> None:
    sent = letters("abacus", 6)
    assert refused(sent[came][1], sent[held][0], 0).startswith(told)


def test_giving_up_is_told_by_a_letter() -> None:
    held, _ = letters("abacus", 5)[-1]
    match, letter = write(held.resign(1), 1, SECRETS[1])
    came = read(letter, GAMES)
    check(came, held, 0)
    assert came.result
    assert came.result.winners == (0,)
    assert match.result
    again, out_of_turn = write(held.resign(0), 0, SECRETS[0])
    assert read(out_of_turn, GAMES).result == again.result


def test_a_tag_decides_nothing_and_others_are_dropped() -> None:
    match, letter = letters("abacus", 3)[-1]
    assert '[Result "*"]' in letter
    claimed = letter.replace('[Result "*"]', '[Result "1"]\n[Tournament "x"]\n[Rated "no"]')
    came = read(claimed, GAMES)
    assert (came.result, came.tag("Tournament"), came.tag("Rated")) == (None, "", "")
    assert came.moves == match.moves


def test_dice_are_nobodys_choice() -> None:
    sent = letters("getaway", 12)
    last = sent[-1][0]
    dice = (str(move) for move, at in zip(last.moves, last.positions, strict=False) if at.turn == CHANCE)
    assert " ".join(dice) == "*1 *6 *1 *3 *3 *4 *4 *5 *3 *6 *5", "as in games that are under way"
    for number in range(2, 12):
        match, letter = sent[number]
        thrown = [ply for ply in range(match.plies) if match.positions[ply].turn == CHANCE]
        ply = thrown[-1]
        right = match.moves[ply]
        wrong = next(move for move in match.positions[ply].moves() if move != right)
        forged, _ = match.at(ply).play(wrong)
        seat = head(match).seat
        random = Random(3)
        forged = replace(forged, tags=sent[number - 1][0].tags)
        try:
            while not is_complete(forged, seat):
                chance = forged.turn == CHANCE
                move = roll(forged, seat, SECRETS[seat]) if chance else random.choice(forged.position.moves())
                forged, _ = forged.play(move)
        except BadLetter:
            continue
        _, letter = write(forged, seat, SECRETS[seat])
        told = refused(letter, sent[number - 1][0], 1 - seat)
        assert told == f"The letter is refused at move {ply + 1}: the dice say {right}, not {wrong}."


def test_nobody_takes_another_chain_than_they_began_with() -> None:
    sent = letters("getaway", 6)
    held, (there, _) = sent[4][0], sent[5]
    seat = head(there).seat
    _, letter = write(replace(there, tags=sent[4][0].tags), seat, "a third")
    assert "dice" in refused(letter, held, 1 - seat)


def test_the_other_one_begins_where_chance_has_drawn_the_start() -> None:
    drawn = begin(find("beadmaster"), ("Ann", "Bea"), "a", "x", date="", random=Random(1))
    usual = begin(find("abacus"), ("Ann", "Bea"), "a", "x", date="", random=Random(1))
    assert [drawn.names[0], post.writer(drawn)] == ["Bea", 1]
    assert [usual.names[0], post.writer(usual)] == ["Ann", 0]


def test_of_more_games_than_are_kept_the_one_played_longest_ago_is_forgotten() -> None:
    (match, _), *_ = letters("gobblet", 1)
    own, kept = Own(0, "secret"), {f"g{number}": "1 s -" for number in range(MOST_GAMES)}
    assert [*own.put(kept, match)] == [*list(kept)[1:], match.tag(post.POST)]
