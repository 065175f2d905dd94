#define _GNU_SOURCE
#include "pair.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/sysmacros.h>
#endif

// A database and its lock files record which files they are used with: each has a shared lock on a byte, far beyond the maximum size of a
// file, whose position identifies the other file. A process that finds a different byte locked detects that the file is in use with a
// different partner. The kernel releases the locks when a process ends.

static uint64_t mix(uint64_t number) {
  number ^= number >> 33;
  number *= 0xFF51AFD7ED558CCDu;
  number ^= number >> 33;
  number *= 0xC4CEB9FE1A85EC53u;
  return number ^ number >> 33;
}

static uint64_t number(const struct stat *info) { return mix(mix((uint64_t)info->st_dev) + (uint64_t)info->st_ino); }

#if defined(__linux__) && defined(F_OFD_SETLK)
static const off_t start = (off_t)1 << 61, length = (off_t)1 << 61;

static int set(int descriptor, short type, off_t from, off_t count) {
  struct flock lock = {0};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = from;
  lock.l_len = count;
  while (fcntl(descriptor, F_OFD_SETLK, &lock) != 0) {
    if (errno == EAGAIN || errno == EACCES) return EBUSY;
    if (errno != EINTR) return errno;
  }
  return 0;
}

// Returns whether another open file description has a lock in a range.
static int has_others(int descriptor, off_t from, off_t count) {
  if (count == 0) return 0;
  struct flock lock = {0};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = from;
  lock.l_len = count;
  return fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

// Locks the byte of the partner. Returns EBUSY, without the lock, if another byte is locked. The lock is acquired before the check, so that
// of two concurrent processes at least one detects the other.
static int pair(int descriptor, uint64_t partner) {
  off_t byte = start + (off_t)(partner % (uint64_t)length);
  int code = set(descriptor, F_RDLCK, byte, 1);
  if (code != 0) return code;
  if (!has_others(descriptor, start, byte - start) && !has_others(descriptor, byte + 1, start + length - byte - 1)) return 0;
  set(descriptor, F_UNLCK, byte, 1);
  return EBUSY;
}

int ashlar_pair_files(int data, int locks, const char *readers) {
  struct stat first, second, third;
  if (fstat(data, &first) != 0 || fstat(locks, &second) != 0 || stat(readers, &third) != 0) return errno;
  int code = pair(data, mix(number(&second)) + number(&third));
  if (code != 0) return code;
  code = pair(locks, number(&first));
  if (code != 0) set(data, F_UNLCK, start, length);
  return code == EBUSY ? EEXIST : code;
}

int ashlar_claim_file(int data) { return set(data, F_WRLCK, start, length); }

int ashlar_is_paired(int data) { return has_others(data, start, length); }

// One byte per feature and process, below the bytes that pair the files: the numbers of features are less than 2^28.
static off_t mark(uint32_t feature, int32_t process) { return ((off_t)1 << 60) + ((off_t)(feature & 0xFFFFFFF) << 32) + process; }

int ashlar_mark_process(int data, uint32_t feature, int32_t process) { return set(data, F_RDLCK, mark(feature, process), 1); }

int ashlar_has_mark(int data, uint32_t feature, int32_t process) { return has_others(data, mark(feature, process), 1); }
#else
// Without locks of open file descriptions, a file with several names is rejected.
int ashlar_pair_files(int data, int locks, const char *readers) {
  (void)locks, (void)readers, (void)number;
  struct stat info;
  if (fstat(data, &info) != 0) return errno;
  return info.st_nlink > 1 ? EBUSY : 0;
}

int ashlar_claim_file(int data) { return ashlar_pair_files(data, -1, ""); }

int ashlar_is_paired(int data) { return (void)data, 0; }

int ashlar_mark_process(int data, uint32_t feature, int32_t process) { return (void)data, (void)feature, (void)process, 0; }

int ashlar_has_mark(int data, uint32_t feature, int32_t process) { return (void)data, (void)feature, (void)process, 0; }
#endif

int ashlar_find_file(const char *path, uint64_t device, uint64_t inode, uint32_t *links) {
#if defined(__linux__) && defined(STATX_INO)
  // Times are not requested: once they are read, the kernel must assign and store a separate time for each later write.
  struct statx info;
  if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_NLINK, &info) == 0) {
    *links = info.stx_nlink;
    return info.stx_ino == inode && makedev(info.stx_dev_major, info.stx_dev_minor) == device ? 0 : ESTALE;
  }
  if (errno != ENOSYS) return errno;
#endif
  struct stat old;
  if (lstat(path, &old) != 0) return errno;
  *links = (uint32_t)old.st_nlink;
  return (uint64_t)old.st_dev == device && (uint64_t)old.st_ino == inode ? 0 : ESTALE;
}
