/* When thinking ends. */
#ifndef MARBLES_BUDGET_H
#define MARBLES_BUDGET_H

#include "marbles.h"

#include <time.h>

enum { BEAT = 512 }; /* nodes between two looks at the clock */

#define ASKING 0.002 /* seconds between two questions whether to stop */

typedef struct {
    int64_t nodes, due, most_nodes;
    double deadline, asking;
    Stop stop;
    bool stopped;
} Budget;

static inline double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Bind from now on: to so many seconds, unless negative, and to so many further nodes, unless 0. */
static inline void bind(Budget *budget, double seconds, int64_t nodes, Stop stop) {
    budget->deadline = seconds < 0 ? -1 : now() + seconds;
    budget->most_nodes = nodes ? budget->nodes + nodes : 0;
    budget->due = budget->nodes;
    budget->asking = 0;
    budget->stop = stop;
    budget->stopped = false;
}

static inline void look_up(Budget *budget) {
    budget->due = budget->nodes + BEAT;
    if (budget->most_nodes) {
        if (budget->nodes >= budget->most_nodes)
            budget->stopped = true;
        if (budget->due > budget->most_nodes)
            budget->due = budget->most_nodes;
    }
    double time = now();
    if (budget->deadline >= 0 && time >= budget->deadline)
        budget->stopped = true;
    if (budget->stop && time >= budget->asking) {
        budget->asking = time + ASKING;
        if (budget->stop())
            budget->stopped = true;
    }
}

/* Count a position; whether the thinking must end. */
static inline bool count_node(Budget *budget) {
    if (++budget->nodes >= budget->due)
        look_up(budget);
    return budget->stopped;
}

#endif
