import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A line on standard error: rewritten in place on a terminal, else a new one each quarter.
struct Progress {
  let label: String
  let total: Int
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var quarter = 0

  init(label: String, total: Int) {
    self.label = label
    self.total = total
  }

  /// Shows how many of the total are done.
  mutating func show(_ done: Int) {
    let text = "\(label) \(done) of \(total) packages"
    if isTerminal {
      write("\r" + text)
    } else if total > 0, done * 4 / total > quarter {
      quarter = done * 4 / total
      write(text + "\n")
    }
  }

  /// Wipes the line of a terminal.
  func finish() {
    if isTerminal { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
