#define _GNU_SOURCE
#include "lock_page.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// A forked child closes the descriptor: locks belong to the open file description, which the child shares, and would outlive the parent.
static void watch(ashlar_file_lock *lock) {
  lock->handler.run = ashlar_close_in_child;
  lock->handler.context = &lock->descriptor;
  ashlar_fork_handler_add(&lock->handler);
}

#if ASHLAR_HAS_LOCK_PAGE
#include <linux/futex.h>
#include <sys/syscall.h>

// The first word of the mapped page is 0 while the lock is free; otherwise it contains the holder's number and a flag for waiters. The
// number is that of a byte after the page, which the holder's descriptor keeps locked from its first acquisition of the lock until it is
// closed. The kernel unlocks the byte when the process dies, however it dies.
//
// Invariants: a number is allocated, and the word of a dead holder replaced, only under the lock of byte `registry`, so that no living
// process can have the number of a holder that is being replaced.
//
// After the word, the holder records its signature for messages of waiting processes, which may read a torn signature.
enum { page = ashlar_lock_page, registry = ashlar_registry_byte, lastNumber = ashlar_last_writer };
static const uint32_t waiting = 1u << 31;
static const struct timespec patience = {0, 20 * 1000 * 1000};

typedef struct {
  uint32_t process;
  uint32_t length;
  uint64_t thread;
  // The time when the lock was acquired, on the machine's monotonic clock, in nanoseconds.
  int64_t since;
  char place[ashlar_longest_place];
} signature;

static signature *signature_of(ashlar_file_lock *lock) { return (signature *)((char *)lock->word + 64); }

static uint32_t load(uint32_t *word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); }

