// One build runs on every x86-64 machine: when the program is loaded, the fastest version of each function that the machine supports is
// selected.
#ifndef CASHLAR_VECTORISED_H
#define CASHLAR_VECTORISED_H

// Sanitizers would instrument the functions that select a version, which run before the sanitizer is initialized.
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
