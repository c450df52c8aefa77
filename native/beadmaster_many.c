#define SEATS 4
#include "beadmaster.c"
