// XAES-256-GCM, HMAC-SHA-256 and single blocks of AES-256, computed by OpenSSL's libcrypto, which is loaded at run time.
//
// XAES-256-GCM is the construction of https://c2sp.org/XAES-256-GCM: AES-256-GCM with a nonce of 24 bytes, whose first 12 bytes derive the
// key, and whose last 12 bytes are the nonce of GCM.
#ifndef CASHLAR_ENCRYPTION_CIPHER_H
#define CASHLAR_ENCRYPTION_CIPHER_H

#include <stddef.h>
#include <stdint.h>

/// The outcome of loading libcrypto.
enum ashlar_crypto {
  ASHLAR_CRYPTO_LOADED = 0,
  /// No libcrypto was found. The detail is the loader's message.
  ASHLAR_CRYPTO_MISSING = 1,
  /// The library lacks a function; it is older than 3.0. The detail is the name of the function.
  ASHLAR_CRYPTO_INCOMPLETE = 2,
  /// The library's configuration provides no implementation of an algorithm. The detail is the name of the algorithm.
  ASHLAR_CRYPTO_REFUSED = 3,
  /// The program is linked statically, or the system has no such library. There is no detail.
  ASHLAR_CRYPTO_UNSUPPORTED = 4,
  /// The library cannot initialize itself, or the process cannot register its handlers. There is no detail.
  ASHLAR_CRYPTO_FAILED = 5,
};

/// Loads libcrypto, unless a former call did, and returns the outcome. Every call of a process has the same outcome.
enum ashlar_crypto ashlar_crypto_load(void);
/// Returns the detail of the outcome of `ashlar_crypto_load`, or an empty string. Valid until the process ends.
const char *ashlar_crypto_detail(void);

/// The names of libcrypto in the order in which they are tried, ended by a null pointer. This is for tests: a call after
/// `ashlar_crypto_load` has no effect.
void ashlar_crypto_set_names(const char *const *names);

/// Waits for the end of the process if a thread other than the calling one has called `exit`, so that operations return
/// `ASHLAR_CIPHER_ENDED`; otherwise returns at once.
void ashlar_crypto_await_exit(void);
/// Returns the number of threads that wait in `ashlar_crypto_await_exit`. This is for tests.
int ashlar_crypto_waiting(void);

/// The outcome of an operation.
enum ashlar_cipher_result {
  ASHLAR_CIPHER_DONE = 0,
  /// The bytes were not sealed under this key with this nonce and these additional bytes.
  ASHLAR_CIPHER_NOT_AUTHENTIC = 1,
  /// The process ends: `exit` has begun.
  ASHLAR_CIPHER_ENDED = 2,
  /// A size exceeds `ASHLAR_LARGEST`, or padding exceeds `ASHLAR_PADDING`.
  ASHLAR_CIPHER_TOO_LARGE = 3,
  /// libcrypto is not loaded or reported an error.
  ASHLAR_CIPHER_FAILED = 4,
  /// Memory cannot be allocated.
  ASHLAR_CIPHER_NO_MEMORY = 5,
};

/// Seals and opens values under one key. A cipher must not be used by several threads at the same time.
typedef struct ashlar_cipher ashlar_cipher;

/// Creates a cipher, or sets `made` to null. The bytes of `key` can be cleared after the call.
enum ashlar_cipher_result ashlar_cipher_make(const uint8_t key[32], ashlar_cipher **made);
/// Clears and frees a cipher. Accepts null.
void ashlar_cipher_free(ashlar_cipher *cipher);

/// The size of a nonce, in bytes.
#define ASHLAR_NONCE 24
/// The size of a tag, in bytes.
#define ASHLAR_TAG 16
/// The largest number of zeros that can be appended to a value, in bytes.
#define ASHLAR_PADDING 4096

/// The size of the prefix of a plaintext, in bytes. It is stored in another place than the bytes after it.
#define ASHLAR_PREFIX 2
/// The largest size of a value without its padding, in bytes. The sizes of libcrypto are of type `int`.
#define ASHLAR_LARGEST 0x7FFF0000

/// Encrypts, as one plaintext, the bytes at `prefix`, `size` bytes at `plain`, and `padding` zeros. `sealed_prefix` has room for the
/// encrypted prefix, and `sealed` for the other encrypted bytes; it may be equal to `plain`. If it fails, the bytes in both places are
/// zeros.
enum ashlar_cipher_result ashlar_cipher_seal(
    ashlar_cipher *cipher, const uint8_t nonce[ASHLAR_NONCE], const void *additional, size_t additional_size,
    const uint8_t prefix[ASHLAR_PREFIX], const void *plain, size_t size, size_t padding, uint8_t sealed_prefix[ASHLAR_PREFIX],
    void *sealed, uint8_t tag[ASHLAR_TAG]);
/// Decrypts a prefix, and `size` bytes after it. `plain` has room for `size` bytes and may be equal to `sealed`. If it fails, the bytes at
/// `prefix` and at `plain` are zeros, or they have not changed.
enum ashlar_cipher_result ashlar_cipher_open(
    ashlar_cipher *cipher, const uint8_t nonce[ASHLAR_NONCE], const void *additional, size_t additional_size,
    const uint8_t sealed_prefix[ASHLAR_PREFIX], const void *sealed, size_t size, const uint8_t tag[ASHLAR_TAG],
    uint8_t prefix[ASHLAR_PREFIX], void *plain);
/// Encrypts blocks of 16 bytes, each one alone, under the cipher's key. A key for single blocks must not seal values: the blocks would
/// disclose keys of commits.
enum ashlar_cipher_result ashlar_cipher_blocks(ashlar_cipher *cipher, const void *blocks, size_t count, void *encrypted);

/// Computes HMAC-SHA-256 (RFC 2104).
enum ashlar_cipher_result ashlar_hmac_sha256(const void *key, size_t key_size, const void *bytes, size_t size, uint8_t code[32]);

#endif
