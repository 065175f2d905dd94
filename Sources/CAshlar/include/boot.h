// The current boot of the machine.
#ifndef CASHLAR_BOOT_H
#define CASHLAR_BOOT_H

#include <stdint.h>

/// Reads an identifier of the current boot of the machine. Returns 0 or an error number.
int ashlar_boot_identity(uint8_t identity[16]);

#endif
