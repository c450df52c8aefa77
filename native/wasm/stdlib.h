/* What the library needs of the C library of a page's Python, which has no headers of its own here. */
#ifndef MARBLES_STDLIB_H
#define MARBLES_STDLIB_H

#include <stddef.h>

int abs(int number);
void *calloc(size_t count, size_t size);
void free(void *memory);

#endif
