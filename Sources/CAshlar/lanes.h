// Vectors of a cache line, and the bits of comparisons of them. The compiler splits them into what the machine has.
#ifndef CASHLAR_LANES_H
#define CASHLAR_LANES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t bytes64 __attribute__((ext_vector_type(64)));
typedef uint16_t shorts16 __attribute__((ext_vector_type(16)));
typedef uint32_t words4 __attribute__((ext_vector_type(4)));
typedef uint32_t words16 __attribute__((ext_vector_type(16)));
typedef int64_t integers8 __attribute__((ext_vector_type(8)));
typedef uint64_t numbers8 __attribute__((ext_vector_type(8)));
typedef double doubles8 __attribute__((ext_vector_type(8)));
typedef bool bits64 __attribute__((ext_vector_type(64)));
typedef bool bits16 __attribute__((ext_vector_type(16)));
typedef bool bits8 __attribute__((ext_vector_type(8)));

// One bit for each lane of a comparison.
#define LANE_BITS(RESULT, LANES, BITS)                                              \
  do {                                                                              \
    const bits##LANES mask_of_lanes = __builtin_convertvector(RESULT, bits##LANES); \
    memcpy(&(BITS), &mask_of_lanes, LANES / 8);                                     \
  } while (0)

// Prefetches the line at `place` + `ahead`, which need not be mapped. Into the second cache: there are fewer places for lines on their
// way to the first, and they are all taken by then.
#define ASK_AHEAD(PLACE, AHEAD) __builtin_prefetch((const void *)((uintptr_t)(PLACE) + (uintptr_t)(AHEAD)), 0, 2)

#endif
