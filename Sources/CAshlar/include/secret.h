// Memory for keys and plaintexts, and what nonces are drawn from.
#ifndef CASHLAR_SECRET_H
#define CASHLAR_SECRET_H

#include <stddef.h>
#include <stdint.h>

/// Returns whether `size` bytes are equal. The time depends on the size only.
int ashlar_secret_equal(const void *first, const void *second, size_t size);
/// Clears memory; the compiler does not remove the call.
void ashlar_secret_clear(void *bytes, size_t size);

/// Stores what distinguishes this call from calls at other times, in other threads, processes and machines: the realtime clock and the
/// monotonic clock in nanoseconds, a counter of the processor (0 if there is none), the process and the thread.
void ashlar_circumstances(uint64_t words[5]);

/// Allocates zeroed pages for keys. Core dumps do not include them, forked children find zeros in them, and they are not written to swap if
/// the system permits the process to lock that much memory. Returns null if memory cannot be allocated.
void *ashlar_secret_memory_make(size_t size);
/// Clears and frees memory of `ashlar_secret_memory_make`. Accepts null.
void ashlar_secret_memory_free(void *memory, size_t size);

/// Allocates zeroed pages for plaintexts. Core dumps do not include them. Returns null if memory cannot be allocated.
void *ashlar_plain_memory_make(size_t size);
/// Provides pages of `ashlar_plain_memory_make` with memory at once, which costs less than a page fault for each page. Does nothing on
/// systems without this function.
void ashlar_plain_memory_populate(void *memory, size_t size);
/// Clears and frees memory of `ashlar_plain_memory_make`.
/// - Parameter written: The number of bytes, from the start, that may contain plaintext.
void ashlar_plain_memory_free(void *memory, size_t size, size_t written);

#endif
