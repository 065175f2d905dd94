#include "text_cells.h"

// The two-way algorithm by Crochemore and Perrin, which takes O(size + length) and allocates nothing. Its loops compare single bytes, so
// it is slower than `find` for almost all text.

// Returns the start of the greatest suffix of the text, by the order of bytes or by the reverse order, and the period of that suffix.
static size_t greatest_suffix(const uint8_t *text, size_t length, int is_reversed, size_t *period) {
  size_t suffix = 0, other = 1, same = 0;
  *period = 1;
  // The first `same` bytes of the suffixes that begin at `suffix` and at `other` are equal.
  while (other + same < length) {
    const uint8_t a = text[suffix + same], b = text[other + same];
    if (a == b) {
      same++;
      if (same == *period) {
        other += same;
        same = 0;
      }
    } else if ((b < a) != is_reversed) {
      other += same + 1;
      same = 0;
      *period = other - suffix;
    } else {
      suffix = other;
      other = suffix + 1;
      same = 0;
      *period = 1;
    }
  }
  return suffix;
}

size_t ashlar_find_two_way(const uint8_t *region, size_t size, const uint8_t *text, size_t length, size_t from) {
  size_t period, other_period;
  size_t cut = greatest_suffix(text, length, 0, &period);
  const size_t other_cut = greatest_suffix(text, length, 1, &other_period);
  if (other_cut > cut) {
    cut = other_cut;
    period = other_period;
  }
  // If the period of the right part is that of the whole text, bytes that have matched need not be compared again after a shift by that
  // period.
  const int is_periodic = memcmp(text, text + period, cut) == 0;
  const size_t kept = is_periodic ? length - period : 0;
  if (!is_periodic) period = (cut > length - cut ? cut : length - cut) + 1;
  // The number of bytes at `place` that are known to match.
  size_t known = 0;
  for (size_t place = from; place < size && size - place >= length;) {
    size_t index = known > cut ? known : cut;
    while (index < length && region[place + index] == text[index]) index++;
    if (index < length) {
      place += index - cut + 1;
      known = 0;
      continue;
    }
    index = cut;
    while (index > known && region[place + index - 1] == text[index - 1]) index--;
    if (index <= known) return place;
    place += period;
    known = kept;
  }
  return size;
}
