// Forked processes, which inherit locks, descriptors and mappings.
#ifndef CASHLAR_FORK_H
#define CASHLAR_FORK_H

#include <stddef.h>
#include <stdint.h>

/// Returns a number that distinguishes this process from every process that it was forked from, however it was forked.
uint64_t ashlar_process(void);
/// A function that a forked child runs on an inherited resource before `fork` returns in the child.
typedef struct ashlar_fork_handler {
  /// The function, which must be async-signal-safe.
  void (*run)(void *context);
  void *context;
  struct ashlar_fork_handler *previous, *next;
} ashlar_fork_handler;
/// Adds a handler, which must not move until it is removed.
void ashlar_fork_handler_add(ashlar_fork_handler *handler);
/// Removes an added handler.
void ashlar_fork_handler_remove(ashlar_fork_handler *handler);
/// For a child: closes the descriptor at an address and sets it to -1. The parent keeps its locks on the open file description.
void ashlar_close_in_child(void *descriptor);
/// For a child: reinitializes an inherited mutex, whose owner does not exist in the child, as an unlocked recursive mutex.
void ashlar_renew_mutex(void *mutex);
/// For a child: sets the owner and mask of an access context so that no thread may use it.
void ashlar_disown(void *owner);
/// For a child: makes a file mapping private to the child. `mapping` is a `struct ashlar_mapping`.
void ashlar_keep_apart(void *mapping);
/// A shared mapping of a part of a file.
struct ashlar_mapping {
  void *start;
  size_t size;
  int64_t offset;
  int descriptor;
};

#endif
