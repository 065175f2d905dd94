// Memory of Swift objects.
#ifndef CASHLAR_RETAIN_H
#define CASHLAR_RETAIN_H

#include <stdint.h>

/// Retains a Swift object unless its reference count has reached zero. Returns whether the object was retained. The object's memory must
/// still be allocated: its deinitializer has to wait for the caller. This has the effect of a weak reference without slowing all other
/// retains of the object.
int ashlar_try_retain(void *object);

/// Returns the size of an instance of a Swift class, in bytes.
uintptr_t ashlar_instance_size(const void *type);

#endif
