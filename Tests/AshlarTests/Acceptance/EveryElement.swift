import AshlarSchema
import Foundation
import Testing

@testable import Ashlar

/// A list, a set and a map of every element type, as they are and of optionals.
nonisolated final class EveryElement: Object {
  override class var _entity: _Entity { EveryElement.known }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(EveryElement(row, own), to: Self.self) }
  private static let known = _LinkedSchema(SchemaModel(name: "Every", entities: [model])).entity("EveryElement", EveryElement.self)

  private static let types: [ValueType] = [
    .bool, .int, .int8, .int16, .int32, .int64, .float, .double, .string, .data, .date, .decimal128, .objectId, .uuid, .any,
  ]
  private static let kinds: [CollectionKind] = [.list, .set, .map]

  private static let model = EntityModel(
    name: "EveryElement", kind: .object,
    properties: types.flatMap { type in
      kinds.flatMap { kind in
        [false, true].map { isOptional in
          // A value of any type has a nil of its own: the second column is another of the same type.
          PropertyModel(
            name: "\(type)_\(kind)_\(isOptional)", type: type, collection: kind, isOptional: isOptional && type != .any)
        }
      }
    })

  private static func column(_ type: ValueType, _ kind: CollectionKind, _ isOptional: Bool) -> Int {
    guard let type = types.firstIndex(of: type), let kind = kinds.firstIndex(of: kind) else { return 0 }
    return (type * kinds.count + kind) * 2 + (isOptional ? 1 : 0)
  }

  func list<Element: RealmCollectionValue>(_ type: ValueType, _ isOptional: Bool) -> List<Element> {
    _list(EveryElement.column(type, .list, isOptional))
  }

  func set<Element: RealmCollectionValue>(_ type: ValueType, _ isOptional: Bool) -> MutableSet<Element> {
    _mutableSet(EveryElement.column(type, .set, isOptional))
  }

  func map<Value: RealmCollectionValue>(_ type: ValueType, _ isOptional: Bool) -> Map<String, Value> {
    _map(EveryElement.column(type, .map, isOptional))
  }
}

/// A row of the table of element types: what it is stored as, and three values of it, no two of which are equal.
struct ElementRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Runs the checks on collections of an object.
  let check: @Sendable (EveryElement) throws -> Void

  static let all: [ElementRow] =
    rows("Bool", .bool, [true, false]) + rows("Int", .int, [0, .min, .max]) + rows("Int8", .int8, [0, .min, .max] as [Int8])
    + rows("Int16", .int16, [0, .min, .max] as [Int16]) + rows("Int32", .int32, [0, .min, .max] as [Int32])
    + rows("Int64", .int64, [0, .min, .max] as [Int64])
    + rows("Float", .float, [0, -1.5, .greatestFiniteMagnitude] as [Float]) + rows("Double", .double, [0, -1.5, .greatestFiniteMagnitude])
    + rows("String", .string, ["", "short", "more than eleven bytes of text, é"])
    + rows("Data", .data, [Data(), Data([1, 2]), Data(repeating: 7, count: 600)])
    + rows("Date", .date, [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: -0.5), Date(timeIntervalSince1970: 1e9)])
    + rows("Decimal128", .decimal128, [0, 1.5, -7] as [Decimal128]) + rows("ObjectId", .objectId, [ObjectId(), .generate(), .generate()])
    + rows("UUID", .uuid, [UUID(), UUID(), UUID()]) + [
      row("an enum", .string, [Weather.sunny, .rainy, .other], false), row("an enum?", .string, [Weather.sunny, .rainy, nil], true),
      row("a custom type", .string, [Web("a"), Web("b"), Web("c")], false),
      row("a custom type?", .string, [Web("a"), nil, Web("c")], true),
      row("AnyRealmValue", .any, [AnyRealmValue.int(1), .none, .string("more than eleven bytes")], false),
    ]

  // As they are and optional, with Codable.
  private static func rows<Element: _RealmCollectionValueInsideOptional & Codable & Sendable>(
    _ name: String, _ type: ValueType, _ values: [Element]
  ) -> [ElementRow] {
    let optional: [Element?] = values + [nil]
    return [
      ElementRow(testDescription: name) { object in
        try ElementChecks(type, false, values).run(object)
        try ElementChecks(type, false, values).runCodable()
      },
      ElementRow(testDescription: name + "?") { object in
        try ElementChecks(type, true, optional).run(object)
        try ElementChecks(type, true, optional).runCodable()
      },
    ]
  }

  private static func row<Element: RealmCollectionValue>(
    _ name: String, _ type: ValueType, _ values: [Element], _ isOptional: Bool
  ) -> ElementRow {
    nonisolated(unsafe) let values = values
    return ElementRow(testDescription: name) { try ElementChecks(type, isOptional, values).run($0) }
  }
}
