// A record: kind u8, flag u8, zero 6 bytes, offset or number or new length u64, count of bytes u64, then the bytes. Native byte
// order. Kinds: 1 write, the flag says whether through a descriptor that syncs; 2 a sync begins, 8 one has ended; 3 note; 4
// truncate; 5 a file is renamed to the watched one's name and ".checkpoint", its bytes, the flag says whether they were synced;
// 6 that is removed; 7 the folder was synced; 9 the watched file gets another name; 10 the file that was renamed to it is written to in place, the
// flag as for 1.
//
// The number of a sync is the thread's. Threads and processes: a write is written down and done under one lock, so that a sync that begins behind it has it.
#define _GNU_SOURCE
#include "FaultShim.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// Read by every thread that writes or syncs.
static _Atomic dev_t watched_device;
static _Atomic ino_t watched_inode;
static _Atomic int is_watching;
static _Atomic int64_t calls;
static _Atomic int64_t failing_call = -1;
static int64_t dying_call = -1;
static _Atomic int failing_code;
static _Atomic int fails_forever;
static _Atomic int log_descriptor = -1;
// Receives the bytes of all writing calls.
static _Atomic int all_descriptor = -1;
static pthread_mutex_t lock_of_all = PTHREAD_MUTEX_INITIALIZER;
static char checkpoint[PATH_MAX + 16];
static _Atomic ino_t folder_inode;
// The file beside the watched one that was synced and not written to since.
static _Atomic ino_t synced_inode;
// The file that this process has renamed to the checkpoint's name.
static _Atomic ino_t checkpoint_inode;
static _Atomic int failing_slot;
// Where the next write to a slot waits for a byte, and whether it does.
static _Atomic int gate = -1;
static _Atomic int is_held;
// How long a write to a slot takes at most.
static _Atomic unsigned slowness;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int ashlar_faults_possible(void) { return 1; }

void ashlar_faults_watch(const char *path) {
  struct stat info;
  int is_there = path && stat(path, &info) == 0;
  is_watching = 0;
  if (is_there) {
    watched_device = info.st_dev;
    watched_inode = info.st_ino;
    char real[PATH_MAX];
    if (realpath(path, real)) {
      snprintf(checkpoint, sizeof checkpoint, "%s.checkpoint", real);
      char *slash = strrchr(real, '/');
      slash[slash == real] = 0;
      folder_inode = stat(real, &info) == 0 ? info.st_ino : 0;
    }
  }
  calls = 0;
  is_watching = is_there;
}

int64_t ashlar_faults_calls(void) { return calls; }

void ashlar_faults_fail(int64_t call, int code, int forever) {
  failing_call = call;
  failing_code = code;
  fails_forever = forever;
}

void ashlar_faults_fail_slot(int code) { failing_slot = code; }

void ashlar_faults_hold_slot(int descriptor) { gate = descriptor; }

int ashlar_faults_holds_slot(void) { return is_held; }

void ashlar_faults_slow_slots(uint32_t microseconds) { slowness = microseconds; }

void ashlar_faults_die_after(int64_t call) { dying_call = call; }

static void die_if_due(void) {
  if (dying_call >= 0 && calls > dying_call) raise(SIGKILL);
}

void ashlar_faults_record(int descriptor) {
  pthread_mutex_lock(&lock);
  log_descriptor = descriptor;
  pthread_mutex_unlock(&lock);
}

// Several processes may write one log, each through a descriptor of its own that appends.
static void lock_log(void) {
  pthread_mutex_lock(&lock);
  if (log_descriptor >= 0) flock(log_descriptor, LOCK_EX);
}

static void unlock_log(void) {
  if (log_descriptor >= 0) flock(log_descriptor, LOCK_UN);
  pthread_mutex_unlock(&lock);
}

void ashlar_faults_die(void) {
  lock_log();
  raise(SIGKILL);
}

static void write_all(const void *bytes, size_t count) {
  while (count > 0) {
    ssize_t done = syscall(SYS_write, log_descriptor, bytes, count);
    if (done <= 0) return;
    bytes = (const char *)bytes + done;
    count -= (size_t)done;
  }
}

void ashlar_faults_record_all(int descriptor) {
  pthread_mutex_lock(&lock_of_all);
  all_descriptor = descriptor;
  pthread_mutex_unlock(&lock_of_all);
}

// Bytes that cannot be recorded end the process: a test would otherwise search too few.
static void record_bytes(int descriptor, const struct iovec *parts, int number) {
  if (all_descriptor < 0) return;
  pthread_mutex_lock(&lock_of_all);
  for (int i = 0; i < number && all_descriptor >= 0 && descriptor != all_descriptor; i++) {
    const char *bytes = parts[i].iov_base;
    for (size_t left = parts[i].iov_len; left > 0;) {
      ssize_t done = syscall(SYS_write, all_descriptor, bytes, left);
      if (done <= 0) abort();
      bytes += done;
      left -= (size_t)done;
    }
  }
  pthread_mutex_unlock(&lock_of_all);
}

