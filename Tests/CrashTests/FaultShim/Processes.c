#define _GNU_SOURCE
#include "FaultShim.h"

#include <errno.h>
#include <unistd.h>

#if defined(__linux__)
#include <sched.h>
#include <sys/mount.h>

int ashlar_bind_folder(const char *from, const char *to) {
  if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return errno;
  return mount(from, to, NULL, MS_BIND, NULL) == 0 ? 0 : errno;
}

int ashlar_number_children(void) { return unshare(CLONE_NEWPID) == 0 ? 0 : errno; }

int ashlar_mount_small(const char *place, const char *options) {
  if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return errno;
  return mount("none", place, "tmpfs", 0, options) == 0 ? 0 : errno;
}
#else
int ashlar_number_children(void) { return ENOSYS; }

int ashlar_bind_folder(const char *from, const char *to) {
  (void)from, (void)to;
  return ENOSYS;
}

int ashlar_mount_small(const char *place, const char *options) {
  (void)place, (void)options;
  return ENOSYS;
}
#endif

int ashlar_fork(void) { return fork(); }
