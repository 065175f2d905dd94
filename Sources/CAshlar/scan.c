#include "aggregate.h"
#include "lanes.h"
#include "rows.h"
#include "scan.h"
#include "slots.h"
#include "vectorised.h"

// The compiler vectorizes comparisons of narrow numbers, which produce bytes; a multiplication packs the bytes into bits.
static inline uint64_t pack(const uint8_t *bytes) {
  uint64_t bits = 0;
  for (int group = 0; group < 8; group++) {
    uint64_t word;
    memcpy(&word, bytes + group * 8, 8);
    bits |= ((word * 0x0102040810204080ull) >> 56) << (group * 8);
  }
  return bits;
}

#define COMPARE(OP)                                                      \
  for (size_t start = 0; start < count; start += 64) {                   \
    size_t rows = count - start < 64 ? count - start : 64;               \
    uint8_t bytes[64] = {0};                                             \
    if (rows == 64) {                                                    \
      for (int row = 0; row < 64; row++) bytes[row] = column[start + row] OP value; \
    } else {                                                             \
      for (size_t row = 0; row < rows; row++) bytes[row] = column[start + row] OP value; \
    }                                                                    \
    out[start / 64] = pack(bytes);                                       \
  }                                                                      \
  break;

#define SCAN(NAME, TYPE, VALUE)                                                                            \
  VECTORISED void NAME(const TYPE *restrict column, size_t count, int op, VALUE value, uint64_t *restrict out) { \
    switch (op) {                                                                                          \
      case ashlar_relation_equal: COMPARE(==)                                                              \
      case ashlar_relation_not_equal: COMPARE(!=)                                                          \
      case ashlar_relation_less: COMPARE(<)                                                                \
      case ashlar_relation_less_or_equal: COMPARE(<=)                                                      \
      case ashlar_relation_greater: COMPARE(>)                                                             \
      case ashlar_relation_greater_or_equal: COMPARE(>=)                                                   \
    }                                                                                                      \
  }

SCAN(ashlar_scan_int8, int8_t, int64_t)
SCAN(ashlar_scan_int16, int16_t, int64_t)
SCAN(ashlar_scan_int32, int32_t, int64_t)
SCAN(ashlar_scan_float, float, float)

// Wide numbers are compared eight at a time. Groups of 64 rows with no wanted row are skipped, and few wanted rows are read individually.
#define COMPARE_WIDE(OP)                                                    \
  for (size_t start = 0; start < count; start += 64) {                      \
    const uint64_t wanted = rows[start / 64];                               \
    uint64_t found = 0;                                                     \
    if (__builtin_popcountll(wanted) <= 4 || count - start < 64) {          \
      for (uint64_t bits = wanted; bits; bits &= bits - 1) {                \
        const int row = __builtin_ctzll(bits);                              \
        found |= (uint64_t)(column[start + (size_t)row] OP value) << row;   \
      }                                                                     \
    } else {                                                                \
      for (int group = 0; group < 8; group++) {                             \
        uint8_t bits;                                                       \
        memcpy(&lanes, column + start + group * 8, 64);                     \
        ASK_AHEAD(column + start + group * 8, ahead);                       \
        LANE_BITS(lanes OP values, 8, bits);                                \
        found |= (uint64_t)bits << group * 8;                               \
      }                                                                     \
    }                                                                       \
    out[start / 64] = found;                                                \
  }                                                                         \
  break;

#define SCAN_WIDE(NAME, TYPE, LANES)                                                                     \
  VECTORISED void NAME(const TYPE *restrict column, size_t count, int op, TYPE value, const uint64_t *rows, \
                       intptr_t ahead, uint64_t *restrict out) {                                         \
    const LANES values = value;                                                                          \
    LANES lanes;                                                                                         \
    switch (op) {                                                                                        \
      case ashlar_relation_equal: COMPARE_WIDE(==)                                                       \
      case ashlar_relation_not_equal: COMPARE_WIDE(!=)                                                   \
      case ashlar_relation_less: COMPARE_WIDE(<)                                                         \
      case ashlar_relation_less_or_equal: COMPARE_WIDE(<=)                                               \
      case ashlar_relation_greater: COMPARE_WIDE(>)                                                      \
      case ashlar_relation_greater_or_equal: COMPARE_WIDE(>=)                                            \
    }                                                                                                    \
  }

SCAN_WIDE(ashlar_scan_int64, int64_t, integers8)
SCAN_WIDE(ashlar_scan_double, double, doubles8)

VECTORISED void ashlar_scan_flags(const uint8_t *restrict column, size_t count, intptr_t ahead, uint64_t *restrict out) {
  const uint8_t value = 0;
  const bytes64 none = value;
  if (count % 64 == 0) {
    for (size_t start = 0; start < count; start += 64) {
      bytes64 flags;
      uint64_t bits;
      memcpy(&flags, column + start, 64);
      ASK_AHEAD(column + start, ahead);
      LANE_BITS(flags != none, 64, bits);
      out[start / 64] = bits;
    }
    return;
  }
  switch (1) {
    case 1: COMPARE(!=)
  }
}

