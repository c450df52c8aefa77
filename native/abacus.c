/* Abacus on the 61 cells as bits of a word.
 *
 * The hexagon is wrapped around a ring of 61: a step in a heading adds the same number to every cell's, modulo
 * 61, so that a heading is a rotation, and what it carries over an edge is masked out. Rules and evaluation are
 * those of marbles_tui/games/abacus/.
 *
 * A state's words: the mover's marbles and the other side's, a bit for each cell in the order A1, A2, … I9; how
 * many more lost marbles would lose each of them the game; the seat to move.
 *
 * With AS_THE_AMIGA it is the computer of the Amiga's Abacus as its sources describe it (Kai Nickel, 1995): it never moves
 * sideways, and values marbles, pairs and edges alone.
 */
#include "bits.h"
#include "marbles.h"

enum { RING = 61, ROW = 13, HEADINGS = 6 };

/* What each heading adds: right, up-right, up-left, and back. */
static const int AHEAD[HEADINGS] = {1, ROW + 1, ROW, RING - 1, RING - ROW - 1, RING - ROW};

#define ALL_CELLS ((UINT64_C(1) << RING) - 1)

static uint64_t edges[HEADINGS]; /* the cells from which a heading leads off the board */
static uint64_t inner[HEADINGS]; /* the others */
static uint64_t rim;
static uint64_t discs[4]; /* the cells at most 3, 2, 1 and 0 steps from the middle */
static int8_t cell_of[RING]; /* by the cell's place in the order A1, A2, … I9 */
static int8_t place_of[RING];
static char names[RING][2];

typedef struct {
    uint64_t own, enemy;
    int32_t own_left, enemy_left;
    int32_t seat;
} State;

typedef uint16_t Move; /* 64 * (6 * kind + heading) + the rear or first cell */

/* In-line steps by length, pushes of one by two and three and of two by three, then broadsides of two and three
 * by the heading along which they lie. */
enum { TWO_ONE = 3, THREE_ONE, THREE_TWO, PAIR = 6, TRIO = 9, KINDS = 12 };
enum { MOVE_IDS = KINDS * HEADINGS * 64, WORDS = 5 };
#ifdef AS_THE_AMIGA
enum { NULL_MOVES = 0, FUTILITY = 0, WINDOW = 40, SIDEWAYS = 0, LOUD = 0 };
enum { MARBLE = 1000, PAIR_HELD = 2, AT_EDGE = -4 };
#else
enum { NULL_MOVES = 1, FUTILITY = 70, WINDOW = 40, SIDEWAYS = 1, LOUD = 1 };

enum { MARBLE = 100, NEARER = 15, ON_EDGE = -4, NEIGHBOURS = 3, PRESSURE = 8, THREATENED = -8 };
#endif

static inline uint64_t bit(int cell) { return UINT64_C(1) << cell; }

static inline int step(int cell, int by) {
    cell += by;
    return cell >= RING ? cell - RING : cell;
}

/* The cells whose neighbour in a heading is in the set. */
static inline uint64_t behind(uint64_t set, int heading) {
    return (set >> AHEAD[heading] | set << (RING - AHEAD[heading])) & inner[heading];
}

/* The neighbours in a heading of cells none of which is at that edge. */
static inline uint64_t carried(uint64_t set, int heading) {
    return (set << AHEAD[heading] | set >> (RING - AHEAD[heading])) & ALL_CELLS;
}

