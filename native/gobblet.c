/* Gobblet on sixteen-bit masks of cells.
 *
 * A side's gobblets are four such masks in one word, those of size 1 lowest: of all gobblets of a cell the
 * highest bit is the one on top. Rules and evaluation are those of marbles_tui/games/gobblet/.
 *
 * A state's words: the mover's gobblets on the board, the other side's; the cells where they are visible, the
 * other side's from bit 16 on; the rest: the seat to move, bit 1 for Rogers' rules, three bits for the top of each
 * stack.
 */
#include "bits.h"
#include "marbles.h"

typedef struct {
    uint64_t own, other;
    uint32_t seen, shown, rest;
} State;

typedef uint16_t Move; /* the target, 16 * the origin, 512 * (size - 1) */

enum { CELLS = 16, FULL = 0xFFFF, SIDE = 1, ROGERS = 2, TOPS = 2, SIZE_SHIFT = 9 };
enum { MOVE_IDS = 4 << SIZE_SHIFT, WORDS = 4 };
enum { NULL_MOVES = 0, FUTILITY = 0, WINDOW = 120 };

enum { VISIBLE = 45, COVERED = -150, THREAT = -240, TEMPO = 210 };
static const int TALLER[3] = {26, 47, 26};
static const int LINE[5] = {0, 35, 100, 102, 0};

static const uint16_t LINES[10] = {0x000F, 0x00F0, 0x0F00, 0xF000, 0x1111,
                                   0x2222, 0x4444, 0x8888, 0x8421, 0x1248};

static bool fours[FULL + 1];
static uint16_t threes[FULL + 1]; /* the cells of a mask that stand exactly three in a line */
static uint16_t gaps[FULL + 1];   /* the cells that are all that lacks of a line */
static int16_t shapes[FULL + 1];  /* what one side's visible gobblets are worth by where they are */

static void prepare(void) {
    for (uint32_t mask = 0; mask <= FULL; mask++) {
        int value = (VISIBLE - COVERED) * count_bits(mask);
        fours[mask] = false;
        threes[mask] = gaps[mask] = 0;
        for (int at = 0; at < 10; at++) {
            int held = count_bits(mask & LINES[at]);
            value += LINE[held];
            if (held == 4)
                fours[mask] = true;
            if (held == 3) {
                threes[mask] |= (uint16_t)(mask & LINES[at]);
                gaps[mask] |= (uint16_t)(LINES[at] & ~mask);
            }
        }
        shapes[mask] = (int16_t)value;
    }
}

static State read_state(const uint64_t *words) {
    return (State){words[0], words[1], (uint32_t)(words[2] & FULL), (uint32_t)(words[2] >> 16), (uint32_t)words[3]};
}

static void write_state(const State *state, uint64_t *words) {
    words[0] = state->own;
    words[1] = state->other;
    words[2] = state->seen | (uint64_t)state->shown << 16;
    words[3] = state->rest;
}

/* The stack or cell that it is lifted from, and the cell it is put down on. */
static void write_move(Move move, char *text) {
    int places[2] = {move >> 4 & 31, move & 15};
    for (int at = 0; at < 2; at++) {
        int place = places[at], stack = place - CELLS;
        *text++ = stack < 0 ? "ABCD"[place / 4] : "WK"[stack / 3];
        *text++ = (char)('1' + (stack < 0 ? place % 4 : stack % 3));
    }
    *text = 0;
}

static inline int turn(const State *state) { return (int)(state->rest & SIDE); }

static inline uint64_t key(const State *state) {
    return mix(mix(mix(0, state->own), state->other), state->rest);
}

/* The seat's three stacks, three bits each. */
static inline uint32_t own_tops(const State *state) { return state->rest >> (TOPS + 9 * (state->rest & SIDE)) & 0777; }

static inline int outcome(const State *state) {
    if (fours[state->seen])
        return 1;
    if (fours[state->shown])
        return -1;
    return state->seen || own_tops(state) ? NO_RESULT : -1;
}

/* The cells where a gobblet of at least each size stands, whichever side's. */
typedef struct {
    uint32_t any, small, large, huge;
} Heights;

static inline Heights heights(const State *state) {
    uint64_t both = state->own | state->other;
    uint32_t huge = (uint32_t)(both >> 48), large = huge | (uint32_t)(both >> 32 & FULL);
    return (Heights){state->seen | state->shown, large | (uint32_t)(both >> 16 & FULL), large, huge};
}

