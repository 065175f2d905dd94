// Prefetches of rows and of bytes.
#ifndef CASHLAR_PREFETCH_H
#define CASHLAR_PREFETCH_H

#include <stddef.h>
#include <stdint.h>

/// Prefetches the cells of a row that is about to be read. For each column, the low half of `cells` is the offset of its cells
/// from `base` and the high half their width. The addresses need not be mapped.
static inline void ashlar_prefetch_row(const void *base, const uint64_t *cells, size_t count, size_t slot) {
  for (size_t column = 0; column < count; column++)
    __builtin_prefetch((const void *)((uintptr_t)base + (uint32_t)cells[column] + slot * (cells[column] >> 32)));
}

/// Prefetches the first 128 bytes at an address, which need not be mapped.
static inline void ashlar_prefetch(const void *place) {
  __builtin_prefetch(place);
  __builtin_prefetch((const char *)place + 64);
}

#endif
