// The disk space of files, and the size limit of the process.
#ifndef CASHLAR_DISK_SPACE_H
#define CASHLAR_DISK_SPACE_H

#include <stdint.h>

/// Allocates disk space for the first `count` bytes of an open file and extends it to at least that size. Returns 0 or an error number;
/// also 0 if the system or the file system does not support this.
int ashlar_fill_file(int descriptor, int64_t count);
/// Allocates disk space for the first `count` bytes of an open file without changing its size. Returns 0 or an error number; also 0 if the
/// system or the file system does not support this.
int ashlar_reserve_room(int descriptor, int64_t count);
/// Frees disk space that was reserved beyond the end of an open file.
void ashlar_give_up_room(int descriptor);
/// Must be called after a short write. Writes 4,096 zeros after the end of the file. Returns 0 if this succeeds; otherwise the error
/// number.
int ashlar_probe_room(int descriptor);
/// Returns whether the process has a file size limit. Writing past the limit raises a signal that terminates the process unless the signal
/// is blocked.
int ashlar_has_size_limit(void);
/// Blocks the signal of the size limit on the calling thread. Returns the argument for `ashlar_unblock_size_signal`.
int ashlar_block_size_signal(void);
/// If `blocked` is not 0, unblocks the signal, and discards it if it is pending.
void ashlar_unblock_size_signal(int blocked);

/// Extends a file by `count` allocated bytes at `offset`, its end. Returns 0 if the space cannot be allocated.
int ashlar_reserve_file(int descriptor, int64_t offset, int64_t count);
/// Writes zeros from one offset of a file to another, in calls that end at multiples of `piece`, which is at most 16 KB. Stops if a call
/// fails.
void ashlar_write_zeros(int descriptor, int64_t from, int64_t to, int64_t piece);
/// Deallocates the disk space of a range of a file, if the system supports this.
void ashlar_punch_file(int descriptor, int64_t offset, int64_t count);

#endif