static void prepare(void) {
    static const int up[HEADINGS] = {0, 1, 1, 0, -1, -1}, along[HEADINGS] = {1, 1, 0, -1, -1, 0};
    bool board[11][12] = {{false}}; /* with a border all around */
    int place = 0;
    for (int row = 0; row < 9; row++) {
        int first = row > 4 ? row - 3 : 1, last = row > 4 ? 9 : row + 5;
        for (int digit = first; digit <= last; digit++) {
            int cell = (row * ROW + digit) % RING;
            board[row + 1][digit] = true;
            names[cell][0] = (char)('a' + row);
            names[cell][1] = (char)('0' + digit);
            place_of[cell] = (int8_t)place;
            cell_of[place++] = (int8_t)cell;
        }
    }
    for (int heading = 0; heading < HEADINGS; heading++) {
        edges[heading] = 0;
        for (int cell = 0; cell < RING; cell++) {
            int row = names[cell][0] - 'a' + 1, digit = names[cell][1] - '0';
            if (!board[row + up[heading]][digit + along[heading]])
                edges[heading] |= bit(cell);
        }
        inner[heading] = ALL_CELLS & ~edges[heading];
    }
    rim = 0;
    for (int heading = 0; heading < HEADINGS; heading++)
        rim |= edges[heading];
    uint64_t disc = ALL_CELLS;
    for (int nearer = 0; nearer < 4; nearer++) {
        uint64_t smaller = disc;
        for (int heading = 0; heading < HEADINGS; heading++)
            smaller &= behind(disc, heading);
        discs[nearer] = disc = smaller;
    }
}

/* A set of cells by a table of their other numbers. */
static uint64_t renumbered(uint64_t cells, const int8_t *numbers) {
    uint64_t others = 0;
    while (cells)
        others |= bit(numbers[take_lowest(&cells)]);
    return others;
}

static State read_state(const uint64_t *words) {
    return (State){.own = renumbered(words[0], cell_of),
                   .enemy = renumbered(words[1], cell_of),
                   .own_left = (int32_t)words[2],
                   .enemy_left = (int32_t)words[3],
                   .seat = (int32_t)words[4]};
}

static void write_state(const State *state, uint64_t *words) {
    words[0] = renumbered(state->own, place_of);
    words[1] = renumbered(state->enemy, place_of);
    words[2] = (uint64_t)state->own_left;
    words[3] = (uint64_t)state->enemy_left;
    words[4] = (uint64_t)state->seat;
}

/* The rear marble, or both ends of a row that goes sideways, and the cell that the first one enters. */
static void write_move(Move move, char *text) {
    int kind = (move >> 6) / HEADINGS, heading = (move >> 6) % HEADINGS, cells[3] = {move & 63}, count = 1;
    if (kind >= PAIR)
        cells[count++] = step(cells[0], AHEAD[(kind - PAIR) % 3] * (kind >= TRIO ? 2 : 1) % RING);
    cells[count++] = step(cells[0], AHEAD[heading]);
    for (int at = 0; at < count; at++) {
        *text++ = names[cells[at]][0];
        *text++ = names[cells[at]][1];
    }
    *text = 0;
}

static inline int turn(const State *state) { return state->seat; }

static inline uint64_t key(const State *state) {
    uint64_t rest = (uint64_t)(state->own_left << 16 | state->enemy_left << 1 | state->seat);
    return mix(mix(mix(0, state->own), state->enemy), rest);
}

typedef struct {
    int kind_heading;
    uint64_t first;
} Group;

/* The moves that push; where no cell is empty only those that push a marble off the board. */
static inline int pushes(uint64_t own, uint64_t enemy, uint64_t empty, Group *groups) {
    int count = 0;
    for (int heading = 0; heading < HEADINGS; heading++) {
        uint64_t room = enemy & (behind(empty, heading) | edges[heading]);
        if (!room)
            continue;
        uint64_t two = own & behind(own & behind(room, heading), heading);
        if (two) {
            groups[count++] = (Group){TWO_ONE * HEADINGS + heading, two};
            uint64_t three = own & behind(two, heading);
            if (three)
                groups[count++] = (Group){THREE_ONE * HEADINGS + heading, three};
        }
        uint64_t pair = enemy & behind(room, heading);
        if (pair) {
            uint64_t three =
                own & behind(own & behind(own & behind(pair, heading), heading), heading);
            if (three)
                groups[count++] = (Group){THREE_TWO * HEADINGS + heading, three};
        }
    }
    return count;
}

static inline int spell(const Group *groups, int group_count, Move *moves) {
    int count = 0;
    for (int at = 0; at < group_count; at++)
        for (uint64_t first = groups[at].first; first;)
            moves[count++] = (Move)(groups[at].kind_heading << 6 | take_lowest(&first));
    return count;
}

