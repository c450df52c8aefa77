/* The library's doors: each leads to the game of that number. */
#include "marbles.h"

#if defined(__x86_64__)
#include <cpuid.h>

/* Compiled for processors that count bits, as all have since 2008. The processor itself is asked:
   __builtin_cpu_supports reads what a startup file has filled in, and the one of zig has not. */
static int counts_bits(void) {
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_POPCNT);
}
#else
static int counts_bits(void) { return 1; }
#endif

static const Game *const GAMES[] = {&ABACUS, &GOBBLET, &BEADMASTER, &EGG_CARTON};

int32_t marbles_version(void) { return MARBLES_VERSION; }

int32_t marbles_prepare(void) {
    if (!counts_bits())
        return 0;
    for (int game = 0; game < 4; game++)
        GAMES[game]->prepare();
    return 1;
}

int32_t marbles_words(int32_t game) { return GAMES[game]->words; }

int32_t marbles_moves(int32_t game, const uint64_t *state, int32_t *moves) { return GAMES[game]->moves(state, moves); }

int32_t marbles_noisy(int32_t game, const uint64_t *state, int32_t *moves) { return GAMES[game]->noisy(state, moves); }

int32_t marbles_legal(int32_t game, const uint64_t *state, int32_t move) { return GAMES[game]->legal(state, move); }

void marbles_play(int32_t game, const uint64_t *state, int32_t move, uint64_t *after) {
    GAMES[game]->play(state, move, after);
}

int32_t marbles_outcome(int32_t game, const uint64_t *state) { return GAMES[game]->outcome(state); }

int32_t marbles_turn(int32_t game, const uint64_t *state) { return GAMES[game]->turn(state); }

int32_t marbles_evaluate(int32_t game, const uint64_t *state) { return GAMES[game]->evaluate(state); }

int64_t marbles_perft(int32_t game, const uint64_t *state, int32_t depth) { return GAMES[game]->perft(state, depth); }

void marbles_search(int32_t game, const Request *request, Finding *finding, Report report, Stop stop) {
    GAMES[game]->search(request, finding, report, stop);
}
