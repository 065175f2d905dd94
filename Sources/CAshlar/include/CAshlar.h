// Functions that Swift cannot express: the thread pointer, a load-time registry, file locks, system-specific calls, and vectorized scans.
#ifndef CASHLAR_H
#define CASHLAR_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

/// Returns a value that identifies the calling thread. One instruction on Linux.
static inline uintptr_t ashlar_thread(void) {
#if defined(__APPLE__) && defined(__aarch64__)
  uintptr_t value;
  __asm__("mrs %0, tpidrro_el0" : "=r"(value));
  return value & ~(uintptr_t)7;
#elif defined(__APPLE__) && defined(__x86_64__)
  uintptr_t value;
  __asm__("movq %%gs:0, %0" : "=r"(value));
  return value;
#else
  return (uintptr_t)__builtin_thread_pointer();
#endif
}

/// Prefetches the cells of a row that is about to be read. For each column, the low half of `cells` is the offset of its cells
/// from `base` and the high half their width. The addresses need not be mapped.
static inline void ashlar_prefetch_row(const void *base, const uint64_t *cells, size_t count, size_t slot) {
  for (size_t column = 0; column < count; column++)
    __builtin_prefetch((const void *)((uintptr_t)base + (uint32_t)cells[column] + slot * (cells[column] >> 32)));
}

/// Returns whether the calling thread is the main thread.
int ashlar_is_first_thread(void);

// The property that the calling thread is storing: an object or its entity (unretained), and the column. See `WrittenProperty`.
extern _Thread_local const void *ashlar_written_owner;
extern _Thread_local int64_t ashlar_written_column;
static inline void ashlar_set_written(const void *owner, int64_t column) {
  ashlar_written_owner = owner;
  ashlar_written_column = column;
}
static inline const void *ashlar_get_written_owner(void) { return ashlar_written_owner; }
static inline int64_t ashlar_get_written_column(void) { return ashlar_written_column; }

// The pending releases of the outermost release of unmanaged objects on the calling thread; null outside of one.
extern _Thread_local void *ashlar_pending_releases;
static inline void ashlar_set_pending_releases(void *pending) { ashlar_pending_releases = pending; }
static inline void *ashlar_get_pending_releases(void) { return ashlar_pending_releases; }

// The Realm in which the calling thread thaws objects, unretained; see `_RealmCore.thawing`.
extern _Thread_local void *ashlar_thaw_target;
static inline void ashlar_set_thaw_target(void *target) { ashlar_thaw_target = target; }
static inline void *ashlar_get_thaw_target(void) { return ashlar_thaw_target; }

// The nesting depth of objects whose initial values the calling thread is computing; see `ObjectBase._complete`.
extern _Thread_local int32_t ashlar_initial_depth;
static inline int32_t ashlar_change_initial_depth(int32_t change) { return ashlar_initial_depth += change; }

// The number of discoveries of handwritten classes in progress on all threads; see `_Discovery`.
extern _Atomic uint32_t ashlar_discovery_count;
static inline uint32_t ashlar_discoveries(void) { return __c11_atomic_load(&ashlar_discovery_count, __ATOMIC_RELAXED); }
/// Returns the discovery in progress on the calling thread, or null. The pointer is owned by the caller of `ashlar_begin_discovery`.
const void *ashlar_get_discovery(void);
void ashlar_begin_discovery(const void *look);
/// Ends the discovery in progress and resumes `outer`.
void ashlar_end_discovery(const void *outer);

/// Registers `run` to be called once when the calling thread ends, however often it is registered. Returns 0 or an error number.
int ashlar_when_thread_ends(void (*run)(void));

/// Retains a Swift object unless its reference count has reached zero; returns whether it did. The object's memory must still be allocated:
/// its deinitializer has to wait for the caller. This has the effect of a weak reference without slowing all other retains of the object.
int ashlar_try_retain(void *object);

/// Returns the size of an instance of a Swift class, in bytes.
uintptr_t ashlar_instance_size(const void *type);

