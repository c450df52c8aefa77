/* The library's doors: each leads to the game of that number. */
#include "forcing.h"

#include <stdlib.h>

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

static const Game *const GAMES[] = {&ABACUS, &GOBBLET, &BEADMASTER, &EGG_CARTON, &BEADMASTER_MANY, &AMIGA};

int32_t marbles_version(void) { return MARBLES_VERSION; }

int32_t marbles_prepare(void) {
    if (!counts_bits())
        return 0;
    for (size_t game = 0; game < sizeof GAMES / sizeof *GAMES; game++)
        GAMES[game]->prepare();
    return 1;
}

int32_t marbles_words(int32_t game) { return GAMES[game]->words; }

int32_t marbles_moves(int32_t game, const uint64_t *state, int32_t *moves) { return GAMES[game]->moves(state, moves); }

int32_t marbles_distinct(int32_t game, const uint64_t *state, int32_t *moves) {
    return GAMES[game]->distinct(state, moves);
}

int32_t marbles_noisy(int32_t game, const uint64_t *state, int32_t *moves) { return GAMES[game]->noisy(state, moves); }

int32_t marbles_legal(int32_t game, const uint64_t *state, int32_t move) { return GAMES[game]->legal(state, move); }

int32_t marbles_hidden(int32_t game, const uint64_t *state, int32_t move) { return GAMES[game]->hidden(state, move); }

void marbles_play(int32_t game, const uint64_t *state, int32_t move, uint64_t *after) {
    GAMES[game]->play(state, move, after);
}

int32_t marbles_outcome(int32_t game, const uint64_t *state) { return GAMES[game]->outcome(state); }

int32_t marbles_turn(int32_t game, const uint64_t *state) { return GAMES[game]->turn(state); }

int32_t marbles_evaluate(int32_t game, const uint64_t *state) { return GAMES[game]->evaluate(state); }

int64_t marbles_perft(int32_t game, const uint64_t *state, int32_t depth) { return GAMES[game]->perft(state, depth); }

void marbles_notation(int32_t game, int32_t move, char *text) { GAMES[game]->notation(move, text); }

void marbles_search(int32_t game, const Request *request, Finding *finding, Report report, Stop stop) {
    GAMES[game]->search(request, finding, report, stop);
}

enum { KNOWN = 1 << 20 }; /* so many findings of a puzzle's proof are remembered, eight bytes each */

Forcing *marbles_forcing_new(int32_t game, int32_t solver, int32_t survive) {
    Forcing *forcing = calloc(1, sizeof *forcing);
    uint64_t *known = calloc(KNOWN, sizeof *known);
    if (!forcing || !known) {
        free(forcing);
        free(known);
        return NULL;
    }
    forcing->game = game;
    forcing->solver = solver;
    forcing->survive = survive;
    forcing->places = KNOWN;
    forcing->known = known;
    return forcing;
}

void marbles_forcing_free(Forcing *forcing) {
    if (forcing)
        free(forcing->known);
    free(forcing);
}

void marbles_forcing_limit(Forcing *forcing, double seconds, int64_t nodes, Stop stop) {
    bind(&forcing->budget, seconds, nodes, stop);
}

int64_t marbles_forcing_nodes(const Forcing *forcing) { return forcing->budget.nodes; }

int32_t marbles_forcing_holds(Forcing *forcing, const uint64_t *state, int32_t turns) {
    return GAMES[forcing->game]->forced(forcing, state, turns);
}
