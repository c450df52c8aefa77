/* Sets of cells as bits of a word. */
#ifndef MARBLES_BITS_H
#define MARBLES_BITS_H

#include <stdbool.h>
#include <stdint.h>

static inline int count_bits(uint64_t set) { return __builtin_popcountll(set); }

static inline int lowest(uint64_t set) { return __builtin_ctzll(set); }

static inline int highest(uint64_t set) { return 63 - __builtin_clzll(set); }

/* The lowest bit, which is taken out of the set. */
static inline int take_lowest(uint64_t *set) {
    int bit = lowest(*set);
    *set &= *set - 1;
    return bit;
}

/* A hash with one more word in it. */
static inline uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

#endif
