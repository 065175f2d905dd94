/// An error that the server or the connection reports for a statement.
struct ServerError: Error, CustomStringConvertible {
  /// The SQLSTATE, five characters; empty if the error was not reported by the server, for example because the connection failed.
  let state: String
  /// The server's message and detail, without its hint.
  let message: String
  /// The column that the error concerns; nil if the server names none.
  var column: String?

  var description: String { state.isEmpty ? message : "\(message) (SQLSTATE \(state))" }

  /// How the sender recovers from an error.
  enum Cure {
    /// Reconnect.
    case reconnect
    /// Repeat the statement after a delay.
    case retry
    /// Block the type: its table must be repaired by hand. Other types are still sent.
    case mend
    /// Split the batch to isolate the object with the rejected value.
    case split
  }

  var cure: Cure {
    switch state {
    case "": return .reconnect
    case "40001", "40P01", "55P03", "57014": return .retry
    // 26000: a connection pooler switched to another server process, which lacks the prepared statements.
    case "57P01", "57P02", "57P03", "57P05", "25006", "26000": return .reconnect
    default: break
    }
    switch state.prefix(2) {
    case "08", "58": return .reconnect
    // The server is out of disk space, memory or connections.
    case "53": return .retry
    case "22", "23", "54": return .split
    default: return .mend
    }
  }
}
