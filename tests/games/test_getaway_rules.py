"""Gary's Great Getaway: the rules by example, as the players hear them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marbles_tui.core import CHANCE, Event, IllegalMove, Result
from marbles_tui.core.text import article
from marbles_tui.games.getaway import GETAWAY, Journey, board_of
from marbles_tui.games.getaway.game import SETUPS, built_in
from marbles_tui.games.getaway.journey import decide
from marbles_tui.games.getaway.read import read_board
from marbles_tui.games.getaway.sketch import Sketch
from marbles_tui.games.getaway.story import BoardStory, read_story
from marbles_tui.play.getaway_simulation import endless_games


def journey(*squares: str, players: int = 2, header: str = "20 6 2", **options: str) -> Journey:
    """Players on Start, before a trail of these squares and the castle."""
    text = "\n".join((header, "Start :", *squares, "Castle :")) + "\n"
    position = GETAWAY.start(text, players, GETAWAY.choose(options))
    assert isinstance(position, Journey)
    return position


def played(position: Journey, words: str) -> Journey:
    """The position after these plies; every board that is told ends with the new position's."""
    for word in words.split():
        events: list[Event] = []
        move = GETAWAY.find(position, word)
        before = position
        position = position.play(move, events.append)
        assert position == before.play(move)
        assert events[-1].board == position.board
    return position


def squares(position: Journey) -> list[int]:
    """Where everybody stands."""
    return [one.square for one in position.travellers]


KEY = ("Hut : Z", "Key : k : 7", "Ring : r : 9", "Z")


NAMES = ("Bob", "Wendy", "Liam", "Mia", "Noor", "Tom")


def story(position: Journey, words: str, last: int = 1) -> list[str]:
    """What is said in the last so many plies."""
    *first, told = words.rsplit(maxsplit=last) if last == 1 else ["", words]
    position = played(position, " ".join(first))
    events: list[Event] = []
    for word in told.split():
        position = position.play(GETAWAY.find(position, word), events.append)
    return [sentence for event in events if (sentence := GETAWAY.say(event, NAMES))]


def gold(position: Journey) -> list[int]:
    """Everybody's gold."""
    return [one.gold for one in position.travellers]


PLAIN = ("A :", "B :", "C :", "D :", "E :", "F :")


# The turn


def test_the_move_is_a_roll_of_the_chance_seat() -> None:
    start = journey(*PLAIN)
    assert (start.turn, start.actor) == (CHANCE, 0)
    assert [str(move) for move in start.moves()] == ["*1", "*2", "*3", "*4", "*5", "*6"]
    after = played(start, "*3")
    assert (after.turn, after.actor, squares(after)) == (CHANCE, 1, [3, 0])


def test_the_pawn_walks_square_by_square() -> None:
    start = journey(*PLAIN)
    events: list[Event] = []
    start.play(start.moves()[2], events.append)
    assert [event.cells for event in events if event.kind == "walk"] == [(0, 1), (1, 2), (2, 3)]
    assert [event.board.travellers[0].square for event in events] == [0, 0, 1, 2, 3, 3]


def test_overshooting_stops_at_the_castle() -> None:
    assert squares(played(journey("A :", "B :"), "*6")) == [3, 0]


def test_exact_a_roll_that_is_too_high_leaves_the_pawn_and_the_square_is_not_met_again() -> None:
    start = journey("A : R F 5", "B :", exact="on")
    assert story(start, "*1 *1 *3") == [
        "Bob: You are on A.", "You roll a 3.", "That is too far, you stay on A.",
    ]  # fmt: skip
    assert gold(played(start, "*1 *1 *3")) == [25, 25]
    assert squares(played(start, "*1 *1 *2")) == [3, 1]


def test_a_transport_leads_to_squares_that_are_met_in_turn() -> None:
    start = journey("A : S F 5", "B : T F -1", "C : T F -1", "D :")
    assert story(start, "*3") == [
        "Bob: You are on Start.",
        "You roll a 3.",
        "You land on C.",
        "This slides you back 1.",
        "You land on B.",
        "This slides you back 1.",
        "You land on A.",
        "This pays you 5 gold, you now have 25 gold.",
    ]


def test_a_chain_is_stopped_after_ten_hops_for_each_square() -> None:
    start = journey("A : Q F 1", "B : Q F -1", header="20 6 4")
    told = story(start, "*1")
    assert told[-1] == "You are dizzy after 40 hops, this ends your turn."
    assert sum(sentence.startswith("This slides you") for sentence in told) == 40
    assert squares(played(start, "*1")) == [1, 0]


