#include "lanes.h"
#include "scan.h"
#include "slots.h"
#include "vectorised.h"

#define INLINED static inline __attribute__((always_inline))

// Compacts every third of 16 bits, starting with the first, into the lowest six bits. All other bits must be 0.
#define THIRD_LANES(BITS)                            \
  do {                                               \
    BITS = (BITS | BITS >> 2) & 0x30C3;              \
    BITS = (BITS | BITS >> 4) & 0x300F;              \
    BITS = (BITS | BITS >> 8) & 0x003F;              \
  } while (0)

// Repeats three words to fill a vector, starting with the word `FIRST`.
#define REPEATED(THREE, FIRST)                                                                                                \
  __builtin_shufflevector(THREE, THREE, FIRST, (FIRST + 1) % 3, (FIRST + 2) % 3, FIRST, (FIRST + 1) % 3, (FIRST + 2) % 3,     \
                          FIRST, (FIRST + 1) % 3, (FIRST + 2) % 3, FIRST, (FIRST + 1) % 3, (FIRST + 2) % 3, FIRST,            \
                          (FIRST + 1) % 3, (FIRST + 2) % 3, FIRST)

// The maximum number of rows of a cluster, and the number of groups of 16 rows.
#define MOST_ROWS 256
#define GROUPS (MOST_ROWS / 16)

// 16 cells are three lines of 16 words. `fits` has a bit for each matching word of the first, second and third lines of each group of
// cells. Sets a bit in `rows` for each cell whose words all match.
INLINED void join_words(const shorts16 fits[3], shorts16 *rows) {
  // Every third lane, starting with the first, the second and the third.
  const shorts16 a = 0x9249, b = 0x2492, c = 0x4924;
  const shorts16 first = (fits[0] & a) | (fits[1] & c) | (fits[2] & b);
  const shorts16 second = (fits[0] & b) | (fits[1] & a) | (fits[2] & c);
  const shorts16 third = (fits[0] & c) | (fits[1] & b) | (fits[2] & a);
  // A cell's words are in consecutive lanes, wrapping from the last lane to the first.
  const shorts16 cells = first & (second >> 1 | second << 15) & (third >> 2 | third << 14);
  // A cell's bit is in the lane of its first word: six cells begin in the first line, five in each of the others.
  shorts16 x = cells & a, y = cells >> 2 & 0x1249, z = cells >> 1 & 0x1249;
  THIRD_LANES(x);
  THIRD_LANES(y);
  THIRD_LANES(z);
  *rows = x | y << 6 | z << 11;
}

// Finds rows whose cells match the repeated words in three lines, under `masks`, or in all bits if `masks` is null. Returns whether the
// first word of any cell equals `noted`; 0 if `noted` is 0.
INLINED int scan_lines(const uint8_t *restrict cells, size_t count, const words16 *masks, const words16 *words, uint32_t noted,
                       intptr_t ahead, uint64_t *restrict out) {
  const size_t groups = count / 16;
  const words16 notes = noted;
  words16 seen[3] = {0, 0, 0};
  uint16_t fits[3][GROUPS];
  for (size_t group = 0; group < groups; group++) {
    for (int line = 0; line < 3; line++) {
      const uint8_t *place = cells + group * 16 * SLOT + line * 64;
      words16 found;
      // Prefetching a cached line costs as much as prefetching an uncached one.
      if (ahead) ASK_AHEAD(place, ahead);
      memcpy(&found, place, 64);
      if (noted) seen[line] |= (words16)(found == notes);
      if (masks) found &= masks[line];
      LANE_BITS(found == words[line], 16, fits[line][group]);
    }
  }
  shorts16 lines[3], rows;
  memcpy(lines, fits, sizeof lines);
  join_words(lines, &rows);
  for (size_t word = 0; word < count / 64; word++) memcpy(out + word, (const uint64_t *)&rows + word, 8);
  const words4 first = {~0u, 0, 0, 0};
  const words16 places[3] = {REPEATED(first, 0), REPEATED(first, 1), REPEATED(first, 2)};
  int is_there = noted && __builtin_reduce_or((seen[0] & places[0]) | (seen[1] & places[1]) | (seen[2] & places[2])) != 0;
  if (count % 64 == 0) return is_there;
  uint64_t rest = 0;
  for (size_t row = count / 64 * 64; row < count; row++) {
    const uint8_t *cell = cells + row * SLOT;
    uint64_t fit = 1;
    for (int word = 0; word < 3; word++) {
      const uint32_t mask = masks ? masks[0][word] : ~0u;
      fit &= (word_of(cell + word * 4) & mask) == words[0][word];
    }
    rest |= fit << row % 64;
    is_there |= noted && word_of(cell) == noted;
  }
  out[count / 64] = rest;
  return is_there;
}

VECTORISED int ashlar_scan_cells(const uint8_t *cells, size_t count, const struct pattern *pattern, uint32_t noted, intptr_t ahead,
                                 uint64_t *out) {
  const words16 masks[3] = {REPEATED(pattern->mask, 0), REPEATED(pattern->mask, 1), REPEATED(pattern->mask, 2)};
  const words16 words[3] = {REPEATED(pattern->words, 0), REPEATED(pattern->words, 1), REPEATED(pattern->words, 2)};
  // There are two calls, so that scans without `noted` do not compare words with it.
  if (noted) return scan_lines(cells, count, masks, words, noted, ahead, out);
  return scan_lines(cells, count, masks, words, 0, ahead, out);
}

VECTORISED void ashlar_scan_slots(const void *slots, size_t count, const void *pattern, const uint64_t *rows, intptr_t ahead,
                                  uint64_t *out) {
  const uint8_t *cells = slots;
  const size_t all = (count + 63) / 64;
  size_t wanted = 0;
  for (size_t word = 0; word < all; word++) wanted += (size_t)__builtin_popcountll(rows[word]);
  if (wanted > count / 16) {
    words16 words[3];
    memcpy(words, pattern, sizeof words);
    scan_lines(cells, count, 0, words, 0, ahead, out);
    return;
  }
  // Comparing few rows individually is faster.
  for (size_t word = 0; word < all; word++) {
    uint64_t found = 0;
    for (uint64_t bits = rows[word]; bits; bits &= bits - 1) {
      const size_t row = word * 64 + (size_t)__builtin_ctzll(bits);
      found |= (uint64_t)(memcmp(cells + row * SLOT, pattern, SLOT) == 0) << row % 64;
    }
    out[word] = found;
  }
}

void ashlar_scan_null_slots(const void *slots, size_t count, intptr_t ahead, uint64_t *out) {
  ashlar_scan_cells(slots, count, &(struct pattern){{0, 0, 0xFF000000}, {0, 0, 0xFF000000}}, 0, ahead, out);
}

