/* Who wins in Egg Carton, and how soon.
 *
 * Depth-first proof-number search (Ayumu Nagai, "Df-pn Algorithm for Searching AND/OR Trees", 2002): every state
 * has two costs for its mover, what is still to be shown for a win and for a loss. A win costs what its cheapest move costs, a
 * loss what all moves cost together. No position repeats and games are finite, so the costs need no care for
 * cycles. Then within how many selections of its own the winner forces the end.
 */
#include "budget.h"
#include "egg_carton.h"

#include <stdlib.h>

enum {
    NEVER = 1 << 30,  /* the cost of what is refuted */
    DEEPEST_CALL = 2000, /* a proof that would go deeper is given up */
    NO_LENGTH = 0x7FFF
};

typedef struct {
    State state;
    int32_t win, loss; /* one is 0 and the other NEVER where the outcome is settled */
} Costs;

/* How many of the winner's selections are known to suffice, and how many not to. */
typedef struct {
    State state;
    int16_t suffices, fails;
} Length;

/* Room for a power of two of states; twice as much is taken whenever it is five eighths full, and the most there may be
 * filled to seven eighths. */
typedef struct {
    uint64_t size, count, most;
} Room;

struct Proof {
    Budget budget;
    Costs *costs;
    Length *lengths[2]; /* by the winner */
    Room costs_room, lengths_room[2];
    bool full; /* whether the thinking has stopped for want of room for costs */
};

enum { SMALLEST_ROOM = 1 << 12 };

static inline bool is_crowded(const Room *room) {
    return 8 * room->count >= (room->size < room->most ? 5 : 7) * room->size;
}

static inline uint64_t hash(const State *state) {
    uint64_t mixed = mix(mix(0, state->low), state->high);
    return mixed ^ mixed >> 32;
}

static inline bool is_same(const State *one, const State *other) {
    return one->low == other->low && one->high == other->high;
}

static inline bool is_free(const State *state) { return !(state->low | (state->high & ~SECOND_SEAT)); }

/* Where a running game's costs are, or would be; `at` is the state's hash. */
static inline Costs *costs_place(const Proof *proof, const State *state, uint64_t at) {
    uint64_t last = proof->costs_room.size - 1;
    at &= last;
    while (!is_free(&proof->costs[at].state) && !is_same(&proof->costs[at].state, state))
        at = (at + 1) & last;
    return proof->costs + at;
}

/* A running game's costs, first guesses for a new one. NULL where there is no room. */
static Costs *costs_of(Proof *proof, const State *state) {
    Costs *costs = costs_place(proof, state, hash(state));
    if (!is_free(&costs->state))
        return costs;
    if (is_crowded(&proof->costs_room))
        return NULL;
    proof->costs_room.count++;
    /* The more marbles a side holds, the more is to be done to clear it. */
    int seat = seat_of(state);
    *costs = (Costs){*state, 1 + marbles_of(state, seat) / 3, 1 + marbles_of(state, 1 - seat) / 3};
    return costs;
}

/* Take twice the room for costs; whether it could be had. */
static bool grow_costs(Proof *proof) {
    Room *room = &proof->costs_room;
    uint64_t before = room->size;
    Costs *old = proof->costs, *larger = before < room->most ? calloc(2 * before, sizeof *old) : NULL;
    if (!larger)
        return false;
    proof->costs = larger;
    room->size = 2 * before;
    for (uint64_t at = 0; at < before; at++)
        if (!is_free(&old[at].state))
            *costs_place(proof, &old[at].state, hash(&old[at].state)) = old[at];
    free(old);
    return true;
}

static int32_t known(const Proof *proof, const State *state, uint64_t hashed) {
    const Costs *costs = costs_place(proof, state, hashed);
    if (is_free(&costs->state) || (costs->win && costs->loss))
        return UNKNOWN;
    return costs->win ? LOSES : WINS;
}

static inline int64_t least(int64_t one, int64_t other) { return one < other ? one : other; }

