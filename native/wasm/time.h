/* See stdlib.h. */
#ifndef MARBLES_TIME_H
#define MARBLES_TIME_H

#define CLOCK_MONOTONIC 1

struct timespec {
    long long tv_sec;
    long tv_nsec;
};

int clock_gettime(int clock, struct timespec *time);

#endif
