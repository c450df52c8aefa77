"""What the set-up does where others in the house are to play: their time is asked, and the offer made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marbles_tui.tui.setup.plan import SOMEONE, WITH_CODE, Plan

if TYPE_CHECKING:
    from marbles_tui.rooms.challenge import Challenge
    from marbles_tui.tui.screens.setup import SetUp


def offer_from(screen: SetUp, plan: Plan) -> None:
    """Ask to whom, with how much time and whether it counts; then to the lobby. Raises ValueError where the game
    cannot be offered."""
    # Not needed by those who play alone.
    from marbles_tui.rooms.challenge import Terms
    from marbles_tui.tui.lobby import offer
    from marbles_tui.tui.screens.lobby import LobbyScreen

    app, visit = screen.app, screen.app.visit
    if not visit:
        raise ValueError("There is no lobby here.")
    if plan.goal:
        raise ValueError("Puzzles are played alone.")
    people = [person.account.id for person in visit.people()]
    if plan.elsewhere == SOMEONE and not people:
        raise ValueError("Nobody else is in the lobby. Offer the game to anyone: it waits there.")
    to = people[0] if plan.elsewhere == SOMEONE else offer.TO_ALL
    to = offer.WITH_CODE if plan.elsewhere == WITH_CODE else to
    options = dict(plan.options)
    seats = plan.offered_seats(app.random)
    terms = Terms(plan.game.key, plan.setup or None, tuple(sorted(options.items())), tuple(seats))

    def offered(challenge: Challenge | None) -> None:
        if challenge:
            while len(app.screen_stack) > 1:
                app.pop_screen()
            app.push_screen(LobbyScreen(visit, challenge))

    app.push_screen(offer.OfferGame(visit, to=to, terms=terms), offered)
