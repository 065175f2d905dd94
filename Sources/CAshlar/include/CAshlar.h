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

/// Asks for the lines of a row's cells, which are about to be looked at. `cells` says for each column how many bytes from `base`
/// its cells begin, in the low half, and how wide they are, in the high half. Nothing is read: what is there need not be memory.
static inline void ashlar_ask_for_row(const void *base, const uint64_t *cells, size_t count, size_t slot) {
  for (size_t column = 0; column < count; column++)
    __builtin_prefetch((const void *)((uintptr_t)base + (uint32_t)cells[column] + slot * (cells[column] >> 32)));
}

/// Whether the caller is the thread that the process began with.
int ashlar_is_first_thread(void);

// The property whose value the calling thread stores: an object or its entity, unowned, and the column. See `WrittenProperty`.
extern _Thread_local const void *ashlar_written_owner;
extern _Thread_local int64_t ashlar_written_column;
static inline void ashlar_set_written(const void *owner, int64_t column) {
  ashlar_written_owner = owner;
  ashlar_written_column = column;
}
static inline const void *ashlar_get_written_owner(void) { return ashlar_written_owner; }
static inline int64_t ashlar_get_written_column(void) { return ashlar_written_column; }

/// Has `run` called on the calling thread when that ends; once, however often this is called. Returns 0 or an error number.
int ashlar_when_thread_ends(void (*run)(void));

/// Retains a Swift object unless its last reference is gone already; whether it did. The object's memory must not have
/// been given back: its deinitialiser has to wait for the caller. This is what a weak reference does, without what a
/// weak reference costs every other retain of the object.
int ashlar_try_retain(void *object);

