extension Ingest {
  /// An event that a sender reports.
  ///
  ///     let ingest = Ingest(configuration: configuration, server: "service=weather") { event in
  ///       if case .blocked(let table, let reason) = event { alert("\(table): \(reason)") }
  ///     }
  public enum Event: Sendable, Hashable, CustomStringConvertible {
    /// The sender has connected. `server` consists of host, port and database.
    case connected(server: String)
    /// The server has committed rows of a table. The server already had `known` of these rows, because a connection or a process failed
    /// before their arrival was recorded in the file. `bytes` is the size that these objects had in the outbox.
    case sent(table: String, rows: Int, known: Int, bytes: Int)
    /// An object was quarantined. `reason` is the server's message, or a reason that the sender found. docs/outbox.md lists the causes.
    case quarantined(table: String, reason: String)
    /// Objects of a table wait until the problem that the server reports is corrected; objects of other tables are still sent.
    /// docs/outbox.md lists the causes.
    case blocked(table: String, reason: String)
    /// The server or the file is unavailable or busy, or tables are blocked; the next attempt follows after `seconds`. docs/outbox.md lists
    /// the errors that are retried.
    case waiting(reason: String, seconds: Double)
    /// The contents of the outbox: the number of waiting objects, the number of quarantined objects, and the bytes of both. Reported if the
    /// contents have changed since the last report: before and after every pass over the outbox, and at most once a second during a pass.
    case backlog(waiting: Int, quarantined: Int, bytes: Int)

    /// The event as one line of text.
    ///
    ///     let ingest = Ingest(configuration: configuration, server: "service=weather") { event in print(event) }
    public var description: String {
      switch self {
      case .connected(let server): "connected to \(server)"
      case .sent(let table, let rows, let known, _):
        "\(table): \(rows) \(rows == 1 ? "row" : "rows") sent\(known > 0 ? ", \(known) of them already on the server" : "")"
      case .quarantined(let table, let reason): "\(table): an object is quarantined: \(reason)"
      case .blocked(let table, let reason): "\(table): objects wait until this error is corrected: \(reason)"
      case .waiting(let reason, let seconds): "next attempt in \((seconds * 10).rounded() / 10) s: \(reason)"
      case .backlog(let waiting, let quarantined, let bytes):
        "\(waiting) \(waiting == 1 ? "object waits" : "objects wait"), \(quarantined) quarantined, \(bytes) bytes"
      }
    }
  }

  /// Totals since a sender was started.
  ///
  ///     let figures = try await ingest.sendAll()
  ///     print("\(figures.sent) objects in \(figures.batches) batches")
  public struct Figures: Sendable, Hashable {
    /// The number of objects that have arrived at the server, including those that it already had.
    public internal(set) var sent = 0
    /// The number of objects in `sent` that the server already had.
    public internal(set) var known = 0
    /// The number of objects that were quarantined.
    public internal(set) var quarantined = 0
    /// The size in bytes of the objects that were sent, as stored in the outbox.
    public internal(set) var bytes = 0
    /// The number of batches that were inserted.
    public internal(set) var batches = 0
    /// The number of connections that were established.
    public internal(set) var connections = 0
  }

  /// Batch sizes, delays and timeouts of a sender.
  ///
  ///     var options = Ingest.Options()
  ///     options.batchObjects = 1000
  ///     let ingest = Ingest(configuration: configuration, server: "service=weather", options: options)
  public struct Options: Sendable, Hashable {
    /// The maximum number of objects in a statement. Together with `batchBytes`, this limits the memory use, which is about three times the
    /// bytes of a batch.
    public var batchObjects = 5000
    /// The maximum number of bytes of objects in a statement. A larger object is sent alone.
    public var batchBytes = 4 << 20
    /// The interval in seconds at which an empty outbox is polled.
    public var pollInterval = 0.5
    /// The delay in seconds before the first repetition of a failed attempt. It doubles with every attempt; a random delay of up to the
    /// same length is added.
    ///
    ///     options.firstDelay = 1  // waits 1–2, 2–4, 4–8, … seconds
    public var firstDelay = 0.25
    /// The maximum delay in seconds between two attempts, before the random delay is added.
    public var longestDelay = 30.0
    /// The time in seconds within which the server must respond. After that, the connection is considered lost.
    public var timeout = 60.0

    /// Creates the default options.
    public init() {}
  }

  /// The reason why `sendAll()` could not send every object.
  ///
  ///     do {
  ///       _ = try await ingest.sendAll()
  ///     } catch let failure as Ingest.Failure {
  ///       print(failure.reason)
  ///     }
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The message of the server, the operating system or the sender.
    public let reason: String
    /// The text of `reason`.
    public var description: String { reason }
  }
}

extension Ingest.Event {
  /// The words that replace a reason if the file is encrypted.
  package static let reasonLeftOut = "the reason is left out, because the file is encrypted"

  /// The event without its reason: the words of a server may contain values of the file.
  package var withoutReason: Ingest.Event {
    switch self {
    case .quarantined(let table, _): .quarantined(table: table, reason: Ingest.Event.reasonLeftOut)
    case .blocked(let table, _): .blocked(table: table, reason: Ingest.Event.reasonLeftOut)
    case .waiting(_, let seconds): .waiting(reason: Ingest.Event.reasonLeftOut, seconds: seconds)
    case .connected, .sent, .backlog: self
    }
  }
}

extension Ingest.Failure {
  /// The error of an object whose number of a type is not one of the schema that the outbox stores with it.
  static func missingType(_ path: String) -> Ingest.Failure {
    Ingest.Failure(reason: "'\(path)': the outbox contains an object whose type is not in its recorded shape")
  }
}
