#define _GNU_SOURCE
#include "CAshlar.h"
#include "vectorised.h"

#include <string.h>

// Comparisons go to bytes, which vectorises, and bytes to bits by a multiplication.
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
      case 0: COMPARE(==)                                                                                  \
      case 1: COMPARE(!=)                                                                                  \
      case 2: COMPARE(<)                                                                                   \
      case 3: COMPARE(<=)                                                                                  \
      case 4: COMPARE(>)                                                                                   \
      case 5: COMPARE(>=)                                                                                  \
    }                                                                                                      \
  }

SCAN(ashlar_scan_int8, int8_t, int64_t)
SCAN(ashlar_scan_int16, int16_t, int64_t)
SCAN(ashlar_scan_int32, int32_t, int64_t)
SCAN(ashlar_scan_int64, int64_t, int64_t)
SCAN(ashlar_scan_float, float, float)
SCAN(ashlar_scan_double, double, double)

VECTORISED void ashlar_scan_flags(const uint8_t *restrict column, size_t count, uint64_t *restrict out) {
  const uint8_t value = 0;
  switch (1) {
    case 1: COMPARE(!=)
  }
}

VECTORISED int64_t ashlar_sum_int64(const int64_t *column, size_t count) {
  uint64_t sum = 0;
  for (size_t row = 0; row < count; row++) sum += (uint64_t)column[row];
  return (int64_t)sum;
}

