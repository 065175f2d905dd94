#define _GNU_SOURCE
#include "lanes.h"
#include "text.h"
#include "text_cells.h"
#include "vectorised.h"

#include <stdlib.h>

#define INLINED static inline __attribute__((always_inline))
#define NOWHERE SIZE_MAX

// The items between two `*` of a pattern.
struct piece {
  // The range of items.
  size_t start, length;
  // The offsets in the piece of the literal bytes that are searched for. They are equal if the piece has at most one literal byte.
  size_t first, second;
  int has_literal;
  // Whether the piece contains `?`.
  int has_any;
};

// Invariants: there is at least one piece; the first piece matches the beginning of a text and the last piece its end, and only these may
// be empty. A piece matches as many bytes as it has items, if every `?` matches one byte.
struct ashlar_pattern {
  // The number of bytes of the shortest text that matches.
  size_t least;
  size_t count;
  size_t pieces;
  int has_any;
  int is_folded;
  // The number of literal bytes that every match begins with.
  size_t beginning;
  // The range of literal bytes that rows are searched for; empty if searching each row for all pieces is cheaper.
  size_t run, run_length;
  // The items, and for each item 0xFF if it is a literal byte, and 0 if it is `?` or `*`.
  uint8_t *items, *mask;
  struct piece piece[];
};

// MARK: - Making

// Ranks bytes by how often text contains them: searches for rare bytes find fewer false matches.
static int frequency(uint8_t byte) {
  if (byte == ' ' || (byte >= 'a' && byte <= 'z' && strchr("etaoinsrhl", byte))) return 4;
  // These bytes begin scalars. Text in one script contains few different ones.
  if (byte >= 0xC0) return 4;
  if (byte >= 'a' && byte <= 'z') return 3;
  if (byte >= '0' && byte <= '9') return 2;
  return 1;
}

static void choose(struct piece *piece, const uint8_t *items) {
  piece->first = piece->second = NOWHERE;
  for (size_t offset = 0; offset < piece->length; offset++) {
    const uint8_t item = items[piece->start + offset];
    if (item == '?') {
      piece->has_any = 1;
      continue;
    }
    if (piece->first == NOWHERE || frequency(item) < frequency(items[piece->start + piece->first])) {
      piece->second = piece->first;
      piece->first = offset;
    } else if (piece->second == NOWHERE || frequency(item) < frequency(items[piece->start + piece->second])) {
      piece->second = offset;
    }
  }
  piece->has_literal = piece->first != NOWHERE;
  if (!piece->has_literal) piece->first = 0;
  if (piece->second == NOWHERE) piece->second = piece->first;
}

// Chooses the bytes that are searched for first: those that text contains least often. The bytes at the beginning and the end of text are
// compared without a search, unless they must be folded.
static void choose_run(struct ashlar_pattern *pattern) {
  enum { least_rarity = 4 };
  int rarest = least_rarity - 1;
  for (size_t number = 0; number < pattern->pieces; number++) {
    if (!pattern->is_folded && (number == 0 || number + 1 == pattern->pieces)) continue;
    const size_t end = pattern->piece[number].start + pattern->piece[number].length;
    for (size_t start = pattern->piece[number].start; start < end; start++) {
      size_t next = start;
      int rarity = 0;
      for (; next < end && pattern->items[next] != '?'; next++) rarity += 5 - frequency(pattern->items[next]);
      if (next - start >= 2 && rarity > rarest) {
        rarest = rarity;
        pattern->run = start;
        pattern->run_length = next - start;
      }
      start = next;
    }
  }
}

struct ashlar_pattern *ashlar_pattern_make(const uint8_t *items, size_t count, int is_folded) {
  size_t stars = 0;
  for (size_t index = 0; index < count; index++) stars += items[index] == '*';
  struct ashlar_pattern *pattern = calloc(1, sizeof *pattern + (stars + 1) * sizeof(struct piece) + 2 * count);
  // A condition cannot be evaluated without memory.
  if (!pattern) abort();
  pattern->items = (uint8_t *)&pattern->piece[stars + 1];
  pattern->mask = pattern->items + count;
  pattern->count = count;
  pattern->is_folded = is_folded;
  pattern->least = count - stars;
  if (count) memcpy(pattern->items, items, count);
  size_t start = 0;
  for (size_t index = 0; index <= count; index++) {
    const int is_end = index == count;
    if (!is_end) pattern->mask[index] = items[index] == '*' || items[index] == '?' ? 0 : 0xFF;
    if (!is_end && items[index] != '*') continue;
    // A piece between other pieces is not empty: several `*` match as one.
    if (is_end || index > start || pattern->pieces == 0) {
      struct piece *piece = &pattern->piece[pattern->pieces++];
      *piece = (struct piece){.start = start, .length = index - start};
      choose(piece, pattern->items);
      pattern->has_any |= piece->has_any;
    }
    start = index + 1;
  }
  while (pattern->beginning < pattern->piece[0].length && items[pattern->beginning] != '?') pattern->beginning++;
  choose_run(pattern);
  return pattern;
}

