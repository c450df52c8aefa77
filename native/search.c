/* The search, written once: a game's file includes it below its own rules, and so gets one that the compiler
 * has fitted to that game.
 *
 * The game has defined, all static: State, Move, MOVE_IDS, WORDS; prepare, read_state, write_state,
 * write_move; turn, key, outcome, generate (one of each lot of moves that differ in name alone),
 * every_move, noisy, legal, hidden, play, pass, evaluate; and the numbers NULL_MOVES (whether a pass is a fair test of
 * a position), FUTILITY (what a quiet move hardly brings, 0 for unknown) and WINDOW (how far the next depth's
 * score is expected to lie from the last one's).
 *
 * What it does is what marbles_tui/ai/search/ does in Python, and more: passes, deeper reductions, quiet moves
 * skipped before the horizon, narrow windows at the root.
 */
#include "budget.h"
#include "forcing.h"

#include <stdlib.h>
#include <string.h>

enum {
    QUIESCENCE_DEPTH = 6,
    REDUCED_AFTER = 4, /* quiet moves from this place in the order on are looked at less deep at first */
    SORTED = 12,       /* so many moves are picked by their history, the rest comes as listed */
    PLIES = DEEPEST + QUIESCENCE_DEPTH + 4,
    SEEN = 1024,
    BUCKET = 4,
    NO_MOVE = 0xFFFF
};

enum { NOTHING = 0, EXACT, LOWER, UPPER };

typedef struct {
    uint64_t key;
    int32_t score;
    Move move;
    uint8_t depth, bound;
} Entry;

typedef struct {
    Entry *table;
    uint64_t buckets; /* a power of two */
    Budget budget;
    bool plain, repeats, pruning, alternates;
    uint32_t oversight;
    uint64_t mood; /* what is overlooked now: the same moves wherever they could be made */
    int path_length, drawn_count;
    uint64_t path[PLIES];
    uint64_t *drawn;
    uint16_t seen[SEEN]; /* how many of the states that count as drawn have a key that ends so */
    int32_t history[MOVE_IDS];
    Move killers[PLIES][2];
    State root;
    int root_count, multipv, depth;
    Move root_moves[MOST_MOVES];
    int root_scores[MOST_MOVES];
} Search;

static inline bool is_past(const Search *search, uint64_t of) {
    if (!search->seen[of % SEEN])
        return false;
    for (int at = search->path_length - 1; at >= 0; at--)
        if (search->path[at] == of)
            return true;
    for (int at = 0; at < search->drawn_count; at++)
        if (search->drawn[at] == of)
            return true;
    return false;
}

static inline void enter(Search *search, uint64_t of) {
    search->path[search->path_length++] = of;
    search->seen[of % SEEN]++;
}

static inline void leave(Search *search) { search->seen[search->path[--search->path_length] % SEEN]--; }

/* A score seen at a ply as the table keeps it: wins count from the state itself. */
static inline int from_there(int score, int ply) {
    return score >= PROVED ? score + ply : score <= -PROVED ? score - ply : score;
}

static inline int from_here(int score, int ply) {
    return score >= PROVED ? score - ply : score <= -PROVED ? score + ply : score;
}

static inline Entry *find(const Search *search, uint64_t of) {
    Entry *bucket = search->table + (of & (search->buckets - 1)) * BUCKET;
    for (int at = 0; at < BUCKET; at++)
        if (bucket[at].bound && bucket[at].key == of)
            return bucket + at;
    return NULL;
}

/* Remember an entry in the place of the same state's, or of the least deep one beside it. */
static inline void put(Search *search, uint64_t of, int depth, int bound, int score, Move move) {
    Entry *bucket = search->table + (of & (search->buckets - 1)) * BUCKET, *place = bucket;
    for (int at = 0; at < BUCKET; at++) {
        if (!bucket[at].bound || bucket[at].key == of) {
            place = bucket + at;
            break;
        }
        if (bucket[at].depth < place->depth)
            place = bucket + at;
    }
    *place = (Entry){of, score, move, (uint8_t)depth, (uint8_t)bound};
}

/* Whether a move of a state is not seen: a share of those that people miss easily, and its square of the others. */
static inline bool overlooks(const Search *search, const State *state, Move move) {
    if (!search->oversight)
        return false;
    uint32_t roll = (uint32_t)(mix(search->mood, move) >> 32) % 1000000, rate = search->oversight;
    return roll < rate * (hidden(state, move) ? 1000 : rate);
}

/* A seat has moved and is to move again, unless its move has ended the game. */
static inline void note_same(Search *search, const State *after) {
    if (search->alternates)
        search->alternates = outcome(after) != NO_RESULT;
}

