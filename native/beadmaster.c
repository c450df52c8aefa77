/* BeadMaster for two: a bit for each hole, two bits for each bar.
 *
 * What the horizontal and the upright bars show now, after one slide at the soonest and after two is kept up
 * to date with every slide. Rules, evaluation and the order of moves are those of
 * marbles_tui/games/beadmaster/.
 *
 * A state's words: the bars; the beads of each seat; the seat to move, and bit 1 while beads are placed; the
 * trail, two bits for its length and then eight a slide: the seat, the bar, how often running; calm; limit.
 */
#include "bits.h"
#include "marbles.h"

enum { SIZE = 7, BARS = 14, HOLES = 49, BEADS = 5, PLACE = 2 * BARS };

#define ALL_HOLES ((UINT64_C(1) << HOLES) - 1)

typedef struct {
    uint64_t open[2], soon[2], later[2]; /* of the horizontal bars, and of the upright ones */
    uint64_t beads[2];
    uint32_t bars;
    uint32_t trail; /* as the word */
    uint16_t calm, limit;
    uint8_t seat, placing;
} State;

typedef uint16_t Move; /* as the kernel's: 2 * the bar, and 1 if outwards; or PLACE + the hole */

enum { MOVE_IDS = PLACE + HOLES, WORDS = 7 };
enum { NULL_MOVES = 0, FUTILITY = 0, WINDOW = 60 };

enum { SOON = -44, LATER = -20, THIRD = 13, TEMPO = 8 };
static const int HELD[6] = {0, 82, 215, 313, 399, 500};

static const char *const SLOTS[BARS] = {
    "xoxoxoxox", "xooxooxox", "xoooxooox", "xoxoxoxox", "xooooooox", "xxoooxoxx", "xooxoxoxx",
    "xooooxoxx", "xoooxxoox", "xoxooxoxx", "xooxxooox", "xxoooxoxx", "xxoooooxx", "xooxooxox"};

/* By bar and position: the holes that it shows, and those that it shows after one and two slides only. */
static uint64_t shown[BARS][3], near_holes[BARS][3], far_holes[BARS][3];

static void prepare(void) {
    for (int bar = 0; bar < BARS; bar++) {
        for (int place = 0; place < 3; place++) {
            shown[bar][place] = 0;
            for (int at = 0; at < SIZE; at++)
                if (SLOTS[bar][place + at] == 'o')
                    shown[bar][place] |= UINT64_C(1) << (bar < SIZE ? SIZE * bar + at : SIZE * at + bar - SIZE);
        }
        for (int place = 0; place < 3; place++) {
            uint64_t next = place == 1 ? shown[bar][0] | shown[bar][2] : shown[bar][1];
            uint64_t last = place == 1 ? 0 : shown[bar][2 - place];
            near_holes[bar][place] = next & ~shown[bar][place];
            far_holes[bar][place] = last & ~next & ~shown[bar][place];
        }
    }
}

static inline int place_of(const State *state, int bar) { return (int)(state->bars >> 2 * bar & 3); }

static State read_state(const uint64_t *words) {
    State state = {.beads = {words[1], words[2]},
                   .bars = (uint32_t)words[0],
                   .trail = (uint32_t)words[4],
                   .calm = (uint16_t)words[5],
                   .limit = (uint16_t)words[6],
                   .seat = (uint8_t)(words[3] & 1),
                   .placing = (uint8_t)(words[3] >> 1)};
    for (int bar = 0; bar < BARS; bar++) {
        int place = place_of(&state, bar), upright = bar >= SIZE;
        state.open[upright] |= shown[bar][place];
        state.soon[upright] |= near_holes[bar][place];
        state.later[upright] |= far_holes[bar][place];
    }
    return state;
}

static void write_state(const State *state, uint64_t *words) {
    words[0] = state->bars;
    words[1] = state->beads[0];
    words[2] = state->beads[1];
    words[3] = (uint64_t)(state->seat | state->placing << 1);
    words[4] = state->trail;
    words[5] = state->calm;
    words[6] = state->limit;
}

static int kernel_move(Move move) { return move; }

static Move own_move(int kernel) { return (Move)kernel; }

static inline int turn(const State *state) { return state->seat; }

static inline uint64_t key(const State *state) {
    uint64_t rest = (uint64_t)state->trail << 32 | (uint64_t)state->calm << 2 | (uint64_t)state->placing << 1 |
                    state->seat;
    return mix(mix(mix(mix(0, state->beads[0]), state->beads[1]), state->bars), rest);
}

static inline bool is_over(const State *state) {
    return !state->placing &&
           (!state->beads[0] || !state->beads[1] || (state->limit && state->calm >= state->limit));
}

static inline int outcome(const State *state) {
    if (!is_over(state))
        return NO_RESULT;
    if (state->beads[0] && state->beads[1])
        return 0;
    return state->beads[state->seat] || !state->beads[1 - state->seat] ? 1 : -1;
}

/* A slide of the trail: the seat, the bar times two, how often running times 32; two slides at most, the older
 * first, above the two bits of the trail's length. */
static inline uint32_t slide_at(uint32_t trail, int at) { return trail >> (2 + 8 * at) & 0xFF; }

static inline uint32_t trail_of(uint32_t length, uint32_t first, uint32_t second) {
    return length | first << 2 | second << 10;
}

static inline int bar_of(uint32_t slide) { return (int)(slide >> 1 & 15); }

