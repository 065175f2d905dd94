import Ashlar
import AshlarSchema
import Foundation

@testable import AshlarInspection
@testable import AshlarSQLite

/// Compares a copy with its file, value by value, by the copy's own description of the properties.
struct SQLiteCopy {
  private struct Place: Hashable {
    let type: String
    let property: String
  }

  private let database: SQLiteDatabase
  private let dates: DateForm
  private var places: [Place: (table: String, column: String)] = [:]
  private let types: [String: EntityModel]
  /// The differences, one line each.
  private(set) var differences: [String] = []
  /// The number of values compared.
  private(set) var compared = 0

  init(_ path: String, of realm: Realm, dates: DateForm) throws {
    database = try SQLiteDatabase(path, .reading)
    self.dates = dates
    types = Dictionary(uniqueKeysWithValues: realm._types.map { ($0.name, $0) })
    for row in try database.rows("SELECT \"type\", \"property\", \"table\", \"column\" FROM _ashlar_properties") {
      guard case .text(let type) = row[0], case .text(let name) = row[1], case .text(let table) = row[2], case .text(let column) = row[3]
      else { continue }
      places[Place(type: type, property: name)] = (table, column)
    }
    for type in realm._types where type.kind == .object {
      for object in realm.dynamicObjects(type.name) {
        let key = type.primaryKey.flatMap { type.properties[$0].isOptional ? nil : $0 }
        if let key {
          try compare(object, keyColumn(type), value(object._contents(key)))
        } else {
          try compare(object, keyColumn(type), .integer(object._rowKey))
        }
      }
      let count = realm.dynamicObjects(type.name).count
      let rows = try database.rows("SELECT count(*) FROM \(SQLText.name(table(type)))")
      if rows != [[.integer(Int64(count))]] { differences.append("\(type.name): \(count) objects, \(rows) rows") }
    }
  }

  // The table of a type that has a single value that is not embedded.
  private func table(_ type: EntityModel) -> String {
    for property in type.columns where property.collection == .none && !isEmbedded(property) {
      if let place = places[Place(type: type.name, property: property.name)] { return place.table }
    }
    return type.name
  }

  private func isEmbedded(_ property: PropertyModel) -> Bool {
    property.type == .object && property.target.flatMap { types[$0] }?.kind == .embedded
  }

  private func keyColumn(_ type: EntityModel) -> String {
    if let key = type.primaryKey, !type.properties[key].isOptional {
      return places[Place(type: type.name, property: type.properties[key].name)]?.column ?? ""
    }
    return "_row"
  }

  // MARK: - Objects

  private mutating func compare(_ object: DynamicObject, _ column: String, _ key: SQLiteValue) throws {
    let type = object._model
    for (ordinal, property) in type.columns.enumerated() {
      guard let place = places[Place(type: type.name, property: property.name)] else {
        differences.append("\(type.name).\(property.name) is not described")
        continue
      }
      let contents = object._contents(ordinal)
      let label = "\(type.name) \(key).\(property.name)"
      if isEmbedded(property) {
        try compareEmbedded(contents, place, key, label, property)
      } else if property.collection == .none {
        let found = try rows(
          "SELECT \(SQLText.name(place.column)) FROM \(SQLText.name(place.table)) WHERE \(SQLText.name(column)) = ?", key)
        check(found, [[expected(contents, property, object)]], label)
      } else {
        let isMap = property.collection == .map
        let found = try rows(
          "SELECT position\(isMap ? ", key" : ""), value FROM \(SQLText.name(place.table)) WHERE owner = ? ORDER BY position", key)
        check(found, elements(contents, property, object), label)
      }
    }
  }

