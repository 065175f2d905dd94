#define _GNU_SOURCE
#include "cipher.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "libcrypto.h"
#include "secret.h"

struct ashlar_cipher {
  struct libcrypto_user user;
  // AES-256-ECB under the key, which derives the keys of GCM.
  EVP_CIPHER_CTX *blocks;
  // The subkey K1 of CMAC; see the construction.
  uint8_t subkey[16];
  // AES-256-GCM under the key derived last, for each direction, with the part of the nonce that it was derived from.
  struct direction {
    EVP_CIPHER_CTX *context;
    uint8_t prefix[12];
    int has_key;
  } sealing, opening;
};

static int encrypt_blocks(ashlar_cipher *cipher, const void *blocks, int size, void *encrypted) {
  int written = 0;
  return ashlar_libcrypto.EVP_EncryptUpdate(cipher->blocks, encrypted, &written, blocks, size) == 1 && written == size;
}

static enum ashlar_cipher_result prepare(ashlar_cipher *cipher, const uint8_t key[32]) {
  const struct libcrypto *library = &ashlar_libcrypto;
  cipher->blocks = library->EVP_CIPHER_CTX_new();
  cipher->sealing.context = library->EVP_CIPHER_CTX_new();
  cipher->opening.context = library->EVP_CIPHER_CTX_new();
  if (!cipher->blocks || !cipher->sealing.context || !cipher->opening.context) return ASHLAR_CIPHER_NO_MEMORY;
  if (library->EVP_EncryptInit_ex2(cipher->blocks, library->ecb, key, NULL, NULL) != 1) return ASHLAR_CIPHER_FAILED;
  if (library->EVP_CIPHER_CTX_set_padding(cipher->blocks, 0) != 1) return ASHLAR_CIPHER_FAILED;
  const uint8_t zeros[16] = {0};
  uint8_t block[16] = {0};
  int is_encrypted = encrypt_blocks(cipher, zeros, sizeof block, block);
  // K1 is the encrypted zeros, doubled in the field of 2^128.
  uint8_t reduction = block[0] >> 7 ? 0x87 : 0;
  for (int index = 0; index < 15; index++) cipher->subkey[index] = (uint8_t)(block[index] << 1 | block[index + 1] >> 7);
  cipher->subkey[15] = (uint8_t)(block[15] << 1) ^ reduction;
  ashlar_secret_clear(block, sizeof block);
  return is_encrypted ? ASHLAR_CIPHER_DONE : ASHLAR_CIPHER_FAILED;
}

enum ashlar_cipher_result ashlar_cipher_make(const uint8_t key[32], ashlar_cipher **made) {
  *made = NULL;
  if (ashlar_crypto_load() != ASHLAR_CRYPTO_LOADED) return ASHLAR_CIPHER_FAILED;
  ashlar_cipher *cipher = calloc(1, sizeof *cipher);
  if (!cipher) return ASHLAR_CIPHER_NO_MEMORY;
  ashlar_libcrypto_add(&cipher->user);
  enum ashlar_cipher_result result = ASHLAR_CIPHER_ENDED;
  if (ashlar_libcrypto_begin(&cipher->user)) {
    result = prepare(cipher, key);
    ashlar_libcrypto_end(&cipher->user);
  }
  if (result == ASHLAR_CIPHER_DONE) *made = cipher;
  else ashlar_cipher_free(cipher);
  return result;
}

void ashlar_cipher_free(ashlar_cipher *cipher) {
  if (!cipher) return;
  // Once the library has freed itself, its contexts must not be touched.
  if (ashlar_libcrypto_begin(&cipher->user)) {
    ashlar_libcrypto.EVP_CIPHER_CTX_free(cipher->blocks);
    ashlar_libcrypto.EVP_CIPHER_CTX_free(cipher->sealing.context);
    ashlar_libcrypto.EVP_CIPHER_CTX_free(cipher->opening.context);
    ashlar_libcrypto_end(&cipher->user);
  }
  ashlar_libcrypto_remove(&cipher->user);
  ashlar_secret_clear(cipher, sizeof *cipher);
  free(cipher);
}

typedef int initialization(
    EVP_CIPHER_CTX *, const EVP_CIPHER *, const unsigned char *, const unsigned char *, const struct ossl_param_st *);

