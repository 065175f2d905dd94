#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Checkpointer {
  /// A checkpoint saved by this process, and the reader that pins its version. The reader is required while a later version is unsynced.
  struct Own {
    let descriptor: Int32
    let version: UInt64
    /// The checkpoint's number among those saved by this process.
    let number: UInt64
    /// The slot of the checkpoint in its file.
    let slot: Int
    var pin: OpaquePointer?
    /// The reader that pins a later version, whose checkpoint may be on disk although writing it to the other slot has failed. The next
    /// checkpoint needs a new file.
    var doubtful: OpaquePointer?

    /// Whether the file still has a name: no process has replaced or removed it.
    var isInPlace: Bool {
      var info = stat()
      return fstat(descriptor, &info) == 0 && info.st_nlink > 0
    }
  }

  /// A waiter for a version to become durable.
  struct Saving {
    let version: UInt64
    let resume: @Sendable (StoreError?) -> Void
  }

  struct State {
    var limits = SyncLimits()
    /// The checkpoint that this process saved; nil if there is none. It is changed only inside an LMDB write transaction, or when the
    /// environment is being closed.
    var own: Own?
    var installed: UInt64 = 0
    /// The time of the first commit since the last capture, or of the last failed sync; nil if no sync is needed or none can succeed.
    var unsyncedSince: ContinuousClock.Instant?
    /// The approximate number of pages written since the last capture.
    var unsyncedPages: UInt64 = 0
    var lastPage: UInt64 = 0
    let pageSize: UInt64
    var isCommitting = false
    var isRunning = false
    var isClosing = false
    /// The waiters for durability, in order of arrival.
    var savings: [Saving] = []
    /// The time when a task last began to wait. Waiting threads are not considered.
    var lastWaiting: ContinuousClock.Instant?
    /// The newest version known to be durable.
    var saved: UInt64 = 0
    /// The error of the background sync, to be thrown by the next commit.
    var failure: StoreError?
    /// Whether a sync has failed: written data may be lost although it can still be read, and no later sync would report that.
    var isBroken = false
  }
}

extension Checkpointer.State {
  /// Whether so much has been written that a sync must begin immediately.
  var isDue: Bool { unsyncedPages * pageSize >= limits.bytes }

  /// Whether commits should wait.
  var isBehind: Bool { unsyncedPages * pageSize >= limits.bytes * 2 }

  /// Records that all commits so far are on disk, or about to be.
  mutating func isSynced() {
    unsyncedSince = nil
    unsyncedPages = 0
  }
}
