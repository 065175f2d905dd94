#include "codes.h"
#include "text_cells.h"

#include <stdlib.h>

#define NONE UINT32_MAX
#define NULL_TAG 0xFF

// Both tables use open addressing and are at most half full. A free slot has `code_and_one` 0.
struct word_slot {
  uint64_t first;
  uint32_t second;
  uint32_t code_and_one;
};
struct bytes_slot {
  uint64_t hash;
  const uint8_t *bytes;
  size_t length;
  uint32_t code_and_one;
};

// A block of the arena for copies of bytes.
struct block {
  struct block *before;
  uint8_t bytes[];
};
#define BLOCK 16384

struct ashlar_codes {
  uint32_t count;
  uint32_t null;
  // The last value of 12 bytes, cached because equal values are often adjacent.
  uint64_t last_first;
  uint32_t last_second, last;
  struct word_slot *words;
  uint32_t word_bits, word_count;
  struct bytes_slot *texts;
  uint32_t text_bits, text_count;
  struct block *block;
  size_t left;
  uint8_t *next;
};

static void *reserved(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (!memory) abort();
  return memory;
}

struct ashlar_codes *ashlar_codes_make(void) {
  struct ashlar_codes *codes = reserved(1, sizeof *codes);
  codes->null = codes->last = NONE;
  return codes;
}

void ashlar_codes_free(struct ashlar_codes *codes) {
  free(codes->words);
  free(codes->texts);
  for (struct block *block = codes->block; block;) {
    struct block *before = block->before;
    free(block);
    block = before;
  }
  free(codes);
}

uint32_t ashlar_codes_count(const struct ashlar_codes *codes) { return codes->count; }

// Codes have 32 bits, and the largest is reserved. There are at least as many rows as codes, so only a file of 2^32 rows could exhaust the
// codes.
static uint32_t new_code(struct ashlar_codes *codes) {
  if (codes->count == NONE) abort();
  return codes->count++;
}

uint32_t ashlar_codes_null(struct ashlar_codes *codes) {
  if (codes->null == NONE) codes->null = new_code(codes);
  return codes->null;
}

// The upper bits of the product depend on all bits of the number: Knuth, The Art of Computer Programming 6.4, multiplicative hashing.
static inline uint64_t mixed(uint64_t first, uint32_t second) {
  const uint64_t number = first ^ (uint64_t)second * 0xD6E8FEB86659FD93ull;
  return (number ^ number >> 32) * 0x9E3779B97F4A7C15ull;
}

static __attribute__((noinline)) void grow_words(struct ashlar_codes *codes) {
  const uint32_t bits = codes->word_bits ? codes->word_bits + 2 : 10;
  const size_t before = codes->word_bits ? (size_t)1 << codes->word_bits : 0, mask = ((size_t)1 << bits) - 1;
  struct word_slot *words = reserved((size_t)1 << bits, sizeof *words);
  for (size_t old = 0; old < before; old++) {
    const struct word_slot slot = codes->words[old];
    if (slot.code_and_one == 0) continue;
    size_t place = mixed(slot.first, slot.second) >> (64 - bits);
    while (words[place].code_and_one != 0) place = (place + 1) & mask;
    words[place] = slot;
  }
  free(codes->words);
  codes->words = words;
  codes->word_bits = bits;
}

static inline __attribute__((always_inline)) uint32_t code_of_word(struct ashlar_codes *codes, uint64_t first, uint32_t second) {
  if (codes->last != NONE && codes->last_first == first && codes->last_second == second) return codes->last;
  if (codes->word_count * (uint64_t)2 >= (uint64_t)(codes->word_bits != 0) << codes->word_bits) grow_words(codes);
  const size_t mask = ((size_t)1 << codes->word_bits) - 1;
  size_t place = mixed(first, second) >> (64 - codes->word_bits);
  struct word_slot *slot;
  for (;; place = (place + 1) & mask) {
    slot = codes->words + place;
    if (slot->code_and_one == 0) {
      *slot = (struct word_slot){first, second, new_code(codes) + 1};
      codes->word_count++;
      break;
    }
    if (slot->first == first && slot->second == second) break;
  }
  codes->last_first = first;
  codes->last_second = second;
  return codes->last = slot->code_and_one - 1;
}

uint32_t ashlar_codes_word(struct ashlar_codes *codes, uint64_t first, uint32_t second) { return code_of_word(codes, first, second); }

// MARK: - Bytes

