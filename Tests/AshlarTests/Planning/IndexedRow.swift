import AshlarSchema
import Foundation
import TestSupport

@testable import Ashlar

/// A row with values of all types that an index of several properties may contain, as plain Swift has it.
struct IndexedRow {
  let id: Int
  var values: [String: PlainValue]
  var owner: Int?

  static let names = ["a", "b", "c", "d", "e", "g", "h", "u"]
  /// Those that conditions compare by `<`.
  static let ordered: Set = ["a", "b", "c", "d", "e", "g", "h"]

  private static let texts = [
    "", "a", "a\0", "a\0b", "ab", "b", "é", String(repeating: "x", count: 120), String(repeating: "x", count: 240),
    String(repeating: "x", count: 240) + "y", String(repeating: "x", count: 300), String(repeating: "\0", count: 200),
  ]

  /// A schema with random indexes of these properties.
  static func schema(_ random: inout SeededGenerator) -> SchemaModel {
    let types: [(String, ValueType, Bool)] = [
      ("a", .int, false), ("b", .int16, true), ("c", .string, false), ("d", .string, true), ("e", .date, true), ("g", .double, false),
      ("h", .float, true), ("u", .uuid, true),
    ]
    var properties = types.map { name, type, isOptional in
      // Some properties have an index of their own, too.
      let canBeAlone = type != .double && type != .float
      return PropertyModel(name: name, type: type, isOptional: isOptional, isIndexed: canBeAlone && random.chance(30))
    }
    properties.append(PropertyModel(name: "id", type: .int))
    properties.append(PropertyModel(name: "owner", type: .object, isOptional: true, target: "Row"))
    var entity = EntityModel(name: "Row", properties: properties)
    var lists: Set<[String]> = []
    while lists.count < 4 {
      let parts = (names + ["owner", "owner"]).shuffled(using: &random).prefix(2 + random.below(3))
      if Set(parts).count == parts.count { lists.insert(Array(parts)) }
    }
    entity.rules = EntityRule.sorted(lists.map { EntityRule.index($0) })
    return SchemaModel(name: "Indexed", version: 1, entities: [entity])
  }

  static func value(_ name: String, _ random: inout SeededGenerator) -> PlainValue {
    func optional(_ value: PlainValue) -> PlainValue { random.chance(20) ? .null : value }
    switch name {
    case "a": return .int(random.below(5))
    case "b": return optional(.int(random.below(4) - 2))
    case "c": return .text(random.pick(texts))
    case "d": return optional(.text(random.pick(texts)))
    case "e": return optional(.date(Date(timeIntervalSince1970: Double(random.below(8) - 4) / 4)))
    case "g": return .double(random.pick([-1.5, -0.0, 0, .nan, 2, .infinity]))
    case "h": return optional(.double(random.pick([-1.5, -0.0, 0, .nan, 2, .infinity])))
    default: return optional(.uuid(UUID(uuid: (UInt8(random.below(4)), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))))
    }
  }

  /// Rows are sorted as results are: nil before all values, NaN before all numbers.
  static func order(_ a: PlainValue, _ b: PlainValue) -> Int {
    func bytes(_ a: [UInt8], _ b: [UInt8]) -> Int { a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1 }
    func plain<Value: Comparable>(_ a: Value, _ b: Value) -> Int { a < b ? -1 : a == b ? 0 : 1 }
    switch (a, b) {
    case (.null, .null): return 0
    case (.null, _): return -1
    case (_, .null): return 1
    case (.int(let a), .int(let b)): return plain(a, b)
    case (.double(let a), .double(let b)): return a.isNaN || b.isNaN ? plain(a.isNaN ? 0 : 1, b.isNaN ? 0 : 1) : plain(a, b)
    case (.text(let a), .text(let b)): return bytes(Array(a.utf8), Array(b.utf8))
    case (.date(let a), .date(let b)): return plain(a, b)
    case (.uuid(let a), .uuid(let b)):
      return bytes(withUnsafeBytes(of: a.uuid) { Array($0) }, withUnsafeBytes(of: b.uuid) { Array($0) })
    default: return 0
    }
  }
}

/// Conditions, all of which must hold, and an order.
struct IndexedQuery {
  private(set) var formats: [String] = []
  private(set) var arguments: [Any] = []
  private var tests: [(IndexedRow) -> Bool] = []
  private(set) var sort: [(name: String, ascending: Bool)] = []

