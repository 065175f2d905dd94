internal import AshlarCommandLine
internal import AshlarCompiler
internal import AshlarIngest
internal import Foundation

/// A line that tells how far a sender is, where people see it, and what it has to say besides.
final class IngestProgress: @unchecked Sendable {
  private let lock = NSLock()
  private let start = Date()
  private var sent = 0
  private var quarantined = 0
  private var last = Date.distantPast
  private var said = ""

  /// Seconds since the beginning.
  var seconds: Double { Date().timeIntervalSince(start) }

  func add(_ event: Ingest.Event) {
    lock.withLock {
      switch event {
      case .sent(_, let rows, _): sent += rows
      case .quarantined: quarantined += 1
      case .connected, .blocked, .waiting: break
      }
      switch event {
      case .sent: break
      case .waiting(let reason, _):
        // Once for as long as it lasts.
        if reason != said { print("\(event)") }
        said = reason
      case .connected, .quarantined, .blocked: print("\(event)")
      }
      guard isProgressShown, Date().timeIntervalSince(last) > 0.1 else { return }
      last = Date()
      printProgress("\r\u{1B}[K\(sent) sent, \(quarantined) quarantined, \(Int(Double(sent) / max(seconds, 0.001))) a second")
    }
  }

  private func print(_ line: String) { printProgress("\(isProgressShown ? "\r\u{1B}[K" : "")\(PrintableText.escaped(line))\n") }

  /// The line goes.
  func end() { if isProgressShown { printProgress("\r\u{1B}[K") } }

  /// What was done, and what is left.
  static func summary(_ figures: Ingest.Figures, seconds: Double, quarantined: [(table: String, reason: String)]) -> String {
    let rate = Int(Double(figures.sent) / max(seconds, 0.001))
    var text = "\(figures.sent) objects sent in \((seconds * 10).rounded() / 10) s, \(rate) a second, \(figures.bytes) bytes"
    text += figures.known > 0 ? "; \(figures.known) of them were there already.\n" : ".\n"
    if quarantined.isEmpty { return text }
    text += "\(quarantined.count) objects are quarantined. Mend what the server says, then run again with '--retry':\n"
    for (reason, objects) in Dictionary(grouping: quarantined, by: { "\($0.table): \($0.reason)" }).sorted(by: { $0.key < $1.key }) {
      text += "  \(objects.count) × \(PrintableText.escaped(reason))\n"
    }
    return text
  }
}
