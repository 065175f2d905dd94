extension Ingest {
  /// What the sender has to say.
  public enum Event: Sendable, Hashable, CustomStringConvertible {
    /// It has a connection; host, port and database.
    case connected(server: String)
    /// The server has committed rows of a table. `known` of them it had already, because a connection or a process ended before it could be
    /// written down that they had arrived. `bytes` are those of the objects, as the outbox has them.
    case sent(table: String, rows: Int, known: Int, bytes: Int)
    /// An object was set aside, with the server's words.
    case quarantined(table: String, reason: String)
    /// Objects of a table wait until somebody has mended what the server says; others are sent.
    case blocked(table: String, reason: String)
    /// The server or the file cannot be reached, or is busy; the next attempt follows after a while.
    case waiting(reason: String, seconds: Double)
    /// How much is in the outbox: objects that wait, quarantined ones, and the bytes of both. Told when it has changed since the last time,
    /// before and after everything that waits was gone through, and about once a second between.
    case backlog(waiting: Int, quarantined: Int, bytes: Int)

    /// One line.
    public var description: String {
      switch self {
      case .connected(let server): "connected to \(server)"
      case .sent(let table, let rows, let known, _):
        "\(table): \(rows) \(rows == 1 ? "row" : "rows") sent\(known > 0 ? ", \(known) of them known already" : "")"
      case .quarantined(let table, let reason): "\(table): an object is quarantined: \(reason)"
      case .blocked(let table, let reason): "\(table): waits: \(reason)"
      case .waiting(let reason, let seconds): "next attempt in \((seconds * 10).rounded() / 10) s: \(reason)"
      case .backlog(let waiting, let quarantined, let bytes):
        "\(waiting) \(waiting == 1 ? "object waits" : "objects wait"), \(quarantined) quarantined, \(bytes) bytes"
      }
    }
  }

  /// What was done since a sender was started.
  public struct Figures: Sendable, Hashable {
    /// Objects that are on the server.
    public internal(set) var sent = 0
    /// Those of them that the server had already.
    public internal(set) var known = 0
    /// Objects that were set aside.
    public internal(set) var quarantined = 0
    /// Bytes of the objects that were sent, as the outbox has them.
    public internal(set) var bytes = 0
    /// Statements that inserted rows.
    public internal(set) var batches = 0
    /// How often a connection was made.
    public internal(set) var connections = 0
  }

  /// How a sender works.
  public struct Options: Sendable, Hashable {
    /// The most objects in a statement. Together with `batchBytes` it bounds the memory: about three times the bytes of a batch.
    public var batchObjects = 5000
    /// The most bytes of objects in a statement; one that is larger goes alone.
    public var batchBytes = 4 << 20
    /// Seconds between looks at an outbox that was empty.
    public var pollInterval = 0.5
    /// Seconds before the first repetition of what failed; doubled each time, with as much again by chance.
    public var firstDelay = 0.25
    /// The most seconds between two attempts, before what chance adds.
    public var longestDelay = 30.0
    /// Seconds that the server may take to answer before the connection counts as lost.
    public var timeout = 60.0

    /// The usual ones.
    public init() {}
  }

  /// Why everything could not be sent.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What the server or the system says.
    public let reason: String
    /// One sentence.
    public var description: String { reason }
  }
}
