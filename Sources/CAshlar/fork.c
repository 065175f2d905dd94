#define _GNU_SOURCE
#include "fork.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

// The number of this process; 0 in a child that has not read it yet. It is in a page that the kernel clears in every forked child, even if
// no handlers run. If the kernel does not support that, the handler clears it.
static _Atomic uint64_t ordinary;
static _Atomic uint64_t *word = &ordinary;
// The last assigned number. A child continues from the inherited value.
static _Atomic uint64_t numbers;

// All handlers, and the lock for adding and removing them, which is held during `fork`.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ashlar_fork_handler *first;

static void before(void) { pthread_mutex_lock(&lock); }

static void in_parent(void) { pthread_mutex_unlock(&lock); }

static void in_child(void) {
  atomic_store(word, 0);
  for (ashlar_fork_handler *handler = first; handler; handler = handler->next) handler->run(handler->context);
  pthread_mutex_init(&lock, NULL);
}

__attribute__((constructor)) static void prepare(void) {
#if defined(MADV_WIPEONFORK)
  size_t size = (size_t)sysconf(_SC_PAGESIZE);
  void *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page != MAP_FAILED && madvise(page, size, MADV_WIPEONFORK) == 0) word = page;
#endif
  pthread_atfork(before, in_parent, in_child);
}

uint64_t ashlar_process(void) {
  uint64_t found = atomic_load_explicit(word, memory_order_relaxed);
  if (found) return found;
  uint64_t made = atomic_fetch_add(&numbers, 1) + 1;
  return atomic_compare_exchange_strong(word, &found, made) ? made : found;
}

void ashlar_fork_handler_add(ashlar_fork_handler *handler) {
  pthread_mutex_lock(&lock);
  handler->previous = NULL;
  handler->next = first;
  if (first) first->previous = handler;
  first = handler;
  pthread_mutex_unlock(&lock);
}

void ashlar_fork_handler_remove(ashlar_fork_handler *handler) {
  pthread_mutex_lock(&lock);
  if (handler->previous) handler->previous->next = handler->next;
  else first = handler->next;
  if (handler->next) handler->next->previous = handler->previous;
  pthread_mutex_unlock(&lock);
}

void ashlar_close_in_child(void *descriptor) {
  int *number = descriptor;
  if (*number >= 0) close(*number);
  *number = -1;
}

void ashlar_disown(void *owner) {
  uintptr_t *place = owner;
  place[0] = 0;
  place[1] = UINTPTR_MAX;
}

void ashlar_renew_mutex(void *mutex) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

void ashlar_keep_apart(void *context) {
  struct ashlar_mapping *mapping = context;
  mmap(mapping->start, mapping->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, mapping->descriptor, (off_t)mapping->offset);
}
