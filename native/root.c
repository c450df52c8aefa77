/* The root of the search: a ply deeper each time, until a limit or a proof ends it. Part of search.c. */

/* The moves both would play, as far as they are remembered. */
static int line_of(const Search *search, Move move, int length, int32_t *line) {
    uint64_t seen[DEEPEST + 1] = {key(&search->root)};
    State state;
    line[0] = move;
    play(&search->root, move, &state);
    int count = 1;
    while (count < length && outcome(&state) == NO_RESULT) {
        uint64_t of = key(&state);
        for (int at = 0; at < count; at++)
            if (seen[at] == of)
                return count;
        const Entry *entry = find(search, of);
        if (!entry || entry->move == NO_MOVE || !legal(&state, entry->move))
            break;
        seen[count] = of;
        line[count++] = entry->move;
        State after;
        play(&state, entry->move, &after);
        state = after;
    }
    return count;
}

static void tell(const Search *search, Finding *finding) {
    finding->nodes = search->budget.nodes;
    finding->depth = search->depth;
    finding->move_count = search->root_count;
    finding->line_count = search->depth && search->multipv < search->root_count ? search->multipv
                          : search->depth                                      ? search->root_count
                                                                               : 1;
    for (int at = 0; at < search->root_count; at++) {
        finding->moves[at] = search->root_moves[at];
        finding->scores[at] = search->root_scores[at];
    }
    for (int at = 0; at < finding->line_count; at++)
        finding->lengths[at] = line_of(search, search->root_moves[at], search->depth, finding->lines[at]);
}

/* Put the moves that have been scored first, best first; the rest stays as it was. */
static void rank(Search *search, const int *scores, const bool *scored) {
    Move moves[MOST_MOVES];
    int values[MOST_MOVES], count = 0;
    for (int at = 0; at < search->root_count; at++) {
        if (!scored[at])
            continue;
        int place = count++;
        for (; place && values[place - 1] < scores[at]; place--) {
            moves[place] = moves[place - 1];
            values[place] = values[place - 1];
        }
        moves[place] = search->root_moves[at];
        values[place] = scores[at];
    }
    for (int at = 0; at < search->root_count; at++) {
        if (scored[at])
            continue;
        moves[count] = search->root_moves[at];
        values[count++] = search->root_scores[at];
    }
    memcpy(search->root_moves, moves, (size_t)count * sizeof *moves);
    memcpy(search->root_scores, values, (size_t)count * sizeof *values);
}

/* Score the moves at one depth within a window, and rank them by what has been found out, also where the
 * search is stopped on the way. The best score, or a bound of it outside the window. */
static int iterate(Search *search, int depth, int alpha, int beta) {
    int scores[MOST_MOVES], best[MOST_MOVES], count = 0;
    bool scored[MOST_MOVES] = {false};
    for (int at = 0; at < search->root_count && !search->budget.stopped; at++) {
        State after;
        play(&search->root, search->root_moves[at], &after);
        bool same = turn(&after) == turn(&search->root);
        bool first = count < search->multipv;
        int bound = first || best[search->multipv - 1] < alpha ? alpha : best[search->multipv - 1];
        int score;
        if (first) {
            score = child(search, &after, same, depth - 1, bound, beta, 1);
        } else {
            score = child(search, &after, same, depth - 1, bound, bound + 1, 1);
            if (score > bound && !search->budget.stopped) {
                scores[at] = score;
                scored[at] = true;
                score = child(search, &after, same, depth - 1, bound, beta, 1);
            }
        }
        if (search->budget.stopped)
            break;
        if (score > bound || (first && bound == -WIN)) {
            scores[at] = score;
            scored[at] = true;
        }
        int place = count++;
        for (; place && best[place - 1] < score; place--)
            best[place] = best[place - 1];
        best[place] = score;
        if (search->multipv == 1 && score >= beta)
            break;
    }
    rank(search, scores, scored);
    return count ? best[0] : 0;
}