/* The score of a state at the end of the depth, once its loud moves have been looked at. */
static int quiesce(Search *search, const State *state, int alpha, int beta, int ply, int plies) {
    if (count_node(&search->budget))
        return 0;
    int over = outcome(state);
    if (over != NO_RESULT)
        return over * (WIN - ply);
    if (search->repeats && is_past(search, key(state)))
        return 0;
    int best = evaluate(state);
    if (best >= beta || !plies)
        return best;
    Move moves[MOST_MOVES];
    int count = noisy(state, moves);
    for (int at = 0; at < count; at++) {
        if (overlooks(search, state, moves[at]))
            continue;
        if (best > alpha)
            alpha = best;
        State after;
        play(state, moves[at], &after);
        int score = turn(&after) == turn(state)
                        ? quiesce(search, &after, alpha, beta, ply + 1, plies - 1)
                        : -quiesce(search, &after, -beta, -alpha, ply + 1, plies - 1);
        if (search->budget.stopped)
            return 0;
        if (score > best) {
            best = score;
            if (best >= beta)
                break;
        }
    }
    return best;
}

/* The moves of a state, likely best first: the one remembered, loud ones, killers, then by their history.
 * Each lot is listed only if those before it do not settle the matter. */
typedef struct {
    Move moves[MOST_MOVES];
    Move loud[MOST_MOVES];
    Move remembered, killers[2];
    int stage, at, count, loud_count, picked;
} Order;

static bool is_among(Move move, const Move *moves, int count) {
    for (int at = 0; at < count; at++)
        if (moves[at] == move)
            return true;
    return false;
}

static void begin(Order *order, Search *search, const State *state, Move remembered, int ply) {
    order->stage = order->at = order->picked = 0;
    order->loud_count = noisy(state, order->loud);
    order->remembered = remembered;
    memcpy(order->killers, search->killers[ply], sizeof order->killers);
}

static inline bool is_loud(const Order *order, Move move) {
    return order->loud_count && is_among(move, order->loud, order->loud_count);
}

static Move next_move(Order *order, const Search *search, const State *state) {
    switch (order->stage) {
    case 0:
        order->stage = 1;
        if (order->remembered != NO_MOVE)
            return order->remembered;
        /* fall through */
    case 1:
        while (order->at < order->loud_count) {
            Move move = order->loud[order->at++];
            if (move != order->remembered)
                return move;
        }
        order->stage = 2;
        order->at = 0;
        /* fall through */
    case 2:
        while (order->at < 2) {
            Move move = order->killers[order->at++];
            if (move != NO_MOVE && move != order->remembered && !is_loud(order, move) && legal(state, move))
                return move;
            order->killers[order->at - 1] = NO_MOVE;
        }
        order->stage = 3;
        order->at = 0;
        order->count = generate(state, order->moves);
        /* fall through */
    default:
        while (order->at < order->count) {
            int at = order->at++;
            if (order->picked < SORTED) {
                int best = at;
                for (int other = at + 1; other < order->count; other++)
                    if (search->history[order->moves[other]] > search->history[order->moves[best]])
                        best = other;
                /* Nothing has a history any more: the rest stays as listed. */
                if (!search->history[order->moves[best]])
                    order->picked = SORTED;
                /* What is passed over keeps its order. */
                Move move = order->moves[best];
                memmove(order->moves + at + 1, order->moves + at, (size_t)(best - at) * sizeof(Move));
                order->moves[at] = move;
            }
            Move move = order->moves[at];
            if (move == order->remembered || move == order->killers[0] || move == order->killers[1] ||
                is_loud(order, move))
                continue;
            order->picked++;
            return move;
        }
    }
    return NO_MOVE;
}

/* A move that refuted another is tried early where the same may be asked. */
static void record_cutoff(Search *search, Move move, int depth, int ply) {
    if ((search->history[move] += depth * depth) > 1 << 28)
        for (int id = 0; id < MOVE_IDS; id++)
            search->history[id] >>= 1;
    if (search->killers[ply][0] != move) {
        search->killers[ply][1] = search->killers[ply][0];
        search->killers[ply][0] = move;
    }
}

/* How many plies less deep a late quiet move is looked at. */
static inline int reduction(int depth, int index) {
    int plies = highest((uint64_t)depth) * highest((uint64_t)index) / 4;
    return plies > 1 ? plies : 1;
}

static int negamax(Search *search, const State *state, int depth, int alpha, int beta, int ply, bool may_pass);

