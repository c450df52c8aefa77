/* What the solver can force: every move of one side against every move of the other, remembered. Part of search.c. */

enum { DEEPEST_TURN = 400 }; /* a turn may go on for long; one that is longer is given up */

/* Whether a state holds for the solver. */
static int32_t holds(Forcing *forcing, const State *state, int turns, int calls) {
    int over = outcome(state);
    bool own = turn(state) == forcing->solver;
    if (over != NO_RESULT) {
        over = own ? over : -over;
        return forcing->survive ? over >= 0 : over > 0;
    }
    if (!turns)
        return forcing->survive;
    uint64_t of = mix(key(state), (uint64_t)turns) | 1, *place = forcing->known + (of >> 8 & (forcing->places - 1));
    if ((*place | 1) == of)
        return *place & 1;
    if (count_node(&forcing->budget) || calls > DEEPEST_TURN) {
        forcing->budget.stopped = true;
        return UNKNOWN;
    }
    /* What is won in fewer turns is won, what is lost in fewer is lost. */
    int32_t found = turns > 1 ? holds(forcing, state, turns - 1, calls) : forcing->survive;
    if (forcing->budget.stopped)
        return UNKNOWN;
    if (found == forcing->survive) {
        found = !own;
        Move moves[MOST_MOVES];
        int count = generate(state, moves), at = 0;
        /* What ends the game at once spares the rest. */
        for (; at < count && found != own; at++) {
            State after;
            play(state, moves[at], &after);
            if (outcome(&after) != NO_RESULT && holds(forcing, &after, turns, calls) == own)
                found = own;
        }
        for (at = 0; at < count && found != own; at++) {
            for (int other = at + 1; other < count; other++)
                if (forcing->history[moves[other]] > forcing->history[moves[at]]) {
                    Move move = moves[at];
                    moves[at] = moves[other];
                    moves[other] = move;
                }
            State after;
            play(state, moves[at], &after);
            bool ends = turn(&after) != turn(state) && own != forcing->survive;
            if (outcome(&after) == NO_RESULT && holds(forcing, &after, turns - ends, calls + 1) == own) {
                forcing->history[moves[at]] += turns;
                found = own;
            }
            if (forcing->budget.stopped)
                return UNKNOWN;
        }
    }
    *place = found ? of : of ^ 1;
    return found;
}

static int32_t forced(Forcing *forcing, const uint64_t *words, int32_t turns) {
    State state = read_state(words);
    return holds(forcing, &state, turns, 0);
}