def test_hops_are_counted_over_the_draws_of_a_turn_and_anew_in_the_next() -> None:
    start = journey("A : Q M 1", "B : Q F -1", header="20 6 4")
    chain = " ".join(["*1"] * 20)
    after = played(start, f"*1 {chain}")
    assert (after.actor, squares(after)) == (1, [1, 0])
    again = played(after, f"*1 {chain} *1 *1")
    assert (again.actor, again.hops, squares(again)) == (0, 3, [1, 1])


# Treasures


def test_a_single_treasure_pays_the_first_to_land() -> None:
    start = journey("A : S F 5", "B :")
    assert gold(played(start, "*1 *1")) == [25, 20]
    assert story(start, "*1 *1") == [
        "Wendy: You are on Start.",
        "You roll a 1.",
        "You land on A.",
        "This has been emptied, it pays you nothing.",
    ]


def test_a_repeating_treasure_pays_everyone() -> None:
    assert gold(played(journey("A : R F 3", "B :"), "*1 *1")) == [23, 23]


def test_a_random_amount_is_drawn_after_the_roll() -> None:
    start = journey("A : S M 4", "B :")
    drawing = played(start, "*1")
    assert (drawing.turn, drawing.actor) == (CHANCE, 0)
    assert [str(move) for move in drawing.moves()] == ["*1", "*2", "*3", "*4"]
    assert gold(played(drawing, "*4")) == [24, 20]
    assert story(start, "*1 *4") == ["This pays you 4 gold, you now have 24 gold."]


def test_what_is_drawn_is_told() -> None:
    drawing = played(journey("A : R M 4", "B :"), "*1")
    events: list[Event] = []
    drawing.play(GETAWAY.find(drawing, "*3"), events.append)
    assert [event.facts["number"] for event in events if event.kind == "draw"] == [3]


def test_an_amount_up_to_one_is_still_drawn() -> None:
    drawing = played(journey("A : R M 1", "B :"), "*1")
    assert [str(move) for move in drawing.moves()] == ["*1"]
    assert gold(played(drawing, "*1")) == [21, 20]


# Teleporters


def test_a_one_time_teleporter_carries_the_first_to_land() -> None:
    start = journey("A :", "B : T F -1", "C :")
    assert squares(played(start, "*2 *2")) == [1, 2]
    assert story(start, "*2 *2")[-1] == "This has carried somebody off before, now it is still."


def test_a_repeating_teleporter_carries_everyone() -> None:
    assert squares(played(journey("A :", "B : Q F 1", "C :", "D :"), "*2 *2")) == [3, 3]
    assert story(journey("A : Q F 1", "B :"), "*1")[3] == "This slides you forward 1."


def test_an_absolute_teleporter_leads_to_its_square() -> None:
    start = journey("A :", "B : Q A 0", "C :")
    assert squares(played(start, "*2")) == [0, 0]
    assert story(start, "*2")[2:] == ["You land on B.", "This takes you to Start.", "You land on Start."]


def test_a_random_jump_is_drawn_and_goes_the_way_of_its_sign() -> None:
    start = journey("A :", "B :", "C : T M -3", "D :")
    assert [str(move) for move in played(start, "*3").moves()] == ["*1", "*2", "*3"]
    assert squares(played(start, "*3 *2")) == [1, 0]
    assert story(start, "*3 *2") == ["This slides you back 2.", "You land on A."]


def test_jumps_are_clamped_to_the_board() -> None:
    assert squares(played(journey("A : T F -5", "B : T F 9"), "*1 *2")) == [0, 3]


# Tolls


def test_who_has_the_gold_pays_the_toll_and_stays() -> None:
    start = journey("A :", "B : Y Q F -1 F 5", "C :")
    after = played(start, "*2")
    assert (gold(after), squares(after)) == ([15, 20], [2, 0])
    assert story(start, "*2")[2:] == [
        "You land on B.", "The toll is 5 gold.", "You pay 5 gold, you now have 15 gold.",
    ]  # fmt: skip


def test_who_has_not_is_transported_and_pays_nothing() -> None:
    start = journey("A :", "B : Y Q F -1 F 21", "C :")
    after = played(start, "*2")
    assert (gold(after), squares(after)) == ([20, 20], [1, 0])
    assert story(start, "*2")[3:] == [
        "The toll is 21 gold.", "You do not have 21 gold.", "This slides you back 1.", "You land on A.",
    ]  # fmt: skip


