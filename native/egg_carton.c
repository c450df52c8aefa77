/* Egg Carton: its rules, its evaluation, its search. The proof is in proof.c.
 *
 * Rules and evaluation are those of marbles_tui/games/egg_carton/; a move is the place sown from. A carton may hold 255 marbles at most.
 *
 * A state's words: the fourteen places, a byte each, from the lowest on, eight in the first word and six in the
 * second; the ends are empty; the second word's top bit is the seat.
 */
#include "egg_carton.h"

typedef uint16_t Move;

enum { MOVE_IDS = PLACES, WORDS = 2 };
enum { NULL_MOVES = 0, FUTILITY = 0, WINDOW = 200 };

enum { SHORT_LAP = 9 };
enum { OWN_MARBLE = -100, OTHER_MARBLE = 145, TEMPO = 145 };

Sowing sowings[PLACES][MOST_MARBLES + 1];

static void add_marbles(Sowing *sowing, int place, uint64_t marbles) {
    if (place == 6 || place == 13)
        return; /* an end */
    if (place < 8)
        sowing->low += marbles << 8 * place;
    else
        sowing->high += marbles << (8 * place - 64);
}

void prepare_sowings(void) {
    for (int place = 0; place < PLACES; place++) {
        Sowing sowing = {0, 0, (uint64_t)place};
        int last = place;
        for (int hand = 0; hand <= MOST_MARBLES; hand++) {
            sowing.last = last == 6 || last == 13 ? AN_END : (uint64_t)last;
            sowings[place][hand] = sowing;
            last = (last + 1) % PLACES;
            add_marbles(&sowing, last, 1);
            add_marbles(&sowing, place, (uint64_t)-1);
        }
    }
}

State read_carton(const uint64_t *words) { return (State){words[0], words[1]}; }

void write_carton(const State *state, uint64_t *words) {
    words[0] = state->low;
    words[1] = state->high;
}

static void prepare(void) { prepare_sowings(); }

static State read_state(const uint64_t *words) { return read_carton(words); }

static void write_state(const State *state, uint64_t *words) { write_carton(state, words); }

static void write_move(Move move, char *text) {
    text[0] = "ABCDEF>IJKLMN<"[move];
    text[1] = 0;
}

static inline int turn(const State *state) { return seat_of(state); }

static inline uint64_t key(const State *state) { return mix(mix(0, state->low), state->high); }

static inline int outcome(const State *state) {
    int seat = seat_of(state);
    if (is_clear(state, seat))
        return 1;
    return is_clear(state, 1 - seat) ? -1 : NO_RESULT;
}

static int generate(const State *state, Move *moves) {
    int count = 0, first = first_slot(seat_of(state));
    for (int place = first; place < first + SIDE_SLOTS; place++)
        if (marbles_at(state, place))
            moves[count++] = (Move)place;
    return count;
}

static int every_move(const State *state, Move *moves) { return generate(state, moves); }

static bool legal(const State *state, Move move) {
    int first = first_slot(seat_of(state));
    return move >= first && move < first + SIDE_SLOTS && marbles_at(state, move);
}

static inline void play(const State *state, Move move, State *after) { *after = sown(*state, move); }

/* A long lap. */
static bool hidden(const State *state, Move move) { return lap(*state, move, SHORT_LAP) > SHORT_LAP; }

static inline void pass(const State *state, State *after) {
    *after = *state;
    after->high ^= SECOND_SEAT;
}

/* The selections after which the same player selects again, or has won. */
static int noisy(const State *state, Move *moves) {
    int count = generate(state, moves), loud = 0;
    for (int at = 0; at < count; at++) {
        State after = sown(*state, moves[at]);
        if (seat_of(&after) == seat_of(state))
            moves[loud++] = moves[at];
    }
    return loud;
}

static int evaluate(const State *state) {
    int seat = seat_of(state);
    return OWN_MARBLE * marbles_of(state, seat) + OTHER_MARBLE * marbles_of(state, 1 - seat) + TEMPO;
}

#define GAME EGG_CARTON
#include "search.c"
