// What Swift cannot express: the thread pointer, a load-time registry, file locks, calls of one system, and vectorised scans.
#ifndef CASHLAR_H
#define CASHLAR_H

#include <stddef.h>
#include <stdint.h>

/// A value that identifies the calling thread; one instruction on Linux.
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

/// Prefetches a row's cells. `cells` has for each column the offset of its first cell from `base` in the low half, and the width of
/// a cell in the high half. The addresses need not be valid.
static inline void ashlar_ask_for_row(const void *base, const uint64_t *cells, size_t count, size_t slot) {
  for (size_t column = 0; column < count; column++)
    __builtin_prefetch((const void *)((uintptr_t)base + (uint32_t)cells[column] + slot * (cells[column] >> 32)));
}

/// Whether the caller is the process's first thread.
int ashlar_is_first_thread(void);

/// Calls `run` when the calling thread ends: once, no matter how often this is called. Returns 0 or an error number.
int ashlar_when_thread_ends(void (*run)(void));

/// Retains a Swift object unless its last reference is gone; returns whether it did. The object's memory must still be
/// allocated: its deinitialiser must wait for the caller. A weak reference does the same, but slows down every other retain
/// of the object.
int ashlar_try_retain(void *object);

/// The state of what an iteration lends to its current element; see the runtime's `_Keeper`.
typedef struct {
  /// Where the iteration runs.
  uintptr_t thread;
  uint32_t state;
} ashlar_loan;

enum {
  /// No element has it.
  ashlar_loan_free = 0,
  /// An element has it, and lives by the iteration's reference to the Realm.
  ashlar_loan_lent = 1,
  /// It was left to the element, with a reference to the Realm.
  ashlar_loan_left = 2,
};

