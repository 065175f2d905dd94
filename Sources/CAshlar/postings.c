#include "lanes.h"
#include "postings.h"
#include "vectorised.h"

// The maximum size of a number in bytes.
#define NUMBER 6

// Joins the 7-bit groups of at most 8 bytes.
static inline uint64_t number_of(uint64_t word) {
  word &= 0x7F7F7F7F7F7F7F7Full;
  word = (word & 0x007F007F007F007Full) | (word & 0x7F007F007F007F00ull) >> 1;
  word = (word & 0x00003FFF00003FFFull) | (word & 0x3FFF00003FFF0000ull) >> 2;
  return (word & 0x0FFFFFFF) | (word & 0x0FFFFFFF00000000ull) >> 4;
}

// The ends of numbers are found for 64 bytes at once, so decoding a number does not depend on the previous one.
VECTORISED int ashlar_read_postings(const uint8_t *bytes, size_t size, size_t count, int64_t *keys) {
  size_t start = 0, index = 0;
  uint64_t key = 0;
  const bytes64 limit = 0x80;
  for (size_t block = 0; block < size; block += 64) {
    uint64_t ends = 0;
    if (size - block >= 64) {
      bytes64 found;
      memcpy(&found, bytes + block, 64);
      LANE_BITS(found < limit, 64, ends);
    } else {
      for (size_t place = block; place < size; place++) ends |= (uint64_t)(bytes[place] < 0x80) << (place - block);
    }
    if (index + (size_t)__builtin_popcountll(ends) > count) return 0;
    for (; ends; ends &= ends - 1) {
      const size_t end = block + (size_t)__builtin_ctzll(ends), length = end + 1 - start;
      if (length > NUMBER) return 0;
      uint64_t word;
      // There may be no memory after the last number, but 8 bytes precede the first.
      memcpy(&word, bytes + end - 7, 8);
      word >>= 64 - 8 * length;
      const uint64_t step = length <= 2 ? (word & 0x7F) | (word >> 1 & 0x3F80) : number_of(word);
      if (step == 0 && index > 0) return 0;
      key += step;
      keys[index++] = (int64_t)key;
      start = end + 1;
    }
  }
  return index == count && start == size;
}
