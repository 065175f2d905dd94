/// Limits for commits that do not wait for the disk.
package struct SyncLimits: Sendable {
  /// The maximum time between a commit and the start of the sync that includes it.
  package var interval: Duration
  /// The number of unsynced bytes at which a sync begins immediately. Commits wait while at least twice this number is unsynced.
  package var bytes: UInt64
  /// The period after a task begins to wait for a checkpoint during which durable commits of threads also wait for checkpoints.
  package var joining: Duration

  package init(interval: Duration = .seconds(1), bytes: UInt64 = 64 << 20, joining: Duration = .seconds(1)) {
    self.interval = interval
    self.bytes = bytes
    self.joining = joining
  }
}
