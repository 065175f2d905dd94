import AshlarSchema
import Foundation
import Matrix
import Testing

@testable import Ashlar

/// A type of properties: its class in the schema, where each property is a form of the type, and values at its edges.
struct MatrixKind: @unchecked Sendable, CustomTestStringConvertible {
  let name: String
  /// The first is not what an object starts with.
  let values: [Any]
  /// What an object starts with; nil where that differs each time.
  let start: Any?
  let make: () -> Object
  /// An object in no Realm with the values of another.
  let copy: (Object) -> Object
  let create: (Realm, Any) -> Object
  let objects: (Realm) -> [Object]
  /// A property of all objects of the class.
  let each: (Realm, String) -> [Any]
  /// Sets properties of all objects of the class.
  let setEach: (Realm, [(String, Any?)]) -> Void
  /// How many objects have a value in a property.
  let count: (Realm, String, Any?) -> Int
  let recode: ((Object) throws -> Object)?
  let keys: [MatrixKey]
  /// The types of a Realm with the class.
  let types: [ObjectBase.Type]

  var testDescription: String { name }

  var isAny: Bool { name.hasPrefix("Any") }
  var isIndexed: Bool { make().objectSchemaNames.contains("indexed") }

  private init<T: Object>(
    _ type: T.Type, _ name: String, _ values: [Any], start: Any?, _ recode: ((Object) throws -> Object)?, _ keys: [MatrixKey]
  ) {
    self.name = name
    self.values = values
    self.start = start
    self.recode = recode
    self.keys = keys
    types = [T.self] + keys.map(\.type)
    make = { T() }
    copy = { object in
      let copy = T()
      for name in copy.objectSchemaNames { copy[name] = object[name] }
      return copy
    }
    create = { $0.create(T.self, value: $1) }
    objects = { $0.objects(T.self).map { $0 } }
    each = { $0.objects(T.self).value(forKey: $1) as? [Any] ?? [] }
    setEach = { realm, values in for (name, value) in values { realm.objects(T.self).setValue(value, forKey: name) } }
    count = { realm, property, value in
      guard let constant = QueryConstant(converting: value as Any) else { return -1 }
      return realm.objects(T.self)._resultsCore.filtered(.compare([.name(property)], .equal, constant)).count
    }
  }

  static func any<T: Object>(_ type: T.Type, _ name: String, _ values: [Any]) -> MatrixKind {
    MatrixKind(type, name, values, start: Optional<Any>.none as Any, nil, [])
  }

  static func coded<T: Object & Codable>(
    _ type: T.Type, _ name: String, _ values: [Any], start: Any?, keys: [MatrixKey] = []
  ) -> MatrixKind {
    MatrixKind(
      type, name, values, start: start,
      { object in
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "NaN")
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "+", negativeInfinity: "-", nan: "NaN")
        guard let object = object as? T else { throw CancellationError() }
        return try decoder.decode(T.self, from: encoder.encode(object))
      }, keys)
  }
}

/// A class with a primary key of a type.
struct MatrixKey: @unchecked Sendable {
  let create: (Realm, Any) -> Object
  let find: (Realm, Any) -> Object?
  let isOptional: Bool
  let type: ObjectBase.Type

  init<T: Object>(_ type: T.Type, isOptional: Bool = false) {
    self.type = type
    self.isOptional = isOptional
    create = { $0.create(T.self, value: $1, update: .error) }
    find = { $0.object(ofType: T.self, forPrimaryKey: $1) }
  }
}

extension ObjectBase {
  fileprivate var objectSchemaNames: [String] { type(of: self)._entity.model.properties.map(\.name) }
}

/// A text that two values have alike when they are the same: numbers to the last bit, elements of sets in no order, values of
/// custom types as they are stored, objects by their class, and as deep as is asked for by their properties.
func form(_ value: Any?, depth: Int = 0) -> String {
  guard let value = flattened(value as Any) else { return "nil" }
  // Untyped code gets numbers in boxes, typed code as they are.
  switch Ashlar.Untyped(value) {
  case .bool(let value): return "Bool \(value)"
  case .int(let value): return "Int \(value)"
  case .number(let value): return form(BoxedNumber.anyValue(value).payload)
  default: break
  }
  switch value {
  case let value as AnyRealmValue: return form(value.payload)
  case let value as Data: return "Data \(value.base64EncodedString())"
  case let value as Date: return "Date \(value.timeIntervalSinceReferenceDate.bitPattern)"
  // Foundation boxes an infinite Float as a Double.
  case let value as Double: return value.isFinite ? "Double \(value.bitPattern)" : value.isNaN ? "NaN" : "\(value)"
  case let value as Float: return value.isFinite ? "Float \(value.bitPattern)" : value.isNaN ? "NaN" : "\(value)"
  case let value as any RawRepresentable: return form(rawValue(of: value))
  case let value as any _CustomPersistable: return form(value.persistableValue, depth: depth)
  case let value as ObjectBase: return entries(value, depth)
  case let value as any RealmKeyedCollection: return entries(value, depth)
  case let value as [String: Any]: return "[" + value.map { "\($0): \(form($1, depth: depth))" }.sorted().joined(separator: ", ") + "]"
  case let value as any MatrixSet: return "{" + Set(value.forms(depth)).sorted().joined(separator: ", ") + "}"
  case let value as any MatrixList: return "[" + value.forms(depth).joined(separator: ", ") + "]"
  case let value as [Any]: return "[" + value.map { form($0, depth: depth) }.joined(separator: ", ") + "]"
  default: return "\(type(of: value)) \(value)"
  }
}

private func rawValue(of value: some RawRepresentable) -> Any { value.rawValue }

private func entries<Entries: RealmKeyedCollection>(_ map: Entries, _ depth: Int) -> String {
  "[" + zip(map.keys, map.values).map { "\($0): \(form($1, depth: depth))" }.sorted().joined(separator: ", ") + "]"
}

private func entries(_ object: ObjectBase, _ depth: Int) -> String {
  let name = type(of: object).className()
  if depth == 0 { return name }
  let stored = type(of: object)._entity.model.columns.map { "\($0.name): \(form(object[$0.name], depth: depth - 1))" }
  return "\(name) {" + stored.sorted().joined(separator: ", ") + "}"
}

protocol MatrixList {
  func forms(_ depth: Int) -> [String]
}
extension List: MatrixList {
  func forms(_ depth: Int) -> [String] { map { form($0, depth: depth) } }
}

protocol MatrixSet {
  func forms(_ depth: Int) -> [String]
}
extension MutableSet: MatrixSet {
  func forms(_ depth: Int) -> [String] { map { form($0, depth: depth) } }
}

/// The form of a set of these.
func setForm(_ values: [Any?]) -> String { "{" + Set(values.map { form($0) }).sorted().joined(separator: ", ") + "}" }
