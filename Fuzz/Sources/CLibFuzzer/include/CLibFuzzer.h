#pragma once

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's driver, linked by `-sanitize=fuzzer`. Takes the program's arguments; gives its exit code.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));
