#define _GNU_SOURCE
#include "CAshlar.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>

#ifdef F_OFD_SETLKW
static int set(int descriptor, int command, short type) {
  struct flock lock = {0};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_len = 1;
  while (fcntl(descriptor, command, &lock) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

int ashlar_lock_file(int descriptor) { return set(descriptor, F_OFD_SETLKW, F_WRLCK); }

void ashlar_unlock_file(int descriptor) { set(descriptor, F_OFD_SETLK, F_UNLCK); }
#else
int ashlar_lock_file(int descriptor) {
  while (flock(descriptor, LOCK_EX) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

void ashlar_unlock_file(int descriptor) { flock(descriptor, LOCK_UN); }
#endif

int ashlar_try_process_lock(int descriptor) {
  struct flock lock = {0};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_len = 1;
  while (fcntl(descriptor, F_SETLK, &lock) != 0) {
    if (errno == EACCES) return EAGAIN;
    if (errno != EINTR) return errno;
  }
  return 0;
}
