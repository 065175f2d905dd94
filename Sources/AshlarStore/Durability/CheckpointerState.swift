#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Checkpointer {
  /// A checkpoint of this process, and the reader at its version, which is needed while something later is unsynced.
  struct Own {
    let descriptor: Int32
    let version: UInt64
    /// Which of this process's checkpoints it is.
    let number: UInt64
    /// Where it is in its file.
    let slot: Int
    var pin: OpaquePointer?
    /// A later version, of which nobody knows whether it is in the other slot: writing it failed. The next checkpoint takes a new file.
    var doubtful: OpaquePointer?

    /// Whether nobody has replaced or removed it: then its file has a name.
    var isInPlace: Bool {
      var info = stat()
      return fstat(descriptor, &info) == 0 && info.st_nlink > 0
    }
  }

  /// Somebody who waits until a version cannot be lost any more.
  struct Saving {
    let version: UInt64
    let resume: @Sendable (StoreError?) -> Void
  }

  struct State {
    var limits = SyncLimits()
    /// Read and changed only inside a write transaction of LMDB, or when the environment is closed.
    var own: Own?
    var installed: UInt64 = 0
    /// When the first commit was made that the last capture does not have.
    var unsyncedSince: ContinuousClock.Instant?
    /// About how many pages were written since.
    var unsyncedPages: UInt64 = 0
    var lastPage: UInt64 = 0
    let pageSize: UInt64
    var isCommitting = false
    var isRunning = false
    var isClosing = false
    /// Those who wait until a version cannot be lost any more.
    var savings: [Saving] = []
    /// When a task last came to wait. Threads that join do not count.
    var lastWaiting: ContinuousClock.Instant?
    /// The newest version of which that is known.
    var saved: UInt64 = 0
    /// What the background could not do; for the next commit.
    var failure: StoreError?
    /// A sync failed: what was written may be lost although it can be read, and no later sync would tell.
    var isBroken = false
  }
}

extension Checkpointer.State {
  /// Whether enough was written to sync at once.
  var isDue: Bool { unsyncedPages * pageSize >= limits.bytes }

  /// Whether commits should wait.
  var isBehind: Bool { unsyncedPages * pageSize >= limits.bytes * 2 }

  /// All that was committed until now is on the disk, or about to be.
  mutating func isSynced() {
    unsyncedSince = nil
    unsyncedPages = 0
  }
}
