// The calling thread: its identity, its end, and the values that the runtime stores for it.
#ifndef CASHLAR_THREAD_H
#define CASHLAR_THREAD_H

#include <stdint.h>

/// Returns a value that identifies the calling thread. Takes one instruction on Linux.
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

/// Returns whether the calling thread is the main thread.
int ashlar_is_first_thread(void);

// The property that the calling thread is writing: an object or its entity (unretained), and the column. See `WrittenProperty`.
extern _Thread_local const void *ashlar_written_owner;
extern _Thread_local int64_t ashlar_written_column;
static inline void ashlar_set_written(const void *owner, int64_t column) {
  ashlar_written_owner = owner;
  ashlar_written_column = column;
}
static inline const void *ashlar_get_written_owner(void) { return ashlar_written_owner; }
static inline int64_t ashlar_get_written_column(void) { return ashlar_written_column; }

// The pending releases of the outermost release of unmanaged objects on the calling thread; null outside of such a release.
extern _Thread_local void *ashlar_pending_releases;
static inline void ashlar_set_pending_releases(void *pending) { ashlar_pending_releases = pending; }
static inline void *ashlar_get_pending_releases(void) { return ashlar_pending_releases; }

// The Realm in which the calling thread thaws objects, unretained; see `_RealmCore.thawing`.
extern _Thread_local void *ashlar_thaw_target;
static inline void ashlar_set_thaw_target(void *target) { ashlar_thaw_target = target; }
static inline void *ashlar_get_thaw_target(void) { return ashlar_thaw_target; }

// The nesting depth of objects whose initial values the calling thread is computing; see `ObjectBase._complete`.
extern _Thread_local int32_t ashlar_initial_depth;
static inline int32_t ashlar_change_initial_depth(int32_t change) { return ashlar_initial_depth += change; }

// The number of discoveries of handwritten classes in progress on all threads; see `_Discovery`.
extern _Atomic uint32_t ashlar_discovery_count;
static inline uint32_t ashlar_discoveries(void) { return __c11_atomic_load(&ashlar_discovery_count, __ATOMIC_RELAXED); }
/// Returns the discovery in progress on the calling thread, or null. The pointer is owned by the caller of `ashlar_begin_discovery`.
const void *ashlar_get_discovery(void);
void ashlar_begin_discovery(const void *look);
/// Ends the discovery in progress and resumes `outer`.
void ashlar_end_discovery(const void *outer);

/// Registers `run` to be called once when the calling thread ends, however often it is registered. Returns 0 or an error number.
int ashlar_when_thread_ends(void (*run)(void));

#endif
