internal import AshlarInspection
internal import AshlarSchema

/// Converts rows to objects in the form that docs/interchange.md specifies.
final class RowReader {
  private let danglingIsNil: Bool
  /// The numbers of links without a target in the rows that have been read.
  var dangling = DanglingCount()
  /// The maximum depth of embedded objects. Rows that own each other in a cycle would exceed any depth.
  static let depthLimit = 400
  private var depth = 0

  init(danglingIsNil: Bool) { self.danglingIsNil = danglingIsNil }

  enum Failure: Error {
    case value(ColumnFailure)
    case database(SQLiteError)
  }

  /// Returns the object in a row of a plan. Values of `plan.directs` are converted without JSON.
  /// - Parameter isLate: Whether to read only the members that may refer to later objects.
  func record(_ row: [SQLiteValue], _ plan: RowPlan, isLate: Bool, number: Int64?) throws(Failure) -> ImportRecord {
    var record = ImportRecord(type: plan.model.name, row: number, members: [])
    if !isLate {
      record.values.reserveCapacity(plan.directs.count)
      for direct in plan.directs {
        do throws(ColumnFailure) {
          record.values.append((direct.column, try direct.form.contents(row[direct.term])))
        } catch {
          throw .value(ColumnFailure("column '\(plan.column(of: direct))': \(error.message)"))
        }
      }
    }
    for member in plan.others where member.isLate || !isLate {
      record.members.append(JSONValue.Member(name: member.name, value: try value(member.value, row)))
    }
    return record
  }

