#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

int ashlar_sync_descriptor(int descriptor) {
  int code;
#ifdef F_FULLFSYNC
  // Data synced by fsync alone may still be lost if the power fails.
  code = fcntl(descriptor, F_FULLFSYNC);
  if (code != 0) code = fsync(descriptor);
#else
  do {
    code = fsync(descriptor);
  } while (code != 0 && errno == EINTR);
#endif
  return code == 0 ? 0 : errno;
}

int ashlar_sync_file(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  int code = ashlar_sync_descriptor(descriptor);
  close(descriptor);
  return code;
}

// Fallback if the system cannot rename exclusively: creates a second link, which fails if the name exists, then removes the first link.
static int link_new(const char *from, const char *to) {
  if (link(from, to) != 0) return errno;
  return unlink(from) == 0 ? 0 : errno;
}

int ashlar_rename_new(const char *from, const char *to) {
#if defined(__APPLE__)
  if (renamex_np(from, to, RENAME_EXCL) == 0) return 0;
  return errno == ENOTSUP ? link_new(from, to) : errno;
#elif defined(SYS_renameat2)
  const unsigned no_replace = 1;
  if (syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, no_replace) == 0) return 0;
  return errno == EINVAL || errno == ENOSYS ? link_new(from, to) : errno;
#else
  return link_new(from, to);
#endif
}