  init(_ random: inout SeededGenerator, owners: [(id: Int, object: Any)]) {
    for _ in 0..<random.below(4) { addCondition(&random, owners) }
    let isAscending = random.chance(50)
    for name in IndexedRow.names.shuffled(using: &random).prefix(random.below(4)) {
      sort.append((name, random.chance(85) ? isAscending : !isAscending))
    }
  }

  /// Values of a row for the first properties of an index, and an order of those that follow.
  init(_ random: inout SeededGenerator, index: [String], _ row: IndexedRow, owners: [(id: Int, object: Any)]) {
    let isAscending = random.chance(50)
    var rest = index[...]
    for _ in 0..<random.below(index.count) {
      guard let name = rest.first else { return }
      if name == "owner" {
        guard let owner = owners.first(where: { $0.id == row.owner }) else { break }
        formats.append("owner == %@")
        arguments.append(owner.object)
        tests.append { $0.owner == owner.id }
      } else {
        let wanted = row.values[name] ?? .null
        formats.append("\(name) == %@")
        arguments.append(wanted.argument)
        tests.append { $0.values[name]?.holds("==", wanted) == true }
      }
      rest = rest.dropFirst()
    }
    for name in rest.prefix(while: { $0 != "owner" }).prefix(1 + random.below(3)) { sort.append((name, isAscending)) }
    if random.chance(40) { addCondition(&random, owners) }
  }

  private mutating func addCondition(_ random: inout SeededGenerator, _ owners: [(id: Int, object: Any)]) {
    if random.chance(25) {
      let owner = owners.isEmpty || random.chance(20) ? nil : random.pick(owners)
      formats.append("owner == %@")
      arguments.append(owner?.object ?? NSNull())
      return tests.append { $0.owner == owner?.id }
    }
    let name = random.pick(IndexedRow.names)
    let wanted = IndexedRow.value(name, &random)
    if random.chance(20) {
      let several = (0..<random.pick([1, 2, 3, 70])).map { _ in IndexedRow.value(name, &random) }.filter { !$0.isNaN }
      formats.append("\(name) IN %@")
      arguments.append(several.map(\.argument))
      return tests.append { row in several.contains { row.values[name]?.holds("==", $0) == true } }
    }
    if case .text(let text) = wanted, !text.isEmpty, random.chance(30) {
      let start = String(text.unicodeScalars.prefix(random.below(text.unicodeScalars.count) + 1).map(Character.init))
      formats.append("\(name) BEGINSWITH %@")
      arguments.append(start)
      return tests.append { row in
        if case .text(let found)? = row.values[name] { found.utf8.starts(with: start.utf8) } else { false }
      }
    }
    let isOrdered = IndexedRow.ordered.contains(name) && wanted != .null
    let comparison = isOrdered && random.chance(40) ? random.pick(["<", "<=", ">", ">="]) : random.pick(["==", "==", "==", "!="])
    formats.append("\(name) \(comparison) %@")
    arguments.append(wanted.argument)
    tests.append { $0.values[name]?.holds(comparison, wanted) == true }
  }

  func expected(_ rows: [IndexedRow]) -> [Int] {
    let found = rows.filter { row in tests.allSatisfy { $0(row) } }
    return found.enumerated().sorted { a, b in
      for (name, ascending) in sort {
        let order = IndexedRow.order(a.element.values[name] ?? .null, b.element.values[name] ?? .null)
        if order != 0 { return (order < 0) == ascending }
      }
      return a.offset < b.offset
    }.map(\.element.id)
  }

  func results(_ realm: Realm) -> Results<DynamicObject> {
    var results = realm.dynamicObjects("Row")
    if !formats.isEmpty {
      results = results.filter(RealmPredicate(format: formats.joined(separator: " AND "), argumentArray: arguments))
    }
    return sort.isEmpty ? results : results.sorted(by: sort.map { SortDescriptor(keyPath: $0.name, ascending: $0.ascending) })
  }
}

extension IndexedQuery: CustomStringConvertible {
  var description: String { "\(formats) \(arguments) by \(sort)" }
}

extension PlainValue {
  fileprivate var isNaN: Bool { if case .double(let value) = self { value.isNaN } else { false } }
}
