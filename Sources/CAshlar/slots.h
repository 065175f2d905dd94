// Text cells: 12 bytes, unaligned. The store defines their layout; here they are three words.
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

// The words that a cell must equal in the bits of `mask`. With a fourth word, which is 0, they are vectors that are stored and loaded in
// one operation.
struct pattern {
  words4 mask;
  words4 words;
};

// Sets the bits of rows whose cells match. Returns whether the first word of any cell equals `noted`; 0 if `noted` is 0. `count` is at most
// 256.
__attribute__((visibility("hidden"))) int ashlar_scan_cells(const uint8_t *cells, size_t count, const struct pattern *pattern,
                                                           uint32_t noted, intptr_t ahead, uint64_t *out);

#endif
