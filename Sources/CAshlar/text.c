#define _GNU_SOURCE
#include "crc.h"
#include "lanes.h"
#include "scan.h"
#include "slots.h"
#include "text.h"
#include "text_cells.h"
#include "vectorised.h"

#include <stdlib.h>

// The fingerprint in a slot's first word: the first two bytes and a checksum of all bytes, so that strings with a common prefix are
// distinguished, too. There must be at least two bytes.
uint32_t ashlar_fingerprint(const void *bytes, size_t length) {
  uint16_t start;
  memcpy(&start, bytes, 2);
  return start | ashlar_crc32c(0, bytes, length) << 16;
}

#define INLINED static inline __attribute__((always_inline))

// MARK: - Folding

// Folds the bytes after the first, LANES at once. The last block overlaps the previous one. There must be more than LANES bytes.
#define FOLD(LANES)                                                                                                      \
  for (size_t place = 1; place < count;) {                                                                               \
    const size_t start = place + LANES <= count ? place : count - LANES;                                                 \
    bytes##LANES byte, before;                                                                                           \
    memcpy(&byte, bytes + start, LANES);                                                                                 \
    memcpy(&before, bytes + start - 1, LANES);                                                                           \
    const bytes##LANES is_upper = (bytes##LANES)(byte - 'A' < (bytes##LANES)26);                                         \
    /* U+00C0 to U+00DE, except the multiplication sign. */                                                              \
    const bytes##LANES is_latin =                                                                                        \
        (bytes##LANES)(before == 0xC3) & (bytes##LANES)(byte - 0x80 <= (bytes##LANES)0x1E) & (bytes##LANES)(byte != 0x97); \
    byte += (is_upper | is_latin) & 0x20;                                                                                \
    memcpy(out + start, &byte, LANES);                                                                                   \
    place = start + LANES;                                                                                               \
  }

VECTORISED void ashlar_fold(const uint8_t *restrict bytes, size_t count, uint8_t *restrict out) {
  if (count == 0) return;
  out[0] = (uint8_t)(bytes[0] + (((uint8_t)(bytes[0] - 'A') < 26) << 5));
  if (count > 64) {
    FOLD(64)
  } else if (count > 16) {
    FOLD(16)
  } else if (count > 8) {
    FOLD(8)
  } else {
    for (size_t index = 1; index < count; index++) {
      const uint8_t byte = bytes[index];
      const uint8_t is_upper = (uint8_t)(byte - 'A') < 26;
      const uint8_t is_latin = (bytes[index - 1] == 0xC3) & ((uint8_t)(byte - 0x80) <= 0x1E) & (byte != 0x97);
      out[index] = (uint8_t)(byte + ((is_upper | is_latin) << 5));
    }
  }
}

// MARK: - Searching

// Returns whether the first and the last eight bytes are equal, so that `is_same` would compare the bytes between them. There must be at
// least 16.
INLINED int has_same_ends(const uint8_t *a, const uint8_t *b, size_t length) {
  return eight(a) == eight(b) && eight(a + length - 8) == eight(b + length - 8);
}

VECTORISED static size_t find_counting(const uint8_t *region, size_t size, const uint8_t *text, size_t length, size_t from,
                                       intptr_t ahead);

// The number of bytes of false candidates that may be compared for each byte of the region, and the number that each search may compare in
// addition.
#define COMPARED_PER_BYTE 8
#define COMPARED_AT_LEAST 4096

// See `find`. If `counts` is not 0, counts the compared bytes; otherwise calls `find_counting` after the first long comparison, because
// counting here would make searches of short regions slower.
INLINED size_t find_from(const uint8_t *region, size_t size, const uint8_t *text, size_t length, size_t from, intptr_t ahead, int counts) {
  if (length > size) return size;
  const size_t middle = length / 2, end = length - 1, places = size - end;
  size_t place = from, compared = 0;
  if (places >= 64) {
    const bytes64 first = text[0], second = text[middle], last = text[end];
    while (place < places) {
      // The last block overlaps the previous one.
      const size_t start = place + 64 <= places ? place : places - 64;
      bytes64 a, b, c;
      uint64_t bits;
      ASK_AHEAD(region + start, ahead);
      memcpy(&a, region + start, 64);
      memcpy(&b, region + start + middle, 64);
      memcpy(&c, region + start + end, 64);
      LANE_BITS(((a == first) & (b == second)) & (c == last), 64, bits);
      for (bits &= ~0ull << (place - start); bits; bits &= bits - 1) {
        const size_t found = start + (size_t)__builtin_ctzll(bits);
        if (length <= 3 || is_same(region + found, text, length)) return found;
        // Up to 16 bytes are compared in constant time, and so are the ends of longer text.
        if (length <= 16 || !has_same_ends(region + found, text, length)) continue;
        if (!counts) return find_counting(region, size, text, length, found + 1, ahead);
        compared += length;
        if (compared > COMPARED_AT_LEAST + COMPARED_PER_BYTE * (found - from))
          return ashlar_find_two_way(region, size, text, length, found + 1);
      }
      place = start + 64;
    }
    return size;
  }
  // There are fewer than 64 positions.
  for (; place < places; place++)
    if (region[place] == text[0] && region[place + end] == text[end] && is_same(region + place, text, length)) return place;
  return size;
}

// Returns the first occurrence of the text in `region` at or after `from`; `size` if there is none. The text must have at least one byte.
// Compares its first, middle and last bytes at 64 positions at once. Repetitive bytes can make every position a candidate, and comparing
// all candidates would take O(size * length): if they exceed a budget, the two-way algorithm searches the remaining bytes.
INLINED size_t find(const uint8_t *region, size_t size, const uint8_t *text, size_t length, size_t from, intptr_t ahead) {
  return find_from(region, size, text, length, from, ahead, 0);
}

VECTORISED __attribute__((noinline)) static size_t find_counting(const uint8_t *region, size_t size, const uint8_t *text, size_t length,
                                                                 size_t from, intptr_t ahead) {
  return find_from(region, size, text, length, from, ahead, 1);
}

// The range of heap bytes that cells refer to.
struct extent {
  size_t start, end;
  size_t texts;
  int has_inline;
  int has_others;
};

// Measures the text of the cells. Ignores text shorter than the text searched for, and unknown tags.
INLINED struct extent measure(const uint8_t *cells, size_t count, size_t length, intptr_t ahead) {
  struct extent extent = {SIZE_MAX, 0, 0, 0, 0};
  size_t row = 0;
  if (count >= 16) {
    words16 starts = ~0u, ends = 0, inlines = 0, others = 0;
    words16 texts = 0;
    const words16 least = length < 1 << 24 ? (uint32_t)length : 1 << 24;
    for (; row + 16 <= count; row += 16) {
      words16 lines[3];
      memcpy(lines, cells + row * SLOT, sizeof lines);
      for (int line = 0; line < 3; line++) ASK_AHEAD(cells + row * SLOT + line * 64, ahead);
      const words16 start = SECOND_WORDS(lines), form = THIRD_WORDS(lines);
      const words16 tag = form >> 24, lengths = form & 0xFFFFFF;
      // A comparison's lanes are all ones or zero.
      const words16 is_heap = (words16)(tag == HEAP_TAG) & (words16)(lengths >= least);
      starts = __builtin_elementwise_min(starts, start | ~is_heap);
      ends = __builtin_elementwise_max(ends, (start + lengths) & is_heap);
      texts -= is_heap;
      inlines |= (words16)(tag <= INLINE_LIMIT) & (words16)(tag >= least);
      others |= (words16)(tag == POINTER_TAG) | (words16)(tag == VALUE_TAG);
    }
    uint32_t first = __builtin_reduce_min(starts);
    extent.start = first;
    extent.end = __builtin_reduce_max(ends);
    extent.texts = __builtin_reduce_add(texts);
    extent.has_inline = __builtin_reduce_or(inlines) != 0;
    extent.has_others = __builtin_reduce_or(others) != 0;
  }
  for (; row < count; row++) {
    const uint64_t rest = rest_of(cells + row * SLOT), tag = rest >> 56;
    const size_t start = heap_offset(rest), end = start + heap_length(rest);
    if (tag == HEAP_TAG && heap_length(rest) >= length) {
      extent.start = start < extent.start ? start : extent.start;
      extent.end = end > extent.end ? end : extent.end;
      extent.texts++;
    }
    extent.has_inline |= tag <= INLINE_LIMIT && tag >= length;
    extent.has_others |= tag == POINTER_TAG || tag == VALUE_TAG;
  }
  return extent;
}

// Searching 512 bytes takes about as long as searching the text of one cell individually.
#define WORTHWHILE 512

// The text of a column is mostly contiguous in the cluster's heap, so all of it is searched at once. A match is valid only if it is within
// the text of one cell; other matches span the text of two cells, or are in other columns or unused bytes.
VECTORISED static void search(const uint8_t *cells, size_t count, const uint8_t *heap, int op, const uint8_t *text, size_t length,
                              const uint64_t *rows, intptr_t ahead, uint64_t *out, uint64_t *undecided) {
  const struct extent extent = measure(cells, count, length, ahead);
  const size_t size = extent.texts ? extent.end - extent.start : 0;
  const int each_alone = size > WORTHWHILE * extent.texts;
  uint64_t others[4] = {0};
  // The searched bytes: the cells and the heap, or folded copies of both. Tags are not folded, and cells with text elsewhere never match.
  uint8_t inlines[256 * SLOT], *folded = 0;
  const uint8_t *in_cells = cells, *region = heap + extent.start;
  if (op == (ashlar_text_contains | ashlar_text_folded)) {
    if (extent.has_inline) {
      ashlar_fold(cells, count * SLOT, inlines);
      for (size_t row = 0; row < count; row++) inlines[row * SLOT + SLOT - 1] = cells[row * SLOT + SLOT - 1];
      in_cells = inlines;
    }
    if (size && !each_alone) {
      folded = malloc(size);
      if (!folded) return ashlar_check_rows(cells, count, heap, op, text, length, rows, ahead, out, undecided);
      ashlar_fold(region, size, folded);
      region = folded;
      ahead = 0;
    }
  }
  if (extent.has_inline) {
    // The searched region is the cells themselves.
    for (size_t place = 0; (place = find(in_cells, count * SLOT, text, length, place, 0)) < count * SLOT;) {
      const size_t row = place / SLOT, tag = cells[row * SLOT + SLOT - 1];
      if (tag <= INLINE_LIMIT && place % SLOT + length <= tag) {
        out[row / 64] |= 1ull << row % 64;
        place = (row + 1) * SLOT;
      } else {
        place++;
      }
    }
  }
  int each = each_alone;
  if (!each) {
    // The offsets of the text usually ascend with the rows, so the search for the row of a match starts at the row of the previous match.
    size_t row = 0, patience = 4 * count;
    for (size_t place = 0; (place = find(region, size, text, length, place, ahead)) < size;) {
      const size_t offset = extent.start + place;
      size_t left = count;
      for (; left > 0; left--) {
        const uint64_t rest = rest_of(cells + row * SLOT);
        if (rest >> 56 == HEAP_TAG && offset >= heap_offset(rest) && offset + length <= heap_offset(rest) + heap_length(rest)) break;
        row = row + 1 < count ? row + 1 : 0;
      }
      if (left > 0) {
        const uint64_t rest = rest_of(cells + row * SLOT);
        out[row / 64] |= 1ull << row % 64;
        // Skips the rest of this row's text.
        place = heap_offset(rest) + heap_length(rest) - extent.start - length + 1;
      } else {
        place++;
      }
      patience -= count - left < patience ? count - left : patience;
      if (patience == 0) {
        each = 1;
        break;
      }
    }
  }
  free(folded);
  if (!each && !extent.has_others) return;
  for (size_t row = 0; row < count; row++) {
    const uint8_t tag = cells[row * SLOT + SLOT - 1];
    const int is_left = (tag == POINTER_TAG) | (tag == VALUE_TAG) | (each & (tag == HEAP_TAG));
    others[row / 64] |= (uint64_t)is_left << row % 64;
  }
  for (size_t word = 0; word < (count + 63) / 64; word++) others[word] &= rows[word];
  ashlar_check_rows(cells, count, heap, op, text, length, others, ahead, out, undecided);
}

// MARK: - Equality

static void scan_equal(const uint8_t *cells, size_t count, const uint8_t *heap, const struct ashlar_wanted_text *wanted,
                       const uint64_t *rows, intptr_t ahead, uint64_t *out, uint64_t *undecided) {
  const uint8_t *text = wanted->bytes;
  const size_t words = (count + 63) / 64, length = wanted->length;
  if (length <= INLINE_LIMIT) {
    uint8_t pattern[16 * SLOT] = {0};
    for (size_t copy = 0; copy < 16; copy++) {
      memcpy(pattern + copy * SLOT, text, length);
      pattern[copy * SLOT + SLOT - 1] = (uint8_t)length;
    }
    ashlar_scan_slots(cells, count, pattern, rows, ahead, out);
    return;
  }
  // If text in the heap has the same length and fingerprint, its bytes are almost always the same. No cell has the tag 0x7F, which is used
  // for text too long to be in the heap.
  const uint32_t form = length >> 24 == 0 ? (uint32_t)length | (uint32_t)HEAP_TAG << 24 : 0x7F000000;
  const struct pattern pattern = {{~0u, 0, ~0u}, {wanted->fingerprint, 0, form}};
  const int is_elsewhere = ashlar_scan_cells(cells, count, &pattern, (uint32_t)length, ahead, out);
  for (size_t word = 0; word < words; word++) {
    uint64_t matches = 0;
    for (uint64_t bits = out[word] & rows[word]; bits; bits &= bits - 1) {
      size_t bit = (size_t)__builtin_ctzll(bits);
      const uint8_t *bytes = heap + heap_offset(rest_of(cells + (word * 64 + bit) * SLOT));
      matches |= (uint64_t)is_same(bytes, text, length) << bit;
    }
    out[word] = matches;
  }
  // For text stored elsewhere, at an address or out of line, the first word is the length. Equal lengths are rare.
  if (!is_elsewhere) return;
  uint64_t others[4] = {0};
  ashlar_scan_cells(cells, count, &(struct pattern){{~0u, 0, 0xFC000000}, {(uint32_t)length, 0, 0x80000000}}, 0, 0, others);
  for (size_t word = 0; word < words; word++) {
    others[word] &= rows[word];
    for (uint64_t bits = others[word]; bits; bits &= bits - 1) {
      const uint8_t *cell = cells + (word * 64 + (size_t)__builtin_ctzll(bits)) * SLOT;
      if (cell[11] == VALUE_TAG && cell[10] == text[0]) undecided[word] |= bits & (0 - bits);
      if (cell[11] == POINTER_TAG && is_same((const uint8_t *)(uintptr_t)(rest_of(cell) & 0x00FFFFFFFFFFFFFFull), text, length))
        out[word] |= bits & (0 - bits);
    }
  }
}

// MARK: - Row by row

// Returns a negative number, 0 or a positive number if the row's text is less than, equal to or greater than the wanted text.
INLINED int order_of(const uint8_t *bytes, size_t found, const uint8_t *text, size_t length) {
  const int order = memcmp(bytes, text, found < length ? found : length);
  return order ? order : found < length ? -1 : found > length;
}

INLINED int passes_order(int op, int order) {
  switch (op) {
    case ashlar_text_less: return order < 0;
    case ashlar_text_less_or_equal: return order <= 0;
    case ashlar_text_greater: return order > 0;
    default: return order >= 0;
  }
}

static void check_orders(const uint8_t *cells, size_t count, const uint8_t *heap, int op, const uint8_t *text, size_t length,
                         const uint64_t *rows, intptr_t ahead, uint64_t *out, uint64_t *undecided) {
  // Compares the first eight bytes as big-endian numbers, padding shorter text with zeros. If the numbers differ, they determine the order.
  uint8_t padded[8] = {0};
  memcpy(padded, text, length < 8 ? length : 8);
  const uint64_t wanted = __builtin_bswap64(eight(padded));
  for (size_t word = 0; word < (count + 63) / 64; word++) {
    uint64_t passed = 0;
    for (uint64_t bits = rows[word]; bits; bits &= bits - 1) {
      const size_t bit = (size_t)__builtin_ctzll(bits);
      const uint8_t *cell = cells + (word * 64 + bit) * SLOT, tag = cell[SLOT - 1];
      uint64_t start;
      if (tag == HEAP_TAG) {
        const uint8_t *bytes = heap + heap_offset(rest_of(cell));
        ASK_AHEAD(bytes, ahead);
        // Text in the heap has at least eight bytes.
        start = __builtin_bswap64(eight(bytes));
      } else if (tag <= INLINE_LIMIT) {
        // Inline text is padded with zeros.
        start = __builtin_bswap64(eight(cell));
      } else if (tag == VALUE_TAG) {
        // The cell contains the first byte of out-of-line text, which is never empty.
        if (length == 0 || cell[10] != text[0])
          passed |= (uint64_t)passes_order(op, length == 0 || cell[10] > text[0] ? 1 : -1) << bit;
        else
          undecided[word] |= 1ull << bit;
        continue;
      } else if (tag != POINTER_TAG) {
        passed |= (uint64_t)(op < ashlar_text_greater) << bit;
        continue;
      } else {
        size_t found;
        const uint8_t *bytes = bytes_of(cell, heap, &found);
        passed |= (uint64_t)passes_order(op, order_of(bytes, found, text, length)) << bit;
        continue;
      }
      int order = start < wanted ? -1 : start > wanted;
      if (order == 0) {
        size_t found;
        const uint8_t *bytes = bytes_of(cell, heap, &found);
        order = order_of(bytes, found, text, length);
      }
      passed |= (uint64_t)passes_order(op, order) << bit;
    }
    out[word] |= passed;
  }
}

VECTORISED int ashlar_contains(const void *bytes, size_t count, const void *sought, size_t sought_count) {
  return count > 0 && find(bytes, count, sought, sought_count, 0, 0) < count;
}

// Returns whether the folded form of `bytes` contains `text`, which must be folded already and have at least one byte. Folds and searches a
// part at a time, so that the folded bytes remain in the first-level cache.
VECTORISED static int contains_folded(const uint8_t *bytes, size_t found, const uint8_t *text, size_t length) {
  enum { room = 4096 };
  uint8_t short_room[room], *folded = length <= room / 2 ? short_room : malloc(found);
  // The search cannot continue without memory.
  if (!folded) abort();
  const size_t most = folded == short_room ? room : found;
  int matches = 0;
  for (size_t start = 0; !matches && start + length <= found;) {
    // The folded form of a byte depends on the byte before it.
    const size_t before = start > 0, left = found - start + before, size = left < most ? left : most;
    ashlar_fold(bytes + start - before, size, folded);
    matches = find(folded + before, size - before, text, length, 0, 0) < size - before;
    // A match may begin in the last bytes of a part, and end in the next part.
    start = size == left ? found : start + size - before - length + 1;
  }
  if (folded != short_room) free(folded);
  return matches;
}

static int is_folded_match(int op, const uint8_t *bytes, size_t found, const uint8_t *text, size_t length) {
  enum { room = 512 };
  // Folds only the bytes to compare. The wanted text begins with a whole character, so a suffix that starts within a character does not
  // match.
  if (op == ashlar_text_contains) return length == 0 || contains_folded(bytes, found, text, length);
  if (op == ashlar_text_ends) bytes += found - length;
  if (op < ashlar_text_contains) found = length;
  uint8_t short_room[room], *folded = found <= room ? short_room : malloc(found);
  // The search cannot continue without memory.
  if (!folded) abort();
  ashlar_fold(bytes, found, folded);
  const int matches = is_same(folded, text, length);
  if (folded != short_room) free(folded);
  return matches;
}

void ashlar_check_rows(const uint8_t *cells, size_t count, const uint8_t *heap, int op, const uint8_t *text, size_t length,
                       const uint64_t *rows, intptr_t ahead, uint64_t *out, uint64_t *undecided) {
  const int is_folded = op >= ashlar_text_folded;
  if (is_folded) op -= ashlar_text_folded;
  if (op > ashlar_text_contains) return check_orders(cells, count, heap, op, text, length, rows, ahead, out, undecided);
  for (size_t word = 0; word < (count + 63) / 64; word++) {
    for (uint64_t bits = rows[word]; bits; bits &= bits - 1) {
      const uint64_t bit = bits & (0 - bits);
      const uint8_t *cell = cells + (word * 64 + (size_t)__builtin_ctzll(bits)) * SLOT;
      size_t found;
      if (cell[11] == VALUE_TAG) {
        const int fits = op == ashlar_text_equal ? word_of(cell) == length : word_of(cell) >= length;
        if (fits && (is_folded || op > ashlar_text_begins || length == 0 || cell[10] == text[0])) undecided[word] |= bit;
        continue;
      }
      const uint8_t *bytes = bytes_of(cell, heap, &found);
      if (!bytes || found < length) continue;
      ASK_AHEAD(bytes, ahead);
      int matches;
      if (is_folded) {
        if ((op > ashlar_text_equal || found == length) && is_folded_match(op, bytes, found, text, length)) out[word] |= bit;
        continue;
      }
      switch (op) {
        case ashlar_text_equal: matches = found == length && is_same(bytes, text, length); break;
        case ashlar_text_begins: matches = is_same(bytes, text, length); break;
        case ashlar_text_ends: matches = is_same(bytes + found - length, text, length); break;
        default: matches = length == 0 || ashlar_contains(bytes, found, text, length); break;
      }
      if (matches) out[word] |= bit;
    }
  }
}

void ashlar_scan_not_ascii(const void *slots, size_t count, const uint8_t *heap, const uint64_t *rows, uint64_t *out) {
  const uint8_t *cells = slots;
  for (size_t word = 0; word < (count + 63) / 64; word++) {
    uint64_t others = 0;
    for (uint64_t bits = rows[word]; bits; bits &= bits - 1) {
      const size_t bit = (size_t)__builtin_ctzll(bits);
      const uint8_t *cell = cells + (word * 64 + bit) * SLOT, tag = cell[SLOT - 1];
      size_t length;
      const uint8_t *bytes = bytes_of(cell, heap, &length);
      // Inline text is padded with zeros, and its tag is less than 0x80.
      const int is_other = tag <= INLINE_LIMIT ? ((eight(cell) | rest_of(cell)) & 0x8080808080808080ull) != 0
                           : bytes             ? !ashlar_is_ascii(bytes, length)
                                               : tag == VALUE_TAG;
      others |= (uint64_t)is_other << bit;
    }
    out[word] = others;
  }
}

void ashlar_scan_text(const void *slots, size_t count, const uint8_t *heap, const struct ashlar_wanted_text *text, const uint64_t *rows,
                      intptr_t ahead, intptr_t next, uint64_t *out, uint64_t *undecided) {
  const uint8_t *cells = slots, *bytes = text->bytes;
  const size_t words = (count + 63) / 64, length = text->length;
  const int op = text->op;
  size_t wanted = 0;
  for (size_t word = 0; word < words; word++) {
    out[word] = undecided[word] = 0;
    wanted += rows[word] == ~0ull ? 64 : (size_t)__builtin_popcountll(rows[word]);
  }
  // Comparing few rows individually is faster.
  if (wanted <= count / 16) {
    ashlar_check_rows(cells, count, heap, op, bytes, length, rows, next, out, undecided);
  } else if (op == ashlar_text_equal) {
    scan_equal(cells, count, heap, text, rows, ahead, out, undecided);
  } else if (op == ashlar_text_begins && length > 0) {
    ashlar_scan_beginnings(cells, count, heap, bytes, length, rows, ahead, next, out, undecided);
  } else if ((op == ashlar_text_contains || op == (ashlar_text_contains | ashlar_text_folded)) && length > 0) {
    search(cells, count, heap, op, bytes, length, rows, next, out, undecided);
  } else {
    ashlar_check_rows(cells, count, heap, op, bytes, length, rows, next, out, undecided);
  }
}