/// A loan of an iteration on this thread.
static inline ashlar_loan ashlar_loan_make(void) {
  ashlar_loan loan = {ashlar_thread(), ashlar_loan_free};
  return loan;
}
/// Lends. Returns 0 when it is not free, or the caller is not on the iteration's thread.
static inline int ashlar_loan_lend(ashlar_loan *loan) {
  if (__atomic_load_n(&loan->state, __ATOMIC_ACQUIRE) != ashlar_loan_free || loan->thread != ashlar_thread()) return 0;
  __atomic_store_n(&loan->state, ashlar_loan_lent, __ATOMIC_RELAXED);
  return 1;
}
/// Gives back what is lent, on the iteration's thread, where nothing can interfere. Returns 0 when it is not lent, or the
/// caller is on another thread; then call `ashlar_loan_give_back`.
static inline int ashlar_loan_return(ashlar_loan *loan) {
  if (loan->thread != ashlar_thread() || __atomic_load_n(&loan->state, __ATOMIC_ACQUIRE) != ashlar_loan_lent) return 0;
  __atomic_store_n(&loan->state, ashlar_loan_free, __ATOMIC_RELEASE);
  return 1;
}
/// Whether no element has it.
static inline int ashlar_loan_is_free(ashlar_loan *loan) {
  return __atomic_load_n(&loan->state, __ATOMIC_ACQUIRE) == ashlar_loan_free;
}
/// Gives it back from any thread. Returns 1 when it was left to the element, which owns it from then on; otherwise the iteration
/// may end and release it.
static inline int ashlar_loan_give_back(ashlar_loan *loan) {
  return __atomic_exchange_n(&loan->state, ashlar_loan_free, __ATOMIC_ACQ_REL) == ashlar_loan_left;
}
/// Leaves what is lent to the element. Returns 0 when it is free.
static inline int ashlar_loan_leave(ashlar_loan *loan) {
  uint32_t lent = ashlar_loan_lent;
  return __atomic_compare_exchange_n(&loan->state, &lent, ashlar_loan_left, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/// Remembers a function that links one schema. Called by load-time constructors: before `main`, perhaps before the Swift
/// runtime is up. It allocates nothing.
void ashlar_register_schema(void (*link)(void));
/// The number of registered schemas. When it exceeds the capacity, some were dropped.
size_t ashlar_registered_schemas(void);
/// The registry's capacity.
size_t ashlar_schema_capacity(void);
/// Calls the registered function at `index`, which must be below both the count and the capacity.
void ashlar_link_schema(size_t index);

/// A number that differs from those of all processes that this one was forked from, by whatever call.
uint64_t ashlar_process(void);
/// What a forked child runs on something that it inherited, before `fork` returns there.
typedef struct ashlar_fork_handler {
  /// Must be safe in a signal handler.
  void (*run)(void *context);
  void *context;
  struct ashlar_fork_handler *previous, *next;
} ashlar_fork_handler;
/// Adds a handler, which must stay at its address until it is removed.
void ashlar_fork_handler_add(ashlar_fork_handler *handler);
/// Removes a handler that was added.
void ashlar_fork_handler_remove(ashlar_fork_handler *handler);
/// For a child: closes the descriptor at an address and sets it to -1. The parent keeps the locks of its open file.
void ashlar_close_in_child(void *descriptor);
/// For a child: reinitialises an inherited mutex as an unlocked recursive one; its holder does not exist in the child.
void ashlar_renew_mutex(void *mutex);
/// For a child: sets the owner and the mask of an access context so that no thread may use it.
void ashlar_disown(void *owner);
/// For a child: makes a shared mapping of a file private. `mapping` is a `struct ashlar_mapping`.
void ashlar_keep_apart(void *mapping);
/// A shared mapping of part of a file.
struct ashlar_mapping {
  void *start;
  size_t size;
  int64_t offset;
  int descriptor;
};

/// An exclusive lock among processes: a word in a mapped page of a file, so that an uncontended lock or unlock costs no system
/// call. The open lock file owns it, not a thread; it is released when its process ends.
typedef struct {
  /// NULL before this is first taken.
  uint32_t *word;
  int descriptor;
  /// What the word holds while this has the lock.
  uint32_t number;
  /// Whether another process was waiting when it was last released.
  int gave_way;
  /// The process that opened it.
  uint32_t process;
  ashlar_fork_handler handler;
} ashlar_file_lock;

enum { ashlar_longest_place = 200 };

/// The holder of such a lock.
typedef struct {
  uint32_t process;
  /// Bytes of `place`.
  uint32_t length;
  uint64_t thread;
  /// For how many nanoseconds.
  int64_t held;
  char place[ashlar_longest_place];
} ashlar_lock_holder;

/// Opens the lock file at `path`, creating it when it is missing. Returns 0, or an error number with nothing left open. A forked
/// child does not hold the lock and may only close it.
int ashlar_file_lock_open(ashlar_file_lock *lock, const char *path);
/// Closes what was opened.
void ashlar_file_lock_close(ashlar_file_lock *lock);
/// Waits for the lock, which also becomes free when its holder dies. Returns 0 or an error number: ETIMEDOUT after `nanoseconds`.
int ashlar_file_lock_take(ashlar_file_lock *lock, int64_t nanoseconds);
/// Records the holder for `ashlar_file_lock_holder` in other processes. Only the holder calls it; costs no system call.
void ashlar_file_lock_sign(ashlar_file_lock *lock, uint64_t thread, const char *place, size_t length);
/// Reads who holds the lock; returns 0 when that is unknown. The answer may be stale or torn.
int ashlar_file_lock_holder(ashlar_file_lock *lock, ashlar_lock_holder *holder);
/// Releases the lock and wakes a waiting process.
void ashlar_file_lock_give(ashlar_file_lock *lock);

/// Tries to lock the first byte of an open file. The process owns the lock; closing any descriptor of the file releases it.
/// Returns 0 or an error number: EAGAIN when another process holds it.
int ashlar_try_process_lock(int descriptor);

/// Marks in both files, while the descriptors are open, that a database is used with these lock files: `data` is the database,
/// `locks` the writers' lock file, `readers` the path of LMDB's lock file. Returns 0 or an error number: EBUSY when the database is in
/// use with other lock files, EEXIST when these lock files are in use for another database.
int ashlar_pair_files(int data, int locks, const char *readers);
/// Claims an open database for exclusive use, whatever its lock files, while the descriptor is open. Returns 0 or an error number:
/// EBUSY when it is in use.
int ashlar_claim_file(int data);
/// Compares the file at a path, without following symbolic links, with a device and inode. Returns 0 when they match, ENOENT when
/// nothing is there, ESTALE when it is another file, or another error number. Stores the number of the file's names in `links`.
int ashlar_find_file(const char *path, uint64_t device, uint64_t inode, uint32_t *links);
/// Allocates disk space for the first `count` bytes of an open file, growing it when it is shorter. Returns 0 or an error number; 0
/// also where the file system cannot do this.
int ashlar_fill_file(int descriptor, int64_t count);
/// After a short write: the error number with which a write past the end of the file fails, or 0.
int ashlar_ask_for_room(int descriptor);
/// Whether the system limits the size of this process's files. A write past the limit then raises a signal that ends the process
/// unless it is blocked.
int ashlar_has_size_limit(void);
/// Blocks that signal on the calling thread. Pass the result to `ashlar_unblock_size_signal`.
int ashlar_block_size_signal(void);
/// Restores the thread's signal mask and discards a pending signal of the size limit.
void ashlar_unblock_size_signal(int blocked);

/// Waits until a file or folder is on the disk. Returns 0 or an error number.
int ashlar_sync_file(const char *path);
/// Renames a file, never replacing another. Returns 0 or an error number: EEXIST when the new name is taken.
int ashlar_rename_new(const char *from, const char *to);

/// Identifies this boot of the machine: each boot has a new identity. Returns 0 or an error number.
int ashlar_boot_identity(uint8_t identity[16]);

/// A mutex with a condition variable.
typedef struct ashlar_monitor ashlar_monitor;
ashlar_monitor *ashlar_monitor_make(void);
void ashlar_monitor_free(ashlar_monitor *monitor);
void ashlar_monitor_lock(ashlar_monitor *monitor);
void ashlar_monitor_unlock(ashlar_monitor *monitor);
/// Releases the lock until `ashlar_monitor_wake` is called or `nanoseconds` have passed; a negative time means no limit. May
/// return early.
void ashlar_monitor_wait(ashlar_monitor *monitor, int64_t nanoseconds);
/// Wakes all waiting threads.
void ashlar_monitor_wake(ashlar_monitor *monitor);
/// Runs `body` on a new detached thread that blocks all signals. Returns 0 or an error number.
int ashlar_start_thread(void (*body)(void *), void *context);

/// Extends a file with allocated disk space. Returns 0 when there is no space.
int ashlar_reserve_file(int descriptor, int64_t offset, int64_t count);
/// Writes zeros from one offset of a file to another, in calls that end at multiples of `piece`, at most 16 KB; stops when one
/// fails.
void ashlar_write_zeros(int descriptor, int64_t from, int64_t to, int64_t piece);
/// Frees the disk space of a range of a file, where the system can.
void ashlar_punch_file(int descriptor, int64_t offset, int64_t count);

/// Continues the CRC32C `crc`, at first 0, over more bytes. About 20 bytes a nanosecond with the machine's CRC instruction, 35
/// and 50 with carry-less multiplication in vectors of 256 and 512 bits.
uint32_t ashlar_crc32c(uint32_t crc, const void *bytes, size_t count);
/// The same with vectors of 512 bits; where the machine lacks them, as the next one.
uint32_t ashlar_crc32c_folded_wide(uint32_t crc, const void *bytes, size_t count);
/// The same with vectors of 256 bits; where the machine lacks them, as the next one.
uint32_t ashlar_crc32c_folded(uint32_t crc, const void *bytes, size_t count);
/// The same with the CRC instruction; where the machine lacks it, as the next one.
uint32_t ashlar_crc32c_instruction(uint32_t crc, const void *bytes, size_t count);
/// The same with tables.
uint32_t ashlar_crc32c_software(uint32_t crc, const void *bytes, size_t count);
/// The checksum of a cluster's key and its first `count` bytes, with the stored checksum taken as 0.
uint32_t ashlar_cluster_crc(uint64_t key, const void *cluster, size_t count);
/// A hash of an entry of a key space.
uint64_t ashlar_entry_hash(uint32_t space, const void *key, size_t key_size, const void *value, size_t value_size);

/// Sets the bits of those rows of an overlay whose masks, stored before `base`, share a bit with `mask`. `out` has a bit for
/// each of up to 256 rows and must be zero.
void ashlar_stored_rows(const void *base, size_t capacity, uint64_t mask, void *out);
/// The same for all columns. Stores the union of the masks in `some`, and the intersection of the nonempty ones in `each`.
void ashlar_stored_columns(const void *base, size_t capacity, void *out, uint64_t *some, uint64_t *each);

/// Zeroes the cells of a column for the rows whose bit is set in `rows`. Cells have 1, 2, 4, 8, 12 or 16 bytes; `capacity` is a
/// multiple of 64.
void ashlar_clear_rows(void *cells, size_t width, size_t capacity, const void *rows);

/// Whether every link is null or a valid object key.
int ashlar_check_links(const void *cells, size_t count);
/// Whether the bytes of all stored slots of text or data lie inside the slot or a heap of `heap_size` bytes.
int ashlar_check_slots(const void *slots, size_t count, size_t heap_size);
/// The layout of a collection's element: a slot with the key, if it has one, then a value, which is plain bytes (0), a slot (1)
/// or a link (2).
struct ashlar_element {
  size_t width;
  int has_key;
  int value;
};
/// Whether all slots and links of packed elements are valid. Slots refer to a heap of `heap_size` bytes.
int ashlar_check_elements(const void *elements, size_t length, size_t heap_size, struct ashlar_element element);
/// The same for the slots of collections, and for their elements.
int ashlar_check_collections(const void *slots, size_t count, const void *heap, size_t heap_size, struct ashlar_element element);

/// Prefetches 128 bytes. The address need not be valid.
static inline void ashlar_ask_for(const void *place) {
  __builtin_prefetch(place);
  __builtin_prefetch((const char *)place + 64);
}

// Scans write one bit a row into `out`, 64 rows a word, rounded up; `count` is a multiple of 8. `op`: 0 ==, 1 !=, 2 <,
// 3 <=, 4 >, 5 >=. NaN compares as in IEEE 754.
void ashlar_scan_int8(const int8_t *column, size_t count, int op, int64_t value, uint64_t *out);
void ashlar_scan_int16(const int16_t *column, size_t count, int op, int64_t value, uint64_t *out);
void ashlar_scan_int32(const int32_t *column, size_t count, int op, int64_t value, uint64_t *out);
void ashlar_scan_float(const float *column, size_t count, int op, float value, uint64_t *out);

// These answer for the rows whose bit is set in `rows`, all below `count`; bits of other rows may be 0. `ahead` is the distance
// in bytes to a column that will be scanned soon, which is prefetched meanwhile; 0 when there is none.
void ashlar_scan_int64(const int64_t *column, size_t count, int op, int64_t value, const uint64_t *rows, intptr_t ahead, uint64_t *out);
void ashlar_scan_double(const double *column, size_t count, int op, double value, const uint64_t *rows, intptr_t ahead, uint64_t *out);
/// Rows whose flag is not 0.
void ashlar_scan_flags(const uint8_t *flags, size_t count, intptr_t ahead, uint64_t *out);
/// A comparison of the cells of one column with a constant. Numbers and flags have a value in all of them.
struct ashlar_test {
  /// The column's index among the `struct ashlar_place`.
  uint32_t column;
  /// The type of a cell: an Int64 (0), a Double (1), a flag (2), where any value but 0 means 1, or a slot of 12 bytes (3), which is
  /// equal or unordered.
  uint16_t form;
  /// What passes, as a sum: 1 less, 2 equal, 4 greater, 8 unordered.
  uint16_t passing;
  /// Of Int64 and flags.
  int64_t integer;
  double number;
  /// The bytes of an equal slot.
  const void *slot;
};
/// The offsets of a column's cells and null flags from the cluster's base.
struct ashlar_place {
  uint32_t cells, nulls;
};
/// Keeps in `rows` those that pass all tests. Returns 0 and does nothing when the rows are so many that scans are faster.
int ashlar_test_rows(const void *base, const void *places, const struct ashlar_test *tests, size_t count, size_t words, uint64_t *rows);
/// Prefetches the cells that tests of these rows will read. Returns 0 and does nothing when the rows are many.
int ashlar_ask_for_tests(const void *base, const void *places, const struct ashlar_test *tests, size_t count, size_t words,
                         const uint64_t *rows);

/// Rows whose 12-byte slot is null; `count` is at most 256.
void ashlar_scan_null_slots(const void *slots, size_t count, intptr_t ahead, uint64_t *out);

/// Rows whose 12-byte slot equals the one that `pattern` repeats 16 times. `count` is at most 256.
void ashlar_scan_slots(const void *slots, size_t count, const void *pattern, const uint64_t *rows, intptr_t ahead, uint64_t *out);

/// The fingerprint in slots of bytes in the heap: the first two bytes and 16 bits of the CRC32C. There must be at least 2 bytes.
uint32_t ashlar_fingerprint(const void *bytes, size_t length);

/// A text to search for. `op`: 0 equal, 1 begins with, 2 ends with, 3 contains.
struct ashlar_wanted_text {
  const uint8_t *bytes;
  size_t length;
  int op;
  /// Only for a text that slots keep in the heap.
  uint32_t fingerprint;
};

/// Rows of 12-byte text slots that match a text. `heap` is the cluster's heap. Null never matches. Rows whose text is an
/// out-of-line value that may match are set in `undecided`. `count` is at most 256. `ahead` is the distance to slots that will be
/// scanned soon, `next` to those that are scanned next, whose texts have about the same offsets.
void ashlar_scan_text(const void *slots, size_t count, const uint8_t *heap, const struct ashlar_wanted_text *text, const uint64_t *rows,
                      intptr_t ahead, intptr_t next, uint64_t *out, uint64_t *undecided);

/// Decodes `count` ascending keys from LEB128 differences of at most 6 bytes each. Returns nonzero if they are well-formed. At
/// least 8 readable bytes must precede `bytes`.
int ashlar_read_postings(const uint8_t *bytes, size_t size, size_t count, int64_t *keys);

/// An item with its rank.
struct ashlar_ranked {
  uint64_t rank;
  int64_t key;
};
/// Sorts by rank, stably. `scratch` has room for `count` items.
void ashlar_sort_ranks(struct ashlar_ranked *items, struct ashlar_ranked *scratch, size_t count);

/// Bytes in lexicographic order: a prefix comes before what is longer.
struct ashlar_text {
  const uint8_t *bytes;
  size_t length;
};
/// Fills `items` with the positions of the texts in ascending or descending order, stably. An empty text needs an address too.
void ashlar_sort_texts(const struct ashlar_text *texts, struct ashlar_ranked *items, struct ashlar_ranked *scratch, size_t count,
                       int descending);

/// The sum of all rows; `count` is a multiple of 8, and `ahead` as for scans. NaN is skipped and counted.
int64_t ashlar_sum_int64(const int64_t *column, size_t count, intptr_t ahead);
/// The same for at most 256 cells, and whether no partial sum can have overflowed 64 bits.
int64_t ashlar_sum_int64_checked(const int64_t *column, size_t count, intptr_t ahead, int *is_small);
double ashlar_sum_double(const double *column, size_t count, intptr_t ahead, size_t *nans);
/// The smallest and largest of the rows whose bit is set. Returns 0 when there are none. NaN is skipped.
int ashlar_range_int64(const int64_t *column, size_t count, const uint64_t *live, intptr_t ahead, int64_t *smallest, int64_t *largest);
int ashlar_range_double(const double *column, size_t count, const uint64_t *live, intptr_t ahead, double *smallest, double *largest);

#endif
