#include "CBench.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

__attribute__((noinline)) void bench_count_from_here(void) { bench_barrier(); }

int bench_evict(const char *path) {
#if defined(POSIX_FADV_DONTNEED)
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  int error = fsync(file) == 0 ? posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) : errno;
  close(file);
  return error;
#else
  (void)path;
  return ENOTSUP;
#endif
}