/* The moves that push nothing: rows of three first, single marbles last. */
static int steps(uint64_t own, uint64_t empty, bool sideways, Move *moves) {
    Group single[HEADINGS], two[3 * HEADINGS], three[3 * HEADINGS];
    uint64_t can[HEADINGS];
    int singles = 0, twos = 0, threes = 0;
    for (int heading = 0; heading < HEADINGS; heading++) {
        uint64_t row = can[heading] = own & behind(empty, heading);
        if (!row)
            continue;
        single[singles++] = (Group){heading, row};
        if (!(row = own & behind(row, heading)))
            continue;
        two[twos++] = (Group){HEADINGS + heading, row};
        if ((row = own & behind(row, heading)))
            three[threes++] = (Group){2 * HEADINGS + heading, row};
    }
    for (int along = 0; along < 3 && sideways; along++)
        for (int heading = 0; heading < HEADINGS; heading++) {
            if (heading % 3 == along)
                continue;
            uint64_t row = can[heading] & behind(can[heading], along);
            if (!row)
                continue;
            two[twos++] = (Group){(PAIR + along) * HEADINGS + heading, row};
            if ((row &= behind(row, along)))
                three[threes++] = (Group){(TRIO + along) * HEADINGS + heading, row};
        }
    int count = spell(three, threes, moves);
    count += spell(two, twos, moves + count);
    return count + spell(single, singles, moves + count);
}

static int outcome(const State *state) {
    if (state->own_left <= 0)
        return -1;
    if (state->enemy_left <= 0)
        return 1;
    uint64_t empty = ALL_CELLS & ~(state->own | state->enemy);
    for (int heading = 0; heading < HEADINGS; heading++)
        if (state->own & behind(empty, heading))
            return NO_RESULT;
    Group groups[3 * HEADINGS];
    return pushes(state->own, state->enemy, empty, groups) ? NO_RESULT : -1;
}

/* The legal moves of a running game: those that push, then the others. */
static int generate(const State *state, Move *moves) {
    uint64_t empty = ALL_CELLS & ~(state->own | state->enemy);
    Group groups[3 * HEADINGS];
    int count = spell(groups, pushes(state->own, state->enemy, empty, groups), moves);
    count += steps(state->own, empty, SIDEWAYS, moves + count);
    return count ? count : steps(state->own, empty, true, moves);
}

static int every_move(const State *state, Move *moves) { return generate(state, moves); }

/* The moves that push a marble off the board. */
static inline int noisy(const State *state, Move *moves) {
    Group groups[3 * HEADINGS];
    if (!LOUD || !(state->enemy & rim))
        return 0;
    return spell(groups, pushes(state->own, state->enemy, 0, groups), moves);
}

static bool legal(const State *state, Move move) {
    int kind = (move >> 6) / HEADINGS, heading = (move >> 6) % HEADINGS, cell = move & 63;
    uint64_t own = state->own, enemy = state->enemy;
    if (kind >= PAIR) {
        int along = AHEAD[(kind - PAIR) % 3];
        uint64_t row = bit(cell) | bit(step(cell, along));
        if (kind >= TRIO)
            row |= bit(step(cell, 2 * along % RING));
        return (own & row) == row && !((own | enemy) & carried(row, heading));
    }
    int length = kind < TWO_ONE ? kind + 1 : kind == TWO_ONE ? 2 : 3;
    for (; length; length--, cell = step(cell, AHEAD[heading]))
        if (!(own & bit(cell)))
            return false;
    for (int pushed = kind < TWO_ONE ? 0 : kind == THREE_TWO ? 2 : 1; pushed; pushed--) {
        if (!(enemy & bit(cell)))
            return false;
        if (edges[heading] & bit(cell))
            return pushed == 1;
        cell = step(cell, AHEAD[heading]);
    }
    return !((own | enemy) & bit(cell));
}

