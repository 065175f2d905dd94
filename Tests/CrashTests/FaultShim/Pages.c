// The size of the system's pages, as a process is told: that of the environment's ASHLAR_PAGE_SIZE where it is set. LMDB makes files with
// pages of that size, but at most 32 KB. `Scripts/test-pages` preloads this into the tests of the store.
#define _GNU_SOURCE

#include <stdlib.h>
#include <unistd.h>

#if defined(__GLIBC__)

// The C library's own. Sanitizers ask for the size before anything could be looked up.
long __sysconf(int name);

// ThreadSanitizer calls this before it has set up the state that instrumented functions use.
#if defined(__clang__)
__attribute__((disable_sanitizer_instrumentation))
#endif
long sysconf(int name) {
  if (name == _SC_PAGESIZE) {
    const char *size = getenv("ASHLAR_PAGE_SIZE");
    if (size) return strtol(size, NULL, 10);
  }
  return __sysconf(name);
}
#endif