static uint64_t hash_of(const uint8_t *bytes, size_t length) {
  uint64_t hash = length * 0xD6E8FEB86659FD93ull;
  size_t place = 0;
  for (; place + 8 <= length; place += 8) {
    hash = (hash ^ eight(bytes + place)) * 0x9E3779B97F4A7C15ull;
    hash ^= hash >> 29;
  }
  uint64_t rest = 0;
  if (place < length) memcpy(&rest, bytes + place, length - place);
  hash = (hash ^ rest) * 0x9E3779B97F4A7C15ull;
  return hash ^ hash >> 32;
}

static const uint8_t *copy_of(struct ashlar_codes *codes, const uint8_t *bytes, size_t length) {
  if (length > codes->left) {
    const size_t size = length > BLOCK ? length : BLOCK;
    struct block *block = reserved(1, sizeof *block + size);
    block->before = codes->block;
    codes->block = block;
    codes->left = size;
    codes->next = block->bytes;
  }
  uint8_t *copy = codes->next;
  if (length > 0) memcpy(copy, bytes, length);
  codes->next += length;
  codes->left -= length;
  return copy;
}

static void grow_texts(struct ashlar_codes *codes) {
  const uint32_t bits = codes->text_bits ? codes->text_bits + 2 : 8;
  const size_t before = codes->text_bits ? (size_t)1 << codes->text_bits : 0, mask = ((size_t)1 << bits) - 1;
  struct bytes_slot *texts = reserved((size_t)1 << bits, sizeof *texts);
  for (size_t old = 0; old < before; old++) {
    const struct bytes_slot slot = codes->texts[old];
    if (slot.code_and_one == 0) continue;
    size_t place = slot.hash & mask;
    while (texts[place].code_and_one != 0) place = (place + 1) & mask;
    texts[place] = slot;
  }
  free(codes->texts);
  codes->texts = texts;
  codes->text_bits = bits;
}

uint32_t ashlar_codes_bytes(struct ashlar_codes *codes, const void *start, size_t length) {
  const uint8_t *bytes = start;
  if (codes->text_count * (uint64_t)2 >= (uint64_t)(codes->text_bits != 0) << codes->text_bits) grow_texts(codes);
  const uint64_t hash = hash_of(bytes, length);
  const size_t mask = ((size_t)1 << codes->text_bits) - 1;
  for (size_t place = hash & mask;; place = (place + 1) & mask) {
    struct bytes_slot *slot = codes->texts + place;
    if (slot->code_and_one == 0) {
      *slot = (struct bytes_slot){hash, copy_of(codes, bytes, length), length, new_code(codes) + 1};
      codes->text_count++;
      return slot->code_and_one - 1;
    }
    if (slot->hash == hash && slot->length == length && is_same(slot->bytes, bytes, length)) return slot->code_and_one - 1;
  }
}

// MARK: - Columns

// Runs `BODY` for each row whose bit is set.
#define EACH_ROW(ROWS, WORDS, BODY)                                        \
  for (size_t word = 0; word < (WORDS); word++)                            \
    for (uint64_t bits = (ROWS)[word]; bits; bits &= bits - 1) {           \
      const size_t row = word * 64 + (size_t)__builtin_ctzll(bits);        \
      BODY                                                                 \
    }

void ashlar_codes_of_int64(struct ashlar_codes *codes, const void *cells, const uint8_t *present, const uint64_t *rows, size_t words,
                           uint32_t *out) {
  const uint8_t *column = cells;
  EACH_ROW(rows, words, {
    out[row] = present && present[row] == 0 ? ashlar_codes_null(codes) : code_of_word(codes, eight(column + row * 8), 0);
  })
}

void ashlar_codes_of_slots(struct ashlar_codes *codes, const void *slots, const uint8_t *heap, const uint64_t *rows, size_t words,
                           uint32_t *out, uint64_t *undecided) {
  const uint8_t *cells = slots;
  for (size_t word = 0; word < words; word++) undecided[word] = 0;
  EACH_ROW(rows, words, {
    const uint8_t *cell = cells + row * SLOT;
    const uint64_t rest = rest_of(cell);
    const uint64_t tag = rest >> 56;
    if (tag <= INLINE_LIMIT) {
      out[row] = code_of_word(codes, rest, word_of(cell));
    } else if (tag == HEAP_TAG) {
      out[row] = ashlar_codes_bytes(codes, heap + heap_offset(rest), heap_length(rest));
    } else if (tag == NULL_TAG) {
      out[row] = ashlar_codes_null(codes);
    } else {
      undecided[word] |= 1ull << row % 64;
    }
  })
}

void ashlar_codes_of_pairs(struct ashlar_codes *codes, const uint32_t *first, const uint32_t *second, const uint64_t *rows, size_t words,
                           uint32_t *out) {
  EACH_ROW(rows, words, { out[row] = code_of_word(codes, (uint64_t)first[row] << 32 | second[row], 0); })
}
