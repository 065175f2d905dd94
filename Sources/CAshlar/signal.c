#define _GNU_SOURCE
#include "lock_page.h"
#include "watch.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#if ASHLAR_HAS_LOCK_PAGE
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>

// A word of the page has a bit for each watching process. The process keeps the byte of its bit locked, so that a process that joins later
// can find the bits of dead processes. If no bit is free, the last bit is set permanently, and every commit is signaled.
//
// Invariants: bits are set and cleared under the registry lock. A watcher sets its bit before it reads the version; a committer reads the
// bits after its version is visible. Therefore, at least one of the two detects the other.
enum { wordOffset = 2048, signalOffset = wordOffset + 8, bits = 64 };

static uint64_t *watchers(ashlar_file_lock *lock) { return (uint64_t *)(lock->page + wordOffset); }

static void forget_dead(ashlar_file_lock *lock) {
  uint64_t seen = __atomic_load_n(watchers(lock), __ATOMIC_SEQ_CST);
  for (int bit = 0; bit < bits - 1; bit++) {
    if (!(seen >> bit & 1)) continue;
    if (!ashlar_is_unlocked(lock->descriptor, ashlar_first_watcher_byte + bit)) continue;
    __atomic_fetch_and(watchers(lock), ~(1ull << bit), __ATOMIC_SEQ_CST);
  }
}

int ashlar_watchers_join(ashlar_file_lock *lock) {
  int code = ashlar_enter_registry(lock);
  if (code != 0) return code;
  code = ashlar_map_lock_page(lock);
  if (code == 0) {
    forget_dead(lock);
    int bit = 0;
    while (bit < bits - 1
           && ashlar_set_lock(lock->descriptor, F_OFD_SETLK, F_WRLCK, ashlar_first_watcher_byte + bit) != 0) {
      bit++;
    }
    __atomic_store_n(&lock->watcher, 1ull << bit, __ATOMIC_SEQ_CST);
    __atomic_fetch_or(watchers(lock), 1ull << bit, __ATOMIC_SEQ_CST);
  }
  ashlar_leave_registry(lock);
  return code;
}

void ashlar_watchers_leave(ashlar_file_lock *lock) {
  if (ashlar_enter_registry(lock) != 0) return;
  uint64_t own = __atomic_exchange_n(&lock->watcher, 0, __ATOMIC_SEQ_CST);
  if (own && own != 1ull << (bits - 1)) {
    __atomic_fetch_and(watchers(lock), ~own, __ATOMIC_SEQ_CST);
    ashlar_set_lock(lock->descriptor, F_OFD_SETLK, F_UNLCK, ashlar_first_watcher_byte + __builtin_ctzll(own));
  }
  ashlar_leave_registry(lock);
}

static void write_signal(ashlar_file_lock *lock) {
  static const char byte = 1;
  // The byte was written before, so disk space is allocated. If the write fails nevertheless, the next commit or the end of the process
  // causes an event.
  while (pwrite(lock->descriptor, &byte, 1, signalOffset) < 0 && errno == EINTR) {}
}

void ashlar_signal_commit(ashlar_file_lock *lock) {
  if (!lock->page) return;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  uint64_t own = __atomic_load_n(&lock->watcher, __ATOMIC_SEQ_CST);
  if (own == 1ull << (bits - 1)) own = 0;
  if (__atomic_load_n(watchers(lock), __ATOMIC_SEQ_CST) & ~own) write_signal(lock);
}

void ashlar_signal_self(ashlar_file_lock *lock) { write_signal(lock); }

int ashlar_watch_open(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

int ashlar_watch_open_bell(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void ashlar_watch_ring(int bell) {
  static const uint64_t one = 1;
  while (write(bell, &one, sizeof one) < 0 && errno == EINTR) {}
}

int ashlar_watch_add(int watch, int descriptor) {
  char path[64];
  // This path refers to the open file itself, even if a different file is now at the file's path.
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return inotify_add_watch(watch, path, IN_MODIFY | IN_CLOSE_WRITE);
}

void ashlar_watch_remove(int watch, int number) { inotify_rm_watch(watch, number); }

int ashlar_watch_wait(int watch, int bell, int milliseconds, int *numbers, int capacity) {
  // poll ignores negative descriptors.
  struct pollfd both[] = {{.fd = watch, .events = POLLIN}, {.fd = bell, .events = POLLIN}};
  if (poll(both, 2, milliseconds) <= 0) return 0;
  uint64_t rings;
  if (both[1].revents && read(bell, &rings, sizeof rings) < 0) rings = 0;
  if (!both[0].revents) return 0;
  _Alignas(struct inotify_event) char buffer[4096];
  ssize_t size = read(watch, buffer, sizeof buffer);
  int count = 0;
  for (ssize_t offset = 0; offset + (ssize_t)sizeof(struct inotify_event) <= size;) {
    const struct inotify_event *event = (const struct inotify_event *)(buffer + offset);
    // -1 reports an overflow of the queue. Events beyond the capacity are reported the same way.
    int number = count == capacity - 1 ? -1 : event->wd;
    if (!(event->mask & IN_IGNORED) && (count == 0 || numbers[count - 1] != number)) numbers[count++] = number;
    offset += (ssize_t)sizeof(struct inotify_event) + event->len;
    if (count == capacity) break;
  }
  return count;
}
#else
#include <time.h>

int ashlar_watchers_join(ashlar_file_lock *lock) { return ENOSYS; }
void ashlar_watchers_leave(ashlar_file_lock *lock) {}
void ashlar_signal_commit(ashlar_file_lock *lock) {}
void ashlar_signal_self(ashlar_file_lock *lock) {}
int ashlar_watch_open(void) { return -1; }
int ashlar_watch_open_bell(void) { return -1; }
void ashlar_watch_ring(int bell) {}
int ashlar_watch_add(int watch, int descriptor) { return -1; }
void ashlar_watch_remove(int watch, int number) {}
int ashlar_watch_wait(int watch, int bell, int milliseconds, int *numbers, int capacity) {
  struct timespec time = {milliseconds / 1000, (milliseconds % 1000) * 1000000L};
  nanosleep(&time, NULL);
  return 0;
}
#endif
