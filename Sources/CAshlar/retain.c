#include "CAshlar.h"

// Exported by every Swift runtime.
extern void *swift_tryRetain(void *object);

int ashlar_try_retain(void *object) { return swift_tryRetain(object) != 0; }