static void record_flagged(uint8_t kind, int flag, uint64_t place, const struct iovec *parts, int number, size_t count) {
  if (log_descriptor < 0) return;
  struct {
    uint8_t kind, flag, zero[6];
    uint64_t place, count;
  } head = {kind, flag != 0, {0}, place, count};
  write_all(&head, sizeof head);
  for (int i = 0; i < number; i++) write_all(parts[i].iov_base, parts[i].iov_len);
}

static void record(uint8_t kind, int descriptor, uint64_t place, const struct iovec *parts, int number, size_t count) {
  record_flagged(kind, descriptor >= 0 && (fcntl(descriptor, F_GETFL) & O_DSYNC), place, parts, number, count);
}

void ashlar_faults_note(uint64_t number) {
  lock_log();
  record(3, -1, number, 0, 0, 0);
  unlock_log();
}

// A disk that is full takes the beginning of a write, unless that is too short to be cut.
static size_t cut(int code, size_t count) { return code == ENOSPC || code == EDQUOT || code == EFBIG ? count / 2 / 512 * 512 : 0; }

// Whether the call concerns the file; `*code` is what it is to fail with, or 0.
static int concerns(int descriptor, int *code) {
  struct stat info;
  *code = 0;
  if (!is_watching || fstat(descriptor, &info) != 0 || info.st_dev != watched_device || info.st_ino != watched_inode) return 0;
  int64_t call = calls++;
  if (failing_call >= 0 && (call == failing_call || (fails_forever && call > failing_call))) *code = failing_code;
  return 1;
}

static int fail(int code) {
  errno = code;
  return -1;
}

static uint64_t position(int descriptor) { return (uint64_t)syscall(SYS_lseek, descriptor, 0, SEEK_CUR); }

// A file beside the watched one is written to, or was synced.
static void touch(int descriptor, int is_synced) {
  struct stat info;
  if (!is_watching || fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode)) return;
  if (is_synced) synced_inode = info.st_ino;
  else if (info.st_ino == synced_inode) synced_inode = 0;
}

// Without a name it says nothing any more.
static int is_checkpoint(int descriptor) {
  struct stat info;
  return is_watching && checkpoint_inode != 0 && fstat(descriptor, &info) == 0 && info.st_dev == watched_device &&
         info.st_ino == checkpoint_inode && info.st_nlink > 0;
}

static ssize_t write_slot(int descriptor, const void *bytes, size_t count, off_t offset) {
  int opening = atomic_exchange(&gate, -1);
  if (opening >= 0) {
    is_held = 1;
    char byte;
    while (syscall(SYS_read, opening, &byte, 1) < 0 && errno == EINTR) {}
    is_held = 0;
  }
  if (slowness > 0) usleep((unsigned)random() % slowness);
  int code = failing_slot;
  failing_slot = 0;
  if (code > 0) count = count / 2 + 1;
  struct iovec part = {(void *)bytes, count};
  lock_log();
  // Somebody may have taken its name meanwhile.
  if (is_checkpoint(descriptor)) record(10, descriptor, (uint64_t)offset, &part, 1, count);
  ssize_t done = syscall(SYS_pwrite64, descriptor, bytes, count, offset);
  unlock_log();
  return code ? fail(abs(code)) : done;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  int code;
  record_bytes(descriptor, &(struct iovec){(void *)bytes, count}, 1);
  if (!concerns(descriptor, &code)) {
    if (is_checkpoint(descriptor)) return write_slot(descriptor, bytes, count, offset);
    return syscall(SYS_pwrite64, descriptor, bytes, count, offset);
  }
  if (code && (count = cut(code, count)) == 0) return fail(code);
  struct iovec part = {(void *)bytes, count};
  lock_log();
  record(1, descriptor, (uint64_t)offset, &part, 1, count);
  ssize_t done = syscall(SYS_pwrite64, descriptor, bytes, count, offset);
  unlock_log();
  die_if_due();
  return done;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) { return pwrite(descriptor, bytes, count, offset); }

ssize_t write(int descriptor, const void *bytes, size_t count) {
  int code;
  record_bytes(descriptor, &(struct iovec){(void *)bytes, count}, 1);
  if (!concerns(descriptor, &code)) {
    touch(descriptor, 0);
    return syscall(SYS_write, descriptor, bytes, count);
  }
  if (code && (count = cut(code, count)) == 0) return fail(code);
  struct iovec part = {(void *)bytes, count};
  lock_log();
  record(1, descriptor, position(descriptor), &part, 1, count);
  ssize_t done = syscall(SYS_write, descriptor, bytes, count);
  unlock_log();
  die_if_due();
  return done;
}

