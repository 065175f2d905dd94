import AshlarStore

extension Realm {
  /// Statistics of a file and of its use by this process at one point in time. See `Realm.statistics()` for an example.
  public nonisolated struct Statistics: Sendable, Hashable {
    /// The number of the newest version. Every commit that changes the file creates a version, in this process and in other processes.
    public let version: UInt64
    /// The number of transactions that this process has committed since it opened the file.
    public let commitCount: Int
    /// The number of writes of this process that waited for another write, of this or another process, since it opened the file.
    public let writeWaitCount: Int
    /// The total time for which these writes blocked threads. Asynchronous writes wait without blocking a thread and add nothing.
    public let writeWaitTime: Duration
    /// The size of the file in bytes.
    public let fileSize: UInt64
    /// The size of a page in bytes.
    public let pageSize: Int
    /// The number of pages of the file, including free pages.
    public let pageCount: UInt64
    /// The number of free pages. Later commits reuse the pages that were freed before the oldest pinned version.
    public let freePageCount: UInt64
    /// The oldest version that is being read, in this process or another; nil if no version is being read. This version prevents the reuse
    /// of the pages that later commits freed.
    public let oldestPinnedVersion: PinnedVersion?
    /// The number of observers of the file in this process: notification blocks, sequences of changes, publishers and views.
    public let observerCount: Int
    /// The number of database files that this process has open, including those that stay open for two seconds after their last Realm was
    /// released. It does not include databases in memory.
    public let openFileCount: Int

    init(_ found: StorageStatistics, openFiles: Int) {
      version = found.version
      commitCount = found.commits
      writeWaitCount = found.lockWaits
      writeWaitTime = found.lockWaitTime
      fileSize = found.fileSize
      pageSize = found.pageSize
      pageCount = found.pages
      freePageCount = found.freePages
      oldestPinnedVersion = found.oldest.map { PinnedVersion($0) }
      observerCount = found.observations
      openFileCount = openFiles
    }
  }
}

extension Realm.Statistics: CustomStringConvertible {
  /// One line with all statistics.
  public var description: String {
    let (seconds, parts) = writeWaitTime.components
    let milliseconds = seconds * 1000 + parts / 1_000_000_000_000_000
    let oldest = oldestPinnedVersion.map { "oldest pinned: \($0)" } ?? "no pinned version"
    return "version \(version), \(commitCount) commits, \(writeWaitCount) waits for other writes (\(milliseconds) ms), "
      + "\(fileSize) bytes, \(pageCount) pages of \(pageSize) bytes, \(freePageCount) of them free, \(observerCount) observers, "
      + "\(openFileCount) open files; \(oldest)"
  }
}
