#include "crc.h"

#include <string.h>

// CRC32C: polynomial 1EDC6F41, reflected.
static const uint32_t polynomial = 0x82F63B78;

// Slicing-by-8 tables for machines without a CRC instruction. Computed when the program is loaded.
static uint32_t tables[8][256];

static void make_tables(void) {
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t value = byte;
    for (int bit = 0; bit < 8; bit++) value = value & 1 ? (value >> 1) ^ polynomial : value >> 1;
    tables[0][byte] = value;
  }
  for (int slice = 1; slice < 8; slice++)
    for (int byte = 0; byte < 256; byte++) {
      uint32_t before = tables[slice - 1][byte];
      tables[slice][byte] = (before >> 8) ^ tables[0][before & 255];
    }
}

static uint32_t software(uint32_t crc, const uint8_t *bytes, size_t count) {
  for (; count >= 8; count -= 8, bytes += 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    word ^= crc;
    crc = 0;
    for (int byte = 0; byte < 8; byte++) crc ^= tables[7 - byte][word >> (byte * 8) & 255];
  }
  for (; count; count--) crc = (crc >> 8) ^ tables[0][(crc ^ *bytes++) & 255];
  return crc;
}

#if defined(__x86_64__)
#include <immintrin.h>

// Three stretches are processed in parallel: the CRC instruction has a latency of three cycles and a throughput of one per cycle.
enum { STRETCH = 512 };
// x^(8 * STRETCH - 33) and x^(16 * STRETCH - 33), modulo the polynomial.
static const uint32_t shift_one = 0xDD7E3B0C, shift_two = 0x170076FA;

// Advances the checksum `crc` over zeros; `power` determines their number.
__attribute__((target("sse4.2,pclmul"))) static inline uint64_t moved(uint64_t crc, uint32_t power) {
  __m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((int64_t)crc), _mm_cvtsi32_si128((int)power), 0);
  return _mm_crc32_u64(0, (uint64_t)_mm_cvtsi128_si64(product));
}

__attribute__((target("sse4.2,pclmul"))) static uint32_t hardware(uint32_t crc, const uint8_t *bytes, size_t count) {
  uint64_t first = crc;
  for (; count >= 3 * STRETCH; count -= 3 * STRETCH, bytes += 3 * STRETCH) {
    uint64_t second = 0, third = 0;
    for (size_t place = 0; place < STRETCH; place += 8) {
      uint64_t a, b, c;
      memcpy(&a, bytes + place, 8);
      memcpy(&b, bytes + STRETCH + place, 8);
      memcpy(&c, bytes + 2 * STRETCH + place, 8);
      first = _mm_crc32_u64(first, a);
      second = _mm_crc32_u64(second, b);
      third = _mm_crc32_u64(third, c);
    }
    first = moved(first, shift_two) ^ moved(second, shift_one) ^ third;
  }
  for (; count >= 8; count -= 8, bytes += 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    first = _mm_crc32_u64(first, word);
  }
  for (; count; count--) first = _mm_crc32_u8((uint32_t)first, *bytes++);
  return (uint32_t)first;
}

// Folding: 16-byte lanes, sixteen or eight in parallel. A 128-bit lane is a polynomial whose highest power is the lowest bit of the first
// byte. To advance a lane by N bits, its first half is multiplied by x^(N + 31) and its second half by x^(N - 33). Each macro lists the
// factor of the second half first. See Gopal et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction", Intel
// 2009.
#define BY_2048 0xB9E02B86, 0xDCB17AA4
#define BY_1024 0x0D3B6092, 0x6992CEA2
#define BY_512 0x9E4ADDF8, 0x740EEF02
#define BY_256 0xBA4FC28E, 0x3DA6D0CB
#define BY_128 0x493C7D27, 0xF20C0DFE

#define FOLDING __attribute__((target("sse4.2,pclmul,avx2,vpclmulqdq")))
enum { FOLDED = 128 };

FOLDING static inline __m256i powers(uint32_t second, uint32_t first) { return _mm256_broadcastsi128_si256(_mm_set_epi64x(second, first)); }

FOLDING static inline __m256i fold(__m256i sum, __m256i by, __m256i next) {
  const __m256i first = _mm256_clmulepi64_epi128(sum, by, 0x00), second = _mm256_clmulepi64_epi128(sum, by, 0x11);
  return _mm256_xor_si256(_mm256_xor_si256(first, next), second);
}

FOLDING static inline __m256i load(const uint8_t *bytes) { return _mm256_loadu_si256((const __m256i *)bytes); }

FOLDING static inline __m128i fold_one(__m128i sum, __m128i next) {
  const __m128i by = _mm_set_epi64x(BY_128);
  return _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(sum, by, 0x00), next), _mm_clmulepi64_si128(sum, by, 0x11));
}

