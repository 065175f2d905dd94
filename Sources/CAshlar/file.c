#define _GNU_SOURCE
#include "disk_space.h"

#include <fcntl.h>
#include <unistd.h>

int ashlar_reserve_file(int descriptor, int64_t offset, int64_t count) {
#if defined(__APPLE__)
  fstore_t wanted = {F_ALLOCATEALL, F_PEOFPOSMODE, 0, count, 0};
  return fcntl(descriptor, F_PREALLOCATE, &wanted) == 0 && ftruncate(descriptor, offset + count) == 0;
#else
  return posix_fallocate(descriptor, offset, count) == 0;
#endif
}

void ashlar_write_zeros(int descriptor, int64_t from, int64_t to, int64_t piece) {
  static const char zeros[1 << 14];
  if (piece <= 0 || piece > (int64_t)sizeof zeros) piece = sizeof zeros;
  while (from < to) {
    int64_t end = (from / piece + 1) * piece;
    if (end > to) end = to;
    ssize_t done = pwrite(descriptor, zeros, (size_t)(end - from), from);
    if (done <= 0) return;
    from += done;
  }
}

void ashlar_punch_file(int descriptor, int64_t offset, int64_t count) {
#if defined(__linux__)
  // If the file system does not support this, the space is freed when the file is closed.
  (void)!fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, count);
#else
  (void)descriptor, (void)offset, (void)count;
#endif
}
