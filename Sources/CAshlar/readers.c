#define _GNU_SOURCE
#include "lock.h"

// LMDB guards its table of readers by two locks of the process: one on byte 0, which tells the process that opens the file first to
// initialize the table, and one on the byte with the process's number, which tells readers that live from those of a process that died.
// The kernel releases such locks when the process closes any descriptor of the file. The locks here belong to an open file and are
// released with it; LMDB, which compares both kinds, sees them as those of a process.

#if ASHLAR_HAS_LOCK_PAGE
static int busy(int code) { return code == EAGAIN || code == EACCES ? EBUSY : code; }

int ashlar_hold_readers(int readers) { return busy(ashlar_set_lock(readers, F_OFD_SETLK, F_RDLCK, 0)); }

int ashlar_readers_are_held(int readers) { return !ashlar_is_unlocked(readers, 0); }

int ashlar_hold_number(int readers, int32_t process) {
  // LMDB locks the byte for the process, once, and the two kinds of locks exclude each other.
  int code = ashlar_set_lock(readers, F_SETLK, F_UNLCK, process);
  return code != 0 ? code : busy(ashlar_set_lock(readers, F_OFD_SETLK, F_WRLCK, process));
}

int ashlar_number_is_held(int readers, int32_t process) { return !ashlar_is_unlocked(readers, process); }

void ashlar_release_readers(int readers, int32_t process) {
  // A program that is being started shares the open file for a moment, and with it the locks.
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
