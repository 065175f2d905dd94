/// The times at which a waiting writer logs the holder of the write lock: after 1, 2, 4, … times its patience.
struct ReportSchedule {
  /// The duration of the wait after which the next report is due.
  private(set) var due: Duration

  init(patience: Duration) { due = patience }

  /// Records that the due report was written. Returns the duration until the next one is due, which is as long as the wait so far.
  @discardableResult
  mutating func next() -> Duration {
    defer { due *= 2 }
    return due
  }
}
