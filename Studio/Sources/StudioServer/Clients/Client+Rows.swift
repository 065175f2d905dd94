internal import AshlarInspection

extension Client {
  private static let viewLimit = 2

  /// The rows that a request returns, their view and version, and the plan of the query.
  struct Rows: Sendable {
    let view: Int
    let version: UInt64
    let count: Int
    let columns: JSONValue
    let rows: JSONValue
    let plan: JSONValue
  }

  /// Returns the objects of a type in the order of their creation: at most `count`, beginning at `start`. Their changes are reported from
  /// then on.
  func rows(type: String, columns: String, from start: Int, count: Int) throws(ViewFailure) -> Rows {
    let found = try open().rows(type: type, columns: columns, from: start, count: count)
    let view = tableNumber(type)
    shown = Shown(view: view, type: type, rows: nil, from: start, limit: count, count: found.count, keys: found.keys)
    return Rows(view: view, version: found.version, count: found.count, columns: found.columns, rows: found.rows, plan: .null)
  }

  private func tableNumber(_ type: String) -> Int {
    if let known = tables[type] { return known }
    lastView += 1
    tables[type] = lastView
    return lastView
  }

  /// Returns the objects of a type that satisfy a condition, in the order of `sort`: at most `count`, beginning at `start`. Their changes
  /// are reported from then on.
  func rows(
    type: String, where condition: String, sort: String, columns: String, from start: Int, count: Int
  ) throws(ViewFailure) -> Rows {
    let file = try open()
    let view = try view(type, condition, sort, file)
    let isFirst = view.rows.evaluate()
    let found = try view.rows.rows(columns: columns, from: start, count: count)
    let all = view.rows.count
    shown = Shown(
      view: view.number, type: type, rows: view.rows, from: start, limit: count, count: all,
      keys: view.rows.keys(from: start, count: count))
    let duration = view.rows.duration ?? .zero
    let plan = JSONValue.members([
      // A plan requires several evaluations of the query. Slow queries are therefore explained only on request.
      "text": isFirst && duration < .milliseconds(200) ? .string(view.rows.plan.outline) : .null,
      "milliseconds": .milliseconds(duration), "first": .bool(isFirst),
    ])
    return Rows(view: view.number, version: file.version, count: all, columns: found.columns, rows: found.rows, plan: plan)
  }

  private func view(_ type: String, _ condition: String, _ sort: String, _ file: LiveFile) throws(ViewFailure) -> View {
    if let index = views.firstIndex(where: { $0.type == type && $0.condition == condition && $0.sort == sort }) {
      views[index].lastUse = .now
      return views[index]
    }
    let rows = try file.view(type: type, where: condition, sort: sort)
    if views.count >= Client.viewLimit, let oldest = views.indices.min(by: { views[$0].lastUse < views[$1].lastUse }) {
      views.remove(at: oldest)
    }
    lastView += 1
    let view = View(number: lastView, type: type, condition: condition, sort: sort, rows: rows, lastUse: .now)
    views.append(view)
    return view
  }

  /// Returns the plan of a view.
  func plan(type: String, where condition: String, sort: String) throws(ViewFailure) -> String {
    let file = try open()
    return try view(type, condition, sort, file).rows.plan.description
  }

  /// Returns the version, and the position of an object in a view; nil if the view does not contain the object.
  func position(type: String, where condition: String, sort: String, key: String) throws(ViewFailure) -> (version: UInt64, position: Int?) {
    let file = try open()
    let view = try view(type, condition, sort, file)
    _ = view.rows.evaluate()
    return (file.version, try view.rows.position(of: key))
  }

  /// Returns a snapshot of the newest version, and reports later changes of an object, which the page shows. The object is recorded first:
  /// otherwise, a change between the two would be neither in the snapshot nor reported.
  func snapshot(watching type: String, key: String) throws(ViewFailure) -> FileSnapshot {
    let file = try open()
    shownObject = Int64(key).map { (type: type, key: $0) }
    return file.snapshot()
  }
}
