internal import AshlarInspection

extension Route {
  /// A summary of the values of a column.
  static let summary = reading { studio, request in
    let query = request.query
    let (type, condition, column) = (try query.text("type"), query["where"] ?? "", try query.text("column"))
    let client = try await studio.client(request)
    return Answer.json(try await client.scan("summary") { try $0.summary(type: type, where: condition, column: column) })
  }

  /// Groups of objects with equal values of some properties.
  static let groups = reading { studio, request in
    let query = request.query
    let (type, condition, keys) = (try query.text("type"), query["where"] ?? "", try query.text("by"))
    let measure = query["measure"] ?? "count"
    let client = try await studio.client(request)
    return Answer.json(try await client.scan("groups") { try $0.groups(type: type, where: condition, by: keys, measure: measure) })
  }

  /// Returns the names, operators and values that can follow in a condition.
  static let complete = reading { studio, request in
    let query = request.query
    let condition = query["where"] ?? ""
    let position = try query.number("at", 0...1 << 20, default: condition.utf16.count)
    return Answer.json(
      try await studio.snapshot(request).completion(type: try query.text("type"), where: condition, at: position))
  }
}
