// Declarations shared by the lock file's parts. Processes that write or watch map its first page; bytes after the page are only locked,
// never written.
#ifndef CASHLAR_LOCK_PAGE_H
#define CASHLAR_LOCK_PAGE_H

#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#if defined(__linux__) && defined(F_OFD_SETLKW)
#define ASHLAR_HAS_LOCK_PAGE 1

enum {
  ashlar_lock_page = 4096,
  // The byte that is locked while numbers are allocated.
  ashlar_registry_byte = ashlar_lock_page,
  // The bytes of the writers' numbers follow this byte, and the bytes of the watchers' bits follow those.
  ashlar_last_writer = 1 << 16,
  ashlar_first_watcher_byte = ashlar_registry_byte + ashlar_last_writer + 1,
};

// Sets or clears a lock of the open file description. Returns 0 or an error number.
static inline int ashlar_set_lock(int descriptor, int command, short type, off_t byte) {
  struct flock lock = {0};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = byte;
  lock.l_len = 1;
  while (fcntl(descriptor, command, &lock) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

// Returns whether no other open file description has a lock on a byte.
static inline int ashlar_is_unlocked(int descriptor, off_t byte) {
  struct flock lock = {0};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = byte;
  lock.l_len = 1;
  return fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type == F_UNLCK;
}

// Acquires and releases the lock of the registry byte. It belongs to the open file description, so a mutex serializes the threads of the
// process first.
int ashlar_enter_registry(ashlar_file_lock *lock);
void ashlar_leave_registry(ashlar_file_lock *lock);
// Maps the page, if it is not mapped yet. Requires the registry lock. Returns 0 or an error number.
int ashlar_map_lock_page(ashlar_file_lock *lock);
#endif
#endif