/* One depth, in a narrow window around the last score where that may do. */
static void deepen(Search *search, int depth) {
    int last = search->root_scores[0];
    if (depth < 4 || search->multipv > 1 || search->plain || last >= PROVED || last <= -PROVED) {
        iterate(search, depth, -WIN, WIN);
        return;
    }
    int below = WINDOW, above = WINDOW;
    while (!search->budget.stopped) {
        int alpha = below > 8 * WINDOW ? -WIN : last - below;
        int beta = above > 8 * WINDOW ? WIN : last + above;
        int score = iterate(search, depth, alpha, beta);
        if (score <= alpha && alpha > -WIN)
            below *= 4;
        else if (score >= beta && beta < WIN)
            above *= 4;
        else
            return;
    }
}

/* Whether some move scores more than a bound, looking so many plies ahead. */
static bool exceeds(Search *search, int bound, int depth) {
    for (int at = 0; at < search->root_count && !search->budget.stopped; at++) {
        State after;
        play(&search->root, search->root_moves[at], &after);
        bool same = turn(&after) == turn(&search->root);
        if (child(search, &after, same, depth - 1, bound, bound + 1, 1) > bound)
            return true;
    }
    return false;
}

/* Whether a proved distance is exact: reductions may have hidden a shorter win, or taken a shorter loss for
 * longer than it is. */
static bool is_exact(Search *search) {
    int score = search->root_scores[0], plies = WIN - abs(score);
    search->pruning = false;
    memset(search->table, 0, search->buckets * BUCKET * sizeof(Entry));
    bool exact = score > 0 ? plies == 1 || !exceeds(search, score, plies - 1) : exceeds(search, score - 1, plies - 1);
    return exact && !search->budget.stopped && (search->alternates || plies == 1);
}

/* Put the root's moves in an order that chance has drawn, but loud ones first: so even an answer that is wanted at
 * once is no silly one. */
static void shuffle(Search *search, uint64_t seed) {
    Move *moves = search->root_moves, loud[MOST_MOVES], quiet[MOST_MOVES];
    for (int left = search->root_count; seed && left > 1; left--) {
        seed = mix(seed, (uint64_t)left);
        int other = (int)((seed >> 11) % (uint64_t)left);
        Move move = moves[left - 1];
        moves[left - 1] = moves[other];
        moves[other] = move;
    }
    int loud_count = noisy(&search->root, loud), first = 0, rest = 0;
    for (int at = 0; at < search->root_count; at++)
        if (is_among(moves[at], loud, loud_count))
            moves[first++] = moves[at];
        else
            quiet[rest++] = moves[at];
    memcpy(moves + first, quiet, (size_t)rest * sizeof *moves);
}

/* Leave out of the root's moves those that are overlooked; none that wins at once is, and one is always seen. */
static void overlook(Search *search) {
    int count = 0;
    Move any = search->root_moves[search->mood % (uint64_t)search->root_count];
    for (int at = 0; at < search->root_count; at++) {
        State after;
        play(&search->root, search->root_moves[at], &after);
        int over = outcome(&after), wins = turn(&after) == turn(&search->root) ? 1 : -1;
        if (over == wins || !overlooks(search, &search->root, search->root_moves[at]))
            search->root_moves[count++] = search->root_moves[at];
    }
    if (!count)
        search->root_moves[count++] = any;
    search->root_count = count;
}

static bool set_up(Search *search, const Request *request, Stop stop) {
    uint64_t buckets = 1;
    while (2 * buckets * BUCKET * sizeof(Entry) <= request->table)
        buckets *= 2;
    search->buckets = buckets;
    search->table = calloc(buckets * BUCKET, sizeof(Entry));
    search->drawn = calloc((size_t)request->drawn_count + 1, sizeof(uint64_t));
    if (!search->table || !search->drawn)
        return false;
    bind(&search->budget, request->seconds, request->nodes, stop);
    search->plain = request->plain;
    search->repeats = request->repeats;
    search->pruning = !request->plain;
    search->alternates = true;
    search->multipv = request->multipv;
    search->oversight = (uint32_t)request->oversight;
    search->mood = mix(0, request->seed);
    search->root = read_state(request->state);
    memset(search->killers, 0xFF, sizeof search->killers);
    for (int at = 0; at < request->drawn_count; at++) {
        State state = read_state(request->drawn + (size_t)at * WORDS);
        search->drawn[search->drawn_count++] = key(&state);
        search->seen[search->drawn[at] % SEEN]++;
    }
    enter(search, key(&search->root));
    search->root_count = generate(&search->root, search->root_moves);
    if (search->oversight)
        overlook(search);
    shuffle(search, request->seed);
    return true;
}

