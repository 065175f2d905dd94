internal import AshlarSchema
internal import AshlarCommandLine
internal import AshlarCompiler
internal import AshlarIngest
internal import Foundation

/// The progress line of a sender, which a terminal shows, and messages between its updates.
final class IngestProgress: @unchecked Sendable {
  private let lock = NSLock()
  private let start = Date()
  private var sent = 0
  private var bytes = 0
  private var quarantined = 0
  private var left: Int?
  private var last = Date.distantPast
  private var said: Set<String> = []
  private let hidesReasons: Bool
  private var hasConnected = false
  // The file of a sender that waits for more objects; nil once a message has stated that it waits.
  private var awaited: String?

  /// - Parameters:
  ///   - file: The file whose new objects the sender waits for; nil if the sender ends once no objects wait.
  ///   - hidesReasons: Whether reasons that may be words of the server are left out, because they may contain values of an encrypted file,
  ///     and the output may be stored in a log.
  init(file: String?, hidesReasons: Bool) {
    awaited = file
    self.hidesReasons = hidesReasons
  }

  /// The time in seconds since the sender was started.
  var seconds: Double { Date().timeIntervalSince(start) }

  /// Whether any object has been sent.
  var hasSent: Bool { lock.withLock { sent > 0 } }

  /// Whether the reason of a failure is left out. Reasons before the first connection do not depend on values.
  var hidesReason: Bool { lock.withLock { hidesReasons && hasConnected } }

  /// The totals of the objects sent so far, as a sentence.
  var figures: String { lock.withLock { IngestProgress.figures(sent, bytes, seconds) } + "." }

  func add(_ reported: Ingest.Event) {
    lock.withLock {
      if case .connected = reported { hasConnected = true }
      let event = hidesReasons && hasConnected ? reported.withoutReason : reported
      switch event {
      case .sent(_, let rows, _, let more):
        sent += rows
        bytes += more
        left = left.map { max(0, $0 - rows) }
      case .quarantined:
        quarantined += 1
        left = left.map { max(0, $0 - 1) }
        say("\(event)")
      case .backlog(let waiting, _, _):
        left = waiting
        if waiting == 0, let file = awaited {
          awaited = nil
          print("the outbox is empty; new objects in '\(file)' are sent until the command is interrupted (Ctrl-C)")
        }
      case .connected(let server):
        // Messages that were printed before are printed again if their events recur.
        said = []
        print("connected to \(server)")
      case .waiting(let reason, _):
        // The message is printed once until the next connection.
        if said.insert(reason).inserted { print("\(event)") }
      case .blocked(let table, let reason):
        if said.insert("\(table): \(reason)").inserted { print("\(event)") }
      }
      guard isProgressShown, Date().timeIntervalSince(last) > 0.1 else { return }
      last = Date()
      let rate = Double(sent) / max(seconds, 0.001)
      var line = "\(sent)\(left.map { " of \(sent + $0)" } ?? "") sent, "
      if quarantined > 0 { line += "\(quarantined) quarantined, " }
      line += "\(Int(rate)) a second"
      if let left, left > 0, rate > 0 { line += ", \(Int((Double(left) / rate).rounded(.up))) s to go" }
      printProgress("\r\u{1B}[K\(line)")
    }
  }

  // Prints a line once; the totals at the end include its repetitions.
  private func say(_ line: String) { if said.insert(line).inserted { print(line) } }

  private func print(_ line: String) { printProgress("\(isProgressShown ? "\r\u{1B}[K" : "")\(PrintableText.escaped(line))\n") }

  /// Erases the progress line.
  func end() { if isProgressShown { printProgress("\r\u{1B}[K") } }

  private static func figures(_ sent: Int, _ bytes: Int, _ seconds: Double) -> String {
    let rate = Int(Double(sent) / max(seconds, 0.001))
    return "\(sent) \(sent == 1 ? "object" : "objects") sent in \((seconds * 10).rounded() / 10) s, \(rate) a second, \(bytes) bytes"
  }

  /// Returns the numbers of quarantined objects for each table, without their reasons.
  static func withoutReasons(
    _ quarantined: [(table: String, reason: String, count: Int)]
  ) -> [(table: String, reason: String, count: Int)] {
    var counts: [String: Int] = [:]
    for (table, _, count) in quarantined { counts[table, default: 0] += count }
    return counts.sorted { $0.key < $1.key }.map { (table: $0.key, reason: Ingest.Event.reasonLeftOut, count: $0.value) }
  }

  /// Returns the totals of a run, and the number of quarantined objects with the reasons.
  static func summary(
    _ figures: Ingest.Figures, seconds: Double, quarantined: [(table: String, reason: String, count: Int)]
  ) -> String {
    let text = IngestProgress.figures(figures.sent, figures.bytes, seconds)
    return text + (figures.known > 0 ? "; the server already had \(figures.known) of them.\n" : ".\n") + listing(quarantined)
  }

  /// Returns the number of quarantined objects and the reasons, or an empty string if no object is quarantined.
  static func listing(_ quarantined: [(table: String, reason: String, count: Int)]) -> String {
    if quarantined.isEmpty { return "" }
    let count = quarantined.reduce(0) { $0 + $1.count }
    var text = "\(counted(count, "object")) quarantined:\n"
    for (table, reason, count) in quarantined { text += "  \(count) × \(PrintableText.escaped("\(table): \(reason)"))\n" }
    text += "'--quarantined' lists them. Correct the causes and run the command with '--retry', or remove the objects permanently "
    return text + "with '--discard-quarantined \(count)'.\n"
  }
}
