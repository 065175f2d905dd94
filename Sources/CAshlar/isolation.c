#include "isolation.h"

// Functions of the Swift runtime that return the current isolation without a check that could terminate the program. They are part of its
// stable ABI.
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
