"""Search: iterative deepening, negamax, quiescence, transposition table."""
