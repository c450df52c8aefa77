/* BeadMaster: a bit for each hole, two bits for each bar.
 *
 * What the horizontal and the upright bars show now, after one slide at the soonest and after two is kept up
 * to date with every slide. Rules and evaluation are those of marbles_tui/games/beadmaster/.
 *
 * For more seats than two it is a game of two sides: the seat that thinks, and all the others together. Of the two
 * usual ways this one keeps alpha-beta whole, and so looks nearly twice as deep as max-n in the same time; and where
 * a bead that falls is everybody else's gain, to fear them all is only a little too cautious.
 *
 * A state's words: the bars; the beads of each of SEATS seats; the seat to move, from bit 2 on whether beads are
 * placed, from bit 3 on the number of seats, from bit 6 on the seat that thinks; the trail, three bits for its length
 * and then eight a slide, the oldest first: the seat, the bar, how often running; calm, and from bit 32 on its limit.
 */
#include "bits.h"
#include "marbles.h"

#ifndef SEATS
#define SEATS 2
#endif

enum { SIZE = 7, BARS = 14, HOLES = 49, BEADS = 5, PLACE = 2 * BARS };

#define ALL_HOLES ((UINT64_C(1) << HOLES) - 1)

typedef struct {
    uint64_t open[2], soon[2], later[2]; /* of the horizontal bars, and of the upright ones */
    uint64_t beads[SEATS];
    uint64_t trail; /* as the word */
    uint32_t bars;
    uint16_t calm, limit;
    uint8_t seat, placing, seats, thinker;
} State;

typedef uint16_t Move; /* 2 * the bar, and 1 if outwards; or PLACE + the hole */

enum { MOVE_IDS = PLACE + HOLES, WORDS = SEATS + 4 };
enum { NULL_MOVES = 0, FUTILITY = 0, WINDOW = 60 };

#if SEATS == 2
enum { TEMPO = 8 };
#else
enum { TEMPO = 0 };
#endif
enum { SOON = -44, LATER = -20, THIRD = 13 };
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
    uint64_t rest = words[SEATS + 1];
    State state = {.bars = (uint32_t)words[0],
                   .seat = (uint8_t)(rest & 3),
                   .placing = (uint8_t)(rest >> 2 & 1),
                   .seats = (uint8_t)(rest >> 3 & 7),
                   .thinker = (uint8_t)(rest >> 6 & 3),
                   .trail = words[SEATS + 2],
                   .calm = (uint16_t)words[SEATS + 3],
                   .limit = (uint16_t)(words[SEATS + 3] >> 32)};
    for (int seat = 0; seat < SEATS; seat++)
        state.beads[seat] = words[1 + seat];
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
    for (int seat = 0; seat < SEATS; seat++)
        words[1 + seat] = state->beads[seat];
    words[SEATS + 1] = (uint64_t)(state->seat | state->placing << 2 | state->seats << 3 | state->thinker << 6);
    words[SEATS + 2] = state->trail;
    words[SEATS + 3] = state->calm | (uint64_t)state->limit << 32;
}

static void write_move(Move move, char *text) {
    int bar = move >> 1, hole = move - PLACE;
    *text++ = move >= PLACE ? "ABCDEFG"[hole % SIZE] : "hv"[bar / SIZE];
    *text++ = (char)('1' + (move >= PLACE ? hole / SIZE : bar % SIZE));
    if (move < PLACE)
        *text++ = "io"[move & 1];
    *text = 0;
}

static inline int seats_of(const State *state) { return SEATS == 2 ? 2 : state->seats; }

static inline int turn(const State *state) { return SEATS == 2 ? state->seat : state->seat != state->thinker; }

static inline uint64_t key(const State *state) {
    uint64_t rest = (uint64_t)state->calm << 3 | (uint64_t)state->placing << 2 | state->seat, hash = 0;
    for (int seat = 0; seat < SEATS; seat++)
        hash = mix(hash, state->beads[seat]);
    /* The trail of two takes no more than 19 bits. */
    return SEATS == 2 ? mix(mix(hash, state->bars), state->trail << 32 | rest)
                      : mix(mix(mix(hash, state->bars), state->trail), rest);
}

static inline uint64_t beads_of_all(const State *state) {
    uint64_t beads = 0;
    for (int seat = 0; seat < SEATS; seat++)
        beads |= state->beads[seat];
    return beads;
}

/* How many seats still have beads. */
static inline int alive(const State *state) {
    int count = 0;
    for (int seat = 0; seat < SEATS; seat++)
        count += state->beads[seat] != 0;
    return count;
}

static inline bool is_over(const State *state) {
    return !state->placing && (alive(state) < 2 || (state->limit && state->calm >= state->limit));
}

static inline int outcome(const State *state) {
    if (!is_over(state))
        return NO_RESULT;
    int left = alive(state), asked = SEATS == 2 ? state->seat : state->thinker;
    if (left > 1)
        return 0;
    int won = state->beads[asked] || (!left && state->seat == asked) ? 1 : -1;
    return SEATS == 2 || state->seat == asked ? won : -won;
}

