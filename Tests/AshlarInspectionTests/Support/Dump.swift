import Ashlar
import AshlarSchema
import Foundation

/// All that a file holds, bit by bit, without the forms of interchange: objects by their positions, NaN as one value.
struct Dump {
  private let realm: Realm
  private var positions: [String: [Int64: Int]] = [:]
  private let isOrdered: Bool
  private(set) var lines: [String] = []

  /// - Parameter isOrdered: Whether objects with primary keys have positions, and 0.0 is not -0.0. SQLite sorts rows by integer keys, and
  ///   stores one zero.
  init(_ realm: Realm, isOrdered: Bool = true) {
    self.realm = realm
    self.isOrdered = isOrdered
    let types = realm._types.filter { $0.kind == .object }
    for type in types {
      for (index, object) in realm.dynamicObjects(type.name).enumerated() { positions[type.name, default: [:]][object._rowKey] = index }
    }
    for type in types {
      for object in realm.dynamicObjects(type.name) { lines.append("\(name(object)) \(text(object))") }
    }
    if !isOrdered { lines.sort() }
  }

  private func name(_ object: DynamicObject) -> String {
    let type = object._model
    if !isOrdered, let key = type.primaryKey { return "\(type.name) key \(text(object._contents(key)))" }
    return "\(type.name) \(positions[type.name]?[object._rowKey] ?? -1)"
  }

  private func text(_ object: DynamicObject) -> String {
    object._model.columns.enumerated().map { column, property in
      let content = object._contents(column)
      if property.collection == .set, case .elements(let elements) = content {
        return "\(property.name)={\(elements.map(text).sorted().joined(separator: ","))}"
      }
      return "\(property.name)=\(text(content))"
    }.joined(separator: ";")
  }

  private func text(_ content: _StoredContents) -> String {
    switch content {
    case .null: return "null"
    case .bool(let value): return "bool \(value)"
    case .int(let value): return "int \(value)"
    case .float(0) where !isOrdered: return "float zero"
    case .double(0) where !isOrdered: return "double zero"
    case .float(let value): return "float \(value.isNaN ? "nan" : "\(value.bitPattern)")"
    case .double(let value): return "double \(value.isNaN ? "nan" : "\(value.bitPattern)")"
    case .string(let value): return "string \(Array(value.utf8))"
    case .data(let value): return "data \(Array(value))"
    case .date(let value): return "date \(value.timeIntervalSinceReferenceDate.bitPattern)"
    case .decimal(let value): return "decimal \(value.isNaN ? "nan" : "\(value.bidHigh) \(value.bidLow)")"
    case .objectId(let value): return "objectId \(value)"
    case .uuid(let value): return "uuid \(value)"
    case .object(let object):
      if object._model.kind == .embedded { return "(\(text(object)))" }
      return "link \(name(object))"
    case .elements(let elements): return "[\(elements.map(text).joined(separator: ","))]"
    case .entries(let entries): return "{\(entries.map { "\(Array($0.key.utf8)):\(text($0.value))" }.joined(separator: ","))}"
    }
  }
}