/* The score of what follows a move, for the seat that made it. */
static int child(Search *search, const State *after, bool same, int depth, int alpha, int beta, int ply) {
    if (same) {
        note_same(search, after);
        return negamax(search, after, depth, alpha, beta, ply, true);
    }
    return -negamax(search, after, depth, -beta, -alpha, ply, true);
}

/* The score of a move that is not the first: expected to be no better than alpha. */
static int doubted(Search *search, const State *after, bool same, int depth, int less, int alpha, int beta,
                   int ply) {
    int score = child(search, after, same, depth - less, alpha, alpha + 1, ply);
    if (less && score > alpha && !search->budget.stopped)
        score = child(search, after, same, depth, alpha, alpha + 1, ply);
    if (alpha < score && score < beta && !search->budget.stopped)
        score = child(search, after, same, depth, alpha, beta, ply);
    return score;
}

static int negamax(Search *search, const State *state, int depth, int alpha, int beta, int ply, bool may_pass) {
    if (depth <= 0)
        return quiesce(search, state, alpha, beta, ply, QUIESCENCE_DEPTH);
    if (count_node(&search->budget))
        return 0;
    int over = outcome(state);
    if (over != NO_RESULT)
        return over * (WIN - ply);
    uint64_t of = key(state);
    if (search->repeats && is_past(search, of))
        return 0;
    /* Nothing below can be better than a win with the next ply, nor worse than a loss by it. */
    int most = WIN - ply - 1;
    if (alpha < -most)
        alpha = -most;
    if (beta > most)
        beta = most;
    if (alpha >= beta)
        return alpha;
    Move remembered = NO_MOVE;
    if (!search->plain) {
        const Entry *entry = find(search, of);
        if (entry) {
            int score = from_here(entry->score, ply);
            if (entry->depth >= depth && (entry->bound == EXACT || (entry->bound == LOWER && score >= beta) ||
                                          (entry->bound == UPPER && score <= alpha)))
                return score;
            if (entry->move != NO_MOVE && legal(state, entry->move))
                remembered = entry->move;
        }
    }
    bool pruning = search->pruning && beta - alpha == 1 && beta < PROVED && alpha > -PROVED;
    int hopeless = -WIN; /* what a quiet move is taken to score */
    if (pruning && (NULL_MOVES || FUTILITY > 0)) {
        int value = evaluate(state);
        if (FUTILITY > 0 && depth <= 2 && value + depth * FUTILITY <= alpha)
            hopeless = value + depth * FUTILITY;
        if (NULL_MOVES && may_pass && depth >= 3 && value >= beta) {
            State after;
            pass(state, &after);
            enter(search, of);
            int score = -negamax(search, &after, depth - 3 - depth / 5, -beta, 1 - beta, ply + 1, false);
            leave(search);
            if (search->budget.stopped)
                return 0;
            if (score >= beta)
                return score < PROVED ? score : beta;
        }
    }
    enter(search, of);
    int best = -WIN, floor = alpha, index = 0;
    bool all = true;
    Move chosen = remembered;
    Order order;
    begin(&order, search, state, remembered, ply);
    for (Move move; (move = next_move(&order, search, state)) != NO_MOVE; index++) {
        if (overlooks(search, state, move)) {
            all = false;
            index--;
            continue;
        }
        bool quiet = order.stage > 1 || (index == 0 && !is_loud(&order, move));
        if (quiet && index && hopeless > -WIN) {
            if (hopeless > best)
                best = hopeless;
            if (order.stage == 3)
                break; /* and so are all that follow */
            continue;
        }
        State after;
        play(state, move, &after);
        bool same = turn(&after) == turn(state);
        int score;
        if (depth == 1 || !index) {
            score = child(search, &after, same, depth - 1, alpha, beta, ply + 1);
        } else {
            int less = search->pruning && depth >= 3 && index >= REDUCED_AFTER && quiet ? reduction(depth, index) : 0;
            score = doubted(search, &after, same, depth - 1, less, alpha, beta, ply + 1);
        }
        if (search->budget.stopped)
            return 0;
        if (score > best) {
            best = score;
            chosen = move;
            if (score > alpha)
                alpha = score;
            if (score >= beta) {
                record_cutoff(search, move, depth, ply);
                break;
            }
        }
    }
    leave(search);
    if (!all && best < beta) {
        /* Where something is overlooked, something ordinary is taken to be among it. */
        int ordinary = evaluate(state);
        best = ordinary > best ? ordinary : best;
    }
    if (!search->plain)
        put(search, of, depth, best <= floor ? UPPER : best >= beta ? LOWER : EXACT, from_there(best, ply), chosen);
    return best;
}

#include "root.c"