/// Who has what an iteration lends to its current element, see `_Keeper` of the runtime.
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
/// Lends; 0 when it is not free or the caller not where the iteration runs.
static inline int ashlar_loan_lend(ashlar_loan *loan) {
  if (__atomic_load_n(&loan->state, __ATOMIC_ACQUIRE) != ashlar_loan_free || loan->thread != ashlar_thread()) return 0;
  __atomic_store_n(&loan->state, ashlar_loan_lent, __ATOMIC_RELAXED);
  return 1;
}
/// Gives back what is lent, where the iteration runs: nothing there can come between. 0 when it is not lent or the caller is
/// elsewhere; then the next function has to be called.
static inline int ashlar_loan_return(ashlar_loan *loan) {
  if (loan->thread != ashlar_thread() || __atomic_load_n(&loan->state, __ATOMIC_ACQUIRE) != ashlar_loan_lent) return 0;
  __atomic_store_n(&loan->state, ashlar_loan_free, __ATOMIC_RELEASE);
  return 1;
}
/// Whether no element has it.
static inline int ashlar_loan_is_free(ashlar_loan *loan) {
  return __atomic_load_n(&loan->state, __ATOMIC_ACQUIRE) == ashlar_loan_free;
}
/// Gives it back from anywhere; 1 when it had been left to the element, whose it is then. Else the iteration may be gone with it.
static inline int ashlar_loan_give_back(ashlar_loan *loan) {
  return __atomic_exchange_n(&loan->state, ashlar_loan_free, __ATOMIC_ACQ_REL) == ashlar_loan_left;
}
/// Leaves what is lent to the element; 0 when it is free.
static inline int ashlar_loan_leave(ashlar_loan *loan) {
  uint32_t lent = ashlar_loan_lent;
  return __atomic_compare_exchange_n(&loan->state, &lent, ashlar_loan_left, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/// Remembers a function that links one schema. Called by load-time constructors: before `main`, perhaps before the Swift
/// runtime is up. It allocates nothing.
void ashlar_register_schema(void (*link)(void));
/// The number of registered schemas; more than the capacity means that some were dropped.
size_t ashlar_registered_schemas(void);
/// The registry's capacity.
size_t ashlar_schema_capacity(void);
/// Calls the registered function at `index`, which must be below both the count and the capacity.
void ashlar_link_schema(size_t index);

/// A number for this process that no process has which it was forked from, however it was forked.
uint64_t ashlar_process(void);
/// What a forked child runs, before `fork` returns there, on something that it inherited.
typedef struct ashlar_fork_handler {
  /// Does only what is allowed in a signal handler.
  void (*run)(void *context);
  void *context;
  struct ashlar_fork_handler *previous, *next;
} ashlar_fork_handler;
/// Adds a handler; it stays where it is until it is removed.
void ashlar_fork_handler_add(ashlar_fork_handler *handler);
/// Removes a handler that was added.
void ashlar_fork_handler_remove(ashlar_fork_handler *handler);
/// For a child: closes the descriptor at an address, which becomes -1. The locks of its open file stay with the parent.
void ashlar_close_in_child(void *descriptor);
/// For a child: makes a mutex that was inherited free; whoever held it is not there. Threads may take it again while they hold it.
void ashlar_renew_mutex(void *mutex);
/// For a child: the owner and the mask of an access context become such that no thread may use it.
void ashlar_disown(void *owner);
/// For a child: what is mapped from a file becomes its own. `mapping` is a `struct ashlar_mapping`.
void ashlar_keep_apart(void *mapping);
/// A piece of a file that is mapped and shared.
struct ashlar_mapping {
  void *start;
  size_t size;
  int64_t offset;
  int descriptor;
};

/// An exclusive lock among processes through a file: a word in a mapped page, so that taking and giving it back costs no
/// system call while nobody else wants it. It belongs to what was opened, not to a thread, and ends with its process.
typedef struct {
  /// NULL before this is first taken.
  uint32_t *word;
  int descriptor;
  /// What the word holds while this has the lock.
  uint32_t number;
  /// Whether somebody waited when it was last given back.
  int gave_way;
  /// The process that opened it.
  uint32_t process;
  ashlar_fork_handler handler;
} ashlar_file_lock;

enum { ashlar_longest_place = 200 };

/// Who has such a lock.
typedef struct {
  uint32_t process;
  /// Bytes of `place`.
  uint32_t length;
  uint64_t thread;
  /// For how many nanoseconds.
  int64_t held;
  char place[ashlar_longest_place];
} ashlar_lock_holder;

/// Opens the lock file at `path`, and makes it where it is missing. Returns 0 or an error number, and holds nothing then. A forked
/// child holds nothing of it, and may only close it.
int ashlar_file_lock_open(ashlar_file_lock *lock, const char *path);
/// Closes what was opened.
void ashlar_file_lock_close(ashlar_file_lock *lock);
/// Waits for the lock, also when its holder dies. Returns 0 or an error number: ETIMEDOUT after so many nanoseconds.
int ashlar_file_lock_take(ashlar_file_lock *lock, int64_t nanoseconds);
/// Says who has the lock, for `ashlar_file_lock_holder` in other processes. To be called by who has it; costs no system call.
void ashlar_file_lock_sign(ashlar_file_lock *lock, uint64_t thread, const char *place, size_t length);
/// Who has the lock; 0 when that is not known. What it says may be out of date, or half of it.
int ashlar_file_lock_holder(ashlar_file_lock *lock, ashlar_lock_holder *holder);
/// Gives the lock back, and wakes who waits.
void ashlar_file_lock_give(ashlar_file_lock *lock);

/// Tries a lock on the first byte of an open file; it belongs to the process, and closing any descriptor of the file gives it
/// back. Returns 0 or an error number, EAGAIN when another process has one.
int ashlar_try_process_lock(int descriptor);

/// Says in both files that a database is used with these lock files, as long as the descriptors are open: `data` is the database's,
/// `locks` that of the lock of writers, `readers` the path of LMDB's lock file. Returns 0 or an error number: EBUSY when somebody uses
/// the database with other lock files, EEXIST when somebody uses these for another database.
int ashlar_pair_files(int data, int locks, const char *readers);
/// Says that nobody uses an open database, whatever its lock files, as long as the descriptor is open. Returns 0 or an error number,
/// EBUSY when somebody does.
int ashlar_claim_file(int data);
/// Looks for a file at a path, which is no symbolic link: 0 when it has this device and inode, else ENOENT when there is nothing,
/// ESTALE when there is another file, or another error number. `links` becomes how many names the file has.
int ashlar_find_file(const char *path, uint64_t device, uint64_t inode, uint32_t *links);
/// Takes room on the disk for the first bytes of an open file, which then has at least as many. Returns 0 or an error number; 0 as
/// well where the file system cannot do it.
int ashlar_fill_file(int descriptor, int64_t count);
/// After a write that was cut short: the error number with which one behind the end of the file fails, or 0.
int ashlar_ask_for_room(int descriptor);
/// Whether the system limits how large a file of this process may be. It then stops whoever writes beyond it, unless he blocks
/// the signal.
int ashlar_has_size_limit(void);
/// Blocks the signal of the size limit for the calling thread; returns what to give to `ashlar_unblock_size_signal`.
int ashlar_block_size_signal(void);
/// Ends that. A signal that came meanwhile is gone.
void ashlar_unblock_size_signal(int blocked);

/// Waits until a file or folder is on the disk. Returns 0 or an error number.
int ashlar_sync_file(const char *path);
/// Renames a file to a name that nobody has. Returns 0 or an error number, EEXIST when somebody has it.
int ashlar_rename_new(const char *from, const char *to);

/// Which start of the machine this is: a number that every start has anew. Returns 0 or an error number.
int ashlar_boot_identity(uint8_t identity[16]);

/// A lock among threads, under which threads wait for each other.
typedef struct ashlar_monitor ashlar_monitor;
ashlar_monitor *ashlar_monitor_make(void);
void ashlar_monitor_free(ashlar_monitor *monitor);
void ashlar_monitor_lock(ashlar_monitor *monitor);
void ashlar_monitor_unlock(ashlar_monitor *monitor);
/// Gives the lock up until somebody wakes the waiting ones, or so many nanoseconds have passed; negative for any time. May
/// return early.
void ashlar_monitor_wait(ashlar_monitor *monitor, int64_t nanoseconds);
/// Wakes all that wait.
void ashlar_monitor_wake(ashlar_monitor *monitor);
/// Runs `body` on a thread of its own, which takes no signals and which nobody waits for. Returns 0 or an error number.
int ashlar_start_thread(void (*body)(void *), void *context);

/// Takes room on the disk for bytes behind the end of a file, which then has them; 0 when there is none.
int ashlar_reserve_file(int descriptor, int64_t offset, int64_t count);
/// Writes zeros from one offset of a file to another, by calls that end at multiples of `piece`, at most 16 KB, until one fails.
void ashlar_write_zeros(int descriptor, int64_t from, int64_t to, int64_t piece);
/// Gives the room of bytes within a file back, where the system can.
void ashlar_punch_file(int descriptor, int64_t offset, int64_t count);

/// CRC32C of bytes that follow those whose checksum is `crc`, which is 0 at the beginning. About 20 bytes a nanosecond where
/// the machine has an instruction for it, some 35 and 50 where it multiplies polynomials in vectors of 256 and 512 bits.
uint32_t ashlar_crc32c(uint32_t crc, const void *bytes, size_t count);
/// The same by vectors of 512 bits, where the machine has them; else as the next one.
uint32_t ashlar_crc32c_folded_wide(uint32_t crc, const void *bytes, size_t count);
/// The same by vectors of 256 bits, where the machine has them; else as the next one.
uint32_t ashlar_crc32c_folded(uint32_t crc, const void *bytes, size_t count);
/// The same by the instruction, where the machine has it; else as the next one.
uint32_t ashlar_crc32c_instruction(uint32_t crc, const void *bytes, size_t count);
/// The same by tables.
uint32_t ashlar_crc32c_software(uint32_t crc, const void *bytes, size_t count);
/// The checksum of a cluster's key and its first `count` bytes, of which those that hold it count as 0.
uint32_t ashlar_cluster_crc(uint64_t key, const void *cluster, size_t count);
/// A number that stands for an entry of a key space.
uint64_t ashlar_entry_hash(uint32_t space, const void *key, size_t key_size, const void *value, size_t value_size);

/// Sets the bits of the rows of an overlay whose masks, which lie below `base`, share a bit with `mask`. `out` has a bit for
/// each of up to 256 rows and is zero.
void ashlar_stored_rows(const void *base, size_t capacity, uint64_t mask, void *out);
/// The same for all columns. `some` becomes the bits of the masks put together, `each` those that all masks but empty ones have.
void ashlar_stored_columns(const void *base, size_t capacity, void *out, uint64_t *some, uint64_t *each);

/// Makes the cells of a column zero whose rows have a bit in `rows`. Cells have 1, 2, 4, 8, 12 or 16 bytes; `capacity` is a
/// multiple of 64.
void ashlar_clear_rows(void *cells, size_t width, size_t capacity, const void *rows);

/// Whether all links are null or a possible object key.
int ashlar_check_links(const void *cells, size_t count);
/// Whether the bytes of all stored slots of text or data lie inside the slot or a heap of `heap_size` bytes.
int ashlar_check_slots(const void *slots, size_t count, size_t heap_size);
/// How an element of a collection lies: a slot with a key, when it has one, then a value, which is plain bytes (0), a slot
/// (1) or a link (2).
struct ashlar_element {
  size_t width;
  int has_key;
  int value;
};
/// Whether all slots and links of packed elements are right; `heap_size` bytes are what slots refer to.
int ashlar_check_elements(const void *elements, size_t length, size_t heap_size, struct ashlar_element element);
/// The same for collections and what their elements refer to.
int ashlar_check_collections(const void *slots, size_t count, const void *heap, size_t heap_size, struct ashlar_element element);

/// Asks the processor for the first 128 bytes at an address, which need not be memory.
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

// These are asked about the rows whose bit is set in `rows`, all below `count`, and may leave out what they know of others.
// `ahead` is how far away, in bytes, a column is that will be scanned soon, which is asked for meanwhile; 0 when nothing is
// known of it.
void ashlar_scan_int64(const int64_t *column, size_t count, int op, int64_t value, const uint64_t *rows, intptr_t ahead, uint64_t *out);
void ashlar_scan_double(const double *column, size_t count, int op, double value, const uint64_t *rows, intptr_t ahead, uint64_t *out);
/// Rows whose flag is not 0.
void ashlar_scan_flags(const uint8_t *flags, size_t count, intptr_t ahead, uint64_t *out);
/// A comparison of the cells of one column with a constant. Numbers and flags have a value in all of them.
struct ashlar_test {
  /// The column's place among `struct ashlar_place`.
  uint32_t column;
  /// What a cell is: an Int64 (0), a Double (1), a flag (2), which is 1 when it is not 0, or a slot of 12 bytes (3), which is equal or
  /// neither.
  uint16_t form;
  /// What passes: 1 less, 2 equal, 4 greater, 8 neither; several added up.
  uint16_t passing;
  /// Of Int64 and flags.
  int64_t integer;
  double number;
  /// The bytes of an equal slot.
  const void *slot;
};
/// Where a column's cells begin, in bytes from the cluster's base, and its null flags.
struct ashlar_place {
  uint32_t cells, nulls;
};
/// Leaves of `rows` those that pass all tests. False, and nothing is done, when they are many, of which scans know faster.
int ashlar_test_rows(const void *base, const void *places, const struct ashlar_test *tests, size_t count, size_t words, uint64_t *rows);
/// Asks for the cells that tests of these rows will read. False, and nothing is asked for, when they are many.
int ashlar_ask_for_tests(const void *base, const void *places, const struct ashlar_test *tests, size_t count, size_t words,
                         const uint64_t *rows);

/// Rows whose 12-byte slot is null; `count` is at most 256.
void ashlar_scan_null_slots(const void *slots, size_t count, intptr_t ahead, uint64_t *out);

/// Rows whose 12-byte slot has the bytes that `pattern` has 16 times. `count` is at most 256.
void ashlar_scan_slots(const void *slots, size_t count, const void *pattern, const uint64_t *rows, intptr_t ahead, uint64_t *out);

/// What slots of bytes in the heap begin with, of 2 bytes at least: the first two, and 16 bits of the CRC32C of all of them.
uint32_t ashlar_fingerprint(const void *bytes, size_t length);

/// A text that is looked for. `op`: 0 equal, 1 begins with, 2 ends with, 3 contains.
struct ashlar_wanted_text {
  const uint8_t *bytes;
  size_t length;
  int op;
  /// Only of a text that slots have in the heap.
  uint32_t fingerprint;
};

/// Rows of 12-byte text slots that match a text. `heap` is the cluster's heap. Null never matches. Rows whose text is a value of
/// its own and may match are set in `undecided`. `count` is at most 256. `ahead` tells how far away slots are that are scanned
/// soon, `next` those that are scanned next, whose texts lie about where they do here.
void ashlar_scan_text(const void *slots, size_t count, const uint8_t *heap, const struct ashlar_wanted_text *text, const uint64_t *rows,
                      intptr_t ahead, intptr_t next, uint64_t *out, uint64_t *undecided);

/// Reads `count` rising keys from LEB128 numbers of at most 6 bytes, each of which says how far a key is from the one before.
/// Whether they are that. There must be 8 bytes to read in front of them.
int ashlar_read_postings(const uint8_t *bytes, size_t size, size_t count, int64_t *keys);

/// Something with its place in an order.
struct ashlar_ranked {
  uint64_t rank;
  int64_t key;
};
/// Sorts by rank; equals keep their order. `scratch` has room for as many.
void ashlar_sort_ranks(struct ashlar_ranked *items, struct ashlar_ranked *scratch, size_t count);

/// Bytes that are compared one by one; of two that begin alike the shorter comes first.
struct ashlar_text {
  const uint8_t *bytes;
  size_t length;
};
/// Makes `items` the positions of texts in their order, or the other way round; equals keep theirs. Texts of no bytes need an
/// address as well.
void ashlar_sort_texts(const struct ashlar_text *texts, struct ashlar_ranked *items, struct ashlar_ranked *scratch, size_t count,
                       int descending);

/// The sum of all rows, whose number is a multiple of 8; `ahead` as for scans. NaN is left out, and counted.
int64_t ashlar_sum_int64(const int64_t *column, size_t count, intptr_t ahead);
// The same of at most 256 cells, and whether no step of it can have gone beyond 64 bits.
int64_t ashlar_sum_int64_checked(const int64_t *column, size_t count, intptr_t ahead, int *is_small);
double ashlar_sum_double(const double *column, size_t count, intptr_t ahead, size_t *nans);
/// The smallest and largest of the rows whose bit is set; false when there are none. NaN is left out.
int ashlar_range_int64(const int64_t *column, size_t count, const uint64_t *live, intptr_t ahead, int64_t *smallest, int64_t *largest);
int ashlar_range_double(const double *column, size_t count, const uint64_t *live, intptr_t ahead, double *smallest, double *largest);

#endif
