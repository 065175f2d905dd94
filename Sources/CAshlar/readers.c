#define _GNU_SOURCE
#include "lock_page.h"
#include "readers.h"

// LMDB guards its reader table with two locks of the process. A process that can lock byte 0 exclusively is the first to open the file, and
// initializes the table. The lock on the byte whose offset is the process ID distinguishes the readers of a live process from those of a
// dead one. The kernel releases such locks when the process closes any descriptor of the file. The locks here belong to an open file
// description and are released with it; LMDB, whose locks conflict with both kinds, treats them like locks of a process.

#if ASHLAR_HAS_LOCK_PAGE
static int busy(int code) { return code == EAGAIN || code == EACCES ? EBUSY : code; }

int ashlar_hold_readers(int readers) { return busy(ashlar_set_lock(readers, F_OFD_SETLK, F_RDLCK, 0)); }

int ashlar_readers_are_held(int readers) { return !ashlar_is_unlocked(readers, 0); }

int ashlar_hold_number(int readers, int32_t process) {
  // LMDB locks the byte for the process only once. The two kinds of locks exclude each other, so the process's lock is released first.
  int code = ashlar_set_lock(readers, F_SETLK, F_UNLCK, process);
  return code != 0 ? code : busy(ashlar_set_lock(readers, F_OFD_SETLK, F_WRLCK, process));
}

int ashlar_number_is_held(int readers, int32_t process) { return !ashlar_is_unlocked(readers, process); }

void ashlar_release_readers(int readers, int32_t process) {
  // The locks are released explicitly, because a program that is being started may briefly share the open file description, and with it the
  // locks.
  ashlar_set_lock(readers, F_OFD_SETLK, F_UNLCK, process);
  ashlar_set_lock(readers, F_OFD_SETLK, F_UNLCK, 0);
}
#else
#include <fcntl.h>

int ashlar_hold_readers(int readers) { return (void)readers, 0; }

int ashlar_readers_are_held(int readers) { return (void)readers, 0; }

int ashlar_hold_number(int readers, int32_t process) { return (void)readers, (void)process, 0; }

int ashlar_number_is_held(int readers, int32_t process) {
  struct flock lock = {0};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = process;
  lock.l_len = 1;
  return fcntl(readers, F_GETLK, &lock) != 0 || lock.l_type != F_UNLCK;
}

void ashlar_release_readers(int readers, int32_t process) { (void)readers, (void)process; }
#endif
