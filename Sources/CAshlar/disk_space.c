#define _GNU_SOURCE
#include "disk_space.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int ashlar_fill_file(int descriptor, int64_t count) {
  struct stat info;
  if (fstat(descriptor, &info) != 0) return errno;
#if defined(__linux__)
  if (info.st_size >= count && (int64_t)info.st_blocks * 512 >= info.st_size) return 0;
  // posix_fallocate would write zeros if the file system lacks fallocate, possibly over data that another process has just written.
  while (fallocate(descriptor, 0, 0, count) != 0) {
    if (errno == EOPNOTSUPP || errno == ENOSYS) return 0;
    if (errno != EINTR) return errno;
  }
#else
  (void)count;
#endif
  return 0;
}

int ashlar_reserve_room(int descriptor, int64_t count) {
#if defined(__linux__)
  while (count > 0 && fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, count) != 0) {
    if (errno == EOPNOTSUPP || errno == ENOSYS) return 0;
    if (errno != EINTR) return errno;
  }
#else
  (void)descriptor, (void)count;
#endif
  return 0;
}

void ashlar_give_up_room(int descriptor) {
#if defined(__linux__)
  struct stat info;
  if (fstat(descriptor, &info) == 0) (void)!ftruncate(descriptor, info.st_size);
#else
  (void)descriptor;
#endif
}

int ashlar_probe_room(int descriptor) {
  static const char zeros[4096];
  struct stat info;
  if (fstat(descriptor, &info) != 0) return errno;
  ssize_t done;
  do {
    done = pwrite(descriptor, zeros, sizeof zeros, info.st_size);
  } while (done < 0 && errno == EINTR);
  if (done < 0) return errno;
  // If only part of a page fits, the next write would fail.
  return done == (ssize_t)sizeof zeros ? 0 : ENOSPC;
}

int ashlar_has_size_limit(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

int ashlar_block_size_signal(void) {
  sigset_t wanted, before, pending;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGXFSZ);
  // A signal that was already pending must stay pending.
  if (sigpending(&pending) != 0 || sigismember(&pending, SIGXFSZ) == 1) return 0;
  if (pthread_sigmask(SIG_BLOCK, &wanted, &before) != 0) return 0;
  return sigismember(&before, SIGXFSZ) == 1 ? 0 : 1;
}

void ashlar_unblock_size_signal(int blocked) {
  if (!blocked) return;
  sigset_t wanted, pending;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGXFSZ);
  if (sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1) {
    int taken;
    sigwait(&wanted, &taken);
  }
  pthread_sigmask(SIG_UNBLOCK, &wanted, NULL);
}
