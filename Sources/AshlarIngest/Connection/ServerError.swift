/// What the server, or the way to it, has against a statement.
struct ServerError: Error, CustomStringConvertible {
  /// Five characters; empty when the server did not answer.
  let state: String
  /// The server's words, without its hints about the statement.
  let message: String
  /// The column that the server names.
  var column: String?

  var description: String { state.isEmpty ? message : "\(message) (SQLSTATE \(state))" }

  /// What is to be done.
  enum Cure {
    /// Connect again.
    case reconnect
    /// The same once more, a little later.
    case retry
    /// Something about the table has to be mended by somebody: other types go on.
    case mend
    /// A value is at fault.
    case split
  }

  var cure: Cure {
    switch state {
    case "": return .reconnect
    case "40001", "40P01", "55P03", "57014": return .retry
    // 26000: a pooler between gave the connection to another server process, which lacks the prepared statements.
    case "57P01", "57P02", "57P03", "57P05", "25006", "26000": return .reconnect
    default: break
    }
    switch state.prefix(2) {
    case "08", "58": return .reconnect
    // The disk, memory or connections are used up.
    case "53": return .retry
    case "22", "23", "54": return .split
    default: return .mend
    }
  }
}
