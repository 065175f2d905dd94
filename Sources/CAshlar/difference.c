#include "rows.h"

#include <string.h>

// Compares the rows whose bits are set in `rows`, a word of the bitmap.
#define DIFFER(NAME, TYPE)                                                                            \
  static uint64_t NAME(const uint8_t *a, const uint8_t *b, uint64_t rows) {                           \
    uint64_t found = 0;                                                                               \
    for (; rows; rows &= rows - 1) {                                                                  \
      int row = __builtin_ctzll(rows);                                                                \
      TYPE x, y;                                                                                      \
      memcpy(&x, a + (size_t)row * sizeof x, sizeof x);                                               \
      memcpy(&y, b + (size_t)row * sizeof y, sizeof y);                                               \
      found |= (uint64_t)(memcmp(&x, &y, sizeof x) != 0) << row;                                      \
    }                                                                                                 \
    return found;                                                                                     \
  }

typedef struct { uint8_t bytes[12]; } bytes12;
typedef struct { uint8_t bytes[16]; } bytes16;

DIFFER(differ1, uint8_t)
DIFFER(differ2, uint16_t)
DIFFER(differ4, uint32_t)
DIFFER(differ8, uint64_t)
DIFFER(differ12, bytes12)
DIFFER(differ16, bytes16)

void ashlar_differing_rows(const void *a, const void *b, size_t width, const void *rows, void *out) {
  const uint8_t *one = a, *two = b;
  const uint64_t *chosen = rows;
  uint64_t *words = out;
  for (size_t word = 0; word < 4; word++) {
    uint64_t bits = chosen[word];
    if (bits == 0) continue;
    // Rows after the last chosen one may be beyond the end of the cells.
    size_t first = (size_t)__builtin_ctzll(bits), last = 63 - (size_t)__builtin_clzll(bits);
    const uint8_t *x = one + word * 64 * width, *y = two + word * 64 * width;
    if (memcmp(x + first * width, y + first * width, (last - first + 1) * width) == 0) continue;
    switch (width) {
      case 1: words[word] = differ1(x, y, bits); break;
      case 2: words[word] = differ2(x, y, bits); break;
      case 4: words[word] = differ4(x, y, bits); break;
      case 8: words[word] = differ8(x, y, bits); break;
      case 12: words[word] = differ12(x, y, bits); break;
      default: words[word] = differ16(x, y, bits); break;
    }
  }
}
