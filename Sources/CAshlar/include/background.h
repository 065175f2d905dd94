// Threads in the background, and the monitors by which threads wait for each other.
#ifndef CASHLAR_BACKGROUND_H
#define CASHLAR_BACKGROUND_H

#include <stdint.h>

/// A lock and a condition variable for threads.
typedef struct ashlar_monitor ashlar_monitor;
ashlar_monitor *ashlar_monitor_make(void);
void ashlar_monitor_free(ashlar_monitor *monitor);
void ashlar_monitor_lock(ashlar_monitor *monitor);
void ashlar_monitor_unlock(ashlar_monitor *monitor);
/// Releases the lock, waits to be woken for at most `nanoseconds`, and acquires the lock again. A negative value means no limit. May return
/// spuriously.
void ashlar_monitor_wait(ashlar_monitor *monitor, int64_t nanoseconds);
/// Wakes all waiting threads.
void ashlar_monitor_wake(ashlar_monitor *monitor);
/// Runs `body` on a new detached thread with all signals blocked. Returns 0 or an error number.
int ashlar_start_thread(void (*body)(void *), void *context);

#endif
