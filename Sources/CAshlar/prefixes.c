#include "lanes.h"
#include "relation.h"
#include "text_cells.h"
#include "vectorised.h"

// A masked comparison of cells. For a cell with inline text, the bits of its three words in `mask` must equal `words`; for a cell with text
// in the heap, the bits of its first word in `heap_mask` must equal `heap_word`.
struct start {
  uint32_t mask[3], words[3];
  uint32_t heap_mask, heap_word;
};

static struct start start_of(const uint8_t *text, size_t length) {
  struct start start = {{0}, {0}, 0, 0};
  uint8_t mask[SLOT] = {0}, words[SLOT] = {0};
  const size_t known = length < 2 ? length : 2, here = length < INLINE_LIMIT ? length : INLINE_LIMIT;
  memset(&start.heap_mask, 0xFF, known);
  memcpy(&start.heap_word, text, known);
  memset(mask, 0xFF, here);
  memcpy(words, text, here);
  // No cell matches a 1 outside of the mask: text longer than the limit is not inline.
  mask[SLOT - 1] = 0x80;
  words[SLOT - 1] = length > INLINE_LIMIT ? 1 : 0;
  memcpy(start.mask, mask, SLOT);
  memcpy(start.words, words, SLOT);
  return start;
}

// Finds rows whose cells begin with the text's first bytes, separately for inline text and text in the heap. Returns whether any cell has
// text elsewhere.
VECTORISED static int scan_starts(const uint8_t *cells, size_t count, const struct start *start, intptr_t ahead, uint64_t *here,
                                  uint64_t *heap) {
  uint16_t in_cells[16] = {0}, in_heap[16] = {0};
  words16 elsewhere = 0;
  size_t row = 0;
  for (; row + 16 <= count; row += 16) {
    words16 lines[3];
    memcpy(lines, cells + row * SLOT, sizeof lines);
    for (int line = 0; line < 3; line++) ASK_AHEAD(cells + row * SLOT + line * 64, ahead);
    const words16 first = FIRST_WORDS(lines), second = SECOND_WORDS(lines), third = THIRD_WORDS(lines), tag = third >> 24;
    const words16 differs = ((first & start->mask[0]) ^ start->words[0]) | ((second & start->mask[1]) ^ start->words[1]) |
                            ((third & start->mask[2]) ^ start->words[2]);
    LANE_BITS(differs == 0, 16, in_cells[row / 16]);
    LANE_BITS((tag == HEAP_TAG) & ((first & start->heap_mask) == start->heap_word), 16, in_heap[row / 16]);
    elsewhere |= (words16)(tag == POINTER_TAG) | (words16)(tag == VALUE_TAG);
  }
  int is_elsewhere = __builtin_reduce_or(elsewhere) != 0;
  for (; row < count; row++) {
    uint32_t words[3];
    memcpy(words, cells + row * SLOT, SLOT);
    const uint32_t tag = words[2] >> 24;
    int fits = 1;
    for (int word = 0; word < 3; word++) fits &= (words[word] & start->mask[word]) == start->words[word];
    in_cells[row / 16] |= (uint16_t)(fits << row % 16);
    in_heap[row / 16] |= (uint16_t)((tag == HEAP_TAG && (words[0] & start->heap_mask) == start->heap_word) << row % 16);
    is_elsewhere |= tag == POINTER_TAG || tag == VALUE_TAG;
  }
  memcpy(here, in_cells, sizeof in_cells);
  memcpy(heap, in_heap, sizeof in_heap);
  return is_elsewhere;
}

// Returns the rows of `likely` whose text in the heap begins with `text`. All of them match its first two bytes. Compares eight bytes of
// each row without a branch: the last eight of `text`, because the first bytes of many rows are the same. Text in the heap has at least
// eight bytes.
static uint64_t heap_beginnings(const uint8_t *cells, const uint8_t *heap, const uint8_t *text, size_t length, uint64_t likely,
                                intptr_t ahead) {
  if (!likely) return 0;
  // The text of the rows is usually contiguous.
  const size_t begin = heap_offset(rest_of(cells + (size_t)__builtin_ctzll(likely) * SLOT));
  const size_t end = heap_offset(rest_of(cells + (size_t)(63 - __builtin_clzll(likely)) * SLOT));
  if (ahead && end - begin < 1 << 13)
    for (size_t line = begin; line <= end; line += 64) ASK_AHEAD(heap + line, ahead);
  uint64_t wanted = 0, found = 0;
  memcpy(&wanted, length > 8 ? text + length - 8 : text, length > 8 ? 8 : length);
  const uint64_t mask = length < 8 ? (1ull << length * 8) - 1 : ~0ull;
  const size_t from = length > 8 ? length - 8 : 0;
  for (uint64_t bits = likely; bits; bits &= bits - 1) {
    const size_t bit = (size_t)__builtin_ctzll(bits);
    const uint64_t rest = rest_of(cells + bit * SLOT);
    const int is_long = heap_length(rest) >= length;
    const uint64_t bytes = eight(heap + heap_offset(rest) + (is_long ? from : 0));
    found |= (uint64_t)(is_long & (((bytes ^ wanted) & mask) == 0)) << bit;
  }
  if (length <= 8) return found;
  for (uint64_t bits = found; bits; bits &= bits - 1) {
    const uint8_t *bytes = heap + heap_offset(rest_of(cells + (size_t)__builtin_ctzll(bits) * SLOT));
    if (!is_same(bytes, text, length)) found &= ~(bits & (0 - bits));
  }
  return found;
}

void ashlar_scan_beginnings(const uint8_t *cells, size_t count, const uint8_t *heap, const uint8_t *text, size_t length,
                            const uint64_t *rows, intptr_t ahead, intptr_t next, uint64_t *out, uint64_t *undecided) {
  const struct start start = start_of(text, length);
  uint64_t here[4], likely[4], others[4] = {0};
  const int is_elsewhere = scan_starts(cells, count, &start, ahead, here, likely);
  // Inline text is padded with zeros: if the cell's bytes equal `text`, which contains no zeros, the cell's text is at least as long.
  const int is_sure = length <= INLINE_LIMIT && memchr(text, 0, length) == 0;
  for (size_t word = 0; word < (count + 63) / 64; word++) {
    (is_sure ? out : others)[word] |= here[word] & rows[word];
    likely[word] &= rows[word];
    out[word] |= length <= 2 ? likely[word] : heap_beginnings(cells + word * 64 * SLOT, heap, text, length, likely[word], next);
  }
  if (is_elsewhere) {
    for (size_t row = 0; row < count; row++) {
      const uint8_t tag = cells[row * SLOT + SLOT - 1];
      others[row / 64] |= ((uint64_t)(tag == POINTER_TAG || tag == VALUE_TAG) << row % 64) & rows[row / 64];
    }
  }
  if (others[0] | others[1] | others[2] | others[3])
    ashlar_check_rows(cells, count, heap, ashlar_text_begins, text, length, others, 0, out, undecided);
}
