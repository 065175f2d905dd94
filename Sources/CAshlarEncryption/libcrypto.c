#define _GNU_SOURCE
#include "libcrypto.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cipher.h"

struct libcrypto ashlar_libcrypto;

static enum ashlar_crypto outcome = ASHLAR_CRYPTO_UNSUPPORTED;
static char detail[1024];

// All callers, and the lock for adding and removing them.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct libcrypto_user *first;
// The number of calls of `ashlar_libcrypto_begin_shared` without their ends.
static atomic_int shared_calls;
// Set when `exit` has begun: OpenSSL frees itself during `exit` if the program has initialized it itself, which cannot be determined.
static atomic_int has_ended;
// The thread that called `exit`. Constant once `has_ended` is set, except in a forked child.
static pthread_t exiting;
// The number of threads in `ashlar_crypto_await_exit`.
static atomic_int waiting;

void ashlar_libcrypto_add(struct libcrypto_user *user) {
  pthread_mutex_lock(&lock);
  user->previous = NULL;
  user->next = first;
  if (first) first->previous = user;
  first = user;
  pthread_mutex_unlock(&lock);
}

void ashlar_libcrypto_remove(struct libcrypto_user *user) {
  pthread_mutex_lock(&lock);
  if (user->previous) user->previous->next = user->next;
  else first = user->next;
  if (user->next) user->next->previous = user->previous;
  pthread_mutex_unlock(&lock);
}

int ashlar_libcrypto_begin(struct libcrypto_user *user) {
  // Either this thread sees that the process ends, or `wait_for_callers` sees the call.
  atomic_store(&user->is_calling, 1);
  if (!atomic_load(&has_ended)) {
    ashlar_libcrypto.ERR_set_mark();
    return 1;
  }
  atomic_store(&user->is_calling, 0);
  return 0;
}

void ashlar_libcrypto_end(struct libcrypto_user *user) {
  ashlar_libcrypto.ERR_pop_to_mark();
  atomic_store_explicit(&user->is_calling, 0, memory_order_release);
}

int ashlar_libcrypto_begin_shared(void) {
  atomic_fetch_add(&shared_calls, 1);
  if (!atomic_load(&has_ended)) {
    ashlar_libcrypto.ERR_set_mark();
    return 1;
  }
  atomic_fetch_sub(&shared_calls, 1);
  return 0;
}

void ashlar_libcrypto_end_shared(void) {
  ashlar_libcrypto.ERR_pop_to_mark();
  atomic_fetch_sub(&shared_calls, 1);
}

#if defined(__linux__)
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/auxv.h>

static const char *const default_names[] = {"libcrypto.so.3", "libcrypto.so.4", NULL};
static const char *const *names = default_names;

void ashlar_crypto_set_names(const char *const *tried) { names = tried; }

// Runs during `exit` before the handler of OpenSSL, which was registered earlier. It does not wait for ever: the thread that exits may
// itself have been interrupted within a call.
static void wait_for_callers(void) {
  exiting = pthread_self();
  atomic_store(&has_ended, 1);
  const struct timespec pause = {0, 100000};
  int pauses = 20000;
  pthread_mutex_lock(&lock);
  for (struct libcrypto_user *user = first; user; user = user->next)
    while (atomic_load(&user->is_calling) && pauses-- > 0) nanosleep(&pause, NULL);
  while (atomic_load(&shared_calls) > 0 && pauses-- > 0) nanosleep(&pause, NULL);
  pthread_mutex_unlock(&lock);
}

// The threads that were calling at a fork do not exist in the child.
static void before_fork(void) { pthread_mutex_lock(&lock); }
static void in_parent(void) { pthread_mutex_unlock(&lock); }
static void in_child(void) {
  for (struct libcrypto_user *user = first; user; user = user->next) atomic_store(&user->is_calling, 0);
  atomic_store(&shared_calls, 0);
  // The thread that called `exit` in the parent does not end the child.
  exiting = pthread_self();
  atomic_store(&waiting, 0);
  pthread_mutex_init(&lock, NULL);
}

// A program that is linked statically has no interpreter. Its `dlopen`, if it has one, needs the libraries that it was linked with.
static int is_static(void) {
  const ElfW(Phdr) *header = (const ElfW(Phdr) *)getauxval(AT_PHDR);
  unsigned long count = getauxval(AT_PHNUM);
  if (!header) return 0;
  for (unsigned long index = 0; index < count; index++)
    if (header[index].p_type == PT_INTERP) return 0;
  return 1;
}

