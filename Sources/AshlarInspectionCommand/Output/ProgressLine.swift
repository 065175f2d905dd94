internal import AshlarCommandLine

/// A progress line on standard error, shown if standard error is a terminal.
final class ProgressLine {
  private let isShown = isProgressShown
  private var last: ContinuousClock.Instant?

  /// Shows the percentage and `text`, at most ten times a second.
  func show(_ done: Int, of all: Int, _ text: @autoclosure () -> String) {
    guard isShown else { return }
    let now = ContinuousClock.now
    if let last, now - last < .milliseconds(100) { return }
    last = now
    printProgress("\r\u{1B}[K\(done * 100 / max(1, all)) %, \(text())")
  }

  /// Erases the line.
  func end() {
    if last != nil { printProgress("\r\u{1B}[K") }
    last = nil
  }
}