def test_a_one_time_toll_is_asked_of_the_first_to_land() -> None:
    start = journey("A :", "B : Y T F -1 F 5", "C :")
    assert gold(played(start, "*2 *2")) == [15, 20]
    assert story(start, "*2 *2")[-1] == "This has had its toll before, it asks nothing of you."


def test_a_random_toll_is_drawn_before_a_random_jump() -> None:
    start = journey("A :", "B :", "C : Y Q M -2 M 30", "D :")
    assert gold(played(start, "*3 *20")) == [0, 20]
    short = played(start, "*3 *21")
    assert [str(move) for move in short.moves()] == ["*1", "*2"]
    assert squares(played(short, "*2")) == [1, 0]


def test_choose_leaves_the_decision_to_who_has_the_gold() -> None:
    start = journey("A :", "B : Y Q F 1 F 5", "C :", toll="choose")
    deciding = played(start, "*2")
    assert (deciding.turn, [str(move) for move in deciding.moves()]) == (0, ["pay", "go"])
    assert [move.paths for move in deciding.moves()] == [((2,),), ((3,),)]
    assert gold(played(deciding, "PAY")) == [15, 20]
    gone = played(deciding, "go")
    assert (gold(gone), squares(gone)) == ([20, 20], [3, 0])
    assert story(start, "*2 go") == ["You do not pay.", "This slides you forward 1.", "You land on C."]
    poor = journey("A :", "B : Y Q F 1 F 21", "C :", toll="choose")
    assert squares(played(poor, "*2")) == [3, 0]


def test_an_automatic_player_takes_rides_on_and_pays_off_rides_back() -> None:
    def decision(toll: str) -> str:
        return str(decide(played(journey("A :", f"B : Y Q {toll}", "C :", toll="choose"), "*2")))

    assert decision("F 1 F 1") == "go"
    assert decision("F -1 F 10") == "pay"
    assert decision("F -1 F 11") == "go"


# Trinkets


def test_each_who_lands_picks_up_the_first_trinket_that_is_left() -> None:
    start = journey(*KEY, "B :", players=3)
    after = played(start, "*1 *1 *1")
    assert [[item.name for item in one.backpack] for one in after.travellers] == [["Key"], ["Ring"], []]
    assert story(start, "*1")[3:] == ["You pick up Key.", "You now have: Key."]
    assert story(start, "*1 *1 *1")[3:] == ["There is nothing left to pick up."]


def test_several_trinkets_are_joined_by_commas() -> None:
    start = journey(*KEY, "B : Q F -1", players=1)
    assert story(start, "*1 *1")[-1] == "You now have: Key, Ring."


# Traps


def test_a_delay_trap_holds_for_turns_that_are_rolled_and_lost() -> None:
    start = journey("A : X D 2 : Key", *PLAIN)
    assert story(start, "*1")[2:] == ["You land on A.", "This traps you for 2 turns."]
    assert story(start, "*1 *2 *5") == [
        "Bob: You are on A.", "You roll a 5.", "You are still trapped for 1 turn.",
    ]  # fmt: skip
    assert story(start, "*1 *2 *5 *1 *6")[-1] == "You are free to go on your next turn."
    free = played(start, "*1 *2 *5 *1 *6 *1")
    assert (squares(free), free.trapped(0)) == ([1, 4], False)
    assert squares(played(free, "*1")) == [2, 4]


def test_an_event_trap_holds_until_its_number_is_rolled_and_frees_with_that_roll() -> None:
    start = journey("A : X E 4 : Key", *PLAIN)
    assert story(start, "*1")[3:] == ["This traps you until you roll a 4."]
    held = played(start, "*1 *2 *3 *1")
    assert (squares(held), held.trapped(0)) == ([1, 3], True)
    assert story(start, "*1 *2 *3")[-1] == "You are still trapped until you roll a 4."
    assert squares(played(held, "*4")) == [5, 3]
    assert story(held, "*4")[1:] == ["You roll a 4.", "You are free.", "You land on D."]


@pytest.mark.parametrize("roll", [1, 2, 3, 5, 6])
def test_an_event_trap_holds_against_lower_and_higher_rolls(roll: int) -> None:
    held = played(journey("A : X E 4 : Key", *PLAIN), "*1 *2")
    after = played(held, f"*{roll}")
    assert (squares(after), after.trapped(0)) == ([1, 2], True)
    assert story(held, f"*{roll}")[-1] == "You are still trapped until you roll a 4."


