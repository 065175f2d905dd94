// Locks between processes.
#ifndef CASHLAR_LOCK_H
#define CASHLAR_LOCK_H

#include "fork.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

/// An exclusive lock between processes through a file: a word in a mapped page, so that without contention, locking and unlocking need no
/// system call. It belongs to the opened handle, not to a thread, and is released when its process ends.
typedef struct {
  /// NULL until the lock is first acquired.
  uint32_t *word;
  int descriptor;
  /// The number that the word contains while this handle holds the lock.
  uint32_t number;
  /// Whether another process was waiting at the last unlock.
  int gave_way;
  /// Whether the last `ashlar_file_lock_take` found the lock held by another process.
  int waited;
  /// The process that opened the lock.
  uint32_t process;
  ashlar_fork_handler handler;
  /// The mapped page; NULL until the lock is first acquired or the file is watched.
  char *page;
  /// The bit of this process among the watching processes; 0 if it does not watch.
  uint64_t watcher;
  /// The mutex that a thread holds while it allocates a number or a bit.
  pthread_mutex_t registry;
} ashlar_file_lock;

enum { ashlar_longest_place = 200 };

/// The holder of such a lock.
typedef struct {
  uint32_t process;
  /// The size of `place` in bytes.
  uint32_t length;
  uint64_t thread;
  /// The time for which the lock has been held, in nanoseconds.
  int64_t held;
  char place[ashlar_longest_place];
} ashlar_lock_holder;

/// Takes ownership of a descriptor of a lock file, which may be empty. Returns 0 or an error number, in which case the descriptor has been
/// closed. A forked child does not inherit the lock and may only close the handle.
int ashlar_file_lock_open(ashlar_file_lock *lock, int descriptor);
/// Closes the lock file.
void ashlar_file_lock_close(ashlar_file_lock *lock);
/// Waits for the lock, which is released when its holder dies. Returns 0 or an error number: ETIMEDOUT after `nanoseconds`.
int ashlar_file_lock_take(ashlar_file_lock *lock, int64_t nanoseconds);
/// Acquires the lock if it is free, without waiting. Returns 0, EBUSY if it is held or a waiting process takes precedence, or an error
/// number.
int ashlar_file_lock_try(ashlar_file_lock *lock);
/// Records the holder, for `ashlar_file_lock_holder` in other processes. Must be called with the lock held; makes no system call.
void ashlar_file_lock_sign(ashlar_file_lock *lock, uint64_t thread, const char *place, size_t length);
/// Reads the holder of the lock. Returns 0 if the holder is unknown. The result may be outdated or torn.
int ashlar_file_lock_holder(ashlar_file_lock *lock, ashlar_lock_holder *holder);
/// Releases the lock and wakes a waiting process.
void ashlar_file_lock_give(ashlar_file_lock *lock);

/// Tries to lock the first byte of an open file. The lock belongs to the process, and closing any descriptor of the file releases it.
/// Returns 0 or an error number: EAGAIN if another process holds the lock, EBUSY if only an open file description holds it, which a process
/// that has ended may briefly have shared with a program that it was starting.
int ashlar_try_process_lock(int descriptor);

#endif
