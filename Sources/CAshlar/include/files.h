// Files and folders on the disk.
#ifndef CASHLAR_FILES_H
#define CASHLAR_FILES_H

/// Syncs an open file to the disk. Returns 0 or an error number.
int ashlar_sync_descriptor(int descriptor);
/// Syncs a file or folder to the disk. Returns 0 or an error number.
int ashlar_sync_file(const char *path);
/// Renames a file without replacing another. Returns 0 or an error number: EEXIST if the new name exists.
int ashlar_rename_new(const char *from, const char *to);

#endif