// Sets the key that is derived from the nonce, unless it is set already, and the nonce of GCM.
static int start(ashlar_cipher *cipher, struct direction *direction, initialization *initialize, const uint8_t nonce[ASHLAR_NONCE]) {
  if (!direction->has_key || memcmp(direction->prefix, nonce, sizeof direction->prefix) != 0) {
    direction->has_key = 0;
    uint8_t blocks[2][16] = {{0, 1, 'X', 0}, {0, 2, 'X', 0}};
    uint8_t key[32];
    for (int block = 0; block < 2; block++) {
      memcpy(blocks[block] + 4, nonce, 12);
      for (int index = 0; index < 16; index++) blocks[block][index] ^= cipher->subkey[index];
    }
    int is_set = encrypt_blocks(cipher, blocks, sizeof key, key) &&
                 initialize(direction->context, ashlar_libcrypto.gcm, key, nonce + 12, NULL) == 1;
    ashlar_secret_clear(key, sizeof key);
    ashlar_secret_clear(blocks, sizeof blocks);
    if (!is_set) return 0;
    memcpy(direction->prefix, nonce, sizeof direction->prefix);
    direction->has_key = 1;
    return 1;
  }
  return initialize(direction->context, NULL, NULL, nonce + 12, NULL) == 1;
}

// The operands of a value that is sealed.
struct sealing {
  const void *additional;
  int additional_size;
  const uint8_t *prefix;
  const void *plain;
  int size;
  int padding;
  uint8_t *sealed_prefix;
  uint8_t *sealed;
  uint8_t *tag;
};

static int seal(ashlar_cipher *cipher, const uint8_t nonce[ASHLAR_NONCE], const struct sealing *value) {
  static const uint8_t zeros[ASHLAR_PADDING];
  const struct libcrypto *library = &ashlar_libcrypto;
  if (!start(cipher, &cipher->sealing, library->EVP_EncryptInit_ex2, nonce)) return 0;
  EVP_CIPHER_CTX *context = cipher->sealing.context;
  int written = 0, last = 0, size = value->size, padding = value->padding;
  uint8_t *sealed = value->sealed;
  if (library->EVP_EncryptUpdate(context, NULL, &written, value->additional, value->additional_size) != 1) return 0;
  // GCM is a stream cipher: every update writes as many bytes as it reads.
  if (library->EVP_EncryptUpdate(context, value->sealed_prefix, &written, value->prefix, ASHLAR_PREFIX) != 1) return 0;
  if (written != ASHLAR_PREFIX) return 0;
  if (size && (library->EVP_EncryptUpdate(context, sealed, &written, value->plain, size) != 1 || written != size)) return 0;
  if (padding && (library->EVP_EncryptUpdate(context, sealed + size, &written, zeros, padding) != 1 || written != padding)) return 0;
  if (library->EVP_EncryptFinal_ex(context, sealed + size + padding, &last) != 1 || last != 0) return 0;
  return library->EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, ASHLAR_TAG, value->tag) == 1;
}

enum ashlar_cipher_result ashlar_cipher_seal(
    ashlar_cipher *cipher, const uint8_t nonce[ASHLAR_NONCE], const void *additional, size_t additional_size,
    const uint8_t prefix[ASHLAR_PREFIX], const void *plain, size_t size, size_t padding, uint8_t sealed_prefix[ASHLAR_PREFIX],
    void *sealed, uint8_t tag[ASHLAR_TAG]) {
  enum ashlar_cipher_result result = ASHLAR_CIPHER_ENDED;
  if (size > ASHLAR_LARGEST || additional_size > INT_MAX || padding > ASHLAR_PADDING) {
    result = ASHLAR_CIPHER_TOO_LARGE;
  } else if (ashlar_libcrypto_begin(&cipher->user)) {
    struct sealing value = {additional, (int)additional_size, prefix, plain, (int)size, (int)padding, sealed_prefix, sealed, tag};
    result = seal(cipher, nonce, &value) ? ASHLAR_CIPHER_DONE : ASHLAR_CIPHER_FAILED;
    ashlar_libcrypto_end(&cipher->user);
  }
  if (result) {
    ashlar_secret_clear(sealed_prefix, ASHLAR_PREFIX);
    ashlar_secret_clear(sealed, size + padding);
  }
  return result;
}

// The operands of a value that is opened.
struct opening {
  const void *additional;
  int additional_size;
  const uint8_t *sealed_prefix;
  const void *sealed;
  int size;
  const uint8_t *tag;
  uint8_t *prefix;
  uint8_t *plain;
};