ssize_t writev(int descriptor, const struct iovec *parts, int number) {
  int code;
  record_bytes(descriptor, parts, number);
  if (!concerns(descriptor, &code)) return syscall(SYS_writev, descriptor, parts, number);
  if (code && (number < 2 || cut(code, parts[0].iov_len) == 0)) return fail(code);
  if (code) number /= 2;
  size_t count = 0;
  for (int i = 0; i < number; i++) count += parts[i].iov_len;
  lock_log();
  record(1, descriptor, position(descriptor), parts, number, count);
  ssize_t done = syscall(SYS_writev, descriptor, parts, number);
  unlock_log();
  die_if_due();
  return done;
}

static void record_sync(uint8_t kind) {
  lock_log();
  record(kind, -1, (uint64_t)syscall(SYS_gettid), 0, 0, 0);
  unlock_log();
}

static int sync_with(long number, int descriptor) {
  int code;
  if (concerns(descriptor, &code)) {
    if (code) return fail(code);
    record_sync(2);
    int result = (int)syscall(number, descriptor);
    record_sync(8);
    return result;
  }
  int result = (int)syscall(number, descriptor);
  struct stat info;
  if (is_watching && result == 0 && fstat(descriptor, &info) == 0 && info.st_dev == watched_device) {
    if (info.st_ino == folder_inode) record_sync(7);
    touch(descriptor, 1);
  }
  return result;
}

int fdatasync(int descriptor) { return sync_with(SYS_fdatasync, descriptor); }

int fsync(int descriptor) { return sync_with(SYS_fsync, descriptor); }

int ftruncate(int descriptor, off_t length) {
  int code;
  if (!concerns(descriptor, &code)) return (int)syscall(SYS_ftruncate, descriptor, length);
  if (code) return fail(code);
  lock_log();
  record(4, -1, (uint64_t)length, 0, 0, 0);
  int result = (int)syscall(SYS_ftruncate, descriptor, length);
  unlock_log();
  return result;
}

int rename(const char *from, const char *to) {
  struct stat moved;
  if (is_watching && stat(from, &moved) == 0 && moved.st_dev == watched_device && moved.st_ino == watched_inode) {
    lock_log();
    record(9, -1, 0, 0, 0, 0);
    int result = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    unlock_log();
    return result;
  }
  if (!is_watching || strcmp(to, checkpoint) != 0) return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  char bytes[16384];
  struct stat info = {0};
  int file = open(from, O_RDONLY | O_CLOEXEC);
  ssize_t count = file < 0 || fstat(file, &info) != 0 ? 0 : pread(file, bytes, sizeof bytes, 0);
  if (file >= 0) close(file);
  struct iovec part = {bytes, count < 0 ? 0 : (size_t)count};
  lock_log();
  record_flagged(5, info.st_ino != 0 && info.st_ino == synced_inode, 0, &part, 1, part.iov_len);
  int result = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (result == 0) checkpoint_inode = info.st_ino;
  unlock_log();
  return result;
}

int unlink(const char *path) {
  if (!is_watching || strcmp(path, checkpoint) != 0) return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  lock_log();
  record(6, -1, 0, 0, 0, 0);
  int result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  unlock_log();
  return result;
}

static _Atomic int repetition;

void ashlar_faults_repeat_random(int kind) { repetition = kind; }

// Swift's runtime reads random bytes through `syscall`.
long syscall(long number, ...) {
  static long (*_Atomic system_call)(long, ...);
  va_list list;
  long words[6];
  va_start(list, number);
  for (int i = 0; i < 6; i++) words[i] = va_arg(list, long);
  va_end(list);
  if (number == SYS_getrandom && repetition) {
    memset((void *)words[0], 7, (size_t)words[1]);
    return words[1];
  }
  if (!system_call) system_call = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  return system_call(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (repetition < 2 || (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC_RAW)) return (int)syscall(SYS_clock_gettime, clock, time);
  *time = (struct timespec){1800000000, 0};
  return 0;
}

#else
int ashlar_faults_possible(void) { return 0; }
void ashlar_faults_watch(const char *path) { (void)path; }
int64_t ashlar_faults_calls(void) { return 0; }
void ashlar_faults_fail(int64_t call, int code, int forever) { (void)call; (void)code; (void)forever; }
void ashlar_faults_fail_slot(int code) { (void)code; }
void ashlar_faults_hold_slot(int descriptor) { (void)descriptor; }
int ashlar_faults_holds_slot(void) { return 0; }
void ashlar_faults_slow_slots(uint32_t microseconds) { (void)microseconds; }
void ashlar_faults_record(int descriptor) { (void)descriptor; }
void ashlar_faults_record_all(int descriptor) { (void)descriptor; }
void ashlar_faults_repeat_random(int kind) { (void)kind; }
void ashlar_faults_note(uint64_t number) { (void)number; }
void ashlar_faults_die(void) {}
#endif
