// The functions of OpenSSL's libcrypto, found at run time, and the parts of the process that call them.
#ifndef CASHLAR_LIBCRYPTO_H
#define CASHLAR_LIBCRYPTO_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

typedef struct evp_cipher_ctx_st EVP_CIPHER_CTX;
typedef struct evp_cipher_st EVP_CIPHER;
typedef struct evp_md_st EVP_MD;
struct ossl_init_settings_st;
struct ossl_lib_ctx_st;
struct ossl_param_st;

#define EVP_CTRL_AEAD_GET_TAG 0x10
#define EVP_CTRL_AEAD_SET_TAG 0x11

// Each function with its result and its parameters, as in the headers of OpenSSL 3.0. A test compares them with the headers.
#define LIBCRYPTO_FUNCTIONS(FUNCTION)                                                                                                       \
  FUNCTION(int, OPENSSL_init_crypto, (uint64_t, const struct ossl_init_settings_st *))                                                      \
  FUNCTION(int, ERR_set_mark, (void))                                                                                                       \
  FUNCTION(int, ERR_pop_to_mark, (void))                                                                                                    \
  FUNCTION(EVP_CIPHER *, EVP_CIPHER_fetch, (struct ossl_lib_ctx_st *, const char *, const char *))                                          \
  FUNCTION(EVP_CIPHER_CTX *, EVP_CIPHER_CTX_new, (void))                                                                                    \
  FUNCTION(void, EVP_CIPHER_CTX_free, (EVP_CIPHER_CTX *))                                                                                   \
  FUNCTION(int, EVP_CIPHER_CTX_ctrl, (EVP_CIPHER_CTX *, int, int, void *))                                                                  \
  FUNCTION(int, EVP_CIPHER_CTX_set_padding, (EVP_CIPHER_CTX *, int))                                                                        \
  FUNCTION(                                                                                                                                 \
      int, EVP_EncryptInit_ex2,                                                                                                             \
      (EVP_CIPHER_CTX *, const EVP_CIPHER *, const unsigned char *, const unsigned char *, const struct ossl_param_st *))                  \
  FUNCTION(int, EVP_EncryptUpdate, (EVP_CIPHER_CTX *, unsigned char *, int *, const unsigned char *, int))                                  \
  FUNCTION(int, EVP_EncryptFinal_ex, (EVP_CIPHER_CTX *, unsigned char *, int *))                                                            \
  FUNCTION(                                                                                                                                 \
      int, EVP_DecryptInit_ex2,                                                                                                             \
      (EVP_CIPHER_CTX *, const EVP_CIPHER *, const unsigned char *, const unsigned char *, const struct ossl_param_st *))                  \
  FUNCTION(int, EVP_DecryptUpdate, (EVP_CIPHER_CTX *, unsigned char *, int *, const unsigned char *, int))                                  \
  FUNCTION(int, EVP_DecryptFinal_ex, (EVP_CIPHER_CTX *, unsigned char *, int *))                                                            \
  FUNCTION(const EVP_MD *, EVP_sha256, (void))                                                                                              \
  FUNCTION(                                                                                                                                 \
      unsigned char *, HMAC,                                                                                                                \
      (const EVP_MD *, const void *, int, const unsigned char *, size_t, unsigned char *, unsigned int *))

/// The functions and algorithms of the loaded library. Constant once `ashlar_crypto_load` has returned `ASHLAR_CRYPTO_LOADED`.
struct libcrypto {
#define LIBCRYPTO_FIELD(result, name, parameters) result(*name) parameters;
  LIBCRYPTO_FUNCTIONS(LIBCRYPTO_FIELD)
#undef LIBCRYPTO_FIELD
  const EVP_CIPHER *gcm, *ecb;
};
extern struct libcrypto ashlar_libcrypto;

/// A caller of the library, which one thread uses at a time. A zeroed one is not calling.
struct libcrypto_user {
  atomic_int is_calling;
  struct libcrypto_user *next, *previous;
};
/// Adds a caller, which must not move until it is removed.
void ashlar_libcrypto_add(struct libcrypto_user *user);
void ashlar_libcrypto_remove(struct libcrypto_user *user);
/// Begins calls by an added caller. Returns 0 if the library may be freed because the process ends; then it must not be called. Until
/// `ashlar_libcrypto_end`, `exit` waits, for two seconds at most. The calls add nothing to the thread's queue of errors, which belongs to
/// the program.
int ashlar_libcrypto_begin(struct libcrypto_user *user);
void ashlar_libcrypto_end(struct libcrypto_user *user);
/// Begins calls as `ashlar_libcrypto_begin` does, for code that any number of threads run at the same time.
int ashlar_libcrypto_begin_shared(void);
void ashlar_libcrypto_end_shared(void);

#endif
