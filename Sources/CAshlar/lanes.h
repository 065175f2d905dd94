// Vectors of at most one cache line, and conversion of comparison results to bits. The compiler splits them into the machine's vectors.
#ifndef CASHLAR_LANES_H
#define CASHLAR_LANES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t bytes8 __attribute__((ext_vector_type(8)));
typedef uint8_t bytes16 __attribute__((ext_vector_type(16)));
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

// Sets one bit for each lane of a comparison.
#define LANE_BITS(RESULT, LANES, BITS)                                              \
  do {                                                                              \
    const bits##LANES mask_of_lanes = __builtin_convertvector(RESULT, bits##LANES); \
    memcpy(&(BITS), &mask_of_lanes, LANES / 8);                                     \
  } while (0)

// Prefetches the line at `PLACE` + `AHEAD`, which need not be mapped, into the second-level cache: the first level has fewer fill buffers,
// and all of them are in use at this time.
#define ASK_AHEAD(PLACE, AHEAD) __builtin_prefetch((const void *)((uintptr_t)(PLACE) + (uintptr_t)(AHEAD)), 0, 2)

#endif
