// The locks that pair a database with its lock files.
#ifndef CASHLAR_PAIR_H
#define CASHLAR_PAIR_H

#include <stdint.h>

/// Marks a database as used with these lock files while the descriptors are open: `data` is the descriptor of the database, `locks` is the
/// descriptor of the writers' lock, and `readers` is the path of LMDB's lock file. Returns 0 or an error number: EBUSY if the database is
/// in use with other lock files, EEXIST if these lock files are in use for another database.
int ashlar_pair_files(int data, int locks, const char *readers);
/// Claims an open database exclusively, regardless of its lock files, while the descriptor is open. Returns 0 or an error number: EBUSY if
/// the database is in use.
int ashlar_claim_file(int data);
/// Returns whether another open file description has a lock that pairs the database with lock files: a process has the database open or
/// claims it.
int ashlar_is_paired(int data);
/// Marks a database as open in a process that supports the feature with a number below 2^28, while the descriptor is open; 0 represents
/// file format 8. Returns 0 or an error number.
int ashlar_mark_process(int data, uint32_t feature, int32_t process);
/// Returns whether another open file description of the database has the mark of a process for a feature. Always 0 on systems without
/// locks of open file descriptions.
int ashlar_has_mark(int data, uint32_t feature, int32_t process);
/// Checks that the file at `path`, without following a symbolic link, has this device and inode. Returns 0, ENOENT if there is no file,
/// ESTALE if it is a different file, or another error number. Sets `links` to the file's link count.
int ashlar_find_file(const char *path, uint64_t device, uint64_t inode, uint32_t *links);

#endif
