// The schemas, and the implementation of encryption, that load-time constructors register.
#ifndef CASHLAR_REGISTRY_H
#define CASHLAR_REGISTRY_H

#include <stddef.h>

/// Registers a function that links one schema. Called by load-time constructors, before `main` and possibly before the Swift runtime is
/// initialized. Does not allocate.
void ashlar_register_schema(void (*link)(void));
/// Returns the number of registered schemas; if it exceeds the capacity, some were dropped.
size_t ashlar_registered_schemas(void);
/// Returns the registry's capacity.
size_t ashlar_schema_capacity(void);
/// Calls the registered function at `index`, which must be less than both the count and the capacity.
void ashlar_link_schema(size_t index);

/// Registers a function that returns a retained object, the implementation of encryption. Called by a load-time constructor like
/// `ashlar_register_schema`.
void ashlar_register_encryption(void *(*make)(void));
/// Calls the registered function. Returns null if none is registered.
void *ashlar_make_encryption(void);

#endif