/// The state of an iteration's storage, which may be lent to its current element; see `_OwnerReference` in the runtime.
typedef struct {
  /// The thread of the iteration.
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
/// Lends the storage. Returns 0 if it is not free or the caller is on another thread.
static inline int ashlar_loan_lend(ashlar_loan *loan) {
  if (__atomic_load_n(&loan->state, __ATOMIC_ACQUIRE) != ashlar_loan_free || loan->thread != ashlar_thread()) return 0;
  __atomic_store_n(&loan->state, ashlar_loan_lent, __ATOMIC_RELAXED);
  return 1;
}
/// Ends a loan on the iteration's thread, where no other code can intervene. Returns 0 if it is not lent or the caller is on another
/// thread, which must then call `ashlar_loan_give_back`.
static inline int ashlar_loan_return(ashlar_loan *loan) {
  if (loan->thread != ashlar_thread() || __atomic_load_n(&loan->state, __ATOMIC_ACQUIRE) != ashlar_loan_lent) return 0;
  __atomic_store_n(&loan->state, ashlar_loan_free, __ATOMIC_RELEASE);
  return 1;
}
/// Returns whether the storage is free.
static inline int ashlar_loan_is_free(ashlar_loan *loan) {
  return __atomic_load_n(&loan->state, __ATOMIC_ACQUIRE) == ashlar_loan_free;
}
/// Ends a loan on any thread. Returns 1 if the storage is owned by the element; otherwise the iteration may already have been deallocated
/// with it.
static inline int ashlar_loan_give_back(ashlar_loan *loan) {
  return __atomic_exchange_n(&loan->state, ashlar_loan_free, __ATOMIC_ACQ_REL) == ashlar_loan_left;
}
/// Transfers the storage to the element. Returns 0 if it is free.
static inline int ashlar_loan_leave(ashlar_loan *loan) {
  uint32_t lent = ashlar_loan_lent;
  return __atomic_compare_exchange_n(&loan->state, &lent, ashlar_loan_left, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/// Registers a function that links one schema. Called by load-time constructors, before `main` and possibly before the Swift runtime is
/// initialized. Does not allocate.
void ashlar_register_schema(void (*link)(void));
/// Returns the number of registered schemas; if it exceeds the capacity, some were dropped.
size_t ashlar_registered_schemas(void);
/// Returns the registry's capacity.
size_t ashlar_schema_capacity(void);
/// Calls the registered function at `index`, which must be below both the count and the capacity.
void ashlar_link_schema(size_t index);

/// Returns a number that distinguishes this process from every process that it was forked from, however it was forked.
uint64_t ashlar_process(void);
/// A function that a forked child runs on an inherited resource before `fork` returns in the child.
typedef struct ashlar_fork_handler {
  /// Must be async-signal-safe.
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

/// An exclusive lock between processes through a file: a word in a mapped page, so that locking and unlocking need no system call
/// without contention. It belongs to the opened handle, not to a thread, and is released when its process ends.
typedef struct {
  /// NULL until the lock is first taken.
  uint32_t *word;
  int descriptor;
  /// The value of the word while this handle holds the lock.
  uint32_t number;
  /// Whether another process was waiting at the last unlock.
  int gave_way;
  /// Whether the last `ashlar_file_lock_take` found the lock taken by another process.
  int waited;
  /// The process that opened it.
  uint32_t process;
  ashlar_fork_handler handler;
  /// The mapped page; NULL until the lock is first taken or the file watched.
  char *page;
  /// The bit of this process among the watching processes; 0 if it does not watch.
  uint64_t watcher;
  /// Held by a thread that allocates a number or a bit.
  pthread_mutex_t registry;
} ashlar_file_lock;

enum { ashlar_longest_place = 200 };

/// The holder of such a lock.
typedef struct {
  uint32_t process;
  /// The size of `place` in bytes.
  uint32_t length;
  uint64_t thread;
  /// How long it has been held, in nanoseconds.
  int64_t held;
  char place[ashlar_longest_place];
} ashlar_lock_holder;

/// Takes ownership of a descriptor of a lock file, which may be empty. Returns 0 or an error number, in which case the descriptor was
/// closed. A forked child does not inherit the lock and may only close the handle.
int ashlar_file_lock_open(ashlar_file_lock *lock, int descriptor);
/// Closes the lock file.
void ashlar_file_lock_close(ashlar_file_lock *lock);
/// Waits for the lock, which is released when its holder dies. Returns 0 or an error number: ETIMEDOUT after `nanoseconds`.
int ashlar_file_lock_take(ashlar_file_lock *lock, int64_t nanoseconds);
/// Acquires the lock if it is free, without waiting. Returns 0, EBUSY if it is held or a waiting process takes precedence, or an error
/// number.
int ashlar_file_lock_try(ashlar_file_lock *lock);
/// Records the holder, for `ashlar_file_lock_holder` in other processes. Must be called with the lock held; makes no system call.
void ashlar_file_lock_sign(ashlar_file_lock *lock, uint64_t thread, const char *place, size_t length);
/// Reads the holder of the lock. Returns 0 if it is unknown. The result may be outdated or torn.
int ashlar_file_lock_holder(ashlar_file_lock *lock, ashlar_lock_holder *holder);
/// Releases the lock and wakes a waiting process.
void ashlar_file_lock_give(ashlar_file_lock *lock);

/// Registers this process to be signaled of commits by other processes. Returns 0 or an error number.
int ashlar_watchers_join(ashlar_file_lock *lock);
/// Balances `ashlar_watchers_join`.
void ashlar_watchers_leave(ashlar_file_lock *lock);
/// Signals a visible commit to the watching processes. Must be called with the lock held; free if no process watches.
void ashlar_signal_commit(ashlar_file_lock *lock);
/// Causes an event for this process only, to test its delivery.
void ashlar_signal_self(ashlar_file_lock *lock);

/// Opens a descriptor that receives events for writes to files; negative if the system has none.
int ashlar_watch_open(void);
/// Opens a descriptor that ends `ashlar_watch_wait` when it is rung; negative if the system has none.
int ashlar_watch_open_bell(void);
void ashlar_watch_ring(int bell);
/// Starts receiving events for writes to an open file, and for its closing by processes that could write, including by their death. Returns
/// a number, or -1.
int ashlar_watch_add(int watch, int descriptor);
/// Balances `ashlar_watch_add`.
void ashlar_watch_remove(int watch, int number);
/// Waits for events, without a timeout if `milliseconds` is -1. Stores the numbers of their files, or -1 for all files, and returns their
/// count, which may be 0.
int ashlar_watch_wait(int watch, int bell, int milliseconds, int *numbers, int capacity);

/// Tries to lock the first byte of an open file. The lock belongs to the process, and closing any descriptor of the file releases it.
/// Returns 0 or an error number: EAGAIN if another process holds the lock, EBUSY if only an open file description does, which a process
/// that has ended may have left briefly to a program that it was starting.
int ashlar_try_process_lock(int descriptor);

/// Acquires a shared lock on byte 0 of LMDB's lock file, in addition to LMDB's own. While the descriptor is open, no process that opens the
/// file considers itself the first and clears the reader table. Returns 0 or an error number: EBUSY while a first process is doing so. Like
/// all functions of this group, does nothing on systems without locks of open file descriptions.
int ashlar_hold_readers(int readers);
/// Returns whether a process or another open file description has a lock on byte 0 of LMDB's lock file.
int ashlar_readers_are_held(int readers);
/// Replaces LMDB's lock on the byte with this process's number by a lock of the open file description: while the descriptor is open, LMDB
/// in other processes considers this process's readers alive. LMDB must have acquired its lock, and the process must have no reader.
/// Returns 0 or an error number: EBUSY if a process with the same number, in another container, has the lock.
int ashlar_hold_number(int readers, int32_t process);
/// Returns whether a process or another open file description has a lock on the byte with a process's number.
int ashlar_number_is_held(int readers, int32_t process);
/// Releases both locks, even if a program that is being started shares them. Must be called before the descriptor is closed.
void ashlar_release_readers(int readers, int32_t process);

/// Marks a database as used with these lock files while the descriptors are open: `data` is the database's, `locks` that of the writers'
/// lock, `readers` the path of LMDB's lock file. Returns 0 or an error number: EBUSY if the database is in use with other lock files,
/// EEXIST if these lock files are in use for another database.
int ashlar_pair_files(int data, int locks, const char *readers);
/// Claims an open database exclusively, whatever its lock files, while the descriptor is open. Returns 0 or an error number: EBUSY if the
/// database is in use.
int ashlar_claim_file(int data);
/// Returns whether another open file description has a lock that pairs the database with lock files: a process has it open or claims it.
int ashlar_is_paired(int data);
/// Marks a database as open in a process that supports file format 8, while the descriptor is open. Returns 0 or an error number.
int ashlar_mark_process(int data, int32_t process);
/// Returns whether another open file description of the database has the mark of a process. Always 0 without locks of open file
/// descriptions.
int ashlar_has_mark(int data, int32_t process);
/// Checks that the file at `path`, without following a symbolic link, has this device and inode. Returns 0, ENOENT if there is no file,
/// ESTALE if it is another file, or another error number. Sets `links` to the file's link count.
int ashlar_find_file(const char *path, uint64_t device, uint64_t inode, uint32_t *links);
/// Allocates disk space for the first `count` bytes of an open file and extends it to at least that size. Returns 0 or an error number;
/// also 0 if the file system does not support it.
int ashlar_fill_file(int descriptor, int64_t count);
/// Allocates disk space for the first `count` bytes of an open file without changing its size. Returns 0 or an error number; also 0 if the
/// file system does not support it.
int ashlar_reserve_room(int descriptor, int64_t count);
/// Frees disk space that was reserved beyond the end of an open file.
void ashlar_give_up_room(int descriptor);
/// Returns, after a short write, the error number with which a write past the end of the file fails, or 0.
int ashlar_probe_room(int descriptor);
/// Returns whether the process has a file size limit. Writing past it raises a signal that stops the process unless it is blocked.
int ashlar_has_size_limit(void);
/// Blocks the signal of the size limit on the calling thread. Returns the argument for `ashlar_unblock_size_signal`.
int ashlar_block_size_signal(void);
/// Unblocks the signal, discarding a pending one.
void ashlar_unblock_size_signal(int blocked);

/// Syncs an open file to the disk. Returns 0 or an error number.
int ashlar_sync_descriptor(int descriptor);
/// Syncs a file or folder to the disk. Returns 0 or an error number.
int ashlar_sync_file(const char *path);
/// Renames a file without replacing another. Returns 0 or an error number: EEXIST if the new name exists.
int ashlar_rename_new(const char *from, const char *to);

/// Reads an identifier of the current boot of the machine. Returns 0 or an error number.
int ashlar_boot_identity(uint8_t identity[16]);

/// A lock and a condition variable for threads.
typedef struct ashlar_monitor ashlar_monitor;
ashlar_monitor *ashlar_monitor_make(void);
void ashlar_monitor_free(ashlar_monitor *monitor);
void ashlar_monitor_lock(ashlar_monitor *monitor);
void ashlar_monitor_unlock(ashlar_monitor *monitor);
/// Releases the lock, waits to be woken, at most `nanoseconds` or, if negative, without a limit, and acquires the lock again. May wake
/// spuriously.
void ashlar_monitor_wait(ashlar_monitor *monitor, int64_t nanoseconds);
/// Wakes all waiting threads.
void ashlar_monitor_wake(ashlar_monitor *monitor);
/// Runs `body` on a new detached thread with all signals blocked. Returns 0 or an error number.
int ashlar_start_thread(void (*body)(void *), void *context);

/// Extends a file by `count` allocated bytes at `offset`, its end. Returns 0 if the disk is full.
int ashlar_reserve_file(int descriptor, int64_t offset, int64_t count);
/// Writes zeros from one offset of a file to another, with calls that end at multiples of `piece`, at most 16 KB, until one fails.
void ashlar_write_zeros(int descriptor, int64_t from, int64_t to, int64_t piece);
/// Deallocates the disk space of a range of a file, if the system supports it.
void ashlar_punch_file(int descriptor, int64_t offset, int64_t count);

/// Continues the CRC32C `crc`, initially 0, over `bytes`. Processes about 20 bytes per nanosecond with a CRC instruction, and 35 or 50 with
/// carry-less multiplication in vectors of 256 or 512 bits.
uint32_t ashlar_crc32c(uint32_t crc, const void *bytes, size_t count);
/// Uses 512-bit vectors if the machine has them; otherwise behaves like the next function.
uint32_t ashlar_crc32c_folded_wide(uint32_t crc, const void *bytes, size_t count);
/// Uses 256-bit vectors if the machine has them; otherwise behaves like the next function.
uint32_t ashlar_crc32c_folded(uint32_t crc, const void *bytes, size_t count);
/// Uses the CRC instruction if the machine has it; otherwise behaves like the next function.
uint32_t ashlar_crc32c_instruction(uint32_t crc, const void *bytes, size_t count);
/// Uses lookup tables.
uint32_t ashlar_crc32c_software(uint32_t crc, const void *bytes, size_t count);
/// Returns the checksum of a cluster's key and first `count` bytes; the bytes that store the checksum count as 0.
uint32_t ashlar_cluster_crc(uint64_t key, const void *cluster, size_t count);
/// Returns a hash of an entry of a key space.
uint64_t ashlar_entry_hash(uint32_t space, const void *key, size_t key_size, const void *value, size_t value_size);

/// Sets the bits of the rows of an overlay whose masks, stored below `base`, intersect `mask`. `out` has a bit for each of up to 256 rows
/// and must be zero.
void ashlar_stored_rows(const void *base, size_t capacity, uint64_t mask, void *out);
/// Sets the bits of the rows with a nonempty mask. Sets `some` to the union of the masks, and `each` to the intersection of the nonempty
/// ones.
void ashlar_stored_columns(const void *base, size_t capacity, void *out, uint64_t *some, uint64_t *each);

/// Compares the cells of a column in two clusters, in the rows whose bit is set in `rows`, at most 256. Sets the bits in `out`, which must
/// be zero, of the rows whose cells differ. Cells have 1, 2, 4, 8, 12 or 16 bytes.
void ashlar_differing_rows(const void *a, const void *b, size_t width, const void *rows, void *out);

/// Zeroes the cells of a column in the rows whose bit is set in `rows`. Cells have 1, 2, 4, 8, 12 or 16 bytes; `capacity` is a
/// multiple of 64.
void ashlar_clear_rows(void *cells, size_t width, size_t capacity, const void *rows);

/// Returns whether each link is null or a valid object key.
int ashlar_check_links(const void *cells, size_t count);
/// Returns whether the bytes of each text or data slot are inside the slot or inside a heap of `heap_size` bytes.
int ashlar_check_slots(const void *slots, size_t count, size_t heap_size);
/// The layout of a collection's element: a slot with its key, if it has one, then a value of plain bytes (0), a slot (1) or a
/// link (2).
struct ashlar_element {
  size_t width;
  int has_key;
  int value;
};
/// Returns whether all slots and links of packed elements are valid; slots refer to a heap of `heap_size` bytes.
int ashlar_check_elements(const void *elements, size_t length, size_t heap_size, struct ashlar_element element);
/// Returns whether all collection slots and the elements that they refer to are valid. The elements of large collections are not checked.
int ashlar_check_collections(const void *slots, size_t count, const void *heap, size_t heap_size, struct ashlar_element element);

/// Prefetches the first 128 bytes at an address, which need not be mapped.
static inline void ashlar_prefetch(const void *place) {
  __builtin_prefetch(place);
  __builtin_prefetch((const char *)place + 64);
}

// Scans write one bit per row into `out`, 64 rows per word, rounded up; `count` is a multiple of 8. `op`: 0 ==, 1 !=, 2 <, 3 <=, 4 >, 5 >=.
// NaN compares as in IEEE 754.
void ashlar_scan_int8(const int8_t *column, size_t count, int op, int64_t value, uint64_t *out);
void ashlar_scan_int16(const int16_t *column, size_t count, int op, int64_t value, uint64_t *out);
void ashlar_scan_int32(const int32_t *column, size_t count, int op, int64_t value, uint64_t *out);
void ashlar_scan_float(const float *column, size_t count, int op, float value, uint64_t *out);

// The following functions scan the rows whose bit is set in `rows`, all below `count`; the result for other rows is unspecified. `ahead` is
// the distance in bytes to a column that will be scanned soon and is prefetched meanwhile, or 0.
void ashlar_scan_int64(const int64_t *column, size_t count, int op, int64_t value, const uint64_t *rows, intptr_t ahead, uint64_t *out);
void ashlar_scan_double(const double *column, size_t count, int op, double value, const uint64_t *rows, intptr_t ahead, uint64_t *out);
/// Finds rows whose flag is not 0.
void ashlar_scan_flags(const uint8_t *flags, size_t count, intptr_t ahead, uint64_t *out);
/// Finds rows whose date, of 12 bytes, compares with a moment by `op`.
void ashlar_scan_moments(const void *column, size_t count, int op, int64_t seconds, int32_t nanoseconds, const uint64_t *rows,
                         intptr_t ahead, uint64_t *out);
/// Finds rows whose id, of 12 or 16 bytes, equals another.
void ashlar_scan_ids(const void *column, size_t width, size_t count, const void *id, const uint64_t *rows, intptr_t ahead, uint64_t *out);
/// Finds rows whose integer, of `width` bytes, has its bit set: the bit of `low` + n is the n-th of `bits`. Numbers outside of the `size`
/// bits share bit 0.
void ashlar_scan_in_bits(const void *cells, size_t width, size_t count, const uint64_t *bits, int64_t low, uint64_t size,
                         const uint64_t *rows, intptr_t ahead, uint64_t *out);
/// Returns whether bytes contain others, of which there must be at least one. Complexity: linear in both.
int ashlar_contains(const void *bytes, size_t count, const void *sought, size_t sought_count);
/// Returns a hash of a 12-byte slot that is the same for equal text, in the slot or in the heap.
uint64_t ashlar_slot_hash(const void *slot);
/// Finds rows of 12-byte slots whose hash has its bit set in `filter`, which has `mask` + 1 bits, and rows with text elsewhere.
void ashlar_scan_likely_slots(const void *slots, size_t count, const uint64_t *filter, uint64_t mask, const uint64_t *rows,
                              intptr_t ahead, uint64_t *out);
/// A comparison of the cells of one column with a constant. Cells of numbers and flags always hold a value.
struct ashlar_test {
  /// The index of the column's `struct ashlar_place`.
  uint32_t column;
  /// The kind of cell: an Int64 (0), a Double (1), a flag (2), of which any nonzero byte counts as 1, or a slot of 12 bytes (3), which only
  /// compares equal or unordered.
  uint16_t form;
  /// The results that pass, combined: 1 less, 2 equal, 4 greater, 8 unordered.
  uint16_t passing;
  /// For Int64 cells and flags.
  int64_t integer;
  double number;
  /// The bytes to compare a slot with.
  const void *slot;
};
/// The offsets of a column's cells and of its null flags from the cluster's base, in bytes.
struct ashlar_place {
  intptr_t cells, nulls;
};
/// Clears the bits of rows that do not pass all tests. Returns false and does nothing for many rows, for which scans are faster.
int ashlar_test_rows(const void *base, const void *places, const struct ashlar_test *tests, size_t count, size_t words, uint64_t *rows);
/// Prefetches the cells that tests of these rows will read. Returns false and does nothing for many rows.
int ashlar_prefetch_tests(const void *base, const void *places, const struct ashlar_test *tests, size_t count, size_t words,
                         const uint64_t *rows);

/// Finds rows whose 12-byte slot is null; `count` is at most 256.
void ashlar_scan_null_slots(const void *slots, size_t count, intptr_t ahead, uint64_t *out);

/// Finds rows whose 12-byte slot equals the slot that `pattern` repeats 16 times. `count` is at most 256.
void ashlar_scan_slots(const void *slots, size_t count, const void *pattern, const uint64_t *rows, intptr_t ahead, uint64_t *out);

/// Returns the fingerprint of bytes, at least 2, in the heap, which their slot stores: the first two bytes, and 16 bits of the CRC32C of
/// all.
uint32_t ashlar_fingerprint(const void *bytes, size_t length);

/// The text to search for. `op`: 0 equal, 1 prefix, 2 suffix, 3 contains; 4 <, 5 <=, 6 >, 7 >=, bytewise, with null below all text. Adding
/// 8 to one of the first four compares text folded by `ashlar_fold`; the wanted text must be folded already.
struct ashlar_wanted_text {
  const uint8_t *bytes;
  size_t length;
  int op;
  /// Only set for a text that slots store in the heap.
  uint32_t fingerprint;
};

/// Copies `count` bytes of UTF-8 text, with uppercase letters of ASCII and Latin-1 changed to lowercase.
void ashlar_fold(const uint8_t *bytes, size_t count, uint8_t *out);

/// Finds rows of 12-byte text slots that match a text. `heap` is the cluster's heap. Null matches only < and <=. Rows that may match but
/// whose text is stored out of line are set in `undecided`. `count` is at most 256. `ahead` is the distance to slots that will be scanned
/// soon, `next` to those scanned next, whose texts are at about the same offsets.
void ashlar_scan_text(const void *slots, size_t count, const uint8_t *heap, const struct ashlar_wanted_text *text, const uint64_t *rows,
                      intptr_t ahead, intptr_t next, uint64_t *out, uint64_t *undecided);

/// Decodes `count` ascending keys from LEB128 numbers of at most 6 bytes, each the difference from the previous key. Returns nonzero if
/// they are well-formed. At least 8 readable bytes must precede `bytes`.
int ashlar_read_postings(const uint8_t *bytes, size_t size, size_t count, int64_t *keys);

/// An item and its rank in an order.
struct ashlar_ranked {
  uint64_t rank;
  int64_t key;
};
/// Stably sorts items by rank. `scratch` has room for `count` items.
void ashlar_sort_ranks(struct ashlar_ranked *items, struct ashlar_ranked *scratch, size_t count);

/// Bytes compared lexicographically.
struct ashlar_text {
  const uint8_t *bytes;
  size_t length;
};
/// Stably sorts items, whose `key` is the index of a text, in ascending or descending order of their texts; their ranks are overwritten. An
/// empty text needs a valid address too.
void ashlar_sort_texts(const struct ashlar_text *texts, struct ashlar_ranked *items, struct ashlar_ranked *scratch, size_t count,
                       int descending);

/// Returns the sum of all rows; `count` is a multiple of 8, and `ahead` as for scans. NaN is skipped and counted.
int64_t ashlar_sum_int64(const int64_t *column, size_t count, intptr_t ahead);
// Returns the sum of at most 256 cells, and sets `is_small` if no intermediate sum can have overflowed 64 bits.
int64_t ashlar_sum_int64_checked(const int64_t *column, size_t count, intptr_t ahead, int *is_small);
double ashlar_sum_double(const double *column, size_t count, intptr_t ahead, size_t *nans);
/// Finds the smallest and largest value of the rows whose bit is set, skipping NaN. Returns false if no such value exists.
int ashlar_range_int64(const int64_t *column, size_t count, const uint64_t *live, intptr_t ahead, int64_t *smallest, int64_t *largest);
int ashlar_range_double(const double *column, size_t count, const uint64_t *live, intptr_t ahead, double *smallest, double *largest);

/// Returns freed memory that the C library retains to the system. Blocks of clusters and pages have many sizes, so work that allocates and
/// frees many of them would otherwise retain several times the memory in use. Does nothing with C libraries other than glibc.
void ashlar_give_back_memory(void);

/// Returns the address of the object that isolates the running code: an actor, or its custom executor; 0 outside of actors.
uintptr_t ashlar_current_executor(void);
/// Returns the number of the running task, which is unique in the process; 0 outside of tasks.
uint64_t ashlar_current_task(void);

#endif
