// Bitmaps of the rows of a cluster or an overlay.
#ifndef CASHLAR_ROWS_H
#define CASHLAR_ROWS_H

#include <stddef.h>
#include <stdint.h>

/// Sets the bits of the rows of an overlay whose masks, stored below `base`, intersect `mask`. `out` has a bit for each of up to 256 rows
/// and must be zero.
void ashlar_stored_rows(const void *base, size_t capacity, uint64_t mask, void *out);
/// Sets the bits of the rows with a nonempty mask. Sets `some` to the union of the masks, and `each` to the intersection of the nonempty
/// ones.
void ashlar_stored_columns(const void *base, size_t capacity, void *out, uint64_t *some, uint64_t *each);

/// Compares the cells of a column in two clusters, in the rows whose bit is set in `rows`, at most 256. Sets the bits in `out`, which must
/// be zero, of the rows whose cells differ. Cells have 1, 2, 4, 8, 12 or 16 bytes.
void ashlar_differing_rows(const void *a, const void *b, size_t width, const void *rows, void *out);

/// Zeroes the cells of a column in the rows whose bit is set in `rows`. Cells have 1, 2, 4, 8, 12 or 16 bytes; `capacity` is a
/// multiple of 64.
void ashlar_clear_rows(void *cells, size_t width, size_t capacity, const void *rows);

#endif
