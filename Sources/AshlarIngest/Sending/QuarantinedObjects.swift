import AshlarStore

/// What a file's outbox has set aside.
enum QuarantinedObjects {
  static func read(_ path: String) throws -> [(table: String, reason: String)] {
    var found: [(table: String, reason: String)] = []
    guard let session = try OutboxSession(path: path) else { return [] }
    try session.forEach(after: -1, quarantined: true) { object in
      found.append((try session.table(of: object), object.reason ?? ""))
      return true
    }
    return found
  }
}