static void run(Search *search, const Request *request, Finding *finding, Report report) {
    int deepest = request->depth && request->depth < DEEPEST ? request->depth : DEEPEST;
    double enough = request->enough < 0 ? -1 : now() + request->enough;
    tell(search, finding);
    for (int depth = 1; depth <= deepest; depth++) {
        deepen(search, depth);
        if (search->budget.stopped) {
            tell(search, finding);
            return;
        }
        search->depth = depth;
        tell(search, finding);
        if (report)
            report(finding);
        int plies = WIN - abs(finding->scores[0]);
        if (plies <= depth && plies <= WIN - PROVED) {
            finding->exact = is_exact(search);
            finding->nodes = search->budget.nodes;
            return;
        }
        if (enough >= 0 && now() >= enough)
            return;
    }
}

/* Look ahead from a running game. The finding has no moves where memory is short. */
static void look_ahead(const Request *request, Finding *finding, Report report, Stop stop) {
    finding->nodes = 0;
    finding->depth = finding->exact = finding->move_count = finding->line_count = 0;
    Search *search = calloc(1, sizeof *search);
    if (search && set_up(search, request, stop))
        run(search, request, finding, report);
    if (search) {
        free(search->table);
        free(search->drawn);
    }
    free(search);
}

static int32_t state_moves(const uint64_t *words, int32_t *numbers) {
    State state = read_state(words);
    Move moves[MOST_MOVES];
    int count = outcome(&state) == NO_RESULT ? every_move(&state, moves) : 0;
    for (int at = 0; at < count; at++)
        numbers[at] = moves[at];
    return count;
}

static int32_t state_distinct(const uint64_t *words, int32_t *numbers) {
    State state = read_state(words);
    Move moves[MOST_MOVES];
    int count = outcome(&state) == NO_RESULT ? generate(&state, moves) : 0;
    for (int at = 0; at < count; at++)
        numbers[at] = moves[at];
    return count;
}

static int32_t state_noisy(const uint64_t *words, int32_t *numbers) {
    State state = read_state(words);
    Move moves[MOST_MOVES];
    int count = outcome(&state) == NO_RESULT ? noisy(&state, moves) : 0;
    for (int at = 0; at < count; at++)
        numbers[at] = moves[at];
    return count;
}

static int32_t state_legal(const uint64_t *words, int32_t move) {
    State state = read_state(words);
    return legal(&state, (Move)move);
}

static int32_t state_hidden(const uint64_t *words, int32_t move) {
    State state = read_state(words);
    return hidden(&state, (Move)move);
}

static void state_play(const uint64_t *words, int32_t move, uint64_t *later) {
    State state = read_state(words), after;
    play(&state, (Move)move, &after);
    write_state(&after, later);
}

static int32_t state_outcome(const uint64_t *words) {
    State state = read_state(words);
    return outcome(&state);
}

static int32_t state_turn(const uint64_t *words) {
    State state = read_state(words);
    return turn(&state);
}

static int32_t state_evaluate(const uint64_t *words) {
    State state = read_state(words);
    return evaluate(&state);
}

static int64_t count_lines(const State *state, int depth) {
    if (!depth)
        return 1;
    if (outcome(state) != NO_RESULT)
        return 0;
    Move moves[MOST_MOVES];
    int count = every_move(state, moves);
    if (depth == 1)
        return count;
    int64_t lines = 0;
    for (int at = 0; at < count; at++) {
        State after;
        play(state, moves[at], &after);
        lines += count_lines(&after, depth - 1);
    }
    return lines;
}

static int64_t state_perft(const uint64_t *words, int32_t depth) {
    State state = read_state(words);
    return count_lines(&state, depth);
}

static void move_notation(int32_t move, char *text) { write_move((Move)move, text); }

#include "forcing.c"

const Game GAME = {WORDS,      state_moves,    state_distinct, state_noisy,   state_legal, state_hidden, state_play,
                   state_outcome, state_turn, state_evaluate, state_perft, move_notation, forced, look_ahead, prepare};
