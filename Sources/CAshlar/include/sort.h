// Stable sorts.
#ifndef CASHLAR_SORT_H
#define CASHLAR_SORT_H

#include <stddef.h>
#include <stdint.h>

/// An item and its rank in an order.
struct ashlar_ranked {
  uint64_t rank;
  int64_t key;
};
/// Stably sorts items by rank. `scratch` must have room for `count` items.
void ashlar_sort_ranks(struct ashlar_ranked *items, struct ashlar_ranked *scratch, size_t count);

/// Bytes compared lexicographically.
struct ashlar_text {
  const uint8_t *bytes;
  size_t length;
};
/// Stably sorts items, whose `key` is an index into `texts`, in ascending or descending order of their text; their ranks are overwritten.
/// Empty text must have a valid address, too.
void ashlar_sort_texts(const struct ashlar_text *texts, struct ashlar_ranked *items, struct ashlar_ranked *scratch, size_t count,
                       int descending);

#endif
