#define _GNU_SOURCE
#include "CAshlar.h"
#include "vectorised.h"

#include <string.h>

// Object keys are below 2^40; a link is a key plus one, 0 is null.
VECTORISED int ashlar_check_links(const void *cells, size_t count) {
  const uint8_t *place = cells;
  uint64_t seen = 0;
  for (size_t index = 0; index < count; index++) {
    uint64_t link;
    memcpy(&link, place + index * 8, 8);
    seen |= link - (link != 0);
  }
  return seen >> 40 == 0;
}

VECTORISED int ashlar_check_slots(const void *slots, size_t count, size_t heap_size) {
  const uint8_t *place = slots;
  uint64_t wrong = 0;
  for (size_t index = 0; index < count; index++) {
    uint64_t low, high;
    memcpy(&low, place + index * 16, 8);
    memcpy(&high, place + index * 16 + 8, 8);
    uint64_t tag = high >> 56;
    uint64_t end = (high & 0xFFFFFFFF) + (low >> 32);
    wrong |= (tag > 15) & (tag != 0xFF) & ((tag != 0x80) | (end > heap_size));
  }
  return wrong == 0;
}

int ashlar_check_lists(const void *slots, size_t count, const void *heap, size_t heap_size, size_t width, int elements) {
  const uint8_t *place = slots;
  for (size_t index = 0; index < count; index++, place += 16) {
    size_t length = place[15];
    if (length == 0) continue;
    const uint8_t *bytes = place;
    if (length == 0x80) {
      uint32_t size, offset;
      memcpy(&size, place + 4, 4);
      memcpy(&offset, place + 8, 4);
      if ((uint64_t)offset + size > heap_size || offset % 8 != 0) return 0;
      length = size;
      bytes = (const uint8_t *)heap + offset;
    } else if (length > 15) {
      return 0;
    }
    if (length % width != 0) return 0;
    if (elements == 1 && !ashlar_check_slots(bytes, length / 16, heap_size)) return 0;
    if (elements == 2 && !ashlar_check_links(bytes, length / 8)) return 0;
  }
  return 1;
}
