#include "lanes.h"
#include "scan.h"
#include "slots.h"
#include "text_cells.h"
#include "vectorised.h"

// Comparisons of cells wider than a number, and look-ups of numbers in bitmaps.

#define INLINED static inline __attribute__((always_inline))

// Returns the rows that pass `op`, given the rows whose value is less and those whose value is equal.
INLINED uint64_t passing(int op, uint64_t less, uint64_t equal) {
  switch (op) {
    case ashlar_relation_equal: return equal;
    case ashlar_relation_not_equal: return ~equal;
    case ashlar_relation_less: return less;
    case ashlar_relation_less_or_equal: return less | equal;
    case ashlar_relation_greater: return ~(less | equal);
    default: return ~less;
  }
}

// MARK: - Dates

INLINED void order_moment(const uint8_t *cell, int64_t seconds, int32_t nanoseconds, uint64_t *less, uint64_t *equal) {
  int64_t whole;
  int32_t part;
  memcpy(&whole, cell, 8);
  memcpy(&part, cell + 8, 4);
  *less = (uint64_t)((whole < seconds) | ((whole == seconds) & (part < nanoseconds)));
  *equal = (uint64_t)((whole == seconds) & (part == nanoseconds));
}

typedef int32_t signed16 __attribute__((ext_vector_type(16)));

VECTORISED void ashlar_scan_moments(const void *column, size_t count, int op, int64_t seconds, int32_t nanoseconds, const uint64_t *rows,
                                    intptr_t ahead, uint64_t *out) {
  const uint8_t *cells = column;
  const words16 low = (uint32_t)(uint64_t)seconds;
  const signed16 high = (int32_t)(seconds >> 32), part = nanoseconds;
  for (size_t start = 0; start < count; start += 64) {
    uint64_t less = 0, equal = 0;
    if (__builtin_popcountll(rows[start / 64]) <= 4 || count - start < 64) {
      for (uint64_t bits = rows[start / 64]; bits; bits &= bits - 1) {
        const size_t row = (size_t)__builtin_ctzll(bits);
        uint64_t is_less, is_equal;
        order_moment(cells + (start + row) * SLOT, seconds, nanoseconds, &is_less, &is_equal);
        less |= is_less << row;
        equal |= is_equal << row;
      }
    } else {
      // 16 cells are three cache lines of 16 words.
      for (size_t group = 0; group < 4; group++) {
        const uint8_t *place = cells + (start + group * 16) * SLOT;
        words16 lines[3];
        uint16_t less_bits, equal_bits;
        memcpy(lines, place, sizeof lines);
        for (int line = 0; line < 3; line++) ASK_AHEAD(place + line * 64, ahead);
        const words16 first = FIRST_WORDS(lines);
        const signed16 second = (signed16)SECOND_WORDS(lines), third = (signed16)THIRD_WORDS(lines);
        const signed16 same = (second == high) & (signed16)(first == low);
        LANE_BITS((second < high) | ((second == high) & (signed16)(first < low)) | (same & (third < part)), 16, less_bits);
        LANE_BITS(same & (third == part), 16, equal_bits);
        less |= (uint64_t)less_bits << group * 16;
        equal |= (uint64_t)equal_bits << group * 16;
      }
    }
    out[start / 64] = passing(op, less, equal);
  }
}

// MARK: - ObjectId and UUID

VECTORISED void ashlar_scan_ids(const void *column, size_t width, size_t count, const void *id, const uint64_t *rows, intptr_t ahead,
                                uint64_t *out) {
  const uint8_t *cells = column;
  // The last eight bytes may overlap the first.
  const uint64_t start_of_id = eight(id), end_of_id = eight((const uint8_t *)id + width - 8);
  const numbers8 first = start_of_id, second = end_of_id;
  for (size_t start = 0; start < count; start += 64) {
    uint64_t found = 0;
    if (width != 16 || __builtin_popcountll(rows[start / 64]) <= 4 || count - start < 64) {
      for (uint64_t bits = rows[start / 64]; bits; bits &= bits - 1) {
        const size_t row = (size_t)__builtin_ctzll(bits);
        const uint8_t *cell = cells + (start + row) * width;
        found |= (uint64_t)(((eight(cell) ^ start_of_id) | (eight(cell + width - 8) ^ end_of_id)) == 0) << row;
      }
    } else {
      for (size_t group = 0; group < 8; group++) {
        const uint8_t *place = cells + (start + group * 8) * 16;
        numbers8 lines[2];
        uint8_t same;
        memcpy(lines, place, sizeof lines);
        for (int line = 0; line < 2; line++) ASK_AHEAD(place + line * 64, ahead);
        const numbers8 firsts = __builtin_shufflevector(lines[0], lines[1], 0, 2, 4, 6, 8, 10, 12, 14);
        const numbers8 seconds = __builtin_shufflevector(lines[0], lines[1], 1, 3, 5, 7, 9, 11, 13, 15);
        LANE_BITS((firsts == first) & (seconds == second), 8, same);
        found |= (uint64_t)same << group * 8;
      }
    }
    out[start / 64] = found;
  }
}

