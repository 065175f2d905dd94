// Stands between a program and the calls with which it writes one file: counts them, makes one fail, writes them down.
//
// Linked into an executable, its definitions of pwrite and the like come before the C library's, also for the shared
// libraries that the executable uses. Linux only; elsewhere nothing is intercepted.
#ifndef FAULT_SHIM_H
#define FAULT_SHIM_H

#include <stdint.h>

// Whether calls are intercepted on this system.
int ashlar_faults_possible(void);
// From now on, calls that concern the file at `path`, which must be there, are counted. A null path ends it.
void ashlar_faults_watch(const char *path);
// How many calls there were since then.
int64_t ashlar_faults_calls(void);
// The call with this number (from 0) fails with `code`, and with `forever` all after it; negative for none.
void ashlar_faults_fail(int64_t call, int code, int forever);

// The next write to a slot of the checkpoint fails with this code, after half of it was written; with its negative after all of it.
void ashlar_faults_fail_slot(int code);
// The next write to a slot waits until a byte can be read from `descriptor`.
void ashlar_faults_hold_slot(int descriptor);
// From now on each write to a slot takes a random time up to this, in microseconds.
void ashlar_faults_slow_slots(uint32_t microseconds);
// Whether one waits.
int ashlar_faults_holds_slot(void);
// The process is killed after the call with this number (from 0), which is made; negative for none.
void ashlar_faults_die_after(int64_t call);
// From now on each call is written to `descriptor`, which appends: see FaultShim.c. Negative ends it.
void ashlar_faults_record(int descriptor);
// From now on the bytes of every writing call of this process, to whatever file, pipe or socket, are appended to `descriptor`, without
// anything between them. Negative ends it.
void ashlar_faults_record_all(int descriptor);
// From now on the system's random bytes are the same in each call of this process, and with 2, the clocks that are no timers stand still as
// well. 0 ends it.
void ashlar_faults_repeat_random(int kind);
// Writes a note between the calls.
void ashlar_faults_note(uint64_t number);
// Kills the process, between two records.
void ashlar_faults_die(void);

/// Makes a folder appear at another one, for this process and its children only. Returns 0 or an error number.
int ashlar_bind_folder(const char *from, const char *to);
/// Makes a small file system in memory appear at a folder, for this process and its children only. Returns 0 or an error number.
int ashlar_mount_small(const char *place, const char *options);
/// Numbers the children of this process from 1 on, as in a container. Returns 0 or an error number.
int ashlar_number_children(void);
/// `fork`, which Swift does not offer.
int ashlar_fork(void);

#endif