// The maximum number of rows of a cluster that are tested individually.
#define FEW 12

static inline size_t count_of(const uint64_t *rows, size_t words) {
  size_t count = 0;
  for (size_t word = 0; word < words; word++) count += (size_t)__builtin_popcountll(rows[word]);
  return count;
}

// Computes an order without branches that depend on values.
#define ORDER(CELL, VALUE)                                                                               \
  (unsigned)((CELL) < (VALUE)) * ashlar_order_less | (unsigned)((CELL) == (VALUE)) * ashlar_order_equal | \
      (unsigned)((CELL) > (VALUE)) * ashlar_order_greater

static inline int passes(const char *cells, size_t row, const struct ashlar_test *test) {
  unsigned order;
  if (test->form == ashlar_test_slot) {
    uint64_t cell, wanted;
    uint32_t rest, wanted_rest;
    memcpy(&cell, cells + row * SLOT, 8);
    memcpy(&rest, cells + row * SLOT + 8, 4);
    memcpy(&wanted, test->slot, 8);
    memcpy(&wanted_rest, (const char *)test->slot + 8, 4);
    order = (unsigned)(((cell ^ wanted) | (rest ^ wanted_rest)) == 0) * ashlar_order_equal;
  } else if (test->form == ashlar_test_double) {
    double cell;
    memcpy(&cell, cells + row * 8, 8);
    order = ORDER(cell, test->number);
  } else {
    int64_t cell;
    if (test->form == ashlar_test_int64)
      memcpy(&cell, cells + row * 8, 8);
    else
      cell = cells[row] != 0;
    order = ORDER(cell, test->integer);
  }
  return ((order | (unsigned)(order == 0) * ashlar_order_unordered) & test->passing) != 0;
}

VECTORISED int ashlar_test_rows(const void *base, const void *places, const struct ashlar_test *tests, size_t count, size_t words,
                                uint64_t *rows) {
  const struct ashlar_place *place = places;
  if (count_of(rows, words) > FEW) return 0;
  for (size_t word = 0; word < words; word++) {
    uint64_t kept = 0;
    for (uint64_t bits = rows[word]; bits; bits &= bits - 1) {
      const size_t bit = (size_t)__builtin_ctzll(bits);
      int passed = 1;
      for (size_t test = 0; test < count; test++)
        passed &= passes((const char *)base + place[tests[test].column].cells, word * 64 + bit, tests + test);
      kept |= (uint64_t)passed << bit;
    }
    rows[word] = kept;
  }
  return 1;
}

VECTORISED int ashlar_prefetch_tests(const void *base, const void *places, const struct ashlar_test *tests, size_t count, size_t words,
                                    const uint64_t *rows) {
  const struct ashlar_place *place = places;
  if (count_of(rows, words) > FEW) return 0;
  for (size_t word = 0; word < words; word++) {
    for (uint64_t bits = rows[word]; bits; bits &= bits - 1) {
      const size_t row = word * 64 + (size_t)__builtin_ctzll(bits);
      for (size_t test = 0; test < count; test++) {
        const char *cells = (const char *)base + place[tests[test].column].cells;
        const size_t form = tests[test].form, width = form == ashlar_test_slot ? SLOT : form == ashlar_test_flag ? 1 : 8;
        __builtin_prefetch(cells + row * width);
        // A slot may extend over two cache lines.
        if (form == ashlar_test_slot) __builtin_prefetch(cells + row * width + SLOT - 1);
      }
    }
  }
  return 1;
}

VECTORISED int64_t ashlar_sum_int64(const int64_t *column, size_t count, intptr_t ahead) {
  numbers8 sums = 0, lanes;
  for (size_t row = 0; row + 8 <= count; row += 8) {
    memcpy(&lanes, column + row, 64);
    ASK_AHEAD(column + row, ahead);
    sums += lanes;
  }
  return (int64_t)__builtin_reduce_add(sums);
}

VECTORISED int64_t ashlar_sum_int64_checked(const int64_t *column, size_t count, intptr_t ahead, int *is_small) {
  numbers8 sums = 0, bits = 0, lanes;
  // Adding 2^54 to a number between -2^54 and 2^54 leaves the nine highest bits clear. The sum of 256 such numbers cannot overflow 64 bits.
  const numbers8 middle = (numbers8){} + ((uint64_t)1 << 54);
  for (size_t row = 0; row + 8 <= count; row += 8) {
    memcpy(&lanes, column + row, 64);
    ASK_AHEAD(column + row, ahead);
    sums += lanes;
    bits |= lanes + middle;
  }
  *is_small = (__builtin_reduce_or(bits) >> 55) == 0;
  return (int64_t)__builtin_reduce_add(sums);
}