  private mutating func compareEmbedded(
    _ contents: _StoredContents, _ place: (table: String, column: String), _ key: SQLiteValue, _ label: String, _ property: PropertyModel
  ) throws {
    let children: [_StoredContents]
    var query = "SELECT _row FROM \(SQLText.name(place.table)) WHERE \(SQLText.name(place.column)) = ?"
    switch contents {
    case .entries(let entries):
      let found = try rows("SELECT _row, position, key FROM \(SQLText.name(place.table)) WHERE owner = ? ORDER BY position", key)
      check(found.map { Array($0[1...]) }, entries.enumerated().map { [.integer(Int64($0)), .text($1.key)] }, label)
      guard found.count == entries.count, let target = property.target.flatMap({ types[$0] }) else { return }
      // The objects refer to the entries in a column of their own table, which is found by its foreign key.
      let tables = try database.rows("SELECT name FROM sqlite_master WHERE type = 'table'").map { $0[0] }
      for (row, entry) in zip(found, entries) {
        var objects: [[SQLiteValue]] = []
        for case .text(let table) in tables where table.hasPrefix(target.name) {
          for reference in try database.rows("PRAGMA foreign_key_list(\(SQLText.name(table)))") where reference[2] == .text(place.table) {
            guard case .text(let column) = reference[3] else { continue }
            objects += try rows("SELECT _row FROM \(SQLText.name(table)) WHERE \(SQLText.name(column)) = ?", row[0])
          }
        }
        if case .object(let child) = entry.value {
          if objects.count != 1 { differences.append("\(label): \(objects.count) objects") }
          if let first = objects.first { try compare(child, "_row", first[0]) }
        } else if !objects.isEmpty {
          differences.append("\(label): an object in place of null")
        }
      }
      return
    case .elements(let elements):
      children = elements
      query += " ORDER BY _position"
    case .null: children = []
    default: children = [contents]
    }
    let found = try rows(query, key)
    guard found.count == children.count else {
      differences.append("\(label): \(children.count) embedded objects, \(found.count) rows")
      return
    }
    for (row, child) in zip(found, children) {
      if case .object(let child) = child { try compare(child, "_row", row[0]) } else { differences.append("\(label): a null element") }
    }
  }

  // MARK: - Values

  private func elements(_ contents: _StoredContents, _ property: PropertyModel, _ object: DynamicObject) -> [[SQLiteValue]] {
    switch contents {
    case .elements(let elements):
      return elements.enumerated().map { [.integer(Int64($0)), expected($1, property, object)] }
    case .entries(let entries):
      return entries.enumerated().map { [.integer(Int64($0)), .text($1.key), expected($1.value, property, object)] }
    default: return []
    }
  }

  private func expected(_ contents: _StoredContents, _ property: PropertyModel, _ object: DynamicObject) -> SQLiteValue {
    guard property.type == .any else { return value(contents) }
    if case .null = contents { return .null }
    var bytes: [UInt8] = []
    let ordinal = object._model.columns.firstIndex { $0.name == property.name } ?? 0
    do { try ValueWriter.append(any: contents, of: object, ordinal, to: &bytes) } catch { return .blob([]) }
    return .text(String(decoding: bytes, as: UTF8.self))
  }

  private func value(_ contents: _StoredContents) -> SQLiteValue {
    switch contents {
    case .null, .elements, .entries: return .null
    case .bool(let value): return .integer(value ? 1 : 0)
    case .int(let value): return .integer(Int64(value))
    case .float(let value): return number(Double(value))
    case .double(let value): return number(value)
    case .string(let value): return .text(value)
    case .data(let value): return .blob(Array(value))
    case .date(let value):
      let (seconds, nanoseconds) = _DateCell.parts(value)
      if dates == .unix { return .real(Double(seconds) + Double(nanoseconds) / 1e9) }
      return .text(DateText.text(seconds: seconds, nanoseconds: nanoseconds).replacing("T", with: " ").replacing("Z", with: ""))
    case .decimal(let value): return .text(value._exactText)
    case .objectId(let value): return .text(value.stringValue)
    case .uuid(let value): return .text(value.uuidString)
    case .object(let object):
      let type = object._model
      guard let key = type.primaryKey, !type.properties[key].isOptional else { return .integer(object._rowKey) }
      return value(object._contents(key))
    }
  }

  // SQLite stores no NaN, and 0.0 in place of -0.0.
  private func number(_ value: Double) -> SQLiteValue { value.isNaN ? .text("NaN") : .real(value == 0 ? 0.0 : value) }

  private func rows(_ sql: String, _ key: SQLiteValue) throws -> [[SQLiteValue]] {
    let statement = try database.prepare(sql)
    try statement.bind(key, 0)
    var rows: [[SQLiteValue]] = []
    while try statement.step() { rows.append(statement.values) }
    return rows
  }

  private mutating func check(_ found: [[SQLiteValue]], _ expected: [[SQLiteValue]], _ label: String) {
    compared += expected.count
    // Text is compared by its bytes: Swift considers composed and decomposed letters equal.
    if found.map({ $0.map(text) }) != expected.map({ $0.map(text) }) { differences.append("\(label): \(expected), not \(found)") }
  }

  private func text(_ value: SQLiteValue) -> String {
    if case .text(let text) = value { return "text \(Array(text.utf8))" }
    return "\(value)"
  }
}
