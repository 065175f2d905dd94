// Checks of the cells of a cluster that was read from a file.
#ifndef CASHLAR_CHECKS_H
#define CASHLAR_CHECKS_H

#include <stddef.h>
#include <stdint.h>

/// Returns whether each link is null or a valid object key.
int ashlar_check_links(const void *cells, size_t count);
/// Returns whether each text or data slot is null or out of line, or has its bytes inside the slot or inside a heap of `heap_size` bytes.
int ashlar_check_slots(const void *slots, size_t count, size_t heap_size);
/// The layout of a collection's element: a slot with its key, if it has one, then a value of plain bytes (0), a slot (1) or a
/// link (2).
struct ashlar_element {
  size_t width;
  int has_key;
  int value;
};
/// Returns whether all slots and links of packed elements are valid; slots refer to a heap of `heap_size` bytes.
int ashlar_check_elements(const void *elements, size_t length, size_t heap_size, struct ashlar_element element);
/// Returns whether all collection slots and the elements that they refer to are valid. The elements of large collections are not checked.
int ashlar_check_collections(const void *slots, size_t count, const void *heap, size_t heap_size, struct ashlar_element element);

#endif