void ashlar_pattern_free(struct ashlar_pattern *pattern) { free(pattern); }

// MARK: - Matching

// Returns whether `length` bytes equal the items of a piece, of which those with a zero in `mask` match any byte.
INLINED int fits(const uint8_t *text, const uint8_t *items, const uint8_t *mask, size_t length) {
  if (length >= 8) {
    for (size_t place = 0; place + 8 < length; place += 8)
      if ((eight(text + place) ^ eight(items + place)) & eight(mask + place)) return 0;
    const size_t last = length - 8;
    return ((eight(text + last) ^ eight(items + last)) & eight(mask + last)) == 0;
  }
  if (length >= 4) {
    const size_t last = length - 4;
    const uint32_t first = (word_of(text) ^ word_of(items)) & word_of(mask);
    return (first | ((word_of(text + last) ^ word_of(items + last)) & word_of(mask + last))) == 0;
  }
  int differs = 0;
  for (size_t place = 0; place < length; place++) differs |= (text[place] ^ items[place]) & mask[place];
  return differs == 0;
}

// Tests two bytes of the piece at LANES positions of the text at once, and returns the first position at which the whole piece fits. The
// last block overlaps the previous one, so no byte after the text is read. `places` must be at least LANES.
#define SEARCH(LANES)                                                                       \
  for (size_t place = 0; place < places;) {                                                 \
    const size_t start = place + LANES <= places ? place : places - LANES;                  \
    bytes##LANES a, b;                                                                      \
    uint64_t bits = 0;                                                                      \
    memcpy(&a, text + start + piece->first, LANES);                                         \
    memcpy(&b, text + start + piece->second, LANES);                                        \
    LANE_BITS((a == (bytes##LANES)first) & (b == (bytes##LANES)second), LANES, bits);       \
    for (bits &= ~0ull << (place - start); bits; bits &= bits - 1) {                        \
      const size_t found = start + (size_t)__builtin_ctzll(bits);                           \
      if (fits(text + found, items, mask, piece->length)) return found;                     \
    }                                                                                       \
    place = start + LANES;                                                                  \
  }

// Returns the first position of a piece in `count` bytes; NOWHERE if there is none. Every `?` matches one byte.
INLINED size_t find(const struct ashlar_pattern *pattern, const struct piece *piece, const uint8_t *text, size_t count) {
  if (piece->length > count) return NOWHERE;
  if (!piece->has_literal) return 0;
  const uint8_t *items = pattern->items + piece->start, *mask = pattern->mask + piece->start;
  const size_t places = count - piece->length + 1;
  const uint8_t first = items[piece->first], second = items[piece->second];
  if (places >= 64) {
    SEARCH(64)
  } else if (places >= 16) {
    SEARCH(16)
  } else if (places >= 8) {
    SEARCH(8)
  } else {
    for (size_t place = 0; place < places; place++)
      if (text[place + piece->first] == first && fits(text + place, items, mask, piece->length)) return place;
  }
  return NOWHERE;
}

INLINED int is_ascii(const uint8_t *text, size_t count) {
  if (count < 8) return ashlar_is_ascii(text, count);
  uint64_t any = eight(text + count - 8);
  for (size_t place = 0; place + 8 < count; place += 8) any |= eight(text + place);
  return (any & 0x8080808080808080ull) == 0;
}

// Returns whether text of `count` bytes, at least `least`, matches the pattern.
INLINED int holds(const struct ashlar_pattern *pattern, const uint8_t *text, size_t count) {
  const struct piece *head = &pattern->piece[0], *tail = &pattern->piece[pattern->pieces - 1];
  const uint8_t *items = pattern->items, *mask = pattern->mask;
  const size_t end = count - tail->length;
  if (head == tail) {
    if (!head->has_any || is_ascii(text, count)) return end == 0 && fits(text, items, mask, count);
    return ashlar_like(items, pattern->count, text, count);
  }
  // The ends are compared first, unless a `?` may match several bytes: one comparison excludes most rows.
  if (!tail->has_any && !fits(text + end, items + tail->start, mask + tail->start, tail->length)) return 0;
  if (!head->has_any && !fits(text, items, mask, head->length)) return 0;
  if (pattern->has_any) {
    if (!is_ascii(text, count)) return ashlar_like(items, pattern->count, text, count);
    if (tail->has_any && !fits(text + end, items + tail->start, mask + tail->start, tail->length)) return 0;
    if (head->has_any && !fits(text, items, mask, head->length)) return 0;
  }
  // The first position of each piece leaves the most bytes for the others.
  size_t place = head->length;
  for (const struct piece *piece = head + 1; piece < tail; piece++) {
    const size_t found = find(pattern, piece, text + place, end - place);
    if (found == NOWHERE) return 0;
    place += found + piece->length;
  }
  return 1;
}

static int holds_folded(const struct ashlar_pattern *pattern, const uint8_t *text, size_t count) {
  enum { room = 512 };
  uint8_t short_room[room], *folded = count <= room ? short_room : malloc(count);
  // The comparison cannot continue without memory.
  if (!folded) abort();
  ashlar_fold(text, count, folded);
  const int matches = holds(pattern, folded, count);
  if (folded != short_room) free(folded);
  return matches;
}

VECTORISED int ashlar_pattern_matches(const struct ashlar_pattern *pattern, const uint8_t *text, size_t count) {
  if (count < pattern->least) return 0;
  return pattern->is_folded ? holds_folded(pattern, text, count) : holds(pattern, text, count);
}

// Sets the bits of the rows that match, and in `undecided` the bits of rows that may match but whose text is stored out of line.
VECTORISED static void check_rows(const uint8_t *cells, size_t count, const uint8_t *heap, const struct ashlar_pattern *pattern,
                                  const uint64_t *rows, intptr_t next, uint64_t *out, uint64_t *undecided) {
  const size_t least = pattern->least;
  const int is_folded = pattern->is_folded;
  for (size_t word = 0; word < (count + 63) / 64; word++) {
    uint64_t found = 0, open = 0;
    for (uint64_t bits = rows[word]; bits; bits &= bits - 1) {
      const size_t bit = (size_t)__builtin_ctzll(bits);
      const uint8_t *cell = cells + (word * 64 + bit) * SLOT;
      if (cell[SLOT - 1] == VALUE_TAG) {
        open |= (uint64_t)(word_of(cell) >= least) << bit;
        continue;
      }
      size_t length;
      const uint8_t *bytes = bytes_of(cell, heap, &length);
      if (!bytes || length < least) continue;
      if (cell[SLOT - 1] == HEAP_TAG) ASK_AHEAD(bytes, next);
      const int matches = is_folded ? holds_folded(pattern, bytes, length) : holds(pattern, bytes, length);
      found |= (uint64_t)matches << bit;
    }
    out[word] = found;
    undecided[word] |= open;
  }
}

// Clears the bits of rows that a scan for `bytes`, a part of the pattern, excludes; rows whose text is stored out of line are not excluded.
// Returns the number of remaining rows.
static size_t narrow(const uint8_t *cells, size_t count, const uint8_t *heap, int op, const uint8_t *bytes, size_t length, intptr_t ahead,
                     intptr_t next, uint64_t *rows) {
  const struct ashlar_wanted_text wanted = {bytes, length, op, 0};
  uint64_t found[4] = {0}, open[4] = {0};
  size_t left = 0;
  ashlar_scan_text(cells, count, heap, &wanted, rows, ahead, next, found, open);
  for (size_t word = 0; word < (count + 63) / 64; word++) {
    rows[word] &= found[word] | open[word];
    left += (size_t)__builtin_popcountll(rows[word]);
  }
  return left;
}

void ashlar_scan_pattern(const void *slots, size_t count, const uint8_t *heap, const struct ashlar_pattern *pattern, const uint64_t *rows,
                         intptr_t ahead, intptr_t next, uint64_t *out, uint64_t *undecided) {
  uint64_t left[4] = {0};
  size_t likely = count;
  memcpy(left, rows, (count + 63) / 64 * sizeof *left);
  // Scans of the whole column are cheaper than tests of many rows.
  if (pattern->beginning && !pattern->is_folded)
    likely = narrow(slots, count, heap, ashlar_text_begins, pattern->items, pattern->beginning, ahead, next, left);
  if (pattern->run_length && likely > count / 8)
    narrow(slots, count, heap, ashlar_text_contains | (pattern->is_folded ? ashlar_text_folded : 0), pattern->items + pattern->run,
           pattern->run_length, ahead, next, left);
  memset(undecided, 0, (count + 63) / 64 * sizeof *undecided);
  check_rows(slots, count, heap, pattern, left, next, out, undecided);
}
