#define _GNU_SOURCE
#include "background.h"
#include "boot.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __APPLE__
#include <sys/sysctl.h>
#endif

static int digit(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  if (letter >= 'A' && letter <= 'F') return letter - 'A' + 10;
  return -1;
}

// Parses a UUID. Returns 0 if the text is not a UUID.
static int parse(const char *text, size_t length, uint8_t identity[16]) {
  size_t digits = 0;
  for (size_t i = 0; i < length && digits < 32; i++) {
    if (text[i] == '-') continue;
    int value = digit(text[i]);
    if (value < 0) return 0;
    uint8_t *byte = identity + digits / 2;
    *byte = (uint8_t)(digits % 2 ? *byte | value : value << 4);
    digits++;
  }
  return digits == 32;
}

int ashlar_boot_identity(uint8_t identity[16]) {
  char text[64];
#ifdef __APPLE__
  size_t length = sizeof text;
  if (sysctlbyname("kern.bootsessionuuid", text, &length, NULL, 0) != 0) return errno;
#else
  int descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  ssize_t length = read(descriptor, text, sizeof text);
  int code = errno;
  close(descriptor);
  if (length < 0) return code;
#endif
  return parse(text, (size_t)length, identity) ? 0 : EINVAL;
}

struct ashlar_monitor {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
};

ashlar_monitor *ashlar_monitor_make(void) {
  ashlar_monitor *monitor = malloc(sizeof *monitor);
  if (!monitor) abort();
  pthread_mutex_init(&monitor->mutex, NULL);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
#ifndef __APPLE__
  // With this clock, timeouts are independent of changes to the system time.
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
#endif
  pthread_cond_init(&monitor->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  return monitor;
}

void ashlar_monitor_free(ashlar_monitor *monitor) {
  pthread_cond_destroy(&monitor->changed);
  pthread_mutex_destroy(&monitor->mutex);
  free(monitor);
}

void ashlar_monitor_lock(ashlar_monitor *monitor) { pthread_mutex_lock(&monitor->mutex); }

void ashlar_monitor_unlock(ashlar_monitor *monitor) { pthread_mutex_unlock(&monitor->mutex); }

void ashlar_monitor_wake(ashlar_monitor *monitor) { pthread_cond_broadcast(&monitor->changed); }

void ashlar_monitor_wait(ashlar_monitor *monitor, int64_t nanoseconds) {
  enum { second = 1000 * 1000 * 1000 };
  struct timespec time;
#ifdef __APPLE__
  if (nanoseconds < 0) {
    pthread_cond_wait(&monitor->changed, &monitor->mutex);
    return;
  }
  time.tv_sec = nanoseconds / second;
  time.tv_nsec = nanoseconds % second;
  pthread_cond_timedwait_relative_np(&monitor->changed, &monitor->mutex, &time);
#else
  // If several threads wait, glibc before 2.41 can lose a signal (sourceware.org bug 25847): a thread would then wait for ever.
  if (nanoseconds < 0) nanoseconds = (int64_t)5 * second;
  clock_gettime(CLOCK_MONOTONIC, &time);
  time.tv_sec += nanoseconds / second;
  time.tv_nsec += nanoseconds % second;
  if (time.tv_nsec >= second) {
    time.tv_nsec -= second;
    time.tv_sec++;
  }
  pthread_cond_timedwait(&monitor->changed, &monitor->mutex, &time);
#endif
}

struct start {
  void (*body)(void *);
  void *context;
};

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  start.body(start.context);
  return NULL;
}

int ashlar_start_thread(void (*body)(void *), void *context) {
  struct start *start = malloc(sizeof *start);
  if (!start) return ENOMEM;
  *start = (struct start){body, context};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  sigset_t all, before;
  sigfillset(&all);
  // Signals are blocked, so that the program's handlers run on the program's own threads.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int code = pthread_create(&thread, &attributes, run, start);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (code != 0) free(start);
  return code;
}
