/// When commits that did not wait for the disk have to be synced.
package struct SyncLimits: Sendable {
  /// How long one may remain unsynced.
  package var interval: Duration
  /// How much may be written between two syncs. Commits wait at twice as much.
  package var bytes: UInt64
  /// How long after a task waited for a checkpoint threads that commit durably wait for one too.
  package var joining: Duration

  package init(interval: Duration = .seconds(1), bytes: UInt64 = 64 << 20, joining: Duration = .seconds(1)) {
    self.interval = interval
    self.bytes = bytes
    self.joining = joining
  }
}
