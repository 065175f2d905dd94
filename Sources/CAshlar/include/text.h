// Text: fingerprints, case folding and searches.
#ifndef CASHLAR_TEXT_H
#define CASHLAR_TEXT_H

#include "relation.h"

#include <stddef.h>
#include <stdint.h>

/// Returns whether bytes contain others, of which there must be at least one. Complexity: linear in both.
int ashlar_contains(const void *bytes, size_t count, const void *sought, size_t sought_count);

/// Returns the fingerprint of bytes, at least 2, in the heap, which their slot stores: the first two bytes, and 16 bits of the CRC32C of
/// all.
uint32_t ashlar_fingerprint(const void *bytes, size_t length);

/// The text to search for.
struct ashlar_wanted_text {
  const uint8_t *bytes;
  size_t length;
  /// An `enum ashlar_text_match`, with `ashlar_text_folded` for folded text.
  int op;
  /// Only set for a text that slots store in the heap.
  uint32_t fingerprint;
};

/// Copies `count` bytes of UTF-8 text, with uppercase letters of ASCII and Latin-1 changed to lowercase.
void ashlar_fold(const uint8_t *bytes, size_t count, uint8_t *out);

/// Finds rows of 12-byte text slots that match a text. `heap` is the cluster's heap. Null matches only < and <=. Rows that may match but
/// whose text is stored out of line are set in `undecided`. `count` is at most 256. `ahead` is the distance to slots that will be scanned
/// soon, `next` to those scanned next, whose texts are at about the same offsets.
void ashlar_scan_text(const void *slots, size_t count, const uint8_t *heap, const struct ashlar_wanted_text *text, const uint64_t *rows,
                      intptr_t ahead, intptr_t next, uint64_t *out, uint64_t *undecided);

#endif