// Returns the checksum of the 16 bytes into which all preceding bytes have been folded.
FOLDING static inline uint32_t reduced(__m128i sum) {
  const uint64_t first = _mm_crc32_u64(0, (uint64_t)_mm_extract_epi64(sum, 0));
  return (uint32_t)_mm_crc32_u64(first, (uint64_t)_mm_extract_epi64(sum, 1));
}

FOLDING static inline __m128i folded_once(__m256i a, __m256i b, __m256i c, __m256i d) {
  const __m256i by = powers(BY_256);
  a = fold(fold(fold(a, by, b), by, c), by, d);
  return fold_one(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
}

// Four registers fold the first part of a block while the CRC instruction processes three stretches after it. The two methods use different
// execution units, and are equally fast if used alone.
enum { TURNS = 16, PER_TURN = 40, ASIDE = TURNS * PER_TURN, BLOCK = FOLDED + TURNS * FOLDED + 3 * ASIDE };
// x^(8 * ASIDE - 33), x^(16 * ASIDE - 33) and x^(24 * ASIDE - 33).
static const uint32_t aside_one = 0x6B749FB2, aside_two = 0xDD66CBBB, aside_three = 0xF48642E9;

// Starts with the first `FOLDED` bytes; `a` to `d` are the folded state.
#define BEGIN_FOLDING(CRC, BYTES)                                                                                 \
  __m256i a = _mm256_xor_si256(load(BYTES), _mm256_zextsi128_si256(_mm_cvtsi32_si128((int)CRC)));                 \
  __m256i b = load(BYTES + 32), c = load(BYTES + 64), d = load(BYTES + 96);                                       \
  const __m256i by = powers(BY_1024)

// Folds the next `FOLDED` bytes.
#define FOLD(BYTES)                  \
  a = fold(a, by, load(BYTES));      \
  b = fold(b, by, load(BYTES + 32)); \
  c = fold(c, by, load(BYTES + 64)); \
  d = fold(d, by, load(BYTES + 96))

// Continues the checksum over one block of `BLOCK` bytes.
FOLDING static inline uint32_t folded_block(uint32_t crc, const uint8_t *bytes) {
  const uint8_t *aside = bytes + FOLDED + TURNS * FOLDED;
  uint64_t first = 0, second = 0, third = 0;
  BEGIN_FOLDING(crc, bytes);
  for (int turn = 0; turn < TURNS; turn++) {
    bytes += FOLDED;
    FOLD(bytes);
    for (int place = 0; place < PER_TURN; place += 8, aside += 8) {
      uint64_t x, y, z;
      memcpy(&x, aside, 8);
      memcpy(&y, aside + ASIDE, 8);
      memcpy(&z, aside + 2 * ASIDE, 8);
      first = _mm_crc32_u64(first, x);
      second = _mm_crc32_u64(second, y);
      third = _mm_crc32_u64(third, z);
    }
  }
  const uint64_t before = reduced(folded_once(a, b, c, d));
  return (uint32_t)(moved(before, aside_three) ^ moved(first, aside_two) ^ moved(second, aside_one) ^ third);
}

// Continues the checksum over `count` bytes, at least `FOLDED`.
FOLDING static uint32_t folded(uint32_t crc, const uint8_t *bytes, size_t count) {
  for (; count >= BLOCK; bytes += BLOCK, count -= BLOCK) crc = folded_block(crc, bytes);
  if (count < FOLDED) return hardware(crc, bytes, count);
  BEGIN_FOLDING(crc, bytes);
  for (bytes += FOLDED, count -= FOLDED; count >= FOLDED; bytes += FOLDED, count -= FOLDED) {
    FOLD(bytes);
  }
  return hardware(reduced(folded_once(a, b, c, d)), bytes, count);
}

#define FOLDING_WIDE __attribute__((target("sse4.2,pclmul,avx512f,avx512vl,vpclmulqdq")))
enum { FOLDED_WIDE = 256 };

FOLDING_WIDE static inline __m512i powers_wide(uint32_t second, uint32_t first) {
  return _mm512_broadcast_i32x4(_mm_set_epi64x(second, first));
}

FOLDING_WIDE static inline __m512i fold_wide(__m512i sum, __m512i by, __m512i next) {
  return _mm512_ternarylogic_epi64(_mm512_clmulepi64_epi128(sum, by, 0x00), _mm512_clmulepi64_epi128(sum, by, 0x11), next, 0x96);
}

// Continues the checksum over `count` bytes, at least `FOLDED_WIDE`.
FOLDING_WIDE static uint32_t folded_wide(uint32_t crc, const uint8_t *bytes, size_t count) {
  __m512i a = _mm512_xor_si512(_mm512_loadu_si512(bytes), _mm512_zextsi128_si512(_mm_cvtsi32_si128((int)crc)));
  __m512i b = _mm512_loadu_si512(bytes + 64), c = _mm512_loadu_si512(bytes + 128), d = _mm512_loadu_si512(bytes + 192);
  __m512i by = powers_wide(BY_2048);
  for (bytes += FOLDED_WIDE, count -= FOLDED_WIDE; count >= FOLDED_WIDE; bytes += FOLDED_WIDE, count -= FOLDED_WIDE) {
    a = fold_wide(a, by, _mm512_loadu_si512(bytes));
    b = fold_wide(b, by, _mm512_loadu_si512(bytes + 64));
    c = fold_wide(c, by, _mm512_loadu_si512(bytes + 128));
    d = fold_wide(d, by, _mm512_loadu_si512(bytes + 192));
  }
  by = powers_wide(BY_512);
  a = fold_wide(fold_wide(fold_wide(a, by, b), by, c), by, d);
  for (; count >= 64; bytes += 64, count -= 64) a = fold_wide(a, by, _mm512_loadu_si512(bytes));
  __m128i sum = _mm512_castsi512_si128(a);
  sum = fold_one(sum, _mm512_extracti32x4_epi32(a, 1));
  sum = fold_one(sum, _mm512_extracti32x4_epi32(a, 2));
  sum = fold_one(sum, _mm512_extracti32x4_epi32(a, 3));
  return hardware(reduced(sum), bytes, count);
}

static int has_hardware, has_folding, has_wide_folding;

__attribute__((constructor)) static void choose(void) {
  __builtin_cpu_init();
  has_hardware = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul");
  has_folding = has_hardware && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("vpclmulqdq");
  has_wide_folding = has_folding && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl");
  make_tables();
}
#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)
#include <arm_acle.h>

static uint32_t hardware(uint32_t crc, const uint8_t *bytes, size_t count) {
  for (; count >= 8; count -= 8, bytes += 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    crc = __crc32cd(crc, word);
  }
  for (; count; count--) crc = __crc32cb(crc, *bytes++);
  return crc;
}

enum { has_hardware = 1 };

__attribute__((constructor)) static void choose(void) { make_tables(); }
#else
static uint32_t hardware(uint32_t crc, const uint8_t *bytes, size_t count) { return software(crc, bytes, count); }

enum { has_hardware = 0 };

__attribute__((constructor)) static void choose(void) { make_tables(); }
#endif

uint32_t ashlar_crc32c(uint32_t crc, const void *bytes, size_t count) { return ashlar_crc32c_folded_wide(crc, bytes, count); }

uint32_t ashlar_crc32c_folded_wide(uint32_t crc, const void *bytes, size_t count) {
#if defined(__x86_64__)
  if (has_wide_folding && count >= FOLDED_WIDE) return ~folded_wide(~crc, bytes, count);
#endif
  return ashlar_crc32c_folded(crc, bytes, count);
}

uint32_t ashlar_crc32c_folded(uint32_t crc, const void *bytes, size_t count) {
#if defined(__x86_64__)
  if (has_folding && count >= FOLDED) return ~folded(~crc, bytes, count);
#endif
  return ashlar_crc32c_instruction(crc, bytes, count);
}

uint32_t ashlar_crc32c_software(uint32_t crc, const void *bytes, size_t count) { return ~software(~crc, bytes, count); }

uint32_t ashlar_crc32c_instruction(uint32_t crc, const void *bytes, size_t count) {
  return ~(has_hardware ? hardware(~crc, bytes, count) : software(~crc, bytes, count));
}

uint32_t ashlar_cluster_crc(uint64_t key, const void *cluster, size_t count) {
  const uint8_t zeros[4] = {0};
  const uint8_t *bytes = cluster;
  uint32_t crc = ashlar_crc32c(0, &key, 8);
  crc = ashlar_crc32c(crc, bytes, 24);
  crc = ashlar_crc32c(crc, zeros, 4);
  return ashlar_crc32c(crc, bytes + 28, count - 28);
}

uint64_t ashlar_entry_hash(uint32_t space, const void *key, size_t key_size, const void *value, size_t value_size) {
  uint64_t hash = ashlar_crc32c(ashlar_crc32c(space, key, key_size), value, value_size);
  hash |= (uint64_t)value_size << 32;
  hash = (hash ^ hash >> 33) * 0xFF51AFD7ED558CCDull;
  hash = (hash ^ hash >> 33) * 0xC4CEB9FE1A85EC53ull;
  return hash ^ hash >> 33;
}
