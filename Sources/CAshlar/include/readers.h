// LMDB's reader table, and the locks by which processes share it.
#ifndef CASHLAR_READERS_H
#define CASHLAR_READERS_H

#include <stdint.h>

/// Acquires a shared lock on byte 0 of LMDB's lock file, in addition to LMDB's own. While the descriptor is open, no process that opens the
/// file considers itself the first, which would clear the reader table. Returns 0 or an error number: EBUSY while the first process clears
/// the table. Like the other functions of this header except `ashlar_number_is_held`, does nothing on systems without locks of open file
/// descriptions.
int ashlar_hold_readers(int readers);
/// Returns whether a process or another open file description has a lock on byte 0 of LMDB's lock file.
int ashlar_readers_are_held(int readers);
/// Replaces LMDB's lock on the byte at the offset of this process's ID with a lock of the open file description: while the descriptor is
/// open, LMDB in other processes considers this process's readers alive. LMDB must have acquired its lock, and the process must have no
/// reader. Returns 0 or an error number: EBUSY if a process with the same ID, in another container, has the lock.
int ashlar_hold_number(int readers, int32_t process);
/// Returns whether a process or another open file description has a lock on the byte at the offset of a process's ID.
int ashlar_number_is_held(int readers, int32_t process);
/// Releases both locks, even if a program that is being started shares them. Must be called before the descriptor is closed.
void ashlar_release_readers(int readers, int32_t process);

#endif