// Eight running sums: the order of additions is fixed, and the same on every machine.
VECTORISED double ashlar_sum_double(const double *column, size_t count) {
  double sums[8] = {0};
  for (size_t row = 0; row + 8 <= count; row += 8)
    for (int lane = 0; lane < 8; lane++) {
      double value = column[row + lane];
      sums[lane] += value == value ? value : 0;
    }
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

#define RANGE(NAME, TYPE, LOWEST, HIGHEST)                                                              \
  VECTORISED int NAME(const TYPE *column, size_t count, const uint64_t *live, TYPE *smallest, TYPE *largest) { \
    TYPE low = HIGHEST, high = LOWEST;                                                                  \
    int found = 0;                                                                                      \
    for (size_t start = 0; start < count; start += 64) {                                                \
      uint64_t bits = live[start / 64];                                                                 \
      if (bits == ~0ull) {                                                                              \
        found = 1;                                                                                      \
        for (int row = 0; row < 64; row++) {                                                            \
          TYPE value = column[start + row];                                                             \
          low = value < low ? value : low;                                                              \
          high = value > high ? value : high;                                                           \
        }                                                                                               \
        continue;                                                                                       \
      }                                                                                                 \
      for (; bits; bits &= bits - 1) {                                                                  \
        TYPE value = column[start + (size_t)__builtin_ctzll(bits)];                                     \
        if (value != value) continue;                                                                   \
        found = 1;                                                                                      \
        low = value < low ? value : low;                                                                \
        high = value > high ? value : high;                                                             \
      }                                                                                                 \
    }                                                                                                   \
    *smallest = low;                                                                                    \
    *largest = high;                                                                                    \
    return found && low <= high;                                                                        \
  }

RANGE(ashlar_range_int64, int64_t, INT64_MIN, INT64_MAX)
RANGE(ashlar_range_double, double, -__builtin_inf(), __builtin_inf())

// A cell of text: 4 bytes and 8, not aligned.
#define SLOT 12

static inline uint32_t word_of(const uint8_t *cell) {
  uint32_t word;
  memcpy(&word, cell, 4);
  return word;
}

static inline uint64_t rest_of(const uint8_t *cell) {
  uint64_t rest;
  memcpy(&rest, cell + 4, 8);
  return rest;
}

// The bytes of a slot, or null.
static inline const uint8_t *bytes_of(const uint8_t *cell, const uint8_t *heap, size_t *length) {
  uint64_t rest = rest_of(cell), tag = rest >> 56;
  if (tag <= 11) {
    *length = tag;
    return cell;
  }
  if (tag == 0x80) {
    *length = rest >> 32 & 0xFFFFFF;
    return heap + (uint32_t)rest;
  }
  *length = word_of(cell);
  if (tag == 0x81) return (const uint8_t *)(uintptr_t)(rest & 0x00FFFFFFFFFFFFFFull);
  return 0;
}

// Rows in which CONDITION holds for a cell's two parts.
#define SCAN_SLOTS(CONDITION)                                                    \
  for (size_t start = 0; start < count; start += 64) {                           \
    const size_t rows = count - start < 64 ? count - start : 64;                 \
    const uint8_t *cell = cells + start * SLOT;                                  \
    uint8_t bytes[64] = {0};                                                     \
    if (rows == 64) {                                                            \
      for (int row = 0; row < 64; row++, cell += SLOT) bytes[row] = (CONDITION); \
    } else {                                                                     \
      for (size_t row = 0; row < rows; row++, cell += SLOT) bytes[row] = (CONDITION); \
    }                                                                            \
    out[start / 64] = pack(bytes);                                               \
  }

VECTORISED static void scan_inline(const uint8_t *restrict cells, size_t count, uint32_t word, uint64_t rest, uint64_t *restrict out) {
  SCAN_SLOTS((word_of(cell) == word) & (rest_of(cell) == rest))
}

// `form`: length and tag.
VECTORISED static void scan_heap(const uint8_t *restrict cells, size_t count, uint32_t prefix, uint32_t form, uint64_t *restrict out) {
  SCAN_SLOTS((word_of(cell) == prefix) & (word_of(cell + 8) == form))
}

static inline int is_text(const uint8_t *bytes, const uint8_t *text, size_t length) {
  uint64_t end, tail;
  memcpy(&end, bytes + length - 8, 8);
  memcpy(&tail, text + length - 8, 8);
  return end == tail && memcmp(bytes, text, length) == 0;
}

static void scan_equal(const uint8_t *cells, size_t count, const uint8_t *heap, const uint8_t *text, size_t length,
                       uint64_t *out, uint64_t *undecided) {
  if (length <= 11) {
    uint8_t wanted[SLOT] = {0};
    memcpy(wanted, text, length);
    wanted[11] = (uint8_t)length;
    scan_inline(cells, count, word_of(wanted), rest_of(wanted), out);
    return;
  }
  // In the heap: length and the first four bytes sort out most; of the rest the tail is compared first.
  if (length >> 24 == 0) scan_heap(cells, count, word_of(text), (uint32_t)length | 0x80000000u, out);
  for (size_t word = 0; word < (count + 63) / 64; word++) {
    uint64_t matches = 0;
    for (uint64_t bits = out[word]; bits; bits &= bits - 1) {
      size_t bit = (size_t)__builtin_ctzll(bits);
      uint64_t rest = rest_of(cells + (word * 64 + bit) * SLOT);
      matches |= (uint64_t)is_text(heap + (uint32_t)rest, text, length) << bit;
    }
    out[word] = matches;
  }
  // Elsewhere: at an address, or a value of its own.
  for (size_t row = 0; row < count; row++) {
    const uint8_t *cell = cells + row * SLOT;
    if (cell[11] <= 0x80 || cell[11] > 0x82 || word_of(cell) != length) continue;
    if (cell[11] == 0x82) {
      undecided[row / 64] |= (uint64_t)(cell[10] == text[0]) << (row % 64);
    } else if (is_text((const uint8_t *)(uintptr_t)(rest_of(cell) & 0x00FFFFFFFFFFFFFFull), text, length)) {
      out[row / 64] |= 1ull << (row % 64);
    }
  }
}

void ashlar_scan_text(const void *slots, size_t count, const uint8_t *heap, int op, const uint8_t *text, size_t length,
                      uint64_t *out, uint64_t *undecided) {
  const uint8_t *cells = slots;
  for (size_t word = 0; word < (count + 63) / 64; word++) out[word] = undecided[word] = 0;
  if (op == 0) {
    scan_equal(cells, count, heap, text, length, out, undecided);
    return;
  }
  for (size_t row = 0; row < count; row++) {
    const uint8_t *cell = cells + row * SLOT;
    size_t found;
    if (cell[11] == 0x82) {
      int may_match = word_of(cell) >= length && (op != 1 || length == 0 || cell[10] == text[0]);
      undecided[row / 64] |= (uint64_t)may_match << (row % 64);
      continue;
    }
    const uint8_t *bytes = bytes_of(cell, heap, &found);
    if (!bytes || found < length) continue;
    int matches;
    switch (op) {
      case 1: matches = memcmp(bytes, text, length) == 0; break;
      case 2: matches = memcmp(bytes + found - length, text, length) == 0; break;
      default: matches = memmem(bytes, found, text, length) != 0; break;
    }
    out[row / 64] |= (uint64_t)matches << (row % 64);
  }
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
