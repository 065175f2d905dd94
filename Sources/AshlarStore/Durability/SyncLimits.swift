/// Limits for commits that do not wait for the disk.
package struct SyncLimits: Sendable {
  /// The longest time a commit may remain unsynced.
  package var interval: Duration
  /// The number of bytes after which a sync begins immediately. Commits wait while twice this number is unsynced.
  package var bytes: UInt64
  /// After a task has begun to wait for a checkpoint, durable commits of threads wait for checkpoints, too, for this time.
  package var joining: Duration

  package init(interval: Duration = .seconds(1), bytes: UInt64 = 64 << 20, joining: Duration = .seconds(1)) {
    self.interval = interval
    self.bytes = bytes
    self.joining = joining
  }
}
