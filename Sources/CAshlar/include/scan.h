// Vectorized scans of columns.
#ifndef CASHLAR_SCAN_H
#define CASHLAR_SCAN_H

#include "relation.h"

#include <stddef.h>
#include <stdint.h>

// Scans write one bit per row into `out`, which has a word for each 64 rows and for a last group of fewer rows. `count` is a multiple of 8.
// `op` is an `enum ashlar_relation`. NaN compares as in IEEE 754.
void ashlar_scan_int8(const int8_t *column, size_t count, int op, int64_t value, uint64_t *out);
void ashlar_scan_int16(const int16_t *column, size_t count, int op, int64_t value, uint64_t *out);
void ashlar_scan_int32(const int32_t *column, size_t count, int op, int64_t value, uint64_t *out);
void ashlar_scan_float(const float *column, size_t count, int op, float value, uint64_t *out);

// If the following functions have the parameter `rows`, they scan the rows whose bit is set in it, all of which are less than `count`; the
// result for other rows is unspecified. `ahead` is the distance in bytes to a column that will be scanned soon and is prefetched in the
// meantime; 0 if there is none.
void ashlar_scan_int64(const int64_t *column, size_t count, int op, int64_t value, const uint64_t *rows, intptr_t ahead, uint64_t *out);
void ashlar_scan_double(const double *column, size_t count, int op, double value, const uint64_t *rows, intptr_t ahead, uint64_t *out);
/// Finds rows whose flag is not 0.
void ashlar_scan_flags(const uint8_t *flags, size_t count, intptr_t ahead, uint64_t *out);
/// Finds rows whose date, of 12 bytes, is in the relation `op` to a moment.
void ashlar_scan_moments(const void *column, size_t count, int op, int64_t seconds, int32_t nanoseconds, const uint64_t *rows,
                         intptr_t ahead, uint64_t *out);
/// Finds rows whose id, of 12 or 16 bytes, equals `id`.
void ashlar_scan_ids(const void *column, size_t width, size_t count, const void *id, const uint64_t *rows, intptr_t ahead, uint64_t *out);
/// Finds rows whose integer, of `width` bytes, has its bit set: the bit of `low` + n is the n-th of `bits`. Numbers outside of the `size`
/// bits share bit 0.
void ashlar_scan_in_bits(const void *cells, size_t width, size_t count, const uint64_t *bits, int64_t low, uint64_t size,
                         const uint64_t *rows, intptr_t ahead, uint64_t *out);
/// Returns a hash of a 12-byte slot that is the same for equal text, in the slot or in the heap.
uint64_t ashlar_slot_hash(const void *slot);
/// Finds rows of 12-byte slots whose hash has its bit set in `filter`, which has `mask` + 1 bits, and rows whose slot is null or whose text
/// is stored neither in the slot nor in the heap.
void ashlar_scan_likely_slots(const void *slots, size_t count, const uint64_t *filter, uint64_t mask, const uint64_t *rows,
                              intptr_t ahead, uint64_t *out);
/// A comparison of the cells of one column with a constant. Cells of numbers and flags always contain a value.
struct ashlar_test {
  /// The index of the column's `struct ashlar_place`.
  uint32_t column;
  /// An `enum ashlar_test_form`.
  uint16_t form;
  /// The outcomes that pass: a mask of `enum ashlar_order`.
  uint16_t passing;
  /// The constant with which Int64 cells and flags are compared.
  int64_t integer;
  double number;
  /// The bytes to compare a slot with.
  const void *slot;
};
/// The offsets of a column's cells and of its null flags from the cluster's base, in bytes.
struct ashlar_place {
  intptr_t cells, nulls;
};
/// Clears the bits of rows that do not pass all tests. Returns false and does nothing if there are many rows, for which scans are faster.
int ashlar_test_rows(const void *base, const void *places, const struct ashlar_test *tests, size_t count, size_t words, uint64_t *rows);
/// Prefetches the cells that tests of these rows will read. Returns false and does nothing if there are many rows.
int ashlar_prefetch_tests(const void *base, const void *places, const struct ashlar_test *tests, size_t count, size_t words,
                         const uint64_t *rows);

/// Finds rows whose 12-byte slot is null; `count` is at most 256.
void ashlar_scan_null_slots(const void *slots, size_t count, intptr_t ahead, uint64_t *out);

/// Finds rows whose 12-byte slot equals the slot that `pattern` repeats 16 times. `count` is at most 256.
void ashlar_scan_slots(const void *slots, size_t count, const void *pattern, const uint64_t *rows, intptr_t ahead, uint64_t *out);

#endif