/* Work on a state until its win or its loss costs as much as the limits, or is settled. */
static void work(Proof *proof, Costs *costs, int64_t win_limit, int64_t loss_limit, int calls) {
    if (count_node(&proof->budget))
        return;
    State state = costs->state;
    int seat = seat_of(&state), first = first_slot(seat), count = 0, over = 0;
    Costs *after[SIDE_SLOTS], *passed[SIDE_SLOTS];
    for (int place = first; place < first + SIDE_SLOTS; place++) {
        if (!marbles_at(&state, place))
            continue;
        State child = sown(state, place);
        if (is_clear(&child, seat)) {
            costs->win = 0;
            costs->loss = NEVER;
            return;
        }
        Costs *of = costs_of(proof, &child);
        if (!of || calls > DEEPEST_CALL) {
            proof->full = !of;
            proof->budget.stopped = true;
            return;
        }
        if (seat_of(&child) == seat)
            after[count++] = of;
        else
            passed[over++] = of;
    }
    int again = count; /* from here on the other seat is to select */
    for (int at = 0; at < over; at++)
        after[count++] = passed[at];
    for (;;) {
        int64_t win = NEVER, second = NEVER, loss = 0;
        bool refuted = false;
        int best = 0;
        for (int at = 0; at < count; at++) {
            int32_t child_win = at < again ? after[at]->win : after[at]->loss;
            int32_t child_loss = at < again ? after[at]->loss : after[at]->win;
            if (child_win < win) {
                second = win;
                win = child_win;
                best = at;
            } else if (child_win < second) {
                second = child_win;
            }
            loss += child_loss;
            refuted = refuted || child_loss == NEVER;
        }
        loss = refuted ? NEVER : least(loss, NEVER - 1);
        costs->win = (int32_t)win;
        costs->loss = (int32_t)loss;
        if (!win || !loss) {
            costs->win = win ? NEVER : 0;
            costs->loss = win ? 0 : NEVER;
            return;
        }
        if (win >= win_limit || loss >= loss_limit)
            return;
        /* Half as much again as the next best, lest the search swing between the two. */
        int64_t reach = least(win_limit, second + 1 + (second >> 1));
        int64_t rest = loss_limit - loss + (best < again ? after[best]->loss : after[best]->win);
        if (best < again)
            work(proof, after[best], reach, rest, calls + 1);
        else
            work(proof, after[best], rest, reach, calls + 1);
        if (proof->budget.stopped)
            return;
    }
}

/* Where a state's length is, or would be; `at` is the state's hash. */
static inline Length *length_of(const Proof *proof, int winner, const State *state, uint64_t at) {
    Length *lengths = proof->lengths[winner];
    uint64_t last = proof->lengths_room[winner].size - 1;
    at &= last;
    while (!is_free(&lengths[at].state) && !is_same(&lengths[at].state, state))
        at = (at + 1) & last;
    return lengths + at;
}

static bool grow_lengths(Proof *proof, int winner) {
    Room *room = &proof->lengths_room[winner];
    uint64_t before = room->size;
    Length *old = proof->lengths[winner], *larger = before < room->most ? calloc(2 * before, sizeof *old) : NULL;
    if (!larger)
        return false;
    proof->lengths[winner] = larger;
    room->size = 2 * before;
    for (uint64_t at = 0; at < before; at++)
        if (!is_free(&old[at].state))
            *length_of(proof, winner, &old[at].state, hash(&old[at].state)) = old[at];
    free(old);
    return true;
}

/* What is known of a state's length. */
static inline Length known_length(const Proof *proof, int winner, const State *state, uint64_t hashed) {
    const Length *length = length_of(proof, winner, state, hashed);
    return is_free(&length->state) ? (Length){*state, NO_LENGTH, -1} : *length;
}

/* A state's length to be written to; NULL where there is no room. */
static Length *noted(Proof *proof, int winner, const State *state, uint64_t hashed) {
    Length *length = length_of(proof, winner, state, hashed);
    if (!is_free(&length->state))
        return length;
    if (is_crowded(&proof->lengths_room[winner])) {
        if (!grow_lengths(proof, winner))
            return NULL;
        length = length_of(proof, winner, state, hashed);
    }
    proof->lengths_room[winner].count++;
    *length = (Length){*state, NO_LENGTH, -1};
    return length;
}

typedef struct {
    State state;
    uint64_t hash;
    int rank;
} Child;

/* The states after each selection, whose lengths are on their way from memory. */
static int children(const Proof *proof, int winner, const State *state, Child *after) {
    int count = 0, first = first_slot(seat_of(state));
    uint64_t last = proof->lengths_room[winner].size - 1;
    for (int place = first; place < first + SIDE_SLOTS; place++)
        if (marbles_at(state, place)) {
            Child *child = &after[count++];
            child->state = sown(*state, place);
            child->hash = hash(&child->state);
            __builtin_prefetch(&proof->lengths[winner][child->hash & last]);
        }
    return count;
}

/* Lowest ranks first; equal ones keep their order. */
static void sort(Child *after, int count) {
    for (int at = 1; at < count; at++) {
        Child one = after[at];
        int place = at;
        for (; place && after[place - 1].rank > one.rank; place--)
            after[place] = after[place - 1];
        after[place] = one;
    }
}

static bool within(Proof *proof, int winner, const Child *child, int selections, int calls);

/* Whether one of the winner's selections leads to the end in time. */
static bool attack(Proof *proof, int winner, const State *state, int selections, int calls) {
    Child after[SIDE_SLOTS];
    int count = children(proof, winner, state, after), rest = selections - 1, open = 0;
    for (int at = 0; at < count; at++)
        if (is_clear(&after[at].state, winner))
            return true;
    if (!rest)
        return false;
    for (int at = 0; at < count; at++) {
        Length length = known_length(proof, winner, &after[at].state, after[at].hash);
        if (length.suffices <= rest)
            return true;
        if (length.fails >= rest)
            continue;
        /* Going on selecting first, then what leaves little on the own side. */
        after[at].rank = marbles_of(&after[at].state, winner) + (seat_of(&after[at].state) != winner) * 1024;
        after[open++] = after[at];
    }
    sort(after, open);
    for (int at = 0; at < open && !proof->budget.stopped; at++)
        if (within(proof, winner, &after[at], rest, calls))
            return true;
    return false;
}

