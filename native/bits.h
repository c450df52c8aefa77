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

/* A hash with one more word in it. Every bit of either changes all: what two states differ by in one word must
 * not make up for what they differ by in the next, or two such a ply apart would be taken for the same. */
static inline uint64_t mix(uint64_t hash, uint64_t word) {
    hash ^= word;
    hash = (hash ^ hash >> 32) * UINT64_C(0x9E3779B97F4A7C15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ hash >> 32;
}

#endif
