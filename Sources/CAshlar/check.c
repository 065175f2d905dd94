#define _GNU_SOURCE
#include "checks.h"
#include "vectorised.h"

#include <string.h>

// Object keys are less than 2^40. A link is a key plus one; 0 is null.
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
    uint32_t word;
    uint64_t rest;
    memcpy(&word, place + index * 12, 4);
    memcpy(&rest, place + index * 12 + 4, 8);
    uint64_t tag = rest >> 56;
    uint64_t end = (rest & 0xFFFFFFFF) + (rest >> 32 & 0xFFFFFF);
    uint64_t is_value = (tag == 0x82) & (word > 11) & (rest << 16 != 0);
    wrong |= (tag > 11) & (tag != 0xFF) & ((tag != 0x80) | (end > heap_size)) & !is_value;
  }
  return wrong == 0;
}

// Checks one slot at any address.
static int check_slot(const uint8_t *slot, size_t heap_size) {
  return ashlar_check_slots(slot, 1, heap_size);
}

static int check_elements(const uint8_t *bytes, size_t length, size_t heap_size, struct ashlar_element element) {
  if (length % element.width != 0) return 0;
  size_t count = length / element.width;
  if (!element.has_key && element.width == 12 && element.value == 1) return ashlar_check_slots(bytes, count, heap_size);
  if (!element.has_key && element.value == 2) return ashlar_check_links(bytes, count);
  if (!element.has_key && element.value == 0) return 1;
  const size_t value = element.has_key ? 12 : 0;
  for (size_t index = 0; index < count; index++, bytes += element.width) {
    if (element.has_key && (bytes[11] == 0xFF || !check_slot(bytes, heap_size))) return 0;
    if (element.value == 1 && !check_slot(bytes + value, heap_size)) return 0;
    if (element.value == 2 && !ashlar_check_links(bytes + value, 1)) return 0;
  }
  return 1;
}

int ashlar_check_elements(const void *elements, size_t length, size_t heap_size, struct ashlar_element element) {
  return check_elements(elements, length, heap_size, element);
}

int ashlar_check_collections(const void *slots, size_t count, const void *heap, size_t heap_size, struct ashlar_element element) {
  const uint8_t *place = slots;
  for (size_t index = 0; index < count; index++, place += 12) {
    size_t length = place[11];
    if (length == 0) continue;
    const uint8_t *bytes = place;
    if (length == 0x80) {
      uint32_t size, offset;
      memcpy(&offset, place + 4, 4);
      memcpy(&size, place + 8, 4);
      size &= 0xFFFFFF;
      if ((uint64_t)offset + size > heap_size || offset % 8 != 0) return 0;
      length = size;
      bytes = (const uint8_t *)heap + offset;
    } else if (length == 0x83) {
      uint32_t elements;
      uint64_t rest;
      memcpy(&elements, place, 4);
      memcpy(&rest, place + 4, 8);
      if (elements == 0 || rest << 16 == 0 || place[10] != 0) return 0;
      continue;
    } else if (length > 11) {
      return 0;
    }
    if (!check_elements(bytes, length, heap_size, element)) return 0;
  }
  return 1;
}
