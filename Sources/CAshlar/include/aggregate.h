// Sums and extremes of columns.
#ifndef CASHLAR_AGGREGATE_H
#define CASHLAR_AGGREGATE_H

#include <stddef.h>
#include <stdint.h>

/// Returns the sum of all rows. `count` must be a multiple of 8; `ahead` has the same meaning as for scans. Sums of integers wrap around on
/// overflow. Sums of doubles exclude NaN; `nans` receives the number of excluded values.
int64_t ashlar_sum_int64(const int64_t *column, size_t count, intptr_t ahead);
// Returns the sum of at most 256 cells. Sets `is_small` to 1 if no intermediate sum can have overflowed 64 bits, otherwise to 0.
int64_t ashlar_sum_int64_checked(const int64_t *column, size_t count, intptr_t ahead, int *is_small);
double ashlar_sum_double(const double *column, size_t count, intptr_t ahead, size_t *nans);
/// Finds the smallest and largest value of the rows whose bit is set, skipping NaN. Returns 0 if there is no such value.
int ashlar_range_int64(const int64_t *column, size_t count, const uint64_t *live, intptr_t ahead, int64_t *smallest, int64_t *largest);
int ashlar_range_double(const double *column, size_t count, const uint64_t *live, intptr_t ahead, double *smallest, double *largest);

#endif