// The order of additions to the eight running sums is fixed, so the result is the same on every machine.
VECTORISED double ashlar_sum_double(const double *column, size_t count, intptr_t ahead, size_t *nans) {
  doubles8 sums = 0, lanes;
  integers8 missing = 0;
  for (size_t row = 0; row + 8 <= count; row += 8) {
    memcpy(&lanes, column + row, 64);
    ASK_AHEAD(column + row, ahead);
    // All ones for a number, 0 for NaN.
    const integers8 is_number = lanes == lanes;
    sums += (doubles8)((integers8)lanes & is_number);
    missing += is_number + 1;
  }
  *nans = (size_t)__builtin_reduce_add(missing);
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

// NaN is neither less nor greater than any value, so it is skipped.
#define RANGE(NAME, TYPE, LANES, LOWEST, HIGHEST)                                                                       \
  VECTORISED int NAME(const TYPE *column, size_t count, const uint64_t *live, intptr_t ahead, TYPE *smallest, TYPE *largest) { \
    LANES lows = HIGHEST, highs = LOWEST, lanes;                                                                        \
    TYPE low = HIGHEST, high = LOWEST;                                                                                  \
    int found = 0;                                                                                                      \
    for (size_t start = 0; start < count; start += 64) {                                                                \
      uint64_t bits = live[start / 64];                                                                                 \
      if (bits == ~0ull) {                                                                                              \
        found = 1;                                                                                                      \
        for (int group = 0; group < 8; group++) {                                                                       \
          memcpy(&lanes, column + start + group * 8, 64);                                                               \
          ASK_AHEAD(column + start + group * 8, ahead);                                                                 \
          lows = lanes < lows ? lanes : lows;                                                                           \
          highs = lanes > highs ? lanes : highs;                                                                        \
        }                                                                                                               \
        continue;                                                                                                       \
      }                                                                                                                 \
      for (; bits; bits &= bits - 1) {                                                                                  \
        const TYPE value = column[start + (size_t)__builtin_ctzll(bits)];                                               \
        if (value != value) continue;                                                                                   \
        found = 1;                                                                                                      \
        low = value < low ? value : low;                                                                                \
        high = value > high ? value : high;                                                                             \
      }                                                                                                                 \
    }                                                                                                                   \
    for (int lane = 0; lane < 8; lane++) {                                                                              \
      low = lows[lane] < low ? lows[lane] : low;                                                                        \
      high = highs[lane] > high ? highs[lane] : high;                                                                   \
    }                                                                                                                   \
    *smallest = low;                                                                                                    \
    *largest = high;                                                                                                    \
    return found && low <= high;                                                                                        \
  }

RANGE(ashlar_range_int64, int64_t, integers8, INT64_MIN, INT64_MAX)
RANGE(ashlar_range_double, double, doubles8, -__builtin_inf(), __builtin_inf())

// Writes all cells, either their value or zero. This is faster than visiting set bits individually if there are many.
#define CLEAR(TYPE, COUNT)                                                          \
  for (size_t start = 0; start < capacity; start += 64) {                           \
    uint64_t bits = words[start / 64];                                              \
    if (!bits) continue;                                                            \
    TYPE *part = (TYPE *)cells + start * COUNT;                                     \
    for (size_t row = 0; row < 64; row++)                                           \
      for (size_t k = 0; k < COUNT; k++) part[row * COUNT + k] &= (TYPE)((bits >> row & 1) - 1); \
  }                                                                                 \
  break;

VECTORISED void ashlar_clear_rows(void *cells, size_t width, size_t capacity, const void *rows) {
  const uint64_t *words = rows;
  switch (width) {
  case 1: CLEAR(uint8_t, 1)
  case 2: CLEAR(uint16_t, 1)
  case 4: CLEAR(uint32_t, 1)
  case 8: CLEAR(uint64_t, 1)
  case 12: CLEAR(uint32_t, 3)
  case 16: CLEAR(uint64_t, 2)
  default: __builtin_unreachable();
  }
}

VECTORISED void ashlar_stored_columns(const void *base, size_t capacity, void *out, uint64_t *some, uint64_t *each) {
  const uint64_t *masks = base;
  uint64_t *words = out;
  uint64_t any = 0, all = UINT64_MAX;
  for (size_t start = 0; start < capacity; start += 64) {
    size_t rows = capacity - start < 64 ? capacity - start : 64;
    uint64_t found = 0;
    for (size_t row = 0; row < rows; row++) found |= *(masks - 1 - start - row);
    if (!found) continue;
    any |= found;
    uint64_t bits = 0;
    for (size_t row = 0; row < rows; row++) {
      uint64_t mask = *(masks - 1 - start - row);
      bits |= (uint64_t)(mask != 0) << row;
      all &= mask ? mask : UINT64_MAX;
    }
    words[start / 64] = bits;
  }
  *some = any;
  *each = all;
}

VECTORISED void ashlar_stored_rows(const void *base, size_t capacity, uint64_t mask, void *out) {
  const uint64_t *masks = base;
  uint64_t *words = out;
  for (size_t start = 0; start < capacity; start += 64) {
    size_t rows = capacity - start < 64 ? capacity - start : 64;
    // Most words of most overlays are empty.
    uint64_t any = 0;
    for (size_t row = 0; row < rows; row++) any |= *(masks - 1 - start - row);
    if ((any & mask) == 0) continue;
    uint64_t bits = 0;
    for (size_t row = 0; row < rows; row++) bits |= (uint64_t)((*(masks - 1 - start - row) & mask) != 0) << row;
    words[start / 64] = bits;
  }
}
