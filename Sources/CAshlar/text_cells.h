// The format of text cells, and the parts of a text scan.
#ifndef CASHLAR_TEXT_CELLS_H
#define CASHLAR_TEXT_CELLS_H

#include "slots.h"

// A text cell consists of a word of 4 bytes and a word of 8 bytes.
#define INLINE_LIMIT 11
#define HEAP_TAG 0x80
#define POINTER_TAG 0x81
#define VALUE_TAG 0x82

static inline uint64_t rest_of(const uint8_t *cell) {
  uint64_t rest;
  memcpy(&rest, cell + 4, 8);
  return rest;
}

static inline size_t heap_offset(uint64_t rest) { return (uint32_t)rest; }
static inline size_t heap_length(uint64_t rest) { return rest >> 32 & 0xFFFFFF; }

// Returns the bytes of a slot, or null if the slot is null or the bytes are stored out of line.
static inline const uint8_t *bytes_of(const uint8_t *cell, const uint8_t *heap, size_t *length) {
  uint64_t rest = rest_of(cell), tag = rest >> 56;
  if (tag <= INLINE_LIMIT) {
    *length = tag;
    return cell;
  }
  if (tag == HEAP_TAG) {
    *length = heap_length(rest);
    return heap + heap_offset(rest);
  }
  *length = word_of(cell);
  if (tag == POINTER_TAG) return (const uint8_t *)(uintptr_t)(rest & 0x00FFFFFFFFFFFFFFull);
  return 0;
}

static inline uint64_t eight(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
  return word;
}

// Returns whether `length` bytes are equal. Short text is compared without a call, as first and last words that may overlap.
static inline int is_same(const uint8_t *a, const uint8_t *b, size_t length) {
  if (length >= 8) {
    // The last bytes are compared first, because the first bytes are often equal.
    if (eight(a + length - 8) != eight(b + length - 8) || eight(a) != eight(b)) return 0;
    return length <= 16 || memcmp(a + 8, b + 8, length - 16) == 0;
  }
  if (length >= 4) return word_of(a) == word_of(b) && word_of(a + length - 4) == word_of(b + length - 4);
  for (size_t index = 0; index < length; index++)
    if (a[index] != b[index]) return 0;
  return 1;
}

// The first, second and third words of 16 cells in three lines.
#define FIRST_WORDS(LINES)                                                                                                   \
  __builtin_shufflevector(                                                                                                   \
      __builtin_shufflevector(LINES[0], LINES[1], 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0), LINES[2], 0, 1, 2, \
      3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29)
#define SECOND_WORDS(LINES)                                                                                                  \
  __builtin_shufflevector(                                                                                                   \
      __builtin_shufflevector(LINES[0], LINES[1], 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0), LINES[2], 0, 1, 2, \
      3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30)
#define THIRD_WORDS(LINES)                                                                                                   \
  __builtin_shufflevector(                                                                                                   \
      __builtin_shufflevector(LINES[0], LINES[1], 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0), LINES[2], 0, 1, 2, \
      3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31)

// Tests each row individually: sets the bits of rows that match, and in `undecided` the bits of rows that may match but whose text is
// stored out of line.
__attribute__((visibility("hidden"))) void ashlar_check_rows(const uint8_t *cells, size_t count, const uint8_t *heap, int op,
                                                            const uint8_t *text, size_t length, const uint64_t *rows, intptr_t ahead,
                                                            uint64_t *out, uint64_t *undecided);

// Scans many rows for text that begins with `text`, which must have at least one byte. `ahead` is for cells, `next` for the heap.
__attribute__((visibility("hidden"))) void ashlar_scan_beginnings(const uint8_t *cells, size_t count, const uint8_t *heap,
                                                                 const uint8_t *text, size_t length, const uint64_t *rows,
                                                                 intptr_t ahead, intptr_t next, uint64_t *out, uint64_t *undecided);

// Returns the first occurrence of the text in `region` at or after `from`; `size` if there is none. The text must have at least one byte.
// Takes O(size + length) for any bytes.
__attribute__((visibility("hidden"))) size_t ashlar_find_two_way(const uint8_t *region, size_t size, const uint8_t *text, size_t length,
                                                                 size_t from);

#endif
