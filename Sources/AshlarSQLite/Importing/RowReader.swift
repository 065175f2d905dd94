internal import AshlarInspection
internal import AshlarSchema

/// Converts rows to objects in the form that docs/interchange.md specifies.
final class RowReader {
  private let danglingIsNil: Bool
  /// The number of links without a target that have been read as nil.
  var danglingCount = 0

  init(danglingIsNil: Bool) { self.danglingIsNil = danglingIsNil }

  enum Failure: Error {
    case value(ColumnFailure)
    case database(SQLiteError)
  }

  /// Returns the members of the object in a row of a plan.
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
    if row[terms.value] == .null { return .null }
    if let exists = terms.exists, row[exists] == .integer(0) {
      if danglingIsNil {
        danglingCount += 1
        return .null
      }
      let value = ColumnFailure.shown(row[terms.value])
      throw .value(
        ColumnFailure("column '\(column)': \(value) identifies no '\(terms.target)'; with '--dangling nil', such links are nil"))
    }
    guard let key = terms.key else {
      guard case .integer(let number) = row[terms.identity] else {
        throw .value(ColumnFailure(row[terms.identity], isNo: "the number of a row of '\(terms.target)'"))
      }
      return .object([JSONValue.Member(name: "$row", value: .number("\(number)"))])
    }
    let json = try scalar(row[terms.identity], key, column)
    return json == .null ? .object([JSONValue.Member(name: "$key", value: .null)]) : json
  }

  private func elements(_ elements: RowPlan.Elements, _ row: [SQLiteValue]) throws(Failure) -> JSONValue {
    var values: [JSONValue] = []
    var members: [JSONValue.Member] = []
    for element in try rows(elements.query, row[elements.owner]) {
      let before = danglingCount
      let value = try value(elements.element, element)
      // An element that links to nothing is omitted.
      if danglingCount > before, !elements.isMap { continue }
      guard elements.isMap else {
        values.append(value)
        continue
      }
      guard case .text(let key) = element[elements.key] else {
        throw .value(ColumnFailure("table '\(elements.table)': \(ColumnFailure.shown(element[elements.key])) is not a key, which is text"))
      }
      members.append(JSONValue.Member(name: key, value: value))
    }
    return elements.isMap ? .object(members) : .array(values)
  }

  private func embedded(_ embedded: RowPlan.Embedded, _ row: [SQLiteValue]) throws(Failure) -> JSONValue {
    if let entries = embedded.entries {
      var members: [JSONValue.Member] = []
      for entry in try rows(entries, row[embedded.owner]) {
        guard case .text(let key) = entry[1] else {
          throw .value(ColumnFailure(entry[1], isNo: "a key, which is text"))
        }
        let children = try rows(embedded.query, entry[0])
        var value = JSONValue.null
        if let child = children.first { value = try object(child, embedded.plan) }
        members.append(JSONValue.Member(name: key, value: value))
      }
      return .object(members)
    }
    let children = try rows(embedded.query, row[embedded.owner])
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

  private func object(_ row: [SQLiteValue], _ plan: RowPlan) throws(Failure) -> JSONValue { .object(try members(row, plan)) }

  private func rows(_ query: RowQuery, _ owner: SQLiteValue) throws(Failure) -> [[SQLiteValue]] {
    do throws(SQLiteError) { return try query.rows(owner) } catch { throw .database(error) }
  }
}
