#define _GNU_SOURCE
#include "thread.h"
#include <stdatomic.h>

#include <pthread.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
int ashlar_is_first_thread(void) { return syscall(SYS_gettid) == getpid(); }
#else
int ashlar_is_first_thread(void) { return pthread_main_np(); }
#endif

_Thread_local const void *ashlar_written_owner;
_Thread_local int64_t ashlar_written_column;
_Thread_local void *ashlar_thaw_target;
_Thread_local int32_t ashlar_initial_depth;
_Thread_local void *ashlar_pending_releases;

_Atomic uint32_t ashlar_discovery_count;
static _Thread_local const void *discovery;

const void *ashlar_get_discovery(void) { return discovery; }

void ashlar_begin_discovery(const void *look) {
  discovery = look;
  atomic_fetch_add(&ashlar_discovery_count, 1);
}

void ashlar_end_discovery(const void *outer) {
  discovery = outer;
  atomic_fetch_sub(&ashlar_discovery_count, 1);
}

static pthread_key_t ending;
static int ending_code;
static pthread_once_t ending_once = PTHREAD_ONCE_INIT;

// Calls the function that is the value of the key.
static void call(void *run) { ((void (*)(void))run)(); }

static void make_ending(void) { ending_code = pthread_key_create(&ending, call); }

int ashlar_when_thread_ends(void (*run)(void)) {
  pthread_once(&ending_once, make_ending);
  return ending_code != 0 ? ending_code : pthread_setspecific(ending, (void *)run);
}
