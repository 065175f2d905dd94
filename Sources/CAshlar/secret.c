#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "secret.h"
#include "thread.h"

int ashlar_secret_equal(const void *first, const void *second, size_t size) {
  const volatile uint8_t *left = first, *right = second;
  uint8_t difference = 0;
  for (size_t index = 0; index < size; index++) difference |= left[index] ^ right[index];
  return difference == 0;
}

void ashlar_secret_clear(void *bytes, size_t size) {
  if (size) memset(bytes, 0, size);
  // The compiler must assume that this reads the memory.
  __asm__ volatile("" : : "r"(bytes) : "memory");
}

static uint64_t nanoseconds(clockid_t clock) {
  struct timespec time = {0};
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static uint64_t cycles(void) {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  uint64_t count;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
  return count;
#else
  return 0;
#endif
}

void ashlar_circumstances(uint64_t words[5]) {
  words[0] = nanoseconds(CLOCK_REALTIME);
  words[1] = nanoseconds(CLOCK_MONOTONIC_RAW);
  words[2] = cycles();
  words[3] = (uint64_t)getpid();
  words[4] = ashlar_thread();
}

void *ashlar_secret_memory_make(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  // A kernel without these options shares the keys with children and core dumps, as it does with all other memory.
#if defined(MADV_WIPEONFORK)
  madvise(memory, size, MADV_WIPEONFORK);
#endif
#if defined(MADV_DONTDUMP)
  madvise(memory, size, MADV_DONTDUMP);
#endif
  // Processes may lock 64 KB or more unless the system denies it; pages that are not locked can be written to swap.
  mlock(memory, size);
  return memory;
}

void ashlar_secret_memory_free(void *memory, size_t size) {
  if (!memory) return;
  ashlar_secret_clear(memory, size);
  munmap(memory, size);
}

void *ashlar_plain_memory_make(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return NULL;
#if defined(MADV_DONTDUMP)
  madvise(memory, size, MADV_DONTDUMP);
#endif
  return memory;
}

void ashlar_plain_memory_populate(void *memory, size_t size) {
#if defined(__linux__)
  // MADV_POPULATE_WRITE, which older headers do not declare. Kernels before 5.14 refuse it.
  madvise(memory, size, 23);
#else
  (void)memory, (void)size;
#endif
}

void ashlar_plain_memory_free(void *memory, size_t size, size_t written) {
  ashlar_secret_clear(memory, written);
  munmap(memory, size);
}
