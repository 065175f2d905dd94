/// Statistics of a file, and of its use by this process since it opened the file.
public struct StorageStatistics: Sendable {
  /// The newest version.
  public var version: UInt64
  /// The number of transactions that this process has committed.
  public var commits: Int
  /// The number of times that this process waited for the write lock.
  public var lockWaits: Int
  /// The total time for which threads were blocked by these waits.
  public var lockWaitTime: Duration
  /// The size of the file in bytes.
  public var fileSize: UInt64
  /// The page size in bytes.
  public var pageSize: Int
  /// The number of pages, free ones included.
  public var pages: UInt64
  /// The number of free pages.
  public var freePages: UInt64
  /// The oldest version that is being read by any process; nil if no version is being read.
  public var oldest: PinnedVersion?
  /// The number of active observations in this process.
  public var observations: Int
}
