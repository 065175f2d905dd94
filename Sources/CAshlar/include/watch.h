// Signals of commits by other processes.
#ifndef CASHLAR_WATCH_H
#define CASHLAR_WATCH_H

#include "lock.h"

/// Registers this process to receive signals of commits by other processes. Returns 0 or an error number.
int ashlar_watchers_join(ashlar_file_lock *lock);
/// Balances `ashlar_watchers_join`.
void ashlar_watchers_leave(ashlar_file_lock *lock);
/// Signals a visible commit to the watching processes. Must be called with the lock held; makes no system call if no process watches.
void ashlar_signal_commit(ashlar_file_lock *lock);
/// Causes an event, with which this process tests that events are delivered to it. Other watching processes receive the event, too.
void ashlar_signal_self(ashlar_file_lock *lock);

/// Opens a descriptor that receives events for writes to files; negative if the system does not support this.
int ashlar_watch_open(void);
/// Opens a descriptor with which `ashlar_watch_ring` makes `ashlar_watch_wait` return. Returns -1 on failure or without system support.
int ashlar_watch_open_bell(void);
void ashlar_watch_ring(int bell);
/// Starts receiving events for writes to an open file, and for its closing by processes that could write, including when such a process
/// dies. Returns the file's number in events, or -1 on failure.
int ashlar_watch_add(int watch, int descriptor);
/// Balances `ashlar_watch_add`.
void ashlar_watch_remove(int watch, int number);
/// Waits for events or for `ashlar_watch_ring`, without a timeout if `milliseconds` is -1. Stores the numbers of the files with events, or
/// -1 for all files. Returns how many numbers it stored, possibly 0.
int ashlar_watch_wait(int watch, int bell, int milliseconds, int *numbers, int capacity);

#endif
