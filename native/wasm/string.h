/* See stdlib.h. */
#ifndef MARBLES_STRING_H
#define MARBLES_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *memory, int value, size_t size);

#endif