/* The moves of a running game to cells of a mask; those from twin stacks only if they are wanted. */
static int list(const State *state, uint32_t within, bool twins, Move *moves) {
    Heights at = heights(state);
    uint32_t free[4] = {within & ~at.any, within & ~at.small, within & ~at.large, within & ~at.huge};
    uint32_t stacked[4] = {free[0], free[1], free[2], free[3]};
    if (!(state->rest & ROGERS)) {
        /* Only where the opponent has three in a line may a stack gobble, and only those. */
        uint32_t trio = threes[state->shown] | free[0];
        for (int size = 1; size < 4; size++)
            stacked[size] &= trio;
    }
    int count = 0, stack = CELLS + 3 * (int)(state->rest & SIDE);
    uint32_t tops = own_tops(state), before = 0;
    for (int place = 0; place < 3; place++) {
        uint32_t top = tops >> 3 * place & 7;
        if (top && (twins || !(before >> top & 1)))
            for (uint64_t targets = stacked[top - 1]; targets;)
                moves[count++] =
                    (Move)((top - 1) << SIZE_SHIFT | (uint32_t)(stack + place) << 4 | (uint32_t)take_lowest(&targets));
        before |= 1u << top;
    }
    uint32_t visible[4] = {state->seen & ~at.small, at.small & ~at.large & state->seen,
                           at.large & ~at.huge & state->seen, at.huge & state->seen};
    for (int size = 3; size >= 0; size--)
        for (uint64_t origins = visible[size]; origins && free[size];) {
            uint32_t origin = (uint32_t)take_lowest(&origins);
            for (uint64_t targets = free[size]; targets;)
                moves[count++] =
                    (Move)((uint32_t)size << SIZE_SHIFT | origin << 4 | (uint32_t)take_lowest(&targets));
        }
    return count;
}

static int generate(const State *state, Move *moves) { return list(state, FULL, false, moves); }

static int every_move(const State *state, Move *moves) { return list(state, FULL, true, moves); }

static inline void play(const State *state, Move move, State *after) {
    uint32_t origin = move >> 4 & 31, target = 1u << (move & 15);
    int shift = 16 * (move >> SIZE_SHIFT);
    uint64_t flip = (uint64_t)target << shift;
    uint32_t seen = state->seen, shown = state->shown, rest = state->rest;
    if (origin < CELLS) {
        uint32_t lifted = 1u << origin;
        flip |= (uint64_t)lifted << shift;
        seen ^= lifted;
        uint64_t column = (uint64_t)lifted * UINT64_C(0x0001000100010001);
        uint64_t below = (state->own | state->other) & column & ((UINT64_C(1) << shift) - 1);
        if (below) {
            /* The highest bit is the biggest gobblet there, the one that comes to light. */
            if (state->own >> highest(below) & 1)
                seen |= lifted;
            else
                shown |= lifted;
        }
    } else {
        rest -= 1u << (TOPS + 3 * (origin - CELLS));
    }
    *after = (State){state->other, state->own ^ flip, shown & ~target, seen | target, rest ^ SIDE};
}

/* One that uncovers another gobblet. */
static bool hidden(const State *state, Move move) {
    uint32_t origin = move >> 4 & 31;
    uint64_t column = UINT64_C(0x0001000100010001), under = (UINT64_C(1) << 16 * (move >> SIZE_SHIFT)) - 1;
    return origin < CELLS && (state->own | state->other) & column << origin & under;
}

static inline void pass(const State *state, State *after) {
    *after = (State){state->other, state->own, state->shown, state->seen, state->rest ^ SIDE};
}

/* The moves that complete a line, and so win. */
static inline int noisy(const State *state, Move *moves) {
    uint32_t closing = gaps[state->seen] & ~(uint32_t)((state->own | state->other) >> 48);
    if (!closing)
        return 0;
    int count = list(state, closing, false, moves), winning = 0;
    for (int at = 0; at < count; at++) {
        State after;
        play(state, moves[at], &after);
        if (fours[after.shown] && !fours[after.seen])
            moves[winning++] = moves[at];
    }
    return winning;
}

static bool legal(const State *state, Move move) {
    uint32_t origin = move >> 4 & 31, target = 1u << (move & 15), size = move >> SIZE_SHIFT;
    uint64_t both = state->own | state->other, column = UINT64_C(0x0001000100010001);
    if (both >> 16 * size & target * column)
        return false;
    if (origin < CELLS) {
        uint64_t lifted = UINT64_C(1) << (origin + 16 * size);
        bool covered = size < 3 && both >> (16 * size + 16) & column << origin;
        return state->own & lifted && state->seen >> origin & 1 && !covered;
    }
    uint32_t stack = origin - CELLS;
    if ((state->rest >> (TOPS + 3 * stack) & 7) != size + 1 || stack / 3 != (state->rest & SIDE))
        return false;
    return state->rest & ROGERS || !((state->seen | state->shown) & target) || threes[state->shown] & target;
}

static inline int more(uint32_t mask, const State *state) {
    return count_bits(mask & state->seen) - count_bits(mask & state->shown);
}

static int evaluate(const State *state) {
    Heights at = heights(state);
    int value = TEMPO + shapes[state->seen] - shapes[state->shown] +
                COVERED * (count_bits(state->own) - count_bits(state->other)) + TALLER[0] * more(at.small, state) +
                TALLER[1] * more(at.large, state) + TALLER[2] * more(at.huge, state);
    return value + THREAT * count_bits(gaps[state->shown] & ~at.huge);
}

#define GAME GOBBLET
#include "search.c"
