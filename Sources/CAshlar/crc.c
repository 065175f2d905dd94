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

static int has_hardware;

__attribute__((constructor)) static void choose(void) {
  __builtin_cpu_init();
  has_hardware = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul");
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
  return ~(has_hardware ? hardware(~crc, bytes, count) : software(~crc, bytes, count));
}

uint32_t ashlar_crc32c_software(uint32_t crc, const void *bytes, size_t count) { return ~software(~crc, bytes, count); }

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