/* A slide of the trail: the seat, the bar times four, how often running times 64. */
static inline uint32_t slide_at(uint64_t trail, int at) { return trail >> (3 + 8 * at) & 0xFF; }

static inline int bar_of(uint32_t slide) { return (int)(slide >> 2 & 15); }

/* The trail once a seat has slid a bar and another, or the same, is to move: from that one's last slide on. */
static uint64_t follow(uint64_t trail, uint32_t seat, uint32_t bar, uint32_t after) {
    uint64_t length = trail & 7, slides = trail >> 3;
    uint32_t run = 1;
    if (length && (slides & 3) == seat) {
        run = bar_of((uint32_t)slides & 0xFF) == (int)bar ? 2 : 1;
        slides >>= 8;
        length--;
    }
    slides |= (uint64_t)(seat | bar << 2 | run << 6) << 8 * length++;
    for (uint64_t at = 0; at < length; at++)
        if ((slides >> 8 * at & 3) == after)
            return (slides >> 8 * at) << 3 | (length - at);
    return slides << 3 | length;
}

/* The bars that the seat to move may not slide, as bits: those that others have slid since its own last slide; with
 * two left also the one that it has slid twice running. */
static inline uint32_t inhibited(const State *state) {
    uint32_t bars = 0, length = state->trail & 7;
    for (uint32_t at = 0; at < length; at++) {
        uint32_t slide = slide_at(state->trail, (int)at);
        if ((slide & 3) != state->seat || (at == 0 && slide >> 6 >= 2 && (SEATS == 2 || alive(state) == 2)))
            bars |= 1u << bar_of(slide);
    }
    return bars;
}

static int generate(const State *state, Move *moves) {
    int count = 0;
    if (state->placing) {
        uint64_t free = ALL_HOLES & ~((state->open[0] & state->open[1]) | beads_of_all(state));
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
        uint64_t covered = ~((state->open[0] & state->open[1]) | beads_of_all(state));
        return state->placing && covered >> (move - PLACE) & 1;
    }
    int place = place_of(state, move >> 1);
    return !state->placing && (move & 1 ? place < 2 : place > 0) && !(inhibited(state) >> (move >> 1) & 1);
}

static void place_bead(State *state, int hole) {
    int seats = seats_of(state);
    state->beads[state->seat] |= UINT64_C(1) << hole;
    for (int step = 1; step <= seats; step++) {
        int next = (state->seat + step) % seats;
        if (count_bits(state->beads[next]) < BEADS) {
            state->seat = (uint8_t)next;
            return;
        }
    }
    state->seat = state->placing = 0;
}

/* The next seat that has beads. */
static inline uint8_t next_seat(const State *state) {
    if (SEATS == 2)
        return 1 - state->seat;
    int next = state->seat;
    do
        next = (next + 1) % state->seats;
    while (!state->beads[next]);
    return (uint8_t)next;
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
    uint64_t gone = after->open[0] & after->open[1] & beads_of_all(state);
    for (int seat = 0; seat < SEATS; seat++)
        after->beads[seat] &= ~gone;
    after->calm = gone ? 0 : (uint16_t)(state->calm + 1);
    if (!is_over(after))
        after->seat = next_seat(after);
    after->trail = follow(state->trail, state->seat, (uint32_t)bar, after->seat);
}

/* The slide of an upright bar: it hides what the one below it shows. */
static bool hidden(const State *state, Move move) { return !state->placing && move >= 2 * SIZE; }

static inline void pass(const State *state, State *after) {
    *after = *state;
    after->seat = next_seat(state);
}

static inline uint64_t fall_soon(const State *state) {
    return (state->soon[0] & state->open[1]) | (state->soon[1] & state->open[0]);
}

/* The slides that make more beads of others fall than of the mover. */
static int noisy(const State *state, Move *moves) {
    if (state->placing)
        return 0;
    uint64_t all = beads_of_all(state), own = state->beads[state->seat], other = all & ~own;
    uint64_t exposed = fall_soon(state) & all;
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

/* What a seat's beads are worth to it, less the mean of what the others' are worth to them. */
static int evaluate(const State *state) {
    uint64_t soon = fall_soon(state);
    uint64_t later = (state->soon[0] & state->soon[1]) | (state->later[0] & state->open[1]) |
                     (state->later[1] & state->open[0]);
    uint64_t third = (state->soon[0] & state->later[1]) | (state->later[0] & state->soon[1]);
    int asked = SEATS == 2 ? state->seat : state->thinker, own = 0, others = 0, many = seats_of(state) - 1;
    for (int seat = 0; seat <= many; seat++) {
        uint64_t beads = state->beads[seat];
        int worth = (state->placing ? 0 : HELD[count_bits(beads)]) + SOON * count_bits(beads & soon) +
                    LATER * count_bits(beads & later) + THIRD * count_bits(beads & third);
        if (seat == asked)
            own = worth;
        else
            others += worth;
    }
    int mean = others / many - (others % many < 0); /* rounded down */
    return turn(state) && SEATS > 2 ? mean - own : own - mean + TEMPO;
}

#if SEATS == 2
#define GAME BEADMASTER
#else
#define GAME BEADMASTER_MANY
#endif
#include "search.c"
