// A record: kind u8 (1 write, 2 sync, 3 note, 4 truncate), through a descriptor that syncs u8, zero 6 bytes, offset or number
// or new length u64, count of bytes u64, then the bytes of a write. Native byte order.
#define _GNU_SOURCE
#include "FaultShim.h"

#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static dev_t watched_device;
static ino_t watched_inode;
static int is_watching;
static int64_t calls;
static int64_t failing_call = -1;
static int failing_code;
static int fails_forever;
static int log_descriptor = -1;

int ashlar_faults_possible(void) { return 1; }

void ashlar_faults_watch(const char *path) {
  struct stat info;
  is_watching = path && stat(path, &info) == 0;
  if (is_watching) {
    watched_device = info.st_dev;
    watched_inode = info.st_ino;
  }
  calls = 0;
}

int64_t ashlar_faults_calls(void) { return calls; }

void ashlar_faults_fail(int64_t call, int code, int forever) {
  failing_call = call;
  failing_code = code;
  fails_forever = forever;
}

void ashlar_faults_record(int descriptor) { log_descriptor = descriptor; }

static void write_all(const void *bytes, size_t count) {
  while (count > 0) {
    ssize_t done = syscall(SYS_write, log_descriptor, bytes, count);
    if (done <= 0) return;
    bytes = (const char *)bytes + done;
    count -= (size_t)done;
  }
}

static void record(uint8_t kind, int descriptor, uint64_t place, const struct iovec *parts, int number, size_t count) {
  if (log_descriptor < 0) return;
  struct {
    uint8_t kind, syncs, zero[6];
    uint64_t place, count;
  } head = {kind, 0, {0}, place, count};
  if (descriptor >= 0) head.syncs = (fcntl(descriptor, F_GETFL) & O_DSYNC) != 0;
  write_all(&head, sizeof head);
  for (int i = 0; i < number; i++) write_all(parts[i].iov_base, parts[i].iov_len);
}

void ashlar_faults_note(uint64_t number) { record(3, -1, number, 0, 0, 0); }

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

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  int code;
  if (concerns(descriptor, &code)) {
    if (code) return fail(code);
    struct iovec part = {(void *)bytes, count};
    record(1, descriptor, (uint64_t)offset, &part, 1, count);
  }
  return syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) { return pwrite(descriptor, bytes, count, offset); }

ssize_t write(int descriptor, const void *bytes, size_t count) {
  int code;
  if (concerns(descriptor, &code)) {
    if (code) return fail(code);
    struct iovec part = {(void *)bytes, count};
    record(1, descriptor, position(descriptor), &part, 1, count);
  }
  return syscall(SYS_write, descriptor, bytes, count);
}

ssize_t writev(int descriptor, const struct iovec *parts, int number) {
  int code;
  if (concerns(descriptor, &code)) {
    if (code) return fail(code);
    size_t count = 0;
    for (int i = 0; i < number; i++) count += parts[i].iov_len;
    record(1, descriptor, position(descriptor), parts, number, count);
  }
  return syscall(SYS_writev, descriptor, parts, number);
}

int fdatasync(int descriptor) {
  int code;
  if (concerns(descriptor, &code)) {
    if (code) return fail(code);
    record(2, -1, 0, 0, 0, 0);
  }
  return (int)syscall(SYS_fdatasync, descriptor);
}

int fsync(int descriptor) {
  int code;
  if (concerns(descriptor, &code)) {
    if (code) return fail(code);
    record(2, -1, 0, 0, 0, 0);
  }
  return (int)syscall(SYS_fsync, descriptor);
}

int ftruncate(int descriptor, off_t length) {
  int code;
  if (concerns(descriptor, &code)) {
    if (code) return fail(code);
    record(4, -1, (uint64_t)length, 0, 0, 0);
  }
  return (int)syscall(SYS_ftruncate, descriptor, length);
}

#else
int ashlar_faults_possible(void) { return 0; }
void ashlar_faults_watch(const char *path) { (void)path; }
int64_t ashlar_faults_calls(void) { return 0; }
void ashlar_faults_fail(int64_t call, int code, int forever) { (void)call; (void)code; (void)forever; }
void ashlar_faults_record(int descriptor) { (void)descriptor; }
void ashlar_faults_note(uint64_t number) { (void)number; }
#endif