// Sets `has_written` once bytes may have been decrypted.
static enum ashlar_cipher_result open_sealed(
    ashlar_cipher *cipher, const uint8_t nonce[ASHLAR_NONCE], const struct opening *value, int *has_written) {
  const struct libcrypto *library = &ashlar_libcrypto;
  if (!start(cipher, &cipher->opening, library->EVP_DecryptInit_ex2, nonce)) return ASHLAR_CIPHER_FAILED;
  EVP_CIPHER_CTX *context = cipher->opening.context;
  uint8_t expected[ASHLAR_TAG];
  memcpy(expected, value->tag, sizeof expected);
  int written = 0, last = 0, size = value->size;
  if (library->EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, ASHLAR_TAG, expected) != 1) return ASHLAR_CIPHER_FAILED;
  if (library->EVP_DecryptUpdate(context, NULL, &written, value->additional, value->additional_size) != 1) return ASHLAR_CIPHER_FAILED;
  *has_written = 1;
  if (library->EVP_DecryptUpdate(context, value->prefix, &written, value->sealed_prefix, ASHLAR_PREFIX) != 1) return ASHLAR_CIPHER_FAILED;
  if (written != ASHLAR_PREFIX) return ASHLAR_CIPHER_FAILED;
  if (size && (library->EVP_DecryptUpdate(context, value->plain, &written, value->sealed, size) != 1 || written != size))
    return ASHLAR_CIPHER_FAILED;
  int is_authentic = library->EVP_DecryptFinal_ex(context, value->plain + size, &last) == 1 && last == 0;
  return is_authentic ? ASHLAR_CIPHER_DONE : ASHLAR_CIPHER_NOT_AUTHENTIC;
}

enum ashlar_cipher_result ashlar_cipher_open(
    ashlar_cipher *cipher, const uint8_t nonce[ASHLAR_NONCE], const void *additional, size_t additional_size,
    const uint8_t sealed_prefix[ASHLAR_PREFIX], const void *sealed, size_t size, const uint8_t tag[ASHLAR_TAG],
    uint8_t prefix[ASHLAR_PREFIX], void *plain) {
  if (size > ASHLAR_LARGEST + ASHLAR_PADDING || additional_size > INT_MAX) return ASHLAR_CIPHER_TOO_LARGE;
  if (!ashlar_libcrypto_begin(&cipher->user)) return ASHLAR_CIPHER_ENDED;
  struct opening value = {additional, (int)additional_size, sealed_prefix, sealed, (int)size, tag, prefix, plain};
  int has_written = 0;
  enum ashlar_cipher_result result = open_sealed(cipher, nonce, &value, &has_written);
  ashlar_libcrypto_end(&cipher->user);
  // Bytes that were decrypted before their tag was compared are not authentic. Memory that was not written to is not touched: it may be
  // large, and the system provides it when it is touched first.
  if (result && has_written) {
    ashlar_secret_clear(prefix, ASHLAR_PREFIX);
    ashlar_secret_clear(plain, size);
  }
  return result;
}

enum ashlar_cipher_result ashlar_cipher_blocks(ashlar_cipher *cipher, const void *blocks, size_t count, void *encrypted) {
  if (count > INT_MAX / 16) return ASHLAR_CIPHER_TOO_LARGE;
  if (!ashlar_libcrypto_begin(&cipher->user)) return ASHLAR_CIPHER_ENDED;
  enum ashlar_cipher_result result = encrypt_blocks(cipher, blocks, (int)count * 16, encrypted) ? ASHLAR_CIPHER_DONE : ASHLAR_CIPHER_FAILED;
  ashlar_libcrypto_end(&cipher->user);
  return result;
}

enum ashlar_cipher_result ashlar_hmac_sha256(const void *key, size_t key_size, const void *bytes, size_t size, uint8_t code[32]) {
  if (key_size > INT_MAX) return ASHLAR_CIPHER_TOO_LARGE;
  if (ashlar_crypto_load() != ASHLAR_CRYPTO_LOADED) return ASHLAR_CIPHER_FAILED;
  if (!ashlar_libcrypto_begin_shared()) return ASHLAR_CIPHER_ENDED;
  unsigned int written = 0;
  const struct libcrypto *library = &ashlar_libcrypto;
  int is_done = library->HMAC(library->EVP_sha256(), key, (int)key_size, bytes, size, code, &written) && written == 32;
  ashlar_libcrypto_end_shared();
  return is_done ? ASHLAR_CIPHER_DONE : ASHLAR_CIPHER_FAILED;
}
