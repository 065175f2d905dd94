internal import AshlarCommandLine

/// A line on standard error that says how far long work is, where people see it at once.
final class ProgressLine {
  private let isShown = isProgressShown
  private var last: ContinuousClock.Instant?

  /// Shows the share and a text, a few times a second.
  func show(_ done: Int, of all: Int, _ text: @autoclosure () -> String) {
    guard isShown else { return }
    let now = ContinuousClock.now
    if let last, now - last < .milliseconds(100) { return }
    last = now
    printProgress("\r\u{1B}[K\(done * 100 / max(1, all)) %, \(text())")
  }

  /// Takes the line away.
  func end() {
    if last != nil { printProgress("\r\u{1B}[K") }
    last = nil
  }
}
