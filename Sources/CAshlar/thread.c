#define _GNU_SOURCE
#include "CAshlar.h"

#include <pthread.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
int ashlar_is_first_thread(void) { return syscall(SYS_gettid) == getpid(); }
#else
int ashlar_is_first_thread(void) { return pthread_main_np(); }
#endif