def test_the_trinket_avoids_the_trap_and_is_kept() -> None:
    start = journey(*KEY, "A : X E 6 : Key", *PLAIN)
    after = played(start, "*1 *3 *1")
    assert (after.trapped(0), [item.name for item in after.travellers[0].backpack]) == (False, ["Key"])
    assert story(start, "*1 *3 *1")[-1] == "This would trap you, but Key saves you."


def test_a_trap_does_not_catch_who_is_alone_on_the_path() -> None:
    start = journey("A : X E 6 : Key", "B :", players=1)
    assert story(start, "*1")[-1] == "You are the last one on the road: traps let you pass."
    assert squares(played(start, "*1 *1")) == [2]


def test_a_trap_does_not_hold_who_is_left_alone_on_the_path() -> None:
    start = journey("A : X E 6 : Key", *PLAIN)
    left = played(start, "*1 *6 *2 *6")
    assert (squares(left), left.trapped(0)) == ([1, 8], False)
    assert story(left, "*2")[:3] == [
        "Bob: You are on A.", "You roll a 2.", "You are free, nobody else is on the path.",
    ]  # fmt: skip
    assert squares(played(left, "*2")) == [3, 8]


# The castle


def test_trinkets_are_sold_one_by_one_at_the_castle() -> None:
    start = journey(*KEY, "B : Q F -1", "C :")
    events: list[Event] = []
    ready = played(start, "*1 *3 *1 *5")
    ready.play(GETAWAY.find(ready, "*4"), events.append)
    sales = [event for event in events if event.kind == "sell"]
    assert [(one.facts["trinket"], one.board.travellers[0].gold) for one in sales] == [
        ("Key", 27),
        ("Ring", 36),
    ]
    assert [len(one.board.travellers[0].backpack) for one in sales] == [1, 0]
    assert story(ready, "*4")[2:6] == [
        "You land on Castle.", "You sell Key for 7 gold.", "You sell Ring for 9 gold.", "You have 36 gold.",
    ]  # fmt: skip


def test_players_in_the_castle_are_skipped() -> None:
    position = played(journey("A :", "B :", players=3), "*3 *1 *1")
    assert [position.actor, played(position, "*1").actor] == [1, 2]
    assert played(position, "*2 *1").actor == 2


def test_when_all_have_arrived_most_gold_wins() -> None:
    end = played(journey("A : S F 5", "B :", players=3), "*1 *3 *3 *2")
    assert end.result == Result((1.0, 0.0, 0.0), "castle")
    assert not end.moves()
    assert story(journey("A : S F 5", "B :", players=3), "*1 *3 *3 *2")[-6:] == [
        "You have 25 gold.", "Game Over", "Bob Wins with 25 Gold", "Other Players:", "Wendy 20 Gold",
        "Liam 20 Gold",
    ]  # fmt: skip


def test_the_others_are_listed_by_gold_and_equal_gold_by_arrival() -> None:
    start = journey("A : S F 5", "B : S F 2", "C :", players=4)
    told = story(start, "*1 *1 *2 *4 *1 *4 *3 *3")
    assert told[-4:] == ["Other Players:", "Liam 22 Gold", "Mia 20 Gold", "Wendy 20 Gold"]


def test_equal_best_gold_is_a_shared_win() -> None:
    start = journey("A :", players=3)
    assert str(played(start, "*2 *2 *2").result) == "1,2,3"
    assert story(start, "*2 *2 *2")[-2:] == ["Game Over", "Bob, Wendy and Liam Win with 20 Gold"]


def test_a_lone_player_wins() -> None:
    assert story(journey("A :", players=1), "*2")[-2:] == ["Game Over", "Bob Wins with 20 Gold"]


def test_a_jump_to_the_castle_arrives() -> None:
    end = played(journey("A : Q A 2", players=1), "*1")
    assert str(end.result) == "1"


def test_the_comments_above_the_board_are_title_and_story() -> None:
    text = "\ufeff# The Garden\n#\n# Mind\n#   the cat.\n\n20 6 2\n# not this\nGate :\nHouse :\n"
    assert read_story(text) == BoardStory("The Garden", "Mind the cat.")
    assert read_story("Gate :\nHouse :\n") == BoardStory()
    assert read_story("# \x1b[31mRed") == BoardStory("?[31mRed")


def test_a_file_has_title_story_and_board() -> None:
    board = board_of("Gate :\nHouse :\n")
    written = Sketch.of(board, BoardStory("The Garden", "Mind the cat.")).text
    assert written == "# The Garden\n# Mind the cat.\n20 6 2\nGate :\nHouse :\n"


SAID = st.text(st.characters(codec="ascii", categories=("L", "N", "P", "Zs")), max_size=300)