// MARK: - Numbers in bitmaps

#define IN_BITS(NAME, TYPE)                                                                                              \
  VECTORISED static void NAME(const TYPE *cells, size_t count, const uint64_t *bits, int64_t low, uint64_t size,        \
                              const uint64_t *rows, intptr_t ahead, uint64_t *out) {                                    \
    for (size_t start = 0; start < count; start += 64) {                                                                 \
      const uint64_t wanted = rows[start / 64];                                                                          \
      uint64_t found = 0;                                                                                                \
      if (wanted == ~0ull && count - start >= 64) {                                                                      \
        for (size_t row = 0; row < 64; row++) {                                                                          \
          const uint64_t number = (uint64_t)(int64_t)cells[start + row] - (uint64_t)low;                                 \
          if (row % 8 == 0) ASK_AHEAD(cells + start + row, ahead);                                                       \
          /* Numbers outside of the bitmap share bit 0. */                                                               \
          const uint64_t place = number < size ? number : 0;                                                             \
          found |= (bits[place / 64] >> place % 64 & 1) << row;                                                          \
        }                                                                                                                \
      } else {                                                                                                           \
        for (uint64_t left = wanted; left; left &= left - 1) {                                                           \
          const size_t row = (size_t)__builtin_ctzll(left);                                                              \
          const uint64_t number = (uint64_t)(int64_t)cells[start + row] - (uint64_t)low;                                 \
          const uint64_t place = number < size ? number : 0;                                                             \
          found |= (bits[place / 64] >> place % 64 & 1) << row;                                                          \
        }                                                                                                                \
      }                                                                                                                  \
      out[start / 64] = found;                                                                                           \
    }                                                                                                                    \
  }

IN_BITS(in_bits8, int8_t)
IN_BITS(in_bits16, int16_t)
IN_BITS(in_bits32, int32_t)
IN_BITS(in_bits64, int64_t)

void ashlar_scan_in_bits(const void *cells, size_t width, size_t count, const uint64_t *bits, int64_t low, uint64_t size,
                         const uint64_t *rows, intptr_t ahead, uint64_t *out) {
  switch (width) {
    case 1: in_bits8(cells, count, bits, low, size, rows, ahead, out); break;
    case 2: in_bits16(cells, count, bits, low, size, rows, ahead, out); break;
    case 4: in_bits32(cells, count, bits, low, size, rows, ahead, out); break;
    default: in_bits64(cells, count, bits, low, size, rows, ahead, out); break;
  }
}

// MARK: - Slots that may be members of a set

uint64_t ashlar_slot_hash(const void *slot) {
  // For text in the heap, the hash covers the fingerprint and the length; otherwise, it covers the whole slot.
  const uint8_t *cell = slot;
  const uint64_t rest = rest_of(cell);
  const uint64_t form = rest >> 56 == HEAP_TAG ? rest >> 32 << 32 : rest;
  const uint64_t hash = (form ^ (uint64_t)word_of(cell) * 0x9E3779B97F4A7C15ull) * 0xD6E8FEB86659FD93ull;
  return hash ^ hash >> 32;
}

void ashlar_scan_likely_slots(const void *slots, size_t count, const uint64_t *filter, uint64_t mask, const uint64_t *rows,
                              intptr_t ahead, uint64_t *out) {
  const uint8_t *cells = slots;
  for (size_t start = 0; start < count; start += 64) {
    uint64_t found = 0;
    for (uint64_t bits = rows[start / 64]; bits; bits &= bits - 1) {
      const size_t row = (size_t)__builtin_ctzll(bits);
      const uint8_t *cell = cells + (start + row) * SLOT, tag = cell[SLOT - 1];
      ASK_AHEAD(cell, ahead);
      const uint64_t hash = ashlar_slot_hash(cell) & mask;
      // Text stored elsewhere has no fingerprint, so the bit of its row is always set, like that of a null slot.
      const uint64_t is_likely = (uint64_t)(tag > HEAP_TAG) | (filter[hash / 64] >> hash % 64 & 1);
      found |= is_likely << row;
    }
    out[start / 64] = found;
  }
}
