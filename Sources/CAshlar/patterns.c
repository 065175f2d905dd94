#include "text.h"

#include <string.h>

#define NOWHERE SIZE_MAX

// Returns the position after the character at `place`, which must be less than `count`.
static size_t after(const uint8_t *text, size_t count, size_t place) {
  for (place++; place < count && (text[place] & 0xC0) == 0x80;) place++;
  return place;
}

// Returns the first position at or after `place`, which begins a character, at which the item of a pattern may match; NOWHERE if there is
// none. Later positions are considered only if they begin a character.
static size_t candidate(const uint8_t *text, size_t count, size_t place, uint8_t item) {
  if (place >= count) return NOWHERE;
  if (item == '?' || text[place] == item) return place;
  for (size_t from = place + 1; from < count;) {
    const uint8_t *found = memchr(text + from, item, count - from);
    if (!found) return NOWHERE;
    if ((*found & 0xC0) != 0x80) return (size_t)(found - text);
    from = (size_t)(found - text) + 1;
  }
  return NOWHERE;
}

int ashlar_like(const uint8_t *pattern, size_t items, const uint8_t *text, size_t count) {
  size_t item = 0, place = 0;
  // The item after the last `*`, and the position at which it was tried last.
  size_t retry = NOWHERE, tried = 0;
  while (place < count || item < items) {
    if (item < items) {
      const uint8_t wanted = pattern[item];
      if (wanted == '*') {
        do item++;
        while (item < items && pattern[item] == '*');
        if (item == items) return 1;
        retry = item;
        place = tried = candidate(text, count, place, pattern[item]);
        if (tried == NOWHERE) return 0;
        continue;
      }
      if (place < count) {
        if (wanted == '?') {
          place = after(text, count, place);
          item++;
          continue;
        }
        if (text[place] == wanted) {
          place++;
          item++;
          continue;
        }
      }
    }
    if (retry == NOWHERE) return 0;
    place = tried = candidate(text, count, after(text, count, tried), pattern[retry]);
    if (tried == NOWHERE) return 0;
    item = retry;
  }
  return 1;
}
