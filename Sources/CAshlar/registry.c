#include "registry.h"

#include <stdatomic.h>

// The functions are in static storage, because constructors run before memory can be allocated.
enum { CAPACITY = 1024 };
static void (*registered[CAPACITY])(void);
static _Atomic size_t count;

void ashlar_register_schema(void (*link)(void)) {
  size_t index = atomic_fetch_add(&count, 1);
  if (index < CAPACITY) registered[index] = link;
}

size_t ashlar_registered_schemas(void) { return atomic_load(&count); }

size_t ashlar_schema_capacity(void) { return CAPACITY; }

void ashlar_link_schema(size_t index) { registered[index](); }

static void *(*_Atomic encryption)(void);

void ashlar_register_encryption(void *(*make)(void)) { atomic_store(&encryption, make); }

void *ashlar_make_encryption(void) {
  void *(*make)(void) = atomic_load(&encryption);
  return make ? make() : NULL;
}