/* The trail once a seat has slid a bar and another, or the same, is to move. */
static uint32_t follow(uint32_t trail, uint32_t seat, uint32_t bar, uint32_t after) {
    uint32_t length = trail & 3, run = 1, slides[3] = {slide_at(trail, 0), slide_at(trail, 1)};
    if (length && (slides[0] & 1) == seat) {
        run = bar_of(slides[0]) == (int)bar ? 2 : 1;
        slides[0] = slides[1];
        length--;
    }
    slides[length++] = seat | bar << 1 | run << 5;
    for (uint32_t at = 0; at < length; at++)
        if ((slides[at] & 1) == after)
            return trail_of(length - at, slides[at], at + 1 < length ? slides[at + 1] : 0);
    return trail_of(length, slides[0], length > 1 ? slides[1] : 0);
}

/* The bars that the seat to move may not slide, as bits. */
static inline uint32_t inhibited(const State *state) {
    uint32_t bars = 0, length = state->trail & 3;
    for (uint32_t at = 0; at < length; at++) {
        uint32_t slide = slide_at(state->trail, (int)at);
        if ((slide & 1) != state->seat || (at == 0 && slide >> 5 >= 2))
            bars |= 1u << bar_of(slide);
    }
    return bars;
}

static int generate(const State *state, Move *moves) {
    int count = 0;
    if (state->placing) {
        uint64_t free = ALL_HOLES & ~((state->open[0] & state->open[1]) | state->beads[0] | state->beads[1]);
        while (free)
            moves[count++] = (Move)(PLACE + take_lowest(&free));
        return count;
    }
    uint32_t blocked = inhibited(state);
    for (int bar = 0; bar < BARS; bar++) {
        if (blocked >> bar & 1)
            continue;
        int place = place_of(state, bar);
        if (place > 0)
            moves[count++] = (Move)(2 * bar);
        if (place < 2)
            moves[count++] = (Move)(2 * bar + 1);
    }
    return count;
}

static int every_move(const State *state, Move *moves) { return generate(state, moves); }

static bool legal(const State *state, Move move) {
    if (move >= PLACE) {
        uint64_t covered = ~((state->open[0] & state->open[1]) | state->beads[0] | state->beads[1]);
        return state->placing && covered >> (move - PLACE) & 1;
    }
    int place = place_of(state, move >> 1);
    return !state->placing && (move & 1 ? place < 2 : place > 0) && !(inhibited(state) >> (move >> 1) & 1);
}

static void place_bead(State *state, int hole) {
    int seat = state->seat;
    state->beads[seat] |= UINT64_C(1) << hole;
    if (count_bits(state->beads[1 - seat]) < BEADS) {
        state->seat = (uint8_t)(1 - seat);
    } else if (count_bits(state->beads[seat]) >= BEADS) {
        state->seat = state->placing = 0;
    }
}

static inline void play(const State *state, Move move, State *after) {
    *after = *state;
    if (state->placing) {
        place_bead(after, move - PLACE);
        return;
    }
    int bar = move >> 1, upright = bar >= SIZE, from = place_of(state, bar), to = from + (move & 1 ? 1 : -1);
    after->bars += ((uint32_t)to - (uint32_t)from) << 2 * bar;
    after->open[upright] ^= shown[bar][from] ^ shown[bar][to];
    after->soon[upright] ^= near_holes[bar][from] ^ near_holes[bar][to];
    after->later[upright] ^= far_holes[bar][from] ^ far_holes[bar][to];
    uint64_t gone = after->open[0] & after->open[1] & (state->beads[0] | state->beads[1]);
    after->beads[0] &= ~gone;
    after->beads[1] &= ~gone;
    after->calm = gone ? 0 : (uint16_t)(state->calm + 1);
    if (!is_over(after))
        after->seat = 1 - state->seat;
    after->trail = follow(state->trail, state->seat, (uint32_t)bar, after->seat);
}

static inline void pass(const State *state, State *after) {
    *after = *state;
    after->seat = 1 - state->seat;
}

static inline uint64_t fall_soon(const State *state) {
    return (state->soon[0] & state->open[1]) | (state->soon[1] & state->open[0]);
}

/* The slides that make more beads of the other seat fall than of the mover. */
static int noisy(const State *state, Move *moves) {
    if (state->placing)
        return 0;
    uint64_t own = state->beads[state->seat], other = state->beads[1 - state->seat];
    uint64_t exposed = fall_soon(state) & (own | other);
    if (!(exposed & other))
        return 0;
    int count = generate(state, moves), loud = 0;
    for (int at = 0; at < count; at++) {
        int bar = moves[at] >> 1, place = place_of(state, bar);
        uint64_t opened = shown[bar][place + (moves[at] & 1 ? 1 : -1)] & ~shown[bar][place];
        uint64_t gone = opened & state->open[bar < SIZE] & exposed;
        if (count_bits(gone & other) > count_bits(gone & own))
            moves[loud++] = moves[at];
    }
    return loud;
}

static int evaluate(const State *state) {
    uint64_t soon = fall_soon(state);
    uint64_t later = (state->soon[0] & state->soon[1]) | (state->later[0] & state->open[1]) |
                     (state->later[1] & state->open[0]);
    uint64_t third = (state->soon[0] & state->later[1]) | (state->later[0] & state->soon[1]);
    uint64_t own = state->beads[state->seat], other = state->beads[1 - state->seat];
    int held = state->placing ? 0 : HELD[count_bits(own)] - HELD[count_bits(other)];
    return TEMPO + held + SOON * (count_bits(own & soon) - count_bits(other & soon)) +
           LATER * (count_bits(own & later) - count_bits(other & later)) +
           THIRD * (count_bits(own & third) - count_bits(other & third));
}

#define GAME BEADMASTER
#include "search.c"