static int exchange(uint32_t *word, uint32_t *seen, uint32_t wanted) {
  return __atomic_compare_exchange_n(word, seen, wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

// Returns whether no process has locked the byte of this number.
static int is_dead(int descriptor, uint32_t number) { return ashlar_is_unlocked(descriptor, registry + (off_t)number); }

int ashlar_enter_registry(ashlar_file_lock *lock) {
  pthread_mutex_lock(&lock->registry);
  int code = ashlar_set_lock(lock->descriptor, F_OFD_SETLKW, F_WRLCK, registry);
  if (code != 0) pthread_mutex_unlock(&lock->registry);
  return code;
}

void ashlar_leave_registry(ashlar_file_lock *lock) {
  ashlar_set_lock(lock->descriptor, F_OFD_SETLK, F_UNLCK, registry);
  pthread_mutex_unlock(&lock->registry);
}

int ashlar_map_lock_page(ashlar_file_lock *lock) {
  if (lock->page) return 0;
  void *mapped = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, lock->descriptor, 0);
  if (mapped == MAP_FAILED) return errno;
  // A mapping retains its open file description and its locks: in a child it would retain the number of a dead parent.
  madvise(mapped, page, MADV_DONTFORK);
  lock->page = mapped;
  return 0;
}

static int take_number(ashlar_file_lock *lock) {
  for (uint32_t number = 1; number <= lastNumber; number++) {
    int code = ashlar_set_lock(lock->descriptor, F_OFD_SETLK, F_WRLCK, registry + (off_t)number);
    if (code == 0) {
      lock->number = number;
      // If a process died while it held the lock, the word still contains its number.
      if ((load(lock->word) & ~waiting) == number) {
        __atomic_store_n(lock->word, 0, __ATOMIC_SEQ_CST);
        syscall(SYS_futex, lock->word, FUTEX_WAKE, 1, NULL, NULL, 0);
      }
      return 0;
    }
    if (code != EAGAIN && code != EACCES) return code;
  }
  return ENOLCK;
}

// Returns 0 if the file has the page, -1 if it is shorter, or an error number.
static int look(int descriptor) {
  struct stat info;
  if (fstat(descriptor, &info) != 0) return errno;
  return info.st_size < page ? -1 : 0;
}

// Creates the page unless it exists by now. Holds the lock of byte `registry`, because another process may be creating the page or may
// already have written to it.
static int make_page(ashlar_file_lock *lock) {
  static const char zeros[page];
  int code = ashlar_enter_registry(lock);
  if (code != 0) return code;
  int descriptor = lock->descriptor;
  code = look(descriptor);
  if (code < 0) {
    // Zeros are written: if the file were only extended, a full disk would cause a signal when the word is stored.
    ssize_t written = pwrite(descriptor, zeros, page, 0);
    code = written == page ? 0 : written < 0 ? errno : ENOSPC;
  }
  ashlar_leave_registry(lock);
  return code;
}

int ashlar_file_lock_open(ashlar_file_lock *lock, int descriptor) {
  lock->word = NULL;
  lock->page = NULL;
  lock->watcher = 0;
  pthread_mutex_init(&lock->registry, NULL);
  lock->process = (uint32_t)getpid();
  lock->descriptor = descriptor;
  int code = look(lock->descriptor);
  if (code < 0) code = make_page(lock);
  if (code != 0) {
    close(lock->descriptor);
    return code;
  }
  watch(lock);
  return 0;
}

// Maps the page and allocates a number, which a process that only reads does not need.
static int join(ashlar_file_lock *lock) {
  int code = ashlar_enter_registry(lock);
  if (code != 0) return code;
  code = ashlar_map_lock_page(lock);
  if (code == 0) {
    lock->word = (uint32_t *)lock->page;
    code = take_number(lock);
    if (code != 0) lock->word = NULL;
  }
  ashlar_leave_registry(lock);
  return code;
}

void ashlar_file_lock_close(ashlar_file_lock *lock) {
  ashlar_fork_handler_remove(&lock->handler);
  // In a forked child, another object may be mapped at this address.
  if (lock->page && lock->process == (uint32_t)getpid()) munmap(lock->page, page);
  pthread_mutex_destroy(&lock->registry);
  if (lock->descriptor >= 0) close(lock->descriptor);
}

// Replaces a dead holder. Returns 0 if the holder of `seen` is alive, or if the word has changed.
static int inherit(ashlar_file_lock *lock, uint32_t seen) {
  if (!is_dead(lock->descriptor, seen & ~waiting)) return 0;
  if (ashlar_enter_registry(lock) != 0) return 0;
  int done = is_dead(lock->descriptor, seen & ~waiting)
    && exchange(lock->word, &seen, lock->number | waiting);
  ashlar_leave_registry(lock);
  return done;
}

int ashlar_file_lock_try(ashlar_file_lock *lock) {
  if (!lock->word) {
    int code = join(lock);
    if (code != 0) return code;
  }
  uint32_t seen = 0;
  // A process that was waiting when this one last released the lock takes precedence.
  if (lock->gave_way && load(lock->word) == 0) {
    lock->gave_way = 0;
    return EBUSY;
  }
  if (exchange(lock->word, &seen, lock->number)) return 0;
  return EBUSY;
}

int ashlar_file_lock_take(ashlar_file_lock *lock, int64_t nanoseconds) {
  if (!lock->word) {
    int code = join(lock);
    if (code != 0) return code;
  }
  // A process that was waiting when this one last released the lock takes precedence.
  for (int turns = 0; lock->gave_way && turns < 100 && load(lock->word) == 0; turns++) sched_yield();
  lock->gave_way = 0;
  lock->waited = 0;
  uint32_t seen = 0;
  if (exchange(lock->word, &seen, lock->number)) return 0;
  lock->waited = 1;
  int64_t deadline = now(CLOCK_MONOTONIC) + nanoseconds;
  for (;;) {
    if (seen == 0) {
      // Other processes may be waiting as well.
      if (exchange(lock->word, &seen, lock->number | waiting)) return 0;
      continue;
    }
    if (!(seen & waiting) && !exchange(lock->word, &seen, seen | waiting)) continue;
    if (syscall(SYS_futex, lock->word, FUTEX_WAIT, seen | waiting, &patience, NULL, 0) != 0 && errno == ETIMEDOUT
        && inherit(lock, seen | waiting)) {
      return 0;
    }
    if (now(CLOCK_MONOTONIC) > deadline) return ETIMEDOUT;
    seen = load(lock->word);
  }
}

void ashlar_file_lock_sign(ashlar_file_lock *lock, uint64_t thread, const char *place, size_t length) {
  signature *own = signature_of(lock);
  own->process = lock->process;
  own->thread = thread;
  own->since = now(CLOCK_MONOTONIC_COARSE);
  own->length = (uint32_t)(length < ashlar_longest_place ? length : ashlar_longest_place);
  memcpy(own->place, place, own->length);
}

int ashlar_file_lock_holder(ashlar_file_lock *lock, ashlar_lock_holder *holder) {
  if (!lock->word || load(lock->word) == 0) return 0;
  const signature *other = signature_of(lock);
  holder->process = other->process;
  holder->thread = other->thread;
  holder->held = now(CLOCK_MONOTONIC) - other->since;
  holder->length = other->length < ashlar_longest_place ? other->length : ashlar_longest_place;
  memcpy(holder->place, other->place, holder->length);
  return holder->process != 0;
}

void ashlar_file_lock_give(ashlar_file_lock *lock) {
  if (__atomic_exchange_n(lock->word, 0, __ATOMIC_SEQ_CST) & waiting) {
    lock->gave_way = 1;
    syscall(SYS_futex, lock->word, FUTEX_WAKE, 1, NULL, NULL, 0);
  }
}
#else
// On other systems, the lock is a lock of the kernel, which is released when its descriptor is closed.
int ashlar_file_lock_open(ashlar_file_lock *lock, int descriptor) {
  lock->descriptor = descriptor;
  watch(lock);
  return 0;
}

void ashlar_file_lock_close(ashlar_file_lock *lock) {
  ashlar_fork_handler_remove(&lock->handler);
  if (lock->descriptor >= 0) close(lock->descriptor);
}

int ashlar_file_lock_try(ashlar_file_lock *lock) {
  while (flock(lock->descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return EBUSY;
    if (errno != EINTR) return errno;
  }
  return 0;
}

int ashlar_file_lock_take(ashlar_file_lock *lock, int64_t nanoseconds) {
  lock->waited = 0;
  if (flock(lock->descriptor, LOCK_EX | LOCK_NB) == 0) return 0;
  lock->waited = 1;
  int64_t deadline = now(CLOCK_MONOTONIC) + nanoseconds;
  while (flock(lock->descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EINTR && errno != EWOULDBLOCK) return errno;
    if (now(CLOCK_MONOTONIC) > deadline) return ETIMEDOUT;
    usleep(1000);
  }
  return 0;
}

void ashlar_file_lock_sign(ashlar_file_lock *lock, uint64_t thread, const char *place, size_t length) {}

int ashlar_file_lock_holder(ashlar_file_lock *lock, ashlar_lock_holder *holder) { return 0; }

void ashlar_file_lock_give(ashlar_file_lock *lock) { flock(lock->descriptor, LOCK_UN); }
#endif

int ashlar_try_process_lock(int descriptor) {
  struct flock lock = {0};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_len = 1;
  while (fcntl(descriptor, F_SETLK, &lock) != 0) {
    if (errno == EAGAIN || errno == EACCES) {
      // Locks of an open file description report no process.
      return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK && lock.l_pid != -1 ? EAGAIN : EBUSY;
    }
    if (errno != EINTR) return errno;
  }
  return 0;
}