/* Whether the end comes in time whatever the loser selects. */
static bool defend(Proof *proof, int winner, const State *state, int selections, int calls) {
    Child after[SIDE_SLOTS];
    int count = children(proof, winner, state, after), open = 0;
    for (int at = 0; at < count; at++) {
        if (is_clear(&after[at].state, 1 - winner))
            return false;
        Length length = known_length(proof, winner, &after[at].state, after[at].hash);
        if (length.fails >= selections)
            return false;
        if (length.suffices <= selections)
            continue;
        /* What has held out longest so far may hold out again; then what leaves the winner little. */
        after[at].rank = marbles_of(&after[at].state, winner) - 1024 * length.fails;
        after[open++] = after[at];
    }
    sort(after, open);
    for (int at = 0; at < open; at++)
        if (!within(proof, winner, &after[at], selections, calls) || proof->budget.stopped)
            return false;
    return true;
}

/* Whether the winner forces the end of a running game with so many selections of its own. */
static bool within(Proof *proof, int winner, const Child *child, int selections, int calls) {
    const State *state = &child->state;
    Length before = known_length(proof, winner, state, child->hash);
    if (before.suffices <= selections)
        return true;
    if (before.fails >= selections)
        return false;
    bool mine = seat_of(state) == winner;
    if (!selections || known(proof, state, child->hash) == (mine ? LOSES : WINS))
        return false;
    if (count_node(&proof->budget))
        return false;
    if (calls > DEEPEST_CALL) {
        proof->budget.stopped = true;
        return false;
    }
    bool found = mine ? attack(proof, winner, state, selections, calls + 1)
                      : defend(proof, winner, state, selections, calls + 1);
    if (proof->budget.stopped)
        return false;
    Length *length = noted(proof, winner, state, child->hash);
    if (!length) {
        proof->budget.stopped = true;
        return false;
    }
    *(found ? &length->suffices : &length->fails) = (int16_t)selections;
    return found;
}

Proof *marbles_proof_new(uint64_t states, uint64_t lengths) {
    Proof *proof = calloc(1, sizeof *proof);
    if (!proof)
        return NULL;
    proof->costs_room = (Room){SMALLEST_ROOM, 0, states};
    proof->costs = calloc(SMALLEST_ROOM, sizeof(Costs));
    for (int winner = 0; winner < 2; winner++) {
        proof->lengths_room[winner] = (Room){SMALLEST_ROOM, 0, lengths};
        proof->lengths[winner] = calloc(SMALLEST_ROOM, sizeof(Length));
    }
    if (!proof->costs || !proof->lengths[0] || !proof->lengths[1]) {
        marbles_proof_free(proof);
        return NULL;
    }
    bind(&proof->budget, -1, 0, NULL);
    return proof;
}

void marbles_proof_free(Proof *proof) {
    if (!proof)
        return;
    free(proof->costs);
    free(proof->lengths[0]);
    free(proof->lengths[1]);
    free(proof);
}

void marbles_proof_limit(Proof *proof, double seconds, int64_t nodes, Stop stop) {
    bind(&proof->budget, seconds, nodes, stop);
}

int64_t marbles_proof_nodes(const Proof *proof) { return proof->budget.nodes; }

int32_t marbles_proof_prove(Proof *proof, const uint64_t *words) {
    State state = read_carton(words);
    for (;;) {
        Costs *costs = costs_of(proof, &state);
        if (costs && costs->win && costs->loss)
            work(proof, costs, NEVER, NEVER, 0);
        if (costs && !proof->full)
            return known(proof, &state, hash(&state));
        /* With more room the work goes on from what it has found out. */
        if (!grow_costs(proof))
            return UNKNOWN;
        proof->full = proof->budget.stopped = false;
    }
}

int32_t marbles_proof_known(const Proof *proof, const uint64_t *words) {
    State state = read_carton(words);
    return known(proof, &state, hash(&state));
}

int32_t marbles_proof_within(Proof *proof, int32_t winner, const uint64_t *words, int32_t selections) {
    State state = read_carton(words);
    Child root = {state, hash(&state), 0};
    bool found = within(proof, winner, &root, selections, 0);
    return proof->budget.stopped ? UNKNOWN : found;
}

int32_t marbles_proof_suffices(const Proof *proof, int32_t winner, const uint64_t *words) {
    State state = read_carton(words);
    return known_length(proof, winner, &state, hash(&state)).suffices;
}

int32_t marbles_proof_fails(const Proof *proof, int32_t winner, const uint64_t *words) {
    State state = read_carton(words);
    return known_length(proof, winner, &state, hash(&state)).fails;
}