  /// Returns the members of the object in a row of a plan, as JSON.
  func members(_ row: [SQLiteValue], _ plan: RowPlan) throws(Failure) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    members.reserveCapacity(plan.members.count)
    for member in plan.members { members.append(JSONValue.Member(name: member.name, value: try value(member.value, row))) }
    return members
  }

  private func value(_ value: RowPlan.Value, _ row: [SQLiteValue]) throws(Failure) -> JSONValue {
    switch value {
    case .scalar(let term, let column, let form): return try scalar(row[term], form, column)
    case .link(let terms, let column): return try link(row, terms, column)
    case .elements(let elements): return try self.elements(elements, row)
    case .embedded(let embedded): return try self.embedded(embedded, row)
    }
  }

  private func scalar(_ value: SQLiteValue, _ form: ColumnForm, _ column: String) throws(Failure) -> JSONValue {
    do throws(ColumnFailure) { return try form.json(value) } catch { throw .value(ColumnFailure("column '\(column)': \(error.message)")) }
  }

  private func link(_ row: [SQLiteValue], _ terms: RowPlan.LinkTerms, _ column: String) throws(Failure) -> JSONValue {
    if terms.values.contains(where: { row[$0] == .null }) { return .null }
    if let exists = terms.exists, row[exists] == .integer(0) {
      if danglingIsNil {
        dangling.links += 1
        return .null
      }
      let value = terms.values.map { ColumnFailure.shown(row[$0]) }.joined(separator: " and ")
      let verb = terms.values.count > 1 ? "identify" : "identifies"
      throw .value(
        ColumnFailure("column '\(column)': \(value) \(verb) no '\(terms.target)'; with '--dangling nil', such links are nil"))
    }
    guard let key = terms.keys.first else {
      let value = row[terms.identity[0]]
      guard case .integer(let number) = value else {
        throw .value(ColumnFailure(value, isNo: "the number of a row of '\(terms.target)'"))
      }
      return .object([JSONValue.Member(name: "$row", value: .number("\(number)"))])
    }
    guard terms.keys.count > 1 else {
      let json = try scalar(row[terms.identity[0]], key, column)
      return json == .null ? .object([JSONValue.Member(name: "$key", value: .null)]) : json
    }
    var parts: [JSONValue] = []
    for (term, form) in zip(terms.identity, terms.keys) { parts.append(try scalar(row[term], form, column)) }
    return .object([JSONValue.Member(name: "$key", value: .array(parts))])
  }

  private func elements(_ elements: RowPlan.Elements, _ row: [SQLiteValue]) throws(Failure) -> JSONValue {
    var values: [JSONValue] = []
    var members: [JSONValue.Member] = []
    var keys: Set<[UInt8]> = []
    for element in try rows(elements.query, elements.owner.map { row[$0] }) {
      let before = dangling.links
      let rowID = elements.rowID.map { element[$0] }
      let value = try within(elements.table, rowID) { () throws(Failure) in try self.value(elements.element, element) }
      // An element whose target does not exist is omitted.
      if dangling.links > before, !elements.isMap {
        dangling.links = before
        dangling.elements += 1
        continue
      }
      guard elements.isMap else {
        values.append(value)
        continue
      }
      guard case .text(let key) = element[elements.key] else {
        let shown = ColumnFailure.shown(element[elements.key])
        throw .value(ColumnFailure("\(Self.place(elements.table, rowID)): \(shown) is not a key, which is text"))
      }
      try checkNew(key, &keys, elements.table, rowID)
      members.append(JSONValue.Member(name: key, value: value))
    }
    return elements.isMap ? .object(members) : .array(values)
  }

  // Throws if another entry of a map has the same key: only the last of them would be stored.
  private func checkNew(_ key: String, _ keys: inout Set<[UInt8]>, _ table: String, _ rowID: SQLiteValue?) throws(Failure) {
    if keys.insert(Array(key.utf8)).inserted { return }
    let message = "\(Self.place(table, rowID)): \(ColumnFailure.shown(.text(key))) is the key of another entry of the same map"
    throw .value(ColumnFailure(message, isPlaced: true))
  }

  private func embedded(_ embedded: RowPlan.Embedded, _ row: [SQLiteValue]) throws(Failure) -> JSONValue {
    guard depth < Self.depthLimit else {
      let table = embedded.plan.table.name
      throw .value(ColumnFailure("rows of '\(table)' own each other in a circle, or more than \(Self.depthLimit) levels deep"))
    }
    depth += 1
    defer { depth -= 1 }
    if let entries = embedded.entries {
      var members: [JSONValue.Member] = []
      var keys: Set<[UInt8]> = []
      for entry in try rows(entries.query, embedded.owner.map { row[$0] }) {
        guard case .text(let key) = entry[1] else {
          let shown = ColumnFailure.shown(entry[1])
          throw .value(ColumnFailure("\(Self.place(entries.table, entry[0])): \(shown) is not a key, which is text", isPlaced: true))
        }
        try checkNew(key, &keys, entries.table, entry[0])
        let children = try rows(embedded.query, [entry[0]])
        if children.count > 1 {
          let place = Self.place(entries.table, entry[0])
          let rows = "\(children.count) rows of '\(embedded.plan.table.name)'"
          throw .value(ColumnFailure("\(place): \(rows) are the object of this entry", isPlaced: true))
        }
        var value = JSONValue.null
        if let child = children.first { value = try object(child, embedded.plan) }
        members.append(JSONValue.Member(name: key, value: value))
      }
      return .object(members)
    }
    let children = try rows(embedded.query, embedded.owner.map { row[$0] })
    guard embedded.isSingle else {
      var values: [JSONValue] = []
      for child in children { values.append(try object(child, embedded.plan)) }
      return .array(values)
    }
    if children.count > 1 {
      throw .value(ColumnFailure("\(children.count) rows of '\(embedded.plan.table.name)' are objects of one property"))
    }
    guard let child = children.first else { return .null }
    return try object(child, embedded.plan)
  }

  private func object(_ row: [SQLiteValue], _ plan: RowPlan) throws(Failure) -> JSONValue {
    try within(plan.table.name, plan.rowID.map { row[$0] }) { () throws(Failure) in .object(try members(row, plan)) }
  }

  // Adds the table and the rowid of a row to the message if `read` rejects one of its values.
  private func within(_ table: String, _ rowID: SQLiteValue?, _ read: () throws(Failure) -> JSONValue) throws(Failure) -> JSONValue {
    do throws(Failure) {
      return try read()
    } catch {
      // If rows contain each other, the message names the innermost row.
      guard case .value(let failure) = error, !failure.isPlaced else { throw error }
      throw .value(ColumnFailure("\(Self.place(table, rowID)): \(failure.message)", isPlaced: true))
    }
  }

  private static func place(_ table: String, _ rowID: SQLiteValue?) -> String {
    if case .integer(let number)? = rowID { "table '\(table)', rowid \(number)" } else { "table '\(table)'" }
  }

  private func rows(_ query: RowQuery, _ owner: [SQLiteValue]) throws(Failure) -> [[SQLiteValue]] {
    do throws(SQLiteError) { return try query.rows(owner) } catch { throw .database(error) }
  }
}
