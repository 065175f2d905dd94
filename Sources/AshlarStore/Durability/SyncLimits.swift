/// Limits for commits that do not wait for the disk.
package struct SyncLimits: Sendable {
  /// The longest time a commit may remain unsynced.
  package var interval: Duration
  /// The bytes that may be written between two syncs. Commits wait at twice this number.
  package var bytes: UInt64
  /// The time after a task last waited for a checkpoint during which durable commits of threads also wait for a checkpoint.
  package var joining: Duration

  package init(interval: Duration = .seconds(1), bytes: UInt64 = 64 << 20, joining: Duration = .seconds(1)) {
    self.interval = interval
    self.bytes = bytes
    self.joining = joining
  }
}
