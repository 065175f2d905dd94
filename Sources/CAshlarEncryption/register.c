#include "registry.h"

// Swift defines it; see `SealedSupport`.
void *ashlar_encryption(void);

// Runs before `main` in every program that links this file.
__attribute__((constructor)) static void register_encryption(void) { ashlar_register_encryption(ashlar_encryption); }
