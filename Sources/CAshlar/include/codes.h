// Codes of values: equal values have equal numbers, which are counted from 0.
#ifndef CASHLAR_CODES_H
#define CASHLAR_CODES_H

#include <stddef.h>
#include <stdint.h>

/// The distinct values seen so far, each with a code. Codes are assigned in the order of first occurrence. An instance must not be used by
/// several threads at the same time.
struct ashlar_codes;

/// Creates a set without values. Aborts if memory cannot be allocated.
struct ashlar_codes *ashlar_codes_make(void);
void ashlar_codes_free(struct ashlar_codes *codes);

/// Returns the number of distinct values, which is also the next code.
uint32_t ashlar_codes_count(const struct ashlar_codes *codes);

/// Returns the code of null.
uint32_t ashlar_codes_null(struct ashlar_codes *codes);

/// Returns the code of a value of 12 bytes. A value of 12 bytes and bytes passed to `ashlar_codes_bytes` are distinct, even if they are
/// equal.
uint32_t ashlar_codes_word(struct ashlar_codes *codes, uint64_t first, uint32_t second);

/// Returns the code of bytes, which are copied if they are new.
uint32_t ashlar_codes_bytes(struct ashlar_codes *codes, const void *bytes, size_t length);

/// Writes the codes of the 8-byte cells of the rows whose bit is set; the codes of other rows are not written. `words` is the number of
/// 64-bit words of `rows`. `present` has a byte for each row, 0 for null; it may be null. The codes are those that `ashlar_codes_word`
/// returns for each cell and 0.
void ashlar_codes_of_int64(struct ashlar_codes *codes, const void *cells, const uint8_t *present, const uint64_t *rows, size_t words,
                           uint32_t *out);

/// Writes the codes of 12-byte text slots, as `ashlar_codes_of_int64` does. `heap` is the cluster's heap. Rows whose text is stored neither
/// in the slot nor in the heap are set in `undecided`, and their codes are not written. The value of inline text is its slot of 12 bytes;
/// the value of other text is its bytes.
void ashlar_codes_of_slots(struct ashlar_codes *codes, const void *slots, const uint8_t *heap, const uint64_t *rows, size_t words,
                           uint32_t *out, uint64_t *undecided);

/// Writes the code of each row's pair of numbers, as `ashlar_codes_of_int64` does. `out` may be `first` or `second`.
void ashlar_codes_of_pairs(struct ashlar_codes *codes, const uint32_t *first, const uint32_t *second, const uint64_t *rows, size_t words,
                           uint32_t *out);

#endif
