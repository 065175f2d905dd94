#include "CBench.h"

__attribute__((noinline)) void bench_count_from_here(void) { bench_barrier(); }
