#define AS_THE_AMIGA
#include "abacus.c"