@given(SAID, SAID)
def test_what_is_written_is_read_again(title: str, text: str) -> None:
    board = board_of("Gate :\nHouse :\n")
    written = Sketch.of(board, BoardStory(title[:60], text)).text
    assert read_board(written).board == board
    again = read_story(written)
    rewritten = Sketch.of(board, again).text
    assert Sketch.of(board, read_story(rewritten)).text == rewritten


# Words


@pytest.mark.parametrize("number", [8, 11, 18, 80, 85, 89])
def test_an_eight_an_eleven_an_eighteen_and_the_eighties(number: int) -> None:
    assert article(number) == "an"


@pytest.mark.parametrize("number", [1, 7, 10, 12, 28, 79, 90, 100])
def test_every_other_number_has_an_a(number: int) -> None:
    assert article(number) == "a"


@pytest.mark.parametrize(
    ("words", "bad", "message"),
    [
        ("", "*7", "*7 is not legal here: expected a roll of the die, *1 to *6"),
        ("", "pay", "pay is not legal here: expected a roll of the die, *1 to *6"),
        ("*1", "*5", "*5 is not legal here: expected the gold drawn at A, *1 to *4"),
        ("*2", "*9", "*9 is not legal here: expected the squares drawn at B, *1 to *2"),
        ("*3", "*1", "*1 is not legal here: expected pay or go: the toll at C is 5 gold"),
        ("*4 *4", "*1", "*1 is not legal here: the game is over"),
    ],
)
def test_what_is_not_legal_is_refused_in_words(words: str, bad: str, message: str) -> None:
    position = played(journey("A : S M 4", "B : T M -2", "C : Y Q F -1 F 5", toll="choose"), words)
    with pytest.raises(IllegalMove) as raised:
        GETAWAY.find(position, bad)
    assert str(raised.value) == message


def test_what_cannot_be_picked_is_refused_in_words() -> None:
    start = journey("A : Y Q F -1 F 5", toll="choose", players=1)
    assert GETAWAY.explain_illegal_pick(start, (1,)) == "the die decides: roll it"
    assert "toll's square" in GETAWAY.explain_illegal_pick(played(start, "*1"), (2,))


def test_rolls_are_read_as_they_are_typed() -> None:
    assert [GETAWAY.normalize(text) for text in ("*05", "PAY", "Go", "*", "*x")] == [
        "*5",
        "pay",
        "go",
        "*",
        "*x",
    ]


def test_the_diagram_shows_squares_and_players() -> None:
    position = played(journey(*KEY, "A : X E 6 : Ring", "B :"), "*1 *2")
    assert GETAWAY.diagram(position).splitlines() == [
        "  0 Start",
        "  1 Hut     find Key, Ring                     <1>",
        "  2 A       trap until a 6, safe with Ring     <2>",
        "  3 B",
        "  4 Castle",
        "",
        "<1> 20 gold: Key",
        "<2> 20 gold, trapped",
    ]


# Promises


def test_a_suggestion_at_a_toll_says_what_it_is_good_for() -> None:
    position = played(journey("A :", "B : Y Q F 1 F 5", "C :", toll="choose"), "*2")
    pay, go = position.moves()
    assert GETAWAY.explain_move(position, pay, ()) == "keeps your place for 5 gold"
    assert GETAWAY.explain_move(position, go, ()) == "saves 5 gold and leads on 1"


def test_a_game_that_no_roll_can_end_says_why() -> None:
    trail = ("Cave : X E 6 : Sword", "Inn : R F 1")
    held = played(journey(*trail, header="20 2 4"), "*1 *1")
    assert GETAWAY.explain_endless(held) == (
        "This game can never end: square 1 waits for a 6, and the die has 2 sides."
    )
    assert GETAWAY.explain_endless(played(journey(*trail, header="20 2 4"), "*1 *2")) == ""
    assert GETAWAY.explain_endless(played(journey(*trail, header="20 6 4"), "*1 *1")) == ""
    assert GETAWAY.explain_endless(played(journey(*trail, players=1, header="20 2 4"), "*1")) == ""


def test_boards_on_which_games_may_not_end_are_warned_of() -> None:
    warned = {name for name in SETUPS if endless_games(built_in(name), 3)}
    assert warned == {"gary"}
    assert endless_games(built_in("gary"), 1) == ""
    assert endless_games(replace(built_in("gary"), sides=6), 3) == ""
    assert "square 12 waits for a 6, and the die has 4 sides" in endless_games(built_in("gary"), 3)
