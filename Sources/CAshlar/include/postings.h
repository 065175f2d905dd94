// Posting lists.
#ifndef CASHLAR_POSTINGS_H
#define CASHLAR_POSTINGS_H

#include <stddef.h>
#include <stdint.h>

/// Decodes `count` ascending keys from LEB128 numbers of at most 6 bytes, each the difference from the previous key. Returns nonzero if
/// they are well-formed. At least 8 readable bytes must precede `bytes`.
int ashlar_read_postings(const uint8_t *bytes, size_t size, size_t count, int64_t *keys);

#endif
