internal import AshlarInspection

extension Route {
  /// A range of the rows of a view.
  static let rows = reading { studio, request in
    let start = ContinuousClock.now
    let query = request.query
    let type = try query.text("type")
    let (condition, sort, columns) = (query["where"] ?? "", query["sort"] ?? "", query["columns"] ?? "")
    let from = try query.number("from", 0...Int.max / 2, default: 0)
    let count = try query.number("count", 1...StudioOptions.rowLimit, default: 100)
    let client = try await studio.client(request)
    let isTable = ViewedObjects.isBlank(condition) && sort.isEmpty
    let found: Client.Rows
    if isTable {
      found = try await client.rows(type: type, columns: columns, from: from, count: count)
    } else {
      found = try await client.rows(type: type, where: condition, sort: sort, columns: columns, from: from, count: count)
    }
    return Answer.json(
      .members([
        "view": .digits(found.view), "version": .digits(found.version), "type": .string(type), "count": .count(found.count),
        "from": .count(from), "columns": found.columns, "rows": found.rows, "plan": found.plan,
        "milliseconds": .milliseconds(ContinuousClock.now - start),
      ]))
  }

  /// The query plan of a view, with durations.
  static let plan = reading { studio, request in
    let query = request.query
    let plan = try await studio.client(request).plan(
      type: try query.text("type"), where: query["where"] ?? "", sort: query["sort"] ?? "")
    return Answer.json(.members(["text": .string(plan)]))
  }

  /// The position of an object in a view.
  static let position = reading { studio, request in
    let query = request.query
    let (type, key) = (try query.text("type"), try query.text("key"))
    let (condition, sort) = (query["where"] ?? "", query["sort"] ?? "")
    let found: (version: UInt64, position: Int?)
    if ViewedObjects.isBlank(condition), sort.isEmpty {
      let snapshot = try await studio.snapshot(request)
      found = (snapshot.version, try snapshot.position(type: type, key: key))
    } else {
      found = try await studio.client(request).position(type: type, where: condition, sort: sort, key: key)
    }
    return Answer.json(
      .members(["version": .digits(found.version), "position": found.position.map { .count($0) } ?? .null]))
  }
}
