// What Swift cannot express: the thread pointer, a load-time registry, file locks and vectorised scans.
#ifndef CASHLAR_H
#define CASHLAR_H

#include <stddef.h>
#include <stdint.h>

/// A value that identifies the calling thread; one instruction on Linux.
static inline uintptr_t ashlar_thread(void) {
#if defined(__APPLE__) && defined(__aarch64__)
  uintptr_t value;
  __asm__("mrs %0, tpidrro_el0" : "=r"(value));
  return value & ~(uintptr_t)7;
#elif defined(__APPLE__) && defined(__x86_64__)
  uintptr_t value;
  __asm__("movq %%gs:0, %0" : "=r"(value));
  return value;
#else
  return (uintptr_t)__builtin_thread_pointer();
#endif
}

/// Remembers a function that links one schema. Called by load-time constructors: before `main`, perhaps before the Swift
/// runtime is up. It allocates nothing.
void ashlar_register_schema(void (*link)(void));
/// The number of registered schemas; more than the capacity means that some were dropped.
size_t ashlar_registered_schemas(void);
/// The registry's capacity.
size_t ashlar_schema_capacity(void);
/// Calls the registered function at `index`, which must be below both the count and the capacity.
void ashlar_link_schema(size_t index);

/// Waits for an exclusive lock on an open file; it belongs to the descriptor, not to the process, and dies with it.
/// Returns 0 or an error number.
int ashlar_lock_file(int descriptor);
/// Gives the lock back.
void ashlar_unlock_file(int descriptor);

#endif
