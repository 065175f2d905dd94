#include "CAshlar.h"

#include <string.h>

// Object keys are below 2^40; a link is a key plus one, 0 is null.
int ashlar_check_links(const void *cells, size_t count) {
  const uint8_t *place = cells;
  uint64_t seen = 0;
  for (size_t index = 0; index < count; index++) {
    uint64_t link;
    memcpy(&link, place + index * 8, 8);
    seen |= link ? link - 1 : 0;
  }
  return seen >> 40 == 0;
}

int ashlar_check_slots(const void *slots, size_t count, const void *heap, size_t heap_size, size_t width, int elements) {
  const uint8_t *place = slots;
  for (size_t index = 0; index < count; index++, place += 16) {
    uint8_t tag = place[15];
    size_t length = tag;
    const uint8_t *bytes = place;
    if (tag == 0x80) {
      uint32_t size, offset;
      memcpy(&size, place + 4, 4);
      memcpy(&offset, place + 8, 4);
      if ((uint64_t)offset + size > heap_size) return 0;
      if (width != 0 && offset % 8 != 0) return 0;
      length = size;
      bytes = (const uint8_t *)heap + offset;
    } else if (tag == 0xFF && width == 0) {
      continue;
    } else if (tag > 15) {
      return 0;
    }
    if (width == 0 || length == 0) continue;
    if (length % width != 0) return 0;
    if (elements == 1 && !ashlar_check_slots(bytes, length / 16, heap, heap_size, 0, 0)) return 0;
    if (elements == 2 && !ashlar_check_links(bytes, length / 8)) return 0;
  }
  return 1;
}
