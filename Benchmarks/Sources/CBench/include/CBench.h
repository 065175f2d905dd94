#pragma once
#include <time.h>

/// Makes the compiler forget what it knows of memory, so that the next read is a read.
static inline __attribute__((always_inline)) void bench_barrier(void) { __asm__ volatile("" ::: "memory"); }

/// Seconds of the monotonic clock.
static inline double bench_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/// Writes the file to the disk and removes its pages from the system's cache. Returns 0, or an error number.
int bench_evict(const char *path);

/// Called between the warm-up of a row and the runs that count. `Scripts/check-hot` counts instructions from here.
void bench_count_from_here(void);
