#include "CAshlar.h"

// The Swift runtime's functions that compare without stopping the program. They are part of its stable interface.
typedef struct {
  uintptr_t identity, implementation;
} executor;

extern executor swift_task_getCurrentExecutor(void) __attribute__((swiftcall));
extern void *swift_task_getCurrent(void) __attribute__((swiftcall));
extern uint64_t swift_task_getJobTaskId(void *task) __attribute__((swiftcall));

uintptr_t ashlar_current_executor(void) { return swift_task_getCurrentExecutor().identity; }

uint64_t ashlar_current_task(void) {
  void *task = swift_task_getCurrent();
  return task == 0 ? 0 : swift_task_getJobTaskId(task);
}
