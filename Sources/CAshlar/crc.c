#include "CAshlar.h"

#include <string.h>

// CRC32C: polynomial 1EDC6F41, reflected.
static const uint32_t polynomial = 0x82F63B78;

// Tables for eight bytes at a time, where the machine has no instruction. Made when the program is loaded.
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

// Three stretches at once: the instruction takes three cycles and one can begin in each.
enum { STRETCH = 512 };
// x to the power of 8 * STRETCH - 33 and of 16 * STRETCH - 33, modulo the polynomial.
static const uint32_t shift_one = 0xDD7E3B0C, shift_two = 0x170076FA;

// The checksum `crc` moved over zeros; `power` says over how many.
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

// Sixteen stretches of 16 bytes at once. A register's 128 bits are a polynomial, the first byte's lowest bit its highest power;
// moved on by so many bits, each half is multiplied by a power of x, that of the first half first: the bits and 31, the bits
// less 33. Gopal et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction", Intel 2009.
#define FOLDING __attribute__((target("sse4.2,pclmul,avx512f,avx512vl,vpclmulqdq")))
enum { FOLDED = 256 };
#define BY_2048 0xB9E02B86, 0xDCB17AA4
#define BY_512 0x9E4ADDF8, 0x740EEF02
#define BY_128 0x493C7D27, 0xF20C0DFE

FOLDING static inline __m512i powers(uint32_t second, uint32_t first) { return _mm512_broadcast_i32x4(_mm_set_epi64x(second, first)); }

FOLDING static inline __m512i fold(__m512i sum, __m512i by, __m512i next) {
  return _mm512_ternarylogic_epi64(_mm512_clmulepi64_epi128(sum, by, 0x00), _mm512_clmulepi64_epi128(sum, by, 0x11), next, 0x96);
}

FOLDING static inline __m128i fold_one(__m128i sum, __m128i next) {
  const __m128i by = _mm_set_epi64x(BY_128);
  return _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(sum, by, 0x00), _mm_clmulepi64_si128(sum, by, 0x11)), next);
}

// `count` is at least `FOLDED`.
FOLDING static uint32_t folded(uint32_t crc, const uint8_t *bytes, size_t count) {
  __m512i a = _mm512_xor_si512(_mm512_loadu_si512(bytes), _mm512_zextsi128_si512(_mm_cvtsi32_si128((int)crc)));
  __m512i b = _mm512_loadu_si512(bytes + 64), c = _mm512_loadu_si512(bytes + 128), d = _mm512_loadu_si512(bytes + 192);
  __m512i by = powers(BY_2048);
  for (bytes += FOLDED, count -= FOLDED; count >= FOLDED; bytes += FOLDED, count -= FOLDED) {
    a = fold(a, by, _mm512_loadu_si512(bytes));
    b = fold(b, by, _mm512_loadu_si512(bytes + 64));
    c = fold(c, by, _mm512_loadu_si512(bytes + 128));
    d = fold(d, by, _mm512_loadu_si512(bytes + 192));
  }
  by = powers(BY_512);
  a = fold(fold(fold(a, by, b), by, c), by, d);
  for (; count >= 64; bytes += 64, count -= 64) a = fold(a, by, _mm512_loadu_si512(bytes));
  __m128i sum = _mm512_castsi512_si128(a);
  sum = fold_one(sum, _mm512_extracti32x4_epi32(a, 1));
  sum = fold_one(sum, _mm512_extracti32x4_epi32(a, 2));
  sum = fold_one(sum, _mm512_extracti32x4_epi32(a, 3));
  uint64_t rest = _mm_crc32_u64(0, (uint64_t)_mm_extract_epi64(sum, 0));
  return hardware((uint32_t)_mm_crc32_u64(rest, (uint64_t)_mm_extract_epi64(sum, 1)), bytes, count);
}

static int has_hardware, has_folding;

__attribute__((constructor)) static void choose(void) {
  __builtin_cpu_init();
  has_hardware = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul");
  has_folding = has_hardware && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("vpclmulqdq");
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

uint32_t ashlar_crc32c(uint32_t crc, const void *bytes, size_t count) {
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