static enum ashlar_crypto fail(enum ashlar_crypto reason, const char *text) {
  snprintf(detail, sizeof detail, "%s", text);
  return reason;
}

// Adds the loader's message to the detail.
static void note_missing(void) {
  const char *message = dlerror();
  size_t used = strlen(detail);
  snprintf(detail + used, sizeof detail - used, "%s%s", used ? "; " : "", message ? message : "unknown error");
}

// Finds the algorithms. The caller has begun calls.
static enum ashlar_crypto find_algorithms(void) {
  struct libcrypto *library = &ashlar_libcrypto;
  library->gcm = library->EVP_CIPHER_fetch(NULL, "AES-256-GCM", NULL);
  if (!library->gcm) return fail(ASHLAR_CRYPTO_REFUSED, "AES-256-GCM");
  library->ecb = library->EVP_CIPHER_fetch(NULL, "AES-256-ECB", NULL);
  if (!library->ecb) return fail(ASHLAR_CRYPTO_REFUSED, "AES-256-ECB");
  uint8_t code[32];
  unsigned int written = 0;
  if (!library->HMAC(library->EVP_sha256(), "", 0, code, 0, code, &written) || written != sizeof code)
    return fail(ASHLAR_CRYPTO_REFUSED, "SHA-256");
  return ASHLAR_CRYPTO_LOADED;
}

static enum ashlar_crypto load(void) {
  if (is_static()) return ASHLAR_CRYPTO_UNSUPPORTED;
  if (pthread_atfork(before_fork, in_parent, in_child) != 0) return ASHLAR_CRYPTO_FAILED;
  // A process must not contain two versions of OpenSSL, so a loaded one is used whichever version it is.
  void *library = NULL;
  for (const char *const *name = names; !library && *name; name++) library = dlopen(*name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  for (const char *const *name = names; !library && *name; name++) {
    library = dlopen(*name, RTLD_NOW | RTLD_LOCAL);
    if (!library) note_missing();
  }
  if (!library) return ASHLAR_CRYPTO_MISSING;
  detail[0] = 0;
#define LIBCRYPTO_FIND(result, name, parameters)                       \
  ashlar_libcrypto.name = (result(*) parameters)dlsym(library, #name); \
  if (!ashlar_libcrypto.name) return fail(ASHLAR_CRYPTO_INCOMPLETE, #name);
  LIBCRYPTO_FUNCTIONS(LIBCRYPTO_FIND)
#undef LIBCRYPTO_FIND
  // `OPENSSL_INIT_LOAD_CONFIG`, so that a provider that the system prescribes is used, and `OPENSSL_INIT_NO_ATEXIT`: threads may commit
  // while `exit` runs. The latter has no effect if the program initializes OpenSSL itself, before or at the same time, so calls end when
  // `exit` begins. No other function is called before this one, because it could initialize the library with other options.
  if (ashlar_libcrypto.OPENSSL_init_crypto(0x40 | 0x80000, NULL) != 1) return ASHLAR_CRYPTO_FAILED;
  if (atexit(wait_for_callers) != 0) return ASHLAR_CRYPTO_FAILED;
  static struct libcrypto_user user;
  ashlar_libcrypto_add(&user);
  if (!ashlar_libcrypto_begin(&user)) return ASHLAR_CRYPTO_FAILED;
  enum ashlar_crypto found = find_algorithms();
  ashlar_libcrypto_end(&user);
  return found;
}
#else
void ashlar_crypto_set_names(const char *const *tried) { (void)tried; }

static enum ashlar_crypto load(void) { return ASHLAR_CRYPTO_UNSUPPORTED; }
#endif

static void load_once(void) { outcome = load(); }

enum ashlar_crypto ashlar_crypto_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_once);
  return outcome;
}

const char *ashlar_crypto_detail(void) { return detail; }

void ashlar_crypto_await_exit(void) {
  if (!atomic_load(&has_ended) || pthread_equal(exiting, pthread_self())) return;
  atomic_fetch_add(&waiting, 1);
  // `pause` returns after the handler of a signal.
  while (1) pause();
}

int ashlar_crypto_waiting(void) { return atomic_load(&waiting); }
