/* What a seat can force within so many turns. */
#ifndef MARBLES_FORCING_H
#define MARBLES_FORCING_H

#include "budget.h"

enum { MOST_MOVE_IDS = 1 << 13 };

struct Forcing {
    Budget budget;
    int game, solver;
    bool survive;
    uint64_t places; /* a power of two */
    uint64_t *known; /* what has been found: the key of a state and the turns to go, and in its last bit whether it holds */
    int32_t history[MOST_MOVE_IDS];
};

#endif
