// The isolation of the running code.
#ifndef CASHLAR_ISOLATION_H
#define CASHLAR_ISOLATION_H

#include <stdint.h>

/// Returns the address of the object that isolates the running code: an actor, or its custom executor; 0 outside of actors.
uintptr_t ashlar_current_executor(void);
/// Returns the number of the running task, which is unique in the process; 0 outside of tasks.
uint64_t ashlar_current_task(void);

#endif
