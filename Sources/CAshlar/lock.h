// What the parts of the lock file share. Its first page is mapped by those who write or watch; bytes behind the page are only locked, never
// written.
#ifndef ASHLAR_LOCK_H
#define ASHLAR_LOCK_H

#include "CAshlar.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#if defined(__linux__) && defined(F_OFD_SETLKW)
#define ASHLAR_HAS_LOCK_PAGE 1

enum {
  ashlar_lock_page = 4096,
  // Locked while numbers are given out.
  ashlar_registry_byte = ashlar_lock_page,
  // The writers' numbers begin behind it, the watchers' bits behind those.
  ashlar_last_writer = 1 << 16,
  ashlar_first_watcher_byte = ashlar_registry_byte + ashlar_last_writer + 1,
};

// Sets or clears a lock of the open file. Returns 0 or an error number.
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

// Whether no other open file has a lock on a byte.
static inline int ashlar_is_unlocked(int descriptor, off_t byte) {
  struct flock lock = {0};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = byte;
  lock.l_len = 1;
  return fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type == F_UNLCK;
}

// Takes and gives back the lock of the registry byte, which belongs to the open file: among the threads of the process a mutex comes first.
int ashlar_enter_registry(ashlar_file_lock *lock);
void ashlar_leave_registry(ashlar_file_lock *lock);
// Maps the page, once; in the registry. Returns 0 or an error number.
int ashlar_map_lock_page(ashlar_file_lock *lock);
#endif
#endif
