// Cells of text: 12 bytes, not aligned. What is in them says the store; here they are three words.
#ifndef CASHLAR_SLOTS_H
#define CASHLAR_SLOTS_H

#include "lanes.h"

#include <stddef.h>

#define SLOT 12

static inline uint32_t word_of(const uint8_t *cell) {
  uint32_t word;
  memcpy(&word, cell, 4);
  return word;
}

// What the three words of a cell must be, where `mask` has bits. A fourth word, which is 0, makes vectors of them, which are written
// and read as a whole.
struct pattern {
  words4 mask;
  words4 words;
};

// Sets the bits of rows whose cells fit, and returns whether the first word of any cell is `noted`, where that is not 0. `count` is
// at most 256.
__attribute__((visibility("hidden"))) int ashlar_scan_cells(const uint8_t *cells, size_t count, const struct pattern *pattern,
                                                           uint32_t noted, intptr_t ahead, uint64_t *out);

#endif