static inline void play(const State *state, Move move, State *after) {
    int kind = (move >> 6) / HEADINGS, heading = (move >> 6) % HEADINGS, cell = move & 63;
    int ahead = AHEAD[heading];
    uint64_t own = state->own, enemy = state->enemy;
    int enemy_left = state->enemy_left;
    if (kind >= PAIR) {
        int along = AHEAD[(kind - PAIR) % 3];
        int next = step(cell, along);
        uint64_t row = bit(cell) | bit(next);
        if (kind >= TRIO)
            row |= bit(step(next, along));
        own ^= row | carried(row, heading);
    } else {
        int length = kind < TWO_ONE ? kind + 1 : kind == TWO_ONE ? 2 : 3;
        int front = cell;
        for (int at = 0; at < length; at++)
            front = step(front, ahead);
        own ^= bit(cell) | bit(front);
        if (kind >= TWO_ONE) {
            int last = kind == THREE_TWO ? step(front, ahead) : front;
            enemy ^= bit(front);
            if (edges[heading] & bit(last))
                enemy_left--;
            else
                enemy ^= bit(step(last, ahead));
        }
    }
    *after = (State){enemy, own, enemy_left, state->own_left, 1 - state->seat};
}

/* A push from behind, towards the side where the mover began; and a step sideways. */
static bool hidden(const State *state, Move move) {
    int kind = (move >> 6) / HEADINGS, heading = (move >> 6) % HEADINGS;
    return kind >= PAIR || (kind >= TWO_ONE && heading % 3 && (heading > 3) != state->seat);
}

static inline void pass(const State *state, State *after) {
    *after = (State){state->enemy, state->own, state->enemy_left, state->own_left, 1 - state->seat};
}

#ifdef AS_THE_AMIGA
static int side(uint64_t marbles) {
    int value = 0;
    for (int heading = 0; heading < HEADINGS; heading++)
        value += AT_EDGE * count_bits(marbles & edges[heading]) +
                 (heading < 3 ? PAIR_HELD * count_bits(marbles & behind(marbles, heading)) : 0);
    return value;
}

static int evaluate(const State *state) {
    return side(state->own) - side(state->enemy) + MARBLE * (state->own_left - state->enemy_left);
}

#define GAME AMIGA
#else
/* What the places of a side's marbles are worth. */
static inline int standing(uint64_t marbles) {
    int inside = count_bits(marbles & discs[0]);
    int nearer = inside + count_bits(marbles & discs[1]) + count_bits(marbles & discs[2]) +
                 count_bits(marbles & discs[3]);
    int neighbours = count_bits(marbles & behind(marbles, 0)) + count_bits(marbles & behind(marbles, 1)) +
                     count_bits(marbles & behind(marbles, 2));
    return NEARER * nearer + ON_EDGE * (count_bits(marbles) - inside) + NEIGHBOURS * neighbours;
}

/* The rows that push a marble which may go on: twos and threes one, threes two. */
static inline int rows_behind(uint64_t own, uint64_t enemy, uint64_t room, int heading) {
    uint64_t two = own & behind(own & behind(room, heading), heading);
    int count = two ? count_bits(two) + count_bits(own & behind(two, heading)) : 0;
    uint64_t pair = enemy & behind(room, heading);
    if (pair)
        count += count_bits(own & behind(own & behind(own & behind(pair, heading), heading), heading));
    return count;
}

static int evaluate(const State *state) {
    uint64_t own = state->own, enemy = state->enemy, empty = ALL_CELLS & ~(own | enemy);
    int pushes_now = 0, threats = 0;
    for (int heading = 0; heading < HEADINGS; heading++) {
        uint64_t open = behind(empty, heading) | edges[heading], brink = own & edges[heading];
        pushes_now += rows_behind(own, enemy, enemy & open, heading);
        pushes_now -= rows_behind(enemy, own, own & open, heading);
        if (brink)
            threats += rows_behind(enemy, own, brink, heading);
    }
    return MARBLE * (state->own_left - state->enemy_left) + standing(own) - standing(enemy) +
           PRESSURE * pushes_now + THREATENED * threats;
}

#define GAME ABACUS
#endif
#include "search.c"
