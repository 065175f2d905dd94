// Compares the declarations of `libcrypto.h` with OpenSSL's headers. Compiled by a test, where the headers are installed.
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "libcrypto.h"

#define CHECK(result, name, parameters) \
  _Static_assert(__builtin_types_compatible_p(__typeof__(&name), result(*) parameters), #name " has another type");
LIBCRYPTO_FUNCTIONS(CHECK)

_Static_assert(OPENSSL_INIT_LOAD_CONFIG == 0x40 && OPENSSL_INIT_NO_ATEXIT == 0x80000, "options have other values");
