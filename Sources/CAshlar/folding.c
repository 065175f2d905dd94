#include "text.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// The folded bytes of 256 scalars: those of scalar i begin at `bytes[starts[i]]` and end before `bytes[starts[i + 1]]`.
struct page {
  uint32_t starts[257];
  uint8_t bytes[];
};

// A page is stored once and never changes afterwards, so that threads read it without a lock.
static _Atomic(struct page *) pages[2][0x110000 >> 8];

void ashlar_fold_store(int ignores_case, uint32_t number, const uint32_t *starts, const uint8_t *bytes) {
  const size_t size = starts[256];
  struct page *page = malloc(sizeof *page + size), *none = 0;
  if (!page) abort();
  memcpy(page->starts, starts, sizeof page->starts);
  if (size) memcpy(page->bytes, bytes, size);
  if (!atomic_compare_exchange_strong_explicit(&pages[ignores_case != 0][number], &none, page, memory_order_release, memory_order_relaxed))
    free(page);
}

static inline int continues(uint8_t byte) { return (byte & 0xC0) == 0x80; }

// Decodes the scalar of at least two bytes at the beginning of `left` bytes. Returns its length; 0 if the bytes are not valid UTF-8.
static inline size_t decoded(const uint8_t *bytes, size_t left, uint32_t *scalar) {
  const uint8_t first = bytes[0];
  if (first < 0xC2 || first > 0xF4 || left < 2 || !continues(bytes[1])) return 0;
  if (first < 0xE0) {
    *scalar = (uint32_t)(first & 0x1F) << 6 | (bytes[1] & 0x3F);
    return 2;
  }
  if (left < 3 || !continues(bytes[2])) return 0;
  if (first < 0xF0) {
    *scalar = (uint32_t)(first & 0x0F) << 12 | (uint32_t)(bytes[1] & 0x3F) << 6 | (bytes[2] & 0x3F);
    return *scalar < 0x800 || (*scalar >= 0xD800 && *scalar < 0xE000) ? 0 : 3;
  }
  if (left < 4 || !continues(bytes[3])) return 0;
  *scalar = (uint32_t)(first & 0x07) << 18 | (uint32_t)(bytes[1] & 0x3F) << 12 | (uint32_t)(bytes[2] & 0x3F) << 6 | (bytes[3] & 0x3F);
  return *scalar < 0x10000 || *scalar > 0x10FFFF ? 0 : 4;
}

ptrdiff_t ashlar_fold_marks(int ignores_case, const uint8_t *bytes, size_t count, uint8_t *out, size_t room, uint32_t *missing) {
  size_t place = 0, length = 0;
  while (place < count) {
    const uint8_t byte = bytes[place];
    if (byte < 0x80) {
      if (length == room) return ashlar_fold_no_room;
      out[length++] = ignores_case && (uint8_t)(byte - 'A') < 26 ? byte | 0x20 : byte;
      place++;
      continue;
    }
    uint32_t scalar;
    const size_t size = decoded(bytes + place, count - place, &scalar);
    if (size == 0) return ashlar_fold_invalid;
    const struct page *page = atomic_load_explicit(&pages[ignores_case != 0][scalar >> 8], memory_order_acquire);
    if (!page) {
      *missing = scalar >> 8;
      return ashlar_fold_missing;
    }
    const size_t start = page->starts[scalar & 0xFF], end = page->starts[(scalar & 0xFF) + 1];
    if (end - start > room - length) return ashlar_fold_no_room;
    for (size_t index = start; index < end; index++) out[length++] = page->bytes[index];
    place += size;
  }
  return (ptrdiff_t)length;
}

int ashlar_is_ascii(const uint8_t *bytes, size_t count) {
  uint64_t any = 0;
  size_t place = 0;
  for (; place + 8 <= count; place += 8) {
    uint64_t word;
    memcpy(&word, bytes + place, 8);
    any |= word;
  }
  for (; place < count; place++) any |= bytes[place];
  return (any & 0x8080808080808080ull) == 0;
}
