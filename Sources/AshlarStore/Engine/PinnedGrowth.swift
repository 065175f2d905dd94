/// Decides when to warn that a file grows because an old version is being read: when the number of pages whose reuse this version prevents
/// reaches a multiple of the number of pages in use, and again whenever the file has doubled since.
///
/// The caller examines the free list only when `isDue` returns true, which happens at most once each time the file grows by a quarter. The
/// free list has at most one entry for each version, so examining it takes a constant time per page of growth.
struct PinnedGrowth {
  /// The minimum number of pages that cannot be reused, per page in use, for a warning: the file then has four times the size of its
  /// content.
  static let multiple: UInt64 = 3
  /// The minimum number of versions from the pinned one to the newest. A Realm that advances after each commit lags by a few versions, and
  /// one large deletion can free more pages than remain in use.
  static let leastVersions: UInt64 = 16

  /// The minimum size of a file, in bytes, for a warning.
  let least: UInt64
  // The number of pages from which the file is examined again.
  private var next: UInt64 = 0
  // The number of pages from which the next warning is due.
  private var due: UInt64 = 0
  private var report: Report?

  init(least: UInt64 = 32 << 20) { self.least = least }

  /// Returns whether the file must be examined, and records that it is.
  mutating func isDue(pages: UInt64, pageSize: Int) -> Bool {
    guard pages >= max(next, due), pages * UInt64(pageSize) >= least else { return false }
    next = pages + pages / 4
    return true
  }

  /// Prepares a report if the oldest version is old enough and prevents the reuse of enough pages.
  /// - Parameters:
  ///   - pages: The number of pages of the file.
  ///   - free: The number of these pages that no longer belong to the newest version.
  ///   - newest: The newest version.
  ///   - oldest: The oldest version that is being read.
  mutating func note(pages: UInt64, free: UInt64, pageSize: Int, newest: UInt64, oldest: PinnedVersion) {
    let used = pages - min(free, pages)
    guard newest >= oldest.version, newest - oldest.version >= PinnedGrowth.leastVersions else { return }
    guard oldest.pages >= used * PinnedGrowth.multiple else { return }
    due = pages * 2
    report = Report(bytes: pages * UInt64(pageSize), used: used * UInt64(pageSize), oldest: oldest)
  }

  /// Returns the prepared report, once.
  mutating func takeReport() -> Report? {
    guard report != nil else { return nil }
    defer { report = nil }
    return report
  }

  /// The content of a warning.
  struct Report: Hashable, CustomStringConvertible {
    /// The size of the file in bytes.
    var bytes: UInt64
    /// The size of the newest version in bytes.
    var used: UInt64
    var oldest: PinnedVersion

    var description: String {
      """
      the file has grown to \(bytes) bytes, of which the newest version uses \(used), because \(oldest). \
      Refresh the Realm or release it, or set 'maximumNumberOfActiveVersions'.
      """
    }
  }
}
