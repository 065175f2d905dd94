// Loans of an iteration's storage.
#ifndef CASHLAR_LOAN_H
#define CASHLAR_LOAN_H

#include "thread.h"

#include <stdint.h>

/// The state of an iteration's storage, which may be lent to its current element; see `_OwnerReference` in the runtime.
typedef struct {
  /// The thread of the iteration; 0 if the iteration may move between threads.
  uintptr_t thread;
  uint32_t state;
} ashlar_loan;

enum {
  /// Not lent.
  ashlar_loan_free = 0,
  /// Lent to an element, which depends on the iteration's reference to the Realm.
  ashlar_loan_lent = 1,
  /// Owned by the element, with a reference to the Realm.
  ashlar_loan_left = 2,
};

/// Creates a loan of an iteration on this thread.
static inline ashlar_loan ashlar_loan_make(void) {
  ashlar_loan loan = {ashlar_thread(), ashlar_loan_free};
  return loan;
}
/// Creates a loan of an iteration that may move between threads. `ashlar_loan_return` does not end it, on any thread.
static inline ashlar_loan ashlar_loan_make_movable(void) {
  ashlar_loan loan = {0, ashlar_loan_free};
  return loan;
}
/// Lends the storage. Returns 0 if it is not free, or if the loan has a thread and the caller is on another one.
static inline int ashlar_loan_lend(ashlar_loan *loan) {
  if (__atomic_load_n(&loan->state, __ATOMIC_ACQUIRE) != ashlar_loan_free) return 0;
  // There are two branches, of which the second is rare: combined into one, the conditions cost five instructions for each element.
  if (__builtin_expect(loan->thread != ashlar_thread(), 0)) {
    if (loan->thread != 0) return 0;
  }
  __atomic_store_n(&loan->state, ashlar_loan_lent, __ATOMIC_RELAXED);
  return 1;
}
/// Ends a loan on the iteration's thread, where no other code can intervene. Returns 0 if the storage is not lent or the caller is on
/// another thread; the caller must then call `ashlar_loan_give_back`.
static inline int ashlar_loan_return(ashlar_loan *loan) {
  if (loan->thread != ashlar_thread() || __atomic_load_n(&loan->state, __ATOMIC_ACQUIRE) != ashlar_loan_lent) return 0;
  __atomic_store_n(&loan->state, ashlar_loan_free, __ATOMIC_RELEASE);
  return 1;
}
/// Returns whether the storage is free.
static inline int ashlar_loan_is_free(ashlar_loan *loan) {
  return __atomic_load_n(&loan->state, __ATOMIC_ACQUIRE) == ashlar_loan_free;
}
/// Ends a loan on any thread. Returns 1 if the storage is owned by the element; otherwise the iteration may already have been deallocated,
/// and the storage with it.
static inline int ashlar_loan_give_back(ashlar_loan *loan) {
  return __atomic_exchange_n(&loan->state, ashlar_loan_free, __ATOMIC_ACQ_REL) == ashlar_loan_left;
}
/// Transfers the storage to the element. Returns 0 if it is not lent.
static inline int ashlar_loan_leave(ashlar_loan *loan) {
  uint32_t lent = ashlar_loan_lent;
  return __atomic_compare_exchange_n(&loan->state, &lent, ashlar_loan_left, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

#endif
