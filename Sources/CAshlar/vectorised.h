// One build serves every x86-64 machine: the best version of a function is chosen when the program is loaded.
#ifndef CASHLAR_VECTORISED_H
#define CASHLAR_VECTORISED_H

// Sanitizers instrument the functions that choose a version, which run before the sanitizer is initialized.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define CASHLAR_SANITISED 1
#endif
#endif

#if defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && !defined(CASHLAR_SANITISED)
#define VECTORISED __attribute__((target_clones("default", "avx2", "avx512bw")))
#else
#define VECTORISED
#endif

#endif
