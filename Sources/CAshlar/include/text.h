// Text: fingerprints, case folding and searches.
#ifndef CASHLAR_TEXT_H
#define CASHLAR_TEXT_H

#include "relation.h"

#include <stddef.h>
#include <stdint.h>

/// Returns whether bytes contain other bytes, of which there must be at least one. Complexity: O(count + sought_count).
int ashlar_contains(const void *bytes, size_t count, const void *sought, size_t sought_count);

/// Returns the fingerprint that a slot stores for bytes in the heap, of which there must be at least 2: the first two bytes, and 16 bits of
/// the CRC32C of all bytes.
uint32_t ashlar_fingerprint(const void *bytes, size_t length);

/// The text to search for.
struct ashlar_wanted_text {
  const uint8_t *bytes;
  size_t length;
  /// An `enum ashlar_text_match`, with `ashlar_text_folded` for folded text.
  int op;
  /// The fingerprint of `bytes`; set only for text that slots store in the heap.
  uint32_t fingerprint;
};

/// Copies `count` bytes of UTF-8 text, with uppercase letters of ASCII and Latin-1 changed to lowercase.
void ashlar_fold(const uint8_t *bytes, size_t count, uint8_t *out);

/// Returns whether all bytes are ASCII.
int ashlar_is_ascii(const uint8_t *bytes, size_t count);

/// Results of `ashlar_fold_marks` other than a length.
enum ashlar_fold_failure {
  /// The folded forms of 256 scalars are not stored yet.
  ashlar_fold_missing = -1,
  ashlar_fold_no_room = -2,
  /// The bytes are not valid UTF-8.
  ashlar_fold_invalid = -3,
};

/// Copies UTF-8 text without diacritics. If `ignores_case` is true, also folds its case. Returns the number of bytes in `out`, which has
/// `room` bytes, or an `enum ashlar_fold_failure`. The folded form of text consists of the folded forms of its scalars. If the result is
/// `ashlar_fold_missing`, `missing` receives the scalars whose forms are not stored, divided by 256.
ptrdiff_t ashlar_fold_marks(int ignores_case, const uint8_t *bytes, size_t count, uint8_t *out, size_t room, uint32_t *missing);

/// Stores the folded forms of the 256 scalars from `number` * 256 on, for the life of the process: the form of each begins in `bytes` at
/// its element of `starts`, and ends before the next element. `starts` has 257 elements. Forms that are stored already are retained.
void ashlar_fold_store(int ignores_case, uint32_t number, const uint32_t *starts, const uint8_t *bytes);

/// Returns whether text matches a pattern, in which `*` matches any text and `?` one character of UTF-8. Complexity: O(items * count) in
/// the worst case, because only the last `*` is retried.
int ashlar_like(const uint8_t *pattern, size_t items, const uint8_t *text, size_t count);

/// A pattern as for `ashlar_like`, prepared for repeated use.
struct ashlar_pattern;

/// Prepares a pattern, which must be valid UTF-8. If `is_folded` is true, text is compared as folded by `ashlar_fold`, and the pattern must
/// be folded already. The caller frees the result.
struct ashlar_pattern *ashlar_pattern_make(const uint8_t *items, size_t count, int is_folded);

void ashlar_pattern_free(struct ashlar_pattern *pattern);

/// Returns whether text matches a pattern. Reads no byte outside of the text.
int ashlar_pattern_matches(const struct ashlar_pattern *pattern, const uint8_t *text, size_t count);

/// Finds rows of 12-byte text slots that match a pattern; null matches none. The other parameters are those of `ashlar_scan_text`.
void ashlar_scan_pattern(const void *slots, size_t count, const uint8_t *heap, const struct ashlar_pattern *pattern, const uint64_t *rows,
                         intptr_t ahead, intptr_t next, uint64_t *out, uint64_t *undecided);

/// Finds rows of 12-byte text slots that match `text`. `heap` is the cluster's heap. Null matches only < and <=. Rows that may match but
/// whose text is stored out of line are set in `undecided`. `count` is at most 256. `ahead` is the distance to slots that will be scanned
/// soon, `next` the distance to the slots scanned next, whose text is at about the same offsets.
void ashlar_scan_text(const void *slots, size_t count, const uint8_t *heap, const struct ashlar_wanted_text *text, const uint64_t *rows,
                      intptr_t ahead, intptr_t next, uint64_t *out, uint64_t *undecided);

/// Sets the bits of those rows of `rows` whose text, in 12-byte slots, is not ASCII or is stored out of line. `count` is at most 256.
void ashlar_scan_not_ascii(const void *slots, size_t count, const uint8_t *heap, const uint64_t *rows, uint64_t *out);

#endif
