#include "allocator.h"

#ifdef __linux__
#include <features.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

void ashlar_give_back_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
