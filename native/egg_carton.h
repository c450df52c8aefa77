/* Egg Carton on bytes: the fourteen places of the ring in two words, eight and six; the ends stay empty. */
#ifndef MARBLES_EGG_CARTON_H
#define MARBLES_EGG_CARTON_H

#include "bits.h"
#include "marbles.h"

enum { PLACES = 14, SIDE_SLOTS = 6, MOST_MARBLES = 255 };

/* The seat that selects is the top bit of the second word; after the end it is the last mover. */
#define SECOND_SEAT (UINT64_C(1) << 63)

typedef struct {
    uint64_t low, high;
} State;

/* What a sowing adds to the two words, and the place where its last marble lands, 255 for an end. */
typedef struct {
    uint64_t low, high;
    uint64_t last;
} Sowing;

enum { AN_END = 255 };

extern Sowing sowings[PLACES][MOST_MARBLES + 1];

/* The fields of each seat's slots: A to F, and I to N. */
#define FIRST_LOW UINT64_C(0x0000FFFFFFFFFFFF)
#define SECOND_LOW UINT64_C(0xFF00000000000000)
#define SECOND_HIGH UINT64_C(0x000000FFFFFFFFFF)

void prepare_sowings(void);
State read_carton(const uint64_t *words);
void write_carton(const State *state, uint64_t *words);

static inline int seat_of(const State *state) { return (int)(state->high >> 63); }

static inline bool is_clear(const State *state, int seat) {
    return seat ? !(state->low & SECOND_LOW) && !(state->high & SECOND_HIGH) : !(state->low & FIRST_LOW);
}

static inline int marbles_at(const State *state, int place) {
    return (int)(place < 8 ? state->low >> 8 * place & 0xFF : state->high >> (8 * place - 64) & 0xFF);
}

/* The first slot of a seat. */
static inline int first_slot(int seat) { return seat ? 7 : 0; }

/* The state after the whole chain of a selection. */
static inline State sown(State state, int place) {
    for (;;) {
        const Sowing *sowing = &sowings[place][marbles_at(&state, place)];
        state.low += sowing->low;
        state.high += sowing->high;
        if (sowing->last == AN_END)
            return state;
        place = (int)sowing->last;
        if (marbles_at(&state, place) == 1) {
            /* The last marble fell into an empty slot. The turn passes, unless the mover has just won. */
            if (!is_clear(&state, seat_of(&state)))
                state.high ^= SECOND_SEAT;
            return state;
        }
    }
}

/* How many marbles the whole chain of a selection sows, or more than `most`. */
static inline int lap(State state, int place, int most) {
    for (int count = 0;;) {
        int hand = marbles_at(&state, place);
        const Sowing *sowing = &sowings[place][hand];
        state.low += sowing->low;
        state.high += sowing->high;
        count += hand;
        if (count > most || sowing->last == AN_END)
            return count;
        place = (int)sowing->last;
        if (marbles_at(&state, place) == 1)
            return count;
    }
}

/* The sum of the bytes of a word. */
static inline int sum_bytes(uint64_t word) {
    word = (word & UINT64_C(0x00FF00FF00FF00FF)) + (word >> 8 & UINT64_C(0x00FF00FF00FF00FF));
    return (int)(word * UINT64_C(0x0001000100010001) >> 48);
}

static inline int marbles_of(const State *state, int seat) {
    return seat ? sum_bytes(state->low & SECOND_LOW) + sum_bytes(state->high & SECOND_HIGH)
                : sum_bytes(state->low & FIRST_LOW);
}

#endif
