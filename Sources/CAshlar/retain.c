#include "retain.h"

#include <stddef.h>

// A function that every Swift runtime exports.
extern void *swift_tryRetain(void *object);

int ashlar_try_retain(void *object) { return swift_tryRetain(object) != 0; }

typedef struct {
  size_t before, after;
} extents;

extern extents _swift_getSwiftClassInstanceExtents(const void *type) __attribute__((swiftcall));

uintptr_t ashlar_instance_size(const void *type) { return _swift_getSwiftClassInstanceExtents(type).after; }
